// The list of features in order, one line each. All else follows from it: how many there are, where their weights
// stand, what Python calls them, and what must be made for those that weigh anything.
#pragma once

#include "tilefall/falling/types.hpp"

namespace tilefall {

// Which of the costly features are made; the others always are.
constexpr unsigned WITH_NOTHING = 0, WITH_WELLS = 1, WITH_FAST_WELLS = 2, WITH_EXTRAS = 4;
constexpr unsigned WITH_ALL = WITH_WELLS | WITH_FAST_WELLS | WITH_EXTRAS;  // of E1 to E11
constexpr unsigned WITH_TABLES = 8;                                        // a value counts E12 to E18 too
constexpr unsigned WITH_BENDS = 16;  // E18 among them; lanes see by themselves whether it weighs anything

// Features that are numbers (E1 to E11): the name here, the name in Python, and what they are made with. The landing
// height is in half rows.
#define TILEFALL_FEATURES(FEATURE)                                  \
    FEATURE(LANDING_HEIGHT, "landing_height", WITH_NOTHING)         \
    FEATURE(ERODED_CELLS, "eroded_cells", WITH_NOTHING)             \
    FEATURE(ROW_TRANSITIONS, "row_transitions", WITH_NOTHING)       \
    FEATURE(COLUMN_TRANSITIONS, "column_transitions", WITH_NOTHING) \
    FEATURE(HOLES, "holes", WITH_NOTHING)                           \
    FEATURE(WELLS, "wells", WITH_WELLS)                             \
    FEATURE(WELLS_FAST, "wells_fast", WITH_FAST_WELLS)              \
    FEATURE(HOLE_DEPTH, "hole_depth", WITH_EXTRAS)                  \
    FEATURE(ROWS_WITH_HOLES, "rows_with_holes", WITH_EXTRAS)        \
    FEATURE(PATTERN_DIVERSITY, "pattern_diversity", WITH_EXTRAS)    \
    FEATURE(ROWS_REMOVED, "rows_removed", WITH_NOTHING)

// What each kind of case is counted for, and of how many there are.
enum class Per { BOARD = 1, SIDE = 2, PLACE = 3, PIECE = MAX_PIECES, STEP = 8 };

// Features that are tables (E12 to E18): they weigh what the surface of a board looks like, one entry for each case.
// The name here, the name in Python, what cases are counted for, and how many there are. An entry that nothing is
// counted in is 0.
#define TILEFALL_TABLES(TABLE)                             \
    TABLE(WELL_TABLE, "well", Per::PLACE, 8)               \
    TABLE(FIT_TABLE, "fit", Per::PIECE, 8)                 \
    TABLE(ROOM_TABLE, "room", Per::BOARD, 16)              \
    TABLE(COLUMN_ROOM_TABLE, "column_room", Per::SIDE, 16) \
    TABLE(STEP_TABLE, "step", Per::SIDE, 8)                \
    TABLE(COVER_TABLE, "cover", Per::SIDE, 8)              \
    TABLE(BEND_TABLE, "bend", Per::STEP, 8)

enum Feature {
#define TILEFALL_FEATURE(NAME, name, with) NAME,
    TILEFALL_FEATURES(TILEFALL_FEATURE)
#undef TILEFALL_FEATURE
        FEATURES
};

// Tables lie one after another, and each begins at the entry of its name.
enum TableEntry {
#define TILEFALL_TABLE(NAME, name, per, cases) NAME, LAST_OF_##NAME = NAME + static_cast<int>(per) * cases - 1,
    TILEFALL_TABLES(TILEFALL_TABLE)
#undef TILEFALL_TABLE
        TABLE_ENTRIES
};

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

}  // namespace tilefall

namespace tilefall::TILEFALL_ISA {

// Whether a set has this feature.
GAME_FN constexpr bool has(unsigned set, int feature) {
    switch (feature) {
#define TILEFALL_FEATURE(NAME, name, with) \
    case NAME: return with == WITH_NOTHING || (set & with) != 0;
        TILEFALL_FEATURES(TILEFALL_FEATURE)
#undef TILEFALL_FEATURE
        default: return true;
    }
}

// The set of what these weights want, of the features in OF.
template <unsigned OF = WITH_ALL | WITH_TABLES | WITH_BENDS>
GAME_FN unsigned wanted(const FeatureWeights& weights) {
    bool has_tables = false, has_bends = false;
    for (int i = 0; i < TABLE_ENTRIES; ++i) has_tables = has_tables || weights.tables[i] != 0;
    if constexpr ((OF & WITH_BENDS) != 0) {
        for (int i = BEND_TABLE; i <= LAST_OF_BEND_TABLE; ++i) has_bends = has_bends || weights.tables[i] != 0;
    }
    unsigned set = (has_tables ? WITH_TABLES : WITH_NOTHING) | (has_bends ? WITH_BENDS : WITH_NOTHING);
#define TILEFALL_FEATURE(NAME, name, with) set |= weights.of[NAME] != 0 ? with : WITH_NOTHING;
    TILEFALL_FEATURES(TILEFALL_FEATURE)
#undef TILEFALL_FEATURE
    return set & OF;
}

}  // namespace tilefall::TILEFALL_ISA
