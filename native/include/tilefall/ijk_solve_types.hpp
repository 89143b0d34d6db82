// Types of the IJK solver: plain data, the same for every instruction set.
#pragma once

#include "tilefall/portable.hpp"

namespace tilefall {

constexpr int32_t SOLVED_WIN = 30000;  // a win at once; every slide until then takes one off (J3)
constexpr int32_t MOST_SLIDES = 1000;  // that a solution looks ahead
// Words of a key: most games take 1 or 2, and any board fits in 5.
constexpr int LONGEST_KEY = 5;

// A position whose value is known or bounded, for the player to move and counted from there on.
// The board is there in full, a few bits a cell: no two positions are ever taken for each other.
template <int WORDS>
struct SolvedEntry {
    uint64_t key[WORDS];
    int16_t low, high;  // the value is between them
    uint16_t work;      // positions searched to find that; where all are visited, the longest game
    uint16_t is_used;
};

// Room for such entries, all bytes zero at first.
struct SolveTable {
    void* entries;
    uint64_t count;  // a whole number of buckets
    int32_t words;   // of a key
    int32_t bits;    // of a cell
};

constexpr uint64_t BUCKET = 4;  // entries that share a place in memory

// The answer to whether a position is worth at least so much.
struct SolveProof {
    int32_t value;  // no higher than the true one if it is enough, otherwise no lower
    uint64_t nodes;
    bool is_complete;
};

// What a visit of all positions has found so far.
struct SolveVisit {
    int32_t value, longest;  // of the first position, once all are visited
    uint64_t positions;      // in which the game goes on
    uint64_t outcomes[3];    // of them, by who wins: player 1, nobody, player 0
    bool is_complete, is_full, is_too_long;
};

}  // namespace tilefall
