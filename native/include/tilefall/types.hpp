// Types: the plain data that engines exchange. It is the same for every instruction set and so
// lives outside of their namespaces: one binding talks to all of them.
#pragma once

#include "tilefall/portable.hpp"

namespace tilefall {

constexpr int LANES = 16;   // columns of a board and the walls beside it
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
    int32_t row;  // of the piece: 0 where it appears, more if it has fallen (F12)
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

enum Feature {
    LANDING_HEIGHT,  // in half rows
    ERODED_CELLS,
    ROW_TRANSITIONS,
    COLUMN_TRANSITIONS,
    HOLES,
    WELLS,
    WELLS_FAST,
    HOLE_DEPTH,
    ROWS_WITH_HOLES,
    PATTERN_DIVERSITY,
    ROWS_REMOVED,
    FEATURES
};

// Tables weigh what the surface of a board looks like (E12 to E18), one entry for each case of a
// kind. Kinds lie one after another; an entry that nothing is counted in is 0.
constexpr int WELL_TABLE = 0;           // 3 places x 8 depths
constexpr int FIT_TABLE = 24;           // 7 pieces x 8 numbers of ways
constexpr int ROOM_TABLE = 80;          // 16 numbers of rows
constexpr int COLUMN_ROOM_TABLE = 96;   // 2 places x 16 numbers of rows
constexpr int STEP_TABLE = 128;         // 2 places x 8 differences
constexpr int COVER_TABLE = 144;        // 2 places x 8 numbers of cells
constexpr int BEND_TABLE = 160;         // 8 first steps x 8 second ones; the last of either stands for no step
constexpr int TABLE_ENTRIES = 224;
constexpr int MOST_BEND = 3;                // a step of a bend, up or down; it stands for more, too
constexpr int NO_STEP = 2 * MOST_BEND + 1;  // in place of a step that leads to a wall

struct FeatureWeights {
    int32_t of[FEATURES];
    int32_t tables[TABLE_ENTRIES];
};

struct FeatureTable {
    int32_t features[MAX_MOVES][FEATURES];
    bool ends_game[MAX_MOVES];
    MoveList list;
};

struct Choice {
    Move move;
    int32_t value;       // NO_VALUE if every move ends the game
    int32_t placements;  // how many were made and valued
};

constexpr int32_t NO_VALUE = INT32_MIN;

// What a search believes about pieces that it cannot know.
enum class Belief : uint8_t { UNIFORM, TOLD, POSTERIOR };

// How a search goes about it. Speed-ups change no value; a beam does.
struct SearchOptions {
    int32_t depth;    // pieces placed
    int32_t beam;     // how many placements of a choice are followed; 0 for all (S6)
    bool use_bounds;  // leave out what cannot be the best
    bool use_table;   // value equal boards once
};

// What a search found about one move.
struct SearchedMove {
    int64_t value;        // in 256ths
    uint64_t placements;  // made and valued to find it
};

// A board whose value a search has found already.
struct KnownBoard {
    uint32_t columns[LANES];
    int64_t value;  // exact, or at least not less than the true one
    uint32_t search;
    int16_t shape;  // that comes, -1 for an unknown one
    uint8_t depth;
    bool is_exact;
};

constexpr uint32_t KNOWN_BOARDS = 1 << 12;

// The boards that a thread has valued; those of other searches do not count.
struct KnownBoards {
    KnownBoard* boards;  // KNOWN_BOARDS of them, or none
    uint32_t search;
};

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

struct IjkRules {
    int32_t size;
    bool random_tile;   // the nondeterministic mode
    bool end_by_round;  // the end is tested only when player 0 is to move
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
    float trust;            // lambda: how far later positions count
    uint32_t random_moves;  // of 2^32
    uint32_t opening, opening_span;  // so many random moves, and fewer than the span more
};

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

struct Perft {
    uint64_t leaves;
    uint64_t digest;  // the sum of the leaves' digests
};

}  // namespace tilefall
