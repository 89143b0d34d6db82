// Types of the search of IJK with chance: plain data, the same for every instruction set.
#pragma once

#include "tilefall/types.hpp"

namespace tilefall {

constexpr int IJK_SLIDES = 4;

// How a search goes about it. Speed-ups change no value; a sample does.
struct IjkChanceOptions {
    int32_t sample;     // how many of the empty cells stand for all; 0 for all (J8)
    bool every_move;    // exact values of the moves that lose, too
    bool use_table;     // value equal positions once
    bool use_symmetry;  // turned and mirrored positions are equal: the evaluation must agree
    bool use_star1;     // bounds of what no cell can exceed
    bool use_star2;     // one reply in each cell first
    bool use_groups;    // cells between the same two tiles lead to the same slid boards
    bool use_lines;     // the last slides line by line: values must be sums over tiles
};

// A position whose value a search has found already. Threads share the table: an entry of which
// two threads wrote a half each shows it by its check.
struct IjkChanceEntry {
    uint64_t check;  // the key, every bit of `data` changing one of it
    uint64_t data;
};

// A table of such positions; those of other searches do not count.
struct IjkChanceKnown {
    IjkChanceEntry* entries;  // none at all, or one more than the mask
    uint64_t mask;
    uint8_t search;
};

// When a search ends early: a flag that someone sets, or so many slid boards valued.
struct IjkChanceLimits {
    const bool* stop;
    const bool* is_done;  // another thread has found the same answer
    uint64_t most_nodes;
};

struct IjkChanceThought {
    int64_t values[IJK_SLIDES];  // of the moves, for the player to move, in 256ths (J6)
    bool is_exact[IJK_SLIDES];   // otherwise no higher than this
    int32_t move, depth;         // depth 0: nothing was found
    uint64_t nodes;              // slid boards valued
};

}  // namespace tilefall
