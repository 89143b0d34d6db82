// The list of features: which of them are costly, and which of these weights want.
#pragma once

#include "tilefall/falling/types.hpp"

namespace tilefall::TILEFALL_ISA {

// Which of the costly features are wanted; the others are always made.
constexpr unsigned WITH_WELLS = 1, WITH_FAST_WELLS = 2, WITH_EXTRAS = 4;
constexpr unsigned WITH_ALL = WITH_WELLS | WITH_FAST_WELLS | WITH_EXTRAS;  // of E1 to E11
constexpr unsigned WITH_TABLES = 8;  // a value counts E12 to E18 too
constexpr unsigned WITH_BENDS = 16;  // E18 among them; lanes see by themselves whether it weighs anything

// Whether a set has this feature.
GAME_FN constexpr bool has(unsigned set, int feature) {
    switch (feature) {
        case WELLS: return (set & WITH_WELLS) != 0;
        case WELLS_FAST: return (set & WITH_FAST_WELLS) != 0;
        case HOLE_DEPTH:
        case ROWS_WITH_HOLES:
        case PATTERN_DIVERSITY: return (set & WITH_EXTRAS) != 0;
        default: return true;
    }
}

GAME_FN unsigned wanted(const FeatureWeights& weights) {
    bool has_tables = false;
    for (int i = 0; i < TABLE_ENTRIES; ++i) has_tables = has_tables || weights.tables[i] != 0;
    return (has_tables ? WITH_TABLES : 0) |
           (weights.of[WELLS] ? WITH_WELLS : 0) | (weights.of[WELLS_FAST] ? WITH_FAST_WELLS : 0) |
           (weights.of[HOLE_DEPTH] || weights.of[ROWS_WITH_HOLES] || weights.of[PATTERN_DIVERSITY]
                ? WITH_EXTRAS
                : 0);
}

}  // namespace tilefall::TILEFALL_ISA
