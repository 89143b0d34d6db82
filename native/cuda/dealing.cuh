// Dealing: which thread of a block plays which of its games in a turn. Games whose pieces have shapes of
// the same widths go to the same warps, so that a warp goes one way through the code.
#pragma once

#include "tilefall/solo_games.hpp"

namespace tilefall::TILEFALL_ISA {

constexpr int WARP = 32;
constexpr uint32_t WHOLE_WARP = 0xFFFFFFFFu;

// Pieces of one class take the same time: {T, J, L}, {O, S, Z} and {I}; {L, Y, N}, {U}, {X} and {I}.
template <class WELL>
struct PieceClasses {
    static constexpr int COUNT = WELL::IS_QUINTRIS ? 4 : 3;

    __device__ static int of(int piece) {
        // two bits a piece
        constexpr uint32_t CLASSES = WELL::IS_QUINTRIS
                                         ? 2u | 3u << 2 | 0u << 4 | 0u << 6 | 1u << 8 | 0u << 10
                                         : 2u | 1u << 2 | 0u << 4 | 1u << 6 | 1u << 8 | 0u << 10 | 0u << 12;
        return static_cast<int>(CLASSES >> 2 * piece & 3);
    }
};

// Fewer games than threads: a class begins with a whole warp.
template <class WELL, int THREADS>
constexpr int games_of_block() {
    return THREADS - WARP * (PieceClasses<WELL>::COUNT - 1);
}

constexpr uint16_t NO_GAME = 0xFFFF;

template <class WELL, int THREADS>
struct Dealing {
    static constexpr int CLASSES = PieceClasses<WELL>::COUNT, WARPS = THREADS / WARP;
    uint16_t games[THREADS];        // of each thread
    uint8_t counts[CLASSES][WARPS];  // of games of a class that a warp owns

    // All threads call it. Each says the class of the game it owns, -1 for none. False if there is none.
    __device__ bool deal(int of_own) {
        const int thread = static_cast<int>(threadIdx.x), warp = thread / WARP, lane = thread % WARP;
        uint32_t mine = 0;
        for (int i = 0; i < CLASSES; ++i) {
            const uint32_t same = __ballot_sync(WHOLE_WARP, of_own == i);
            if (of_own == i) mine = same;
            if (lane == 0) counts[i][warp] = static_cast<uint8_t>(__popc(same));
        }
        games[thread] = NO_GAME;
        if (!__syncthreads_or(of_own >= 0)) return false;
        if (of_own >= 0) {
            int place = 0;
            for (int i = 0; i <= of_own; ++i) {
                int total = 0;
                for (int w = 0; w < WARPS; ++w) {
                    if (i == of_own && w == warp) break;
                    total += counts[i][w];
                }
                place += i == of_own ? total : (total + WARP - 1) / WARP * WARP;
            }
            place += __popc(mine & ((1u << lane) - 1));
            games[place] = static_cast<uint16_t>(thread);
        }
        __syncthreads();
        return true;
    }
};

}  // namespace tilefall::TILEFALL_ISA
