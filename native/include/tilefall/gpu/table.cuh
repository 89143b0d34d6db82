// Table: what the threads of a block share while they play a turn of its games, and which of them does which part of
// the work.
#pragma once

#include "tilefall/gpu/games.hpp"

namespace tilefall::TILEFALL_ISA::words {

// Parts of one class take the same way through the code, so a warp gets parts of one class, and all warps about as
// many.

constexpr int WARP = 32;
constexpr uint32_t WHOLE_WARP = 0xFFFFFFFFu;

// Two shapes of a piece that follow each other are a part: one of them lies, the other stands. Tetris has
// {I} 4 + 1 wide and all others 3 + 2; Quintris {L, Y, N} 4 + 2, {U, X} 3 + 2 and {I} 5 + 1.
template <class WELL>
struct Parts {
    static constexpr int CLASSES = WELL::IS_QUINTRIS ? 3 : 2;
    static constexpr int MOST = WELL::IS_QUINTRIS ? 4 : 2;  // of a piece

    __device__ static int class_of(int piece) {
        // two bits a piece
        constexpr uint32_t OF_PIECES = WELL::IS_QUINTRIS ? 1u | 2u << 2 | 1u << 8 : 1u;
        return static_cast<int>(OF_PIECES >> 2 * piece & 3);
    }
    __device__ static int count(int piece) { return (shapes_in<WELL>(piece) + 1) / 2; }
    __device__ static SomeShapes shapes(int piece, int part) { return {piece, 3u << 2 * part}; }
};

__device__ inline int sum_up_to_lane(int number, int lane) {
    for (int by = 1; by < WARP; by *= 2) {
        const int before = __shfl_up_sync(WHOLE_WARP, number, by);
        if (lane >= by) number += before;
    }
    return number;
}

// The parts that a thread's game adds to the list of a block, and how long the list is.
struct Share {
    int first, end;
};

template <int CLASSES, int THREADS>
struct Dealing {
    static constexpr int WARPS = THREADS / WARP;
    int totals[CLASSES][WARPS];

    // All threads call it; each says the class of its game and how many parts that has, none at all if it
    // has no game. A class begins with a whole warp.
    __device__ Share deal(int of_own, int count) {
        const int thread = static_cast<int>(threadIdx.x), warp = thread / WARP, lane = thread % WARP;
        int before = 0;
        for (int i = 0; i < CLASSES; ++i) {
            const int counted = of_own == i ? count : 0;
            const int up_to = sum_up_to_lane(counted, lane);
            if (of_own == i) before = up_to - counted;
            if (lane == WARP - 1) totals[i][warp] = up_to;
        }
        __syncthreads();
        Share share{0, 0};
        for (int i = 0; i < CLASSES; ++i) {
            share.end = (share.end + WARP - 1) / WARP * WARP;
            for (int w = 0; w < WARPS; ++w) {
                if (i == of_own && w == warp) share.first = share.end + before;
                share.end += totals[i][w];
            }
        }
        return share;
    }
};

// What is to be played: every member plays every seed.
struct Work {
    const int32_t* weights;  // of each member in turn
    const uint64_t* seeds;
    uint64_t members, games;  // of each member
    uint64_t max_turns;
};

constexpr uint16_t NO_GAME = 0x1FF;  // in the bits of a part

// Boards side by side, so that threads that read one each do not wait for each other.
template <class WELL, int COUNT>
struct Boards {
    uint32_t columns[WELL::WIDTH][COUNT];

    __device__ Board<WELL> get(int place) const {
        Board<WELL> found;
        GAME_UNROLL
        for (int i = 0; i < WELL::WIDTH; ++i) found.columns[i] = columns[i][place];
        return found;
    }
    __device__ void put(int place, const Board<WELL>& board) {
        GAME_UNROLL
        for (int i = 0; i < WELL::WIDTH; ++i) columns[i][place] = board.columns[i];
    }
};

// A drop whose board has to be made: which board, shape and column, and the bottom and one more where that
// is not where a straight drop ends.
struct Special {
    uint32_t packed;

    __device__ static Special of(int board, int shape, int column, int bottom) {
        return {static_cast<uint32_t>(board | shape << 16 | column << 22 | bottom << 26)};
    }
    __device__ int board() const { return packed & 0xFFFF; }
    __device__ int shape() const { return packed >> 16 & 63; }
    __device__ int column() const { return packed >> 22 & 15; }
    __device__ int bottom() const { return packed >> 26; }
};

// A key holds a value, then what is left of the order, then the bottom and one more where that is not
// where a straight drop ends. The largest key is the best move; 0 stands for none.
constexpr int ORDER_BITS = 10, BOTTOM_BITS = 6;
constexpr int64_t LEAST_VALUE = -(int64_t{1} << 43);

__device__ inline uint64_t key_of(int64_t value, uint32_t order, int bottom) {
    const uint64_t place = ((1u << ORDER_BITS) - 1 - order) << BOTTOM_BITS | static_cast<uint32_t>(bottom);
    return static_cast<uint64_t>(value - LEAST_VALUE) << (ORDER_BITS + BOTTOM_BITS) | place;
}

__device__ inline uint32_t order_in(uint64_t key) {
    return (1u << ORDER_BITS) - 1 - static_cast<uint32_t>(key >> BOTTOM_BITS & ((1u << ORDER_BITS) - 1));
}

__device__ inline int bottom_in(uint64_t key) { return static_cast<int>(key & ((1u << BOTTOM_BITS) - 1)); }

// The most drops that a piece has.
template <class WELL>
constexpr int most_drops() {
    constexpr int W = WELL::WIDTH;
    return WELL::IS_QUINTRIS ? 4 * (W - 3) + 4 * (W - 1) : 2 * (W - 2) + 2 * (W - 1);
}

template <class WELL, unsigned SET, bool WITH_NEXT, int GAMES, int THREADS>
struct Table {
    static_assert(GAMES < NO_GAME && GAMES <= THREADS && most_drops<WELL>() <= 128);
    static constexpr int CLASSES = Parts<WELL>::CLASSES;
    static constexpr int MOST_PARTS = WITH_NEXT ? most_drops<WELL>() : Parts<WELL>::MOST;
    static constexpr int SPECIALS = WITH_NEXT ? 1 : 3 * THREADS;  // with the next piece warps keep them

    // Weights of a member. With tables all games of a block have the same one, whose tables are here.
    static constexpr bool HAS_TABLES = (SET & WITH_TABLES) != 0;
    static constexpr int WEIGHTS = FEATURES + (HAS_TABLES ? TABLE_ENTRIES : 0);

    int32_t entries[HAS_TABLES ? TABLE_ENTRIES : 1];
    int32_t of_block;  // the member whose tables they are, -1 for none

    uint64_t best[GAMES];  // a key
    Boards<WELL, GAMES> boards;
    uint32_t member[GAMES];
    uint32_t placements[GAMES];  // of this turn
    Special special[SPECIALS];
    uint32_t specials;
    uint8_t current[GAMES], next[GAMES], column[GAMES];
    uint16_t parts[GAMES * MOST_PARTS + WARP * CLASSES];  // a game in nine bits, then the number of a part
    Dealing<CLASSES, THREADS> dealing;

    __device__ Weights weights(const Work& work, int game) const {
        Weights found;
        const int32_t* from = work.weights + static_cast<size_t>(member[game]) * WEIGHTS;
        GAME_UNROLL
        for (int i = 0; i < FEATURES; ++i) found.of[i] = from[i];
        found.tables = entries;
        return found;
    }
    // All threads call it, and wait for each other before they read.
    __device__ void fetch_tables(const Work& work) {
        if constexpr (HAS_TABLES) {
            if (of_block < 0) return;
            const int32_t* from = work.weights + static_cast<size_t>(of_block) * WEIGHTS + FEATURES;
            for (int i = static_cast<int>(threadIdx.x); i < TABLE_ENTRIES; i += THREADS) entries[i] = from[i];
        }
    }
    // A part of the list, which is then free for the next turn; NO_GAME beyond the end.
    __device__ uint16_t taken(int number, int end) {
        if (number >= end) return NO_GAME;
        const uint16_t part = parts[number];
        parts[number] = NO_GAME;
        return part;
    }
    __device__ void raise(int game, uint64_t key) {
        atomicMax(reinterpret_cast<unsigned long long*>(&best[game]), static_cast<unsigned long long>(key));
    }
};

}  // namespace tilefall::TILEFALL_ISA::words
