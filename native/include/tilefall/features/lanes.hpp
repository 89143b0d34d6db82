// Features in lanes (E1 to E11): of a whole board, one lane a column; and of one shape at every column at once.
// The twin of rules/features.py.
#pragma once

#include "tilefall/features/list.hpp"
#include "tilefall/features/tables_lanes.hpp"

namespace tilefall::TILEFALL_ISA {

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

// The step between two neighbouring heights as one of five bits; none beyond two (E10).
GAME_FN Lanes step_bit(Lanes left, Lanes right) {
    return up(splat(1), right - left + splat(2)) & splat(31);
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

// The value of a placement inside the board, by making the board it leaves.
template <unsigned SET>
GAME_FN int32_t value_of_placement([[maybe_unused]] bool is_quintris, const Frame& frame,
                                   Lanes columns, const Shape& shape, int column, int bottom,
                                   const FeatureWeights& weights) {
    int32_t features[FEATURES];
    [[maybe_unused]] const Lanes after =
        measure<SET>(frame, columns, shape, column, bottom, features);
    int32_t value = value_of<SET>(features, weights);
    if constexpr ((SET & WITH_TABLES) != 0) {
        value += table_value(frame, after, is_quintris, weights.tables);
    }
    return value;
}

// Placements: the features of one shape at every column at once, one lane a column.
// Only what a piece changes is counted again: its own columns and their neighbours. Lanes whose
// placement completes a row are left to features.hpp, which makes the board.

// What all placements on a board share. Arrays are indexed by how far right of a lane one looks.
template <unsigned SET>
struct Surface {
    Frame frame;
    Lanes columns;
    Lanes beside[9];        // columns -2 to 6 to the right of each lane
    Lanes height[7];        // -1 to 5
    Lanes empty[7];         // -1 to 5: the empty cells
    Lanes has_holes[5];     // 0 to 4: not zero if there are any
    Lanes eight_full;       // rows filled in all of the eight columns from here
    Lanes eight_holes;      // rows with a hole in any of them
    Lanes eight_steps;      // steps in them, each from its left neighbour
    Lanes heights[6];       // summed over the first n columns
    Lanes rows[6];          // row transitions of the board outside of n columns and their sides
    Lanes wells[6];         // wells of the board outside of n columns and their neighbours
    Lanes fast_wells[6];
    Lanes column_transitions, holes, hole_depth;  // of the whole board, the same in every lane
    TableSurface<(SET & WITH_TABLES) != 0> tables;
    bool is_quintris = false;  // tables alone have to know
};

// The board's total without the columns -side to n - 1 + side from each lane.
template <int BY>
GAME_FN void leave_out(Lanes of_column, Lanes rest, Lanes (&to)[6]) {
    const Lanes less = rest - rotated<BY>(of_column);
    to[BY] = less;
    if constexpr (BY < 5) leave_out<BY + 1>(of_column, less, to);
}

template <int BY>
GAME_FN void sum_first(Lanes of_column, Lanes before, Lanes (&to)[6]) {
    to[BY] = before + rotated<BY - 1>(of_column);
    if constexpr (BY < 5) sum_first<BY + 1>(of_column, to[BY], to);
}

template <unsigned SET>
GAME_FN void look_at(const Frame& frame, Lanes columns, Surface<SET>& surface) {
    surface.frame = frame;
    surface.columns = columns;
    spread<-2, 6, 2>(columns, surface.beside);
    const Lanes heights = heights_of(frame, columns), empty = without(frame.inside, columns);
    const Lanes left = surface.beside[1], right = surface.beside[3];
    spread<-1, 5, 1>(heights, surface.height);
    spread<-1, 5, 1>(empty, surface.empty);
    sum_first<1>(heights, splat(0), surface.heights);

    surface.eight_full = full_in_eight(columns);

    const Lanes rows = ones(columns ^ left);
    const Lanes changes = ones(columns ^ (up<1>(columns) | splat(1)));
    const uint32_t both = sum(rows | up<16>(changes));
    leave_out<0>(rows, splat(both & 0xFFFF), surface.rows);
    surface.column_transitions =
        splat((both >> 16) - static_cast<uint32_t>(LANES - frame.width));

    const Lanes holes = hole_cells(columns, bit_length(columns));
    Lanes depth = splat(0);
    if constexpr ((SET & WITH_EXTRAS) != 0) {
        depth = ones(without(columns & (columns + splat(1)), frame.walls));
        spread<0, 4, 0>(holes, surface.has_holes);
        const Lanes steps = select(nonzero(frame.inside), step_bit(surface.height[0], heights),
                                   splat(0));
        const Lanes two_holes = holes | rotated<1>(holes), two_steps = steps | rotated<1>(steps);
        const Lanes four_holes = two_holes | rotated<2>(two_holes);
        const Lanes four_steps = two_steps | rotated<2>(two_steps);
        surface.eight_holes = four_holes | rotated<4>(four_holes);
        surface.eight_steps = four_steps | rotated<4>(four_steps);
    }
    const uint32_t hidden = sum(ones(holes) | up<16>(depth));
    surface.holes = splat(hidden & 0xFFFF);
    surface.hole_depth = splat(hidden >> 16);

    const Lanes empties[1] = {empty};
    Lanes cells[1] = {empty & left & right};
    if constexpr ((SET & WITH_WELLS) != 0) {
        const Lanes wells = depths(cells, empties);
        leave_out<0>(wells, splat(sum(wells)) - rotated<-1>(wells), surface.wells);
    }
    if constexpr ((SET & WITH_FAST_WELLS) != 0) {
        fill_down(cells, empties);
        const Lanes wells = depths(cells, empties);
        leave_out<0>(wells, splat(sum(wells)) - rotated<-1>(wells), surface.fast_wells);
    }
}

// The same with what tables add to values.
template <unsigned SET>
GAME_FN void look_at(const FallingRules& rules, const Frame& frame, Lanes columns,
                     const FeatureWeights& weights, Surface<SET>& surface) {
    look_at(frame, columns, surface);
    surface.is_quintris = rules.is_quintris;
    if constexpr ((SET & WITH_TABLES) != 0) {
        look_at_tables(frame, columns, rules.is_quintris, weights.tables, surface.tables);
    }
}

// One shape at every column: where it lands, which rows it fills, and its features. The features
// of a lane hold if its shape is inside the board and fills no row.
struct Landing {
    Lanes bottom, full;
    Lanes features[FEATURES];
};

template <int WIDTH, unsigned SET>
GAME_FN void land_wide(const Surface<SET>& surface, const Shape& shape, Landing& landing) {
    const uint32_t* strip = shape.strip + STRIP_START;
    Lanes bottom = surface.height[1] - splat(static_cast<uint32_t>(shape.low[0]));
    for (int i = 1; i < WIDTH; ++i) {
        bottom = larger(bottom, surface.height[i + 1] - splat(static_cast<uint32_t>(shape.low[i])));
    }
    landing.bottom = bottom;

    Lanes filled[WIDTH + 4];  // columns -2 to WIDTH + 1 with the piece in them
    filled[0] = surface.beside[0];
    filled[1] = surface.beside[1];
    filled[WIDTH + 2] = surface.beside[WIDTH + 2];
    filled[WIDTH + 3] = surface.beside[WIDTH + 3];
    Lanes empty[WIDTH + 2];  // columns -1 to WIDTH
    empty[0] = surface.empty[0];
    empty[WIDTH + 1] = surface.empty[WIDTH + 1];
    Lanes full = rotated<WIDTH>(surface.eight_full) & rotated<8>(surface.eight_full);
    for (int i = 0; i < WIDTH; ++i) {
        const Lanes cells = up(splat(strip[i]), bottom);
        filled[i + 2] = surface.beside[i + 2] | cells;
        empty[i + 1] = without(surface.empty[i + 1], cells);
        full = full & filled[i + 2];
    }
    landing.full = full;

    Lanes rows = surface.rows[WIDTH];
    for (int i = 1; i <= WIDTH + 1; ++i) rows = rows + ones(filled[i] ^ filled[i + 1]);
    landing.features[ROW_TRANSITIONS] = rows;

    // In a column the piece lies on the top or leaves a gap; all else stays (E4, E5, E8).
    Lanes changes = surface.column_transitions, depth = surface.hole_depth;
    uint32_t inner_holes = 0, inner_changes = 0;
    for (int i = 0; i < WIDTH; ++i) {
        const uint32_t low = static_cast<uint32_t>(shape.low[i]);
        const Mask has_gap = greater(bottom + splat(low), surface.height[i + 1]);
        changes = changes + select(has_gap, splat(2), splat(0));
        inner_changes += shape.above_gap[i] > 0 ? 2 : 0;
        inner_holes += static_cast<uint32_t>(shape.top[i] - shape.cells[i]);
        if constexpr ((SET & WITH_EXTRAS) != 0) {
            depth = depth + select(has_gap | nonzero(surface.has_holes[i]),
                                   splat(static_cast<uint32_t>(shape.cells[i])),
                                   splat(static_cast<uint32_t>(shape.above_gap[i])));
        }
    }
    landing.features[COLUMN_TRANSITIONS] = changes + splat(inner_changes);
    landing.features[HOLES] = surface.holes + bottom * splat(WIDTH) + splat(inner_holes) -
                              surface.heights[WIDTH];
    landing.features[LANDING_HEIGHT] = up<1>(bottom) + splat(static_cast<uint32_t>(shape.height - 1));

    if constexpr ((SET & (WITH_WELLS | WITH_FAST_WELLS)) != 0) {
        Lanes cells[WIDTH + 2];
        for (int i = 0; i < WIDTH + 2; ++i) cells[i] = empty[i] & filled[i] & filled[i + 2];
        if constexpr ((SET & WITH_WELLS) != 0) {
            landing.features[WELLS] = surface.wells[WIDTH] + depths(cells, empty);
        }
        if constexpr ((SET & WITH_FAST_WELLS) != 0) {
            fill_down(cells, empty);
            landing.features[WELLS_FAST] = surface.fast_wells[WIDTH] + depths(cells, empty);
        }
    }
    if constexpr ((SET & WITH_EXTRAS) != 0) {
        Lanes holes = rotated<WIDTH>(surface.eight_holes) | rotated<8>(surface.eight_holes);
        Lanes steps = rotated<WIDTH + 1>(surface.eight_steps) | rotated<8>(surface.eight_steps);
        Lanes before = surface.height[0];
        for (int i = 0; i < WIDTH; ++i) {
            const Lanes top = bottom + splat(static_cast<uint32_t>(shape.top[i]));
            holes = holes | hole_cells(filled[i + 2], top);
            steps = steps | step_bit(before, top);
            before = top;
        }
        steps = steps | step_bit(before, surface.height[WIDTH + 1]);
        landing.features[HOLE_DEPTH] = depth;
        landing.features[ROWS_WITH_HOLES] = ones(holes);
        landing.features[PATTERN_DIVERSITY] = ones(steps);
    }
}

template <unsigned SET>
GAME_FN void land(const Surface<SET>& surface, const Shape& shape, Landing& landing) {
    switch (shape.width) {
        case 1: land_wide<1>(surface, shape, landing); break;
        case 2: land_wide<2>(surface, shape, landing); break;
        case 3: land_wide<3>(surface, shape, landing); break;
        case 4: land_wide<4>(surface, shape, landing); break;
        default: land_wide<5>(surface, shape, landing); break;
    }
}

}  // namespace tilefall::TILEFALL_ISA
