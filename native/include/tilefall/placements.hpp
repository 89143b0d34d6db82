// Placements: the features of one shape at every column at once, one lane a column.
// Only what a piece changes is counted again: its own columns and their neighbours. Lanes whose
// placement completes a row are left to features.hpp, which makes the board.
#pragma once

#include "tilefall/table_lanes.hpp"

namespace tilefall::TILEFALL_ISA {

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
