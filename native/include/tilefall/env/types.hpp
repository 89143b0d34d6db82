// Environment types: the plain data of games that learners step through, many side by side. It is the
// same for every instruction set.
#pragma once

#include "tilefall/falling/types.hpp"

namespace tilefall {

// Keys of a steered piece (F13). Tetris has no flip.
enum Key { NOTHING, LEFT, RIGHT, ROTATE, DOWN, DROP, FLIP, KEYS };

// What an observation holds: parts side by side, numbers of bytes or floats, or bits.
enum class Observed : uint8_t { PARTS, BYTES, FLOATS, BITS, FEATURES };

// What happens to a game that has ended: another one begins in the following step, in the same, or never.
enum class Autoreset : uint8_t { NEXT_STEP, SAME_STEP, DISABLED };

constexpr int CELL_WORDS = 9;       // 15 x 31 cells, a bit each; one more, so that appending needs no check
constexpr int OBSERVED_WORDS = 10;  // the bits of any observation but those of a second board
constexpr int BOARD_FEATURES = 8;   // those that need nothing but a board
constexpr int DROP_WORDS = 2;       // the actions of a drop: 8 turns and 15 columns, a bit each
constexpr int LEGAL_WORDS = 8 * 15 * 31 / 64 + 2;  // any actions; one more, so that appending needs no check

struct EnvironmentRules {
    FallingRules game;
    bool with_keys;
    uint32_t gravity;  // a tick after so many keys, 0 for none
    double line_reward, piece_reward, end_reward;
    uint64_t max_steps;  // of an episode; 0 for as many as it takes
    bool refuses_illegal;
    Autoreset autoreset;
    Observed observed;
    int32_t actions;
    int32_t kinds;          // of pieces that an observation tells apart: shapes of Quintris, pieces of Tetris
    int32_t bits, numbers;  // an observation has so many bits, and then so many other numbers
    uint64_t open[MAX_PIECES][DROP_WORDS];  // a piece's actions where no cell is in its way
    uint64_t cells[31];  // of a shape, row by row as those of the board, from the first cell of its box on
};

// One game and how far it has come.
struct Environment {
    FallingState state;
    uint64_t cells[CELL_WORDS];  // the board row by row from the top, a bit a cell
    uint64_t first_seed, episode, seed;
    uint32_t mix[MAX_PIECES];
    uint32_t waited;  // keys since gravity last pulled, or the piece appeared
    uint64_t steps;
    uint8_t is_over, is_done, has_begun;  // no bool: kept games come back as any bytes
};

// Games side by side, and the legal actions of each, `legal_words` words of bits: what follows from its state.
struct EnvironmentArray {
    Environment* games;
    uint64_t* legal;
};

// Where what is seen of all games goes; row i is that of game i. Parts that are not observed are null.
struct Views {
    void* observations;
    uint8_t* boards;
    int64_t *current, *next, *seen;
    int8_t* masks;
    int64_t *scores, *turns;
};

struct EnvironmentBuffers {
    const int64_t* actions;
    double* rewards;
    bool *terminated, *truncated;
    Views now, last;  // `last` is how games ended that have begun again in the same step
};

// What all placements of some states leave behind, a row each. What is not wanted is null.
struct Successors {
    int64_t* actions;
    double* rewards;
    bool* ends;  // the game is over with it (T4)
    uint32_t* columns;
    uint8_t* boards;
    float* features;
};

}  // namespace tilefall
