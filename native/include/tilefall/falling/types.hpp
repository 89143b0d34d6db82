// Types: the plain data that engines exchange. It is the same for every instruction set and so
// lives outside of their namespaces: one binding talks to all of them.
#pragma once

#include "tilefall/base/isa.hpp"

namespace tilefall {

constexpr int LEVELS = 32;  // a move counts the rows below its piece, 0 to 31
constexpr int MAX_PIECES = 7;
constexpr int MAX_TURNS_OF_PIECE = 8;
constexpr int MAX_MOVES = MAX_TURNS_OF_PIECE * LANES * LEVELS / 2;  // rests are never adjacent

enum class Draw : uint8_t { HIDDEN, TOLD, BAG, LIST };

struct FallingRules {
    int32_t width, height;
    bool is_quintris;  // spawn columns and keys; otherwise Tetris by the research rules
    bool can_slide;    // reach "fall"
    bool has_preview;
    Draw draw;
    uint32_t told[MAX_PIECES];  // the mix, for Draw::TOLD
    const uint8_t* list;        // the pieces, for Draw::LIST
    uint32_t list_length;
};

struct FallingState {
    uint32_t columns[LANES];  // bit 0 is the floor; beyond the width filled to the top
    uint64_t seen[MAX_PIECES];
    uint64_t score, turn;
    int32_t current, column, next;  // shapes; -1 for none
    int32_t row;                    // of the piece: 0 where it appears, more if it has fallen (F12)
};

// The certain half of a turn.
struct Locked {
    FallingState state;  // current and next still as before the draw
    int32_t reward;
    bool is_over;  // the piece reached above the board (T4)
};

struct Move {
    int32_t shape, column, bottom;
};

struct MoveList {
    Move moves[MAX_MOVES];
    int32_t count;
};

// The shortest keys to every spot that a falling piece passes, found breadth first (F9).
constexpr int KEY_SPOTS = MAX_TURNS_OF_PIECE * LANES * LEVELS;

struct KeyMap {
    uint16_t order[KEY_SPOTS];  // spots in the order they were found
    uint16_t from[KEY_SPOTS];   // the spot before
    uint16_t rest[KEY_SPOTS];   // the spot where a drop from here ends
    char key[KEY_SPOTS];        // what leads here; 0 for a spot not found
    int32_t count, first;       // spots found; the piece's first shape
};

struct Choice {
    Move move;
    int32_t value;       // NO_VALUE if every move ends the game
    int32_t placements;  // how many were made and valued
};

constexpr int32_t NO_VALUE = INT32_MIN;

// Values of searches are in 256ths.
constexpr int64_t FRACTION = 256;
constexpr int64_t GAME_OVER = int64_t{NO_VALUE} * FRACTION;  // below any value (S4)
constexpr int64_t NOTHING_YET = 4 * GAME_OVER;               // below any value on the way, too

struct PlayoutResult {
    uint64_t score, turns, digest, placements;
    bool is_over;
};

// A turn as records keep it: the number of the move, and the last 16 bits of the digest after it.
struct KeptTurn {
    uint16_t move, check;
};

constexpr int DIGESTS_AT_ONCE = 16;

// The turns of a game that are kept, in memory of whoever asked for them.
struct KeptTurns {
    KeptTurn* turns;  // room for all that the game may have
    uint64_t count;
    FallingState waiting[DIGESTS_AT_ONCE];  // whose digests are made together
};

}  // namespace tilefall
