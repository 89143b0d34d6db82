// Table lanes: what tables add to the value of a board, and to those of one shape at every column at
// once, one lane a column. Only what a piece changes is looked up again (E12 to E18).
#pragma once

#include "tilefall/bend_lanes.hpp"
#include "tilefall/features.hpp"
#include "tilefall/fit_lanes.hpp"

namespace tilefall::TILEFALL_ISA {

// Where columns and pairs of neighbouring columns are, as steps between parts of tables. They can be
// read as sixteen lanes from the column left of the board on, and up to five columns further right.
struct TablePlaces {
    uint32_t well[LANES + 8], cover[LANES + 8], column_room[LANES + 8], step[LANES + 8];
    uint32_t is_pair[LANES + 8];  // all bits for a pair of columns, none if one of them is a wall
};

struct PlacesOfWidths {
    TablePlaces of[LANES];
};

constexpr PlacesOfWidths places_of_widths() {
    PlacesOfWidths places{};
    for (int width = 1; width < LANES; ++width) {
        TablePlaces& at = places.of[width];
        for (int i = 0; i < width; ++i) {
            at.well[i + 1] = static_cast<uint32_t>(8 * well_place(i, width));
            at.cover[i + 1] = static_cast<uint32_t>(8 * inner_place(i, width));
            at.column_room[i + 1] = static_cast<uint32_t>(16 * inner_place(i, width));
            if (i + 1 == width) continue;
            at.step[i + 1] = static_cast<uint32_t>(8 * inner_place(i, width - 1));
            at.is_pair[i + 1] = ~0u;
        }
    }
    return places;
}

GAME_TABLE(PlacesOfWidths, PLACES_OF_WIDTHS, places_of_widths())

GAME_FN Lanes well_depth(Lanes left, Lanes here, Lanes right) {
    const Lanes depth = larger(smaller(left, right) - here, splat(0));
    return smaller(depth, splat(MOST_CASES));
}
GAME_FN Lanes step_size(Lanes left, Lanes right) {
    const Lanes step = right - left;
    return smaller(larger(step, splat(0) - step), splat(MOST_CASES));
}
GAME_FN Lanes room_above(Lanes board_height, Lanes height) {
    return smaller(board_height - height, splat(MOST_ROOM));
}

// What a board's columns are worth, each by itself.
struct TableColumns {
    Lanes heights, covers;      // covers without a limit
    Lanes around, steps, alone;  // around: wells and bends; alone: room above the column, and its cover
    int32_t highest;
    bool has_bends;
};

GAME_FN TableColumns table_columns(const Frame& frame, Lanes columns, const int32_t* tables) {
    const TablePlaces& places = PLACES_OF_WIDTHS().of[frame.width];
    TableColumns found;
    const Lanes plain = bit_length(columns), holes = hole_cells(columns, plain);
    const Lanes here = heights_of(frame, columns), right = rotated<1>(here);
    found.heights = here;
    found.covers = select(nonzero(holes), plain - bit_length(holes), splat(0));
    found.around = looked_up<32>(tables + WELL_TABLE, well_depth(rotated<-1>(here), here, right) +
                                                          load(places.well + 1));
    found.has_bends = has_bends(tables);
    if (found.has_bends) found.around = found.around + bend_values(frame.width, here, tables);
    found.steps = looked_up<16>(tables + STEP_TABLE, (step_size(here, right) & load(places.is_pair + 1)) +
                                                         load(places.step + 1));
    const Lanes room = room_above(splat(static_cast<uint32_t>(frame.height)), here);
    const Lanes covers = smaller(found.covers, splat(MOST_CASES));
    const Mask is_inside = nonzero(frame.inside);
    found.alone = select(is_inside, looked_up<32>(tables + COLUMN_ROOM_TABLE, room + load(places.column_room + 1)),
                         splat(0)) +
                  looked_up<16>(tables + COVER_TABLE, covers + load(places.cover + 1));
    found.highest = largest(select(is_inside, here, splat(0)));
    return found;
}

// The columns from which the next one differs by -3 to 3, one bit a column.
GAME_FN void find_steps(const Frame& frame, Lanes heights, uint32_t (&steps_at)[FIT_STEPS]) {
    const Lanes steps = rotated<1>(heights) - heights;
    const uint32_t pairs = (1u << (frame.width - 1)) - 1;
    for (int i = 0; i < FIT_STEPS; ++i) {
        steps_at[i] = bits(equal(steps, splat(static_cast<uint32_t>(i - MOST_STEP)))) & pairs;
    }
}

// What tables add to the value of a board.
GAME_FN int32_t table_value(const Frame& frame, Lanes columns, bool is_quintris,
                            const int32_t* tables) {
    const TableColumns found = table_columns(frame, columns, tables);
    uint32_t steps_at[FIT_STEPS];
    find_steps(frame, found.heights, steps_at);
    const uint32_t fits = is_quintris ? fit_value<true>(steps_at, tables) : fit_value<false>(steps_at, tables);
    const int room = at_most(frame.height - found.highest, MOST_ROOM);
    return static_cast<int32_t>(sum(found.around + found.steps + found.alone) + fits) +
           tables[ROOM_TABLE + room];
}

// What all placements on a board share; nothing where tables are not wanted. Arrays are indexed by how
// far right of a lane one looks.
template <bool IS_WANTED>
struct TableSurface {};

template <>
struct TableSurface<true> {
    Lanes height[9];   // -2 to 6
    Lanes cover[5];    // 0 to 4
    Lanes rest[6];     // what a piece n columns wide leaves as it is
    BendSurface bends;  // nothing without has_bends
    bool has_bends;
    uint32_t steps_at[FIT_STEPS];
    int32_t highest, board_height;
    const TablePlaces* places;
    const int32_t* tables;
    bool is_quintris;
};

template <int BY, int LAST, int OFFSET, int N>
GAME_FN void spread(Lanes from, Lanes (&to)[N]) {
    to[BY + OFFSET] = rotated<BY>(from);
    if constexpr (BY < LAST) spread<BY + 1, LAST, OFFSET>(from, to);
}

template <int WIDTH>
GAME_FN void leave_out_window(Lanes of_column, Lanes (&rest)[6]) {
    rest[WIDTH] = rest[WIDTH - 1] - rotated<WIDTH - 1>(of_column);
    if constexpr (WIDTH < 5) leave_out_window<WIDTH + 1>(of_column, rest);
}

GAME_FN void look_at_tables(const Frame& frame, Lanes columns, bool is_quintris,
                            const int32_t* tables, TableSurface<true>& surface) {
    const TableColumns found = table_columns(frame, columns, tables);
    spread<-2, 6, 2>(found.heights, surface.height);
    spread<0, 4, 0>(found.covers, surface.cover);
    surface.has_bends = found.has_bends;
    if (found.has_bends) look_at_bends(frame.width, found.heights, surface.bends);
    // A piece changes its own columns, wells and the middles of bends up to one column further, and the
    // steps between all of these.
    const uint32_t all = sum(found.around + found.steps + found.alone);
    surface.rest[0] = splat(all) - found.around - rotated<-1>(found.around + found.steps);
    leave_out_window<1>(rotated<1>(found.around) + found.steps + found.alone, surface.rest);
    find_steps(frame, found.heights, surface.steps_at);
    surface.highest = found.highest;
    surface.board_height = frame.height;
    surface.places = &PLACES_OF_WIDTHS().of[frame.width];
    surface.tables = tables;
    surface.is_quintris = is_quintris;
}

template <int WIDTH>
GAME_FN Lanes landed_wide(const TableSurface<true>& surface, const Shape& shape, Lanes bottom) {
    const TablePlaces& places = *surface.places;
    const int32_t* tables = surface.tables;
    const Lanes board_height = splat(static_cast<uint32_t>(surface.board_height));
    Lanes height[WIDTH + 4];  // columns -2 to WIDTH + 1 with the piece on them
    for (int i = 0; i < 2; ++i) {
        height[i] = surface.height[i];
        height[WIDTH + 2 + i] = surface.height[WIDTH + 2 + i];
    }
    Lanes value = surface.rest[WIDTH];
    Lanes highest = splat(static_cast<uint32_t>(surface.highest));
    for (int i = 0; i < WIDTH; ++i) {
        const Lanes top = bottom + splat(static_cast<uint32_t>(shape.top[i]));
        const Lanes cells = splat(static_cast<uint32_t>(shape.cells[i]));
        height[i + 2] = top;
        highest = larger(highest, top);
        // Its cells cover a gap inside of it, one below it, or what was covered already.
        Lanes cover = splat(static_cast<uint32_t>(shape.above_gap[i]));
        if (shape.above_gap[i] == 0) {
            const Mask has_gap = greater(bottom + splat(static_cast<uint32_t>(shape.low[i])),
                                         surface.height[i + 2]);
            cover = select(has_gap | nonzero(surface.cover[i]),
                           select(has_gap, cells, surface.cover[i] + cells), splat(0));
        }
        value = value +
                looked_up<32>(tables + COLUMN_ROOM_TABLE,
                              room_above(board_height, top) + load(places.column_room + 1 + i)) +
                looked_up<16>(tables + COVER_TABLE,
                              smaller(cover, splat(MOST_CASES)) + load(places.cover + 1 + i));
    }
    value = value + looked_up<16>(tables + ROOM_TABLE, room_above(board_height, highest));
    for (int i = 0; i <= WIDTH + 1; ++i) {
        value = value + looked_up<32>(tables + WELL_TABLE,
                                      well_depth(height[i], height[i + 1], height[i + 2]) +
                                          load(places.well + i));
    }
    for (int i = 0; i <= WIDTH; ++i) {
        const Lanes size = step_size(height[i + 1], height[i + 2]) & load(places.is_pair + i);
        value = value + looked_up<16>(tables + STEP_TABLE, size + load(places.step + i));
    }
    if (surface.has_bends) {
        value = value + landed_bend_value<WIDTH>(surface.bends, shape, height, tables);
    }
    return value + (surface.is_quintris ? landed_fit_value<true, WIDTH>(surface.steps_at, height, tables)
                                        : landed_fit_value<false, WIDTH>(surface.steps_at, height, tables));
}

// What tables add to the value of one shape at every column. It holds where a shape is inside the
// board and fills no row.
GAME_FN Lanes landed_table_values(const TableSurface<true>& surface, const Shape& shape, Lanes bottom) {
    switch (shape.width) {
        case 1: return landed_wide<1>(surface, shape, bottom);
        case 2: return landed_wide<2>(surface, shape, bottom);
        case 3: return landed_wide<3>(surface, shape, bottom);
        case 4: return landed_wide<4>(surface, shape, bottom);
        default: return landed_wide<5>(surface, shape, bottom);
    }
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

}  // namespace tilefall::TILEFALL_ISA
