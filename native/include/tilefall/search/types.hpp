// Types of the searches of falling games and of the course programs: plain data, the same for every instruction set.
#pragma once

#include "tilefall/falling/types.hpp"

namespace tilefall {

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

enum CourseFeature {
    SUMMED_HEIGHTS,
    BUMPINESS,
    COMPLETE_ROWS,
    COVERED_HOLES,
    SHORT_COLUMN_HOLES,
    SIDED_HOLES,
    ENCLOSED_HOLES,
    EMPTY_COLUMNS,
    VOIDS,
    HEIGHTS_ABOVE_19,
    HEIGHTS_ABOVE_22,
    HEIGHTS_ABOVE_23,
    COURSE_FEATURES
};

enum class CourseKind : uint8_t { SUM, WAVY, VOIDS, GENETIC };

// What the genetic program adds up, in this order.
enum CourseGene { HEIGHT_GENE, ROW_GENE, HOLE_GENE, STEP_GENE, COURSE_GENES };

constexpr int64_t LARGEST_GENE = 1'000'000'000'000'000;

struct CourseProgram {
    CourseKind kind;
    int32_t depth;                     // pieces that it places
    bool is_published;                 // as its author described it, not as it ran
    int64_t genes[COURSE_GENES] = {};  // of the genetic program
};

constexpr int64_t COURSE_NO_ROOM = -1'000'000'000'000;  // a later piece of the wavy program
constexpr int64_t COURSE_MOST_VOIDS = 10'000'000;       // more are not told apart
constexpr int64_t COURSE_ENDS_GAME = INT64_MIN;         // of Tetris; below any value

constexpr int MAX_TRIES = MAX_TURNS_OF_PIECE * LANES;

// Keys that a program tries: flips and turns, and moves to the right, or to the left below 0.
struct TriedKeys {
    int8_t flips, turns, moves;
};

// What a program tries, in its order; several strings of keys may lead to one place.
struct TryList {
    TriedKeys keys[MAX_TRIES];
    int16_t place_of[MAX_TRIES];  // which of the places the keys lead to
    Move places[MAX_TRIES];       // each once, in the order of the first try
    int32_t count, place_count;
};

struct CourseTable {
    int64_t features[MAX_MOVES][COURSE_FEATURES];
    bool ends_game[MAX_MOVES];
    MoveList list;
};

}  // namespace tilefall
