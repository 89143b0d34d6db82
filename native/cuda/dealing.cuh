// Dealing: which thread of a block does which part of the work on its games in a turn. Parts of one class
// take the same way through the code, so a warp gets parts of one class, and all warps about as many.
#pragma once

#include "tilefall/solo_games.hpp"

namespace tilefall::TILEFALL_ISA {

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
    __device__ static int count(int piece) {
        return (shapes_in<WELL>(piece) + 1) / 2;
    }
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

}  // namespace tilefall::TILEFALL_ISA
