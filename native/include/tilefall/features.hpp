// Features of a whole board, one lane a column; the twin of rules/features.py (E1 to E11).
#pragma once

#include "tilefall/falling.hpp"

namespace tilefall::TILEFALL_ISA {

// Which of the costly features are wanted; the others are always made.
constexpr unsigned WITH_WELLS = 1, WITH_FAST_WELLS = 2, WITH_EXTRAS = 4;
constexpr unsigned WITH_ALL = WITH_WELLS | WITH_FAST_WELLS | WITH_EXTRAS;  // of E1 to E11
constexpr unsigned WITH_TABLES = 8;  // a value counts E12 to E18 too
constexpr unsigned WITH_BENDS = 16;  // E18 among them; lanes see by themselves whether it weighs anything

GAME_FN unsigned wanted(const FeatureWeights& weights) {
    bool has_tables = false;
    for (int i = 0; i < TABLE_ENTRIES; ++i) has_tables = has_tables || weights.tables[i] != 0;
    return (has_tables ? WITH_TABLES : 0) |
           (weights.of[WELLS] ? WITH_WELLS : 0) | (weights.of[WELLS_FAST] ? WITH_FAST_WELLS : 0) |
           (weights.of[HOLE_DEPTH] || weights.of[ROWS_WITH_HOLES] || weights.of[PATTERN_DIVERSITY]
                ? WITH_EXTRAS
                : 0);
}

// The sum over these cells of the consecutive empty cells downward, itself included (E6).
template <int N>
GAME_FN Lanes depths(const Lanes (&cells)[N], const Lanes (&empty)[N]) {
    Lanes at[N], total = splat(0), some = splat(0);
    for (int i = 0; i < N; ++i) {
        at[i] = cells[i];
        total = total + ones(at[i]);
        some = some | at[i];
    }
    for (int depth = 1; any(some); ++depth) {
        some = splat(0);
        for (int i = 0; i < N; ++i) {
            at[i] = at[i] & up(empty[i], depth);
            total = total + ones(at[i]);
            some = some | at[i];
        }
    }
    return total;
}

// These cells and every empty one below them down to a filled one (E7).
template <int N>
GAME_FN void fill_down(Lanes (&cells)[N], const Lanes (&empty)[N]) {
    for (bool has_grown = true; has_grown;) {
        Lanes news = splat(0);
        for (int i = 0; i < N; ++i) {
            const Lanes below = down<1>(cells[i]) & empty[i];
            news = news | without(below, cells[i]);
            cells[i] = cells[i] | below;
        }
        has_grown = any(news);
    }
}

// The rows that are filled in all of the eight columns from each lane on.
GAME_FN Lanes full_in_eight(Lanes columns) {
    const Lanes two = columns & rotated<1>(columns), four = two & rotated<2>(two);
    return four & rotated<4>(four);
}

// The empty cells with a filled cell anywhere above them (E5).
GAME_FN Lanes hole_cells(Lanes columns, Lanes heights) {
    return without(up(splat(1), heights) - splat(1), columns);
}

// The step between two neighbouring heights as one of five bits; none beyond two (E10).
GAME_FN Lanes step_bit(Lanes left, Lanes right) {
    return up(splat(1), right - left + splat(2)) & splat(31);
}

// Column heights; a wall is higher than any step from a column could be.
GAME_FN Lanes heights_of(const Frame& frame, Lanes columns) {
    return select(nonzero(frame.walls), splat(64), bit_length(columns));
}

// The features that need nothing but the board; the others are left alone.
template <unsigned SET>
GAME_FN void measure_board(const Frame& frame, Lanes columns, int32_t* features) {
    const Lanes left = rotated<-1>(columns), right = rotated<1>(columns);
    const Lanes holes = hole_cells(columns, bit_length(columns));
    const Lanes rows = ones(columns ^ right);
    const Lanes changes = ones(columns ^ (up<1>(columns) | splat(1)));
    const uint32_t walls = static_cast<uint32_t>(LANES - frame.width);
    // Two sums in one: each stays below 2^16.
    const uint32_t both = sum(rows | up<16>(changes));
    features[ROW_TRANSITIONS] = static_cast<int32_t>(both & 0xFFFF);
    features[COLUMN_TRANSITIONS] = static_cast<int32_t>((both >> 16) - walls);
    Lanes depth = splat(0);
    if constexpr ((SET & WITH_EXTRAS) != 0) {
        depth = ones(without(columns & (columns + splat(1)), frame.walls));
    }
    const uint32_t hidden = sum(ones(holes) | up<16>(depth));
    features[HOLES] = static_cast<int32_t>(hidden & 0xFFFF);
    const Lanes empty[1] = {without(frame.inside, columns)};
    Lanes wells[1] = {empty[0] & left & right};
    if constexpr ((SET & WITH_WELLS) != 0) {
        features[WELLS] = static_cast<int32_t>(sum(depths(wells, empty)));
    }
    if constexpr ((SET & WITH_FAST_WELLS) != 0) {
        fill_down(wells, empty);
        features[WELLS_FAST] = static_cast<int32_t>(sum(depths(wells, empty)));
    }
    if constexpr ((SET & WITH_EXTRAS) != 0) {
        const Lanes heights = heights_of(frame, columns);
        const Lanes steps = select(nonzero(frame.inside), step_bit(rotated<-1>(heights), heights),
                                   splat(0));
        features[HOLE_DEPTH] = static_cast<int32_t>(hidden >> 16);
        features[ROWS_WITH_HOLES] = ones(any_of(holes));
        features[PATTERN_DIVERSITY] = ones(any_of(steps));
    }
}

// All features of a placement inside the board, by making the board it leaves; that board.
template <unsigned SET>
GAME_FN Lanes measure(const Frame& frame, Lanes columns, const Shape& shape, int column, int bottom,
                      int32_t* features) {
    const Lanes cells = cells_of(shape, column, bottom);
    Lanes after = columns | cells;
    features[LANDING_HEIGHT] = 2 * bottom + shape.height - 1;
    features[ERODED_CELLS] = features[ROWS_REMOVED] = 0;
    if (const uint32_t full = full_rows(after)) {
        features[ROWS_REMOVED] = ones(full);
        features[ERODED_CELLS] = ones(full) * static_cast<int32_t>(sum(ones(cells & splat(full))));
        after = without_rows(frame, after, full);
    }
    measure_board<SET>(frame, after, features);
    return after;
}

template <unsigned SET>
GAME_FN int32_t value_of(const int32_t* features, const FeatureWeights& weights) {
    int32_t value = 0;
    for (int i = 0; i < FEATURES; ++i) {
        if (i == WELLS && (SET & WITH_WELLS) == 0) continue;
        if (i == WELLS_FAST && (SET & WITH_FAST_WELLS) == 0) continue;
        if (i >= HOLE_DEPTH && i <= PATTERN_DIVERSITY && (SET & WITH_EXTRAS) == 0) continue;
        value += weights.of[i] * features[i];
    }
    return value;
}

}  // namespace tilefall::TILEFALL_ISA
