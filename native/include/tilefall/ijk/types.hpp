// Types of IJK and its searches: plain data, the same for every instruction set.
#pragma once

#include "tilefall/base/isa.hpp"

namespace tilefall {

struct IjkRules {
    int32_t size;
    bool random_tile;      // the nondeterministic mode
    bool end_by_round;     // the end is tested only when player 0 is to move
    int32_t winning = 11;  // the letter that ends a game, 2 for B to 11 for K
};

// Eight lines of eight bytes, of which a game of size n uses the top left n x n: 0 for an empty
// cell, 1 to 13 for A to M, 16 more for a tile of player 1.
struct IjkBoard {
    alignas(64) uint64_t rows[8];
};

struct IjkState {
    IjkBoard board;
    uint64_t turn;
    int32_t player;
};

// What a tile is worth by its letter, 1 to 13; 0 for an empty cell.
struct IjkValues {
    int32_t of_letter[16];
};

// What is added to the tiles, for player 0 (J10). All zero: the tiles alone count.
struct IjkTerms {
    int32_t lead;      // for every letter that one's highest tile is above the other's
    int32_t owned;     // for every tile
    int32_t free;      // for every free cell, for the one who leads
    int32_t captured;  // sixteenths of a tile that the player to move can capture
};

constexpr int NETWORK_WEIGHTS = 215552;    // of a learned network (ijk_network.hpp)
constexpr int READY_WEIGHTS = 2 * 507904;  // the same ready to be looked up

// How positions are valued: by tiles and terms, or by a network where one is given.
struct IjkEvaluation {
    IjkValues tiles;
    IjkTerms terms;
    const int16_t* network;  // READY_WEIGHTS of them, or none
};

// How a network learns from games against itself.
struct IjkLesson {
    float trust;                     // lambda: how far later positions count
    uint32_t random_moves;           // of 2^32
    uint32_t opening, opening_span;  // so many random moves, and fewer than the span more
};

// A position as a slide leaves it: with its new tile where that is certain, without it otherwise.
struct Learned {
    IjkState state;
    bool is_end, is_random;  // reached by a random move
};

constexpr int MOST_LEARNED_TURNS = 5000;  // the longest games have about 2,000

struct IjkLearnedGame {
    uint64_t turns;
    double squared_error;
    int32_t winner;  // as in the score
};

enum class IjkBound : uint8_t { EXACT, AT_LEAST, AT_MOST };

// A position whose value a search has found already. Threads write without a lock: the key is
// stored mixed with the fact, so that halves of two entries do not look like a third.
struct IjkEntry {
    uint64_t mixed_key, fact;
};

struct IjkBucket {
    alignas(64) IjkEntry entries[4];
};

// A table of such positions; those of other searches do not count.
struct IjkKnown {
    IjkBucket* buckets;  // none at all, or one more than the mask
    uint64_t mask;
    uint8_t search;
    uint64_t* busy = nullptr;  // BUSY_PLACES for keys that a thread is searching, if there are several
};

constexpr int BUSY_PLACES = 4096;
constexpr int MAX_IJK_DEPTH = 100;

struct IjkThought {
    int32_t value;  // for the player to move
    int32_t move, depth;
    uint64_t nodes;  // positions valued
    int32_t line_length;
    uint8_t line[MAX_IJK_DEPTH];  // best moves of both players, as far as they are known
};

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
