// Tables in lanes: what they add to the value of a board, and to those of one shape at every column at once (E12 to
// E18). Each feature is one block, in the order of the list. Only what a piece changes is looked up again.
#pragma once

#include "tilefall/falling/board.hpp"
#include "tilefall/features/tables.hpp"

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

// What is looked up for each column or pair of columns; `at` is how far right of a lane it is.
struct Cases {
    const int32_t* tables;
    const TablePlaces* places;
    Lanes board_height;

    // E12: the well of a column.
    GAME_PART Lanes well(int at, Lanes left, Lanes here, Lanes right) const {
        const Lanes depth = larger(smaller(left, right) - here, splat(0));
        return looked_up<32>(tables + WELL_TABLE, smaller(depth, splat(MOST_CASES)) + load(places->well + 1 + at));
    }
    // E14: the rows above the highest column.
    GAME_PART Lanes room(Lanes highest) const { return looked_up<16>(tables + ROOM_TABLE, rows_above(highest)); }
    // E15: the rows above a column.
    GAME_PART Lanes column_room(int at, Lanes height) const {
        return looked_up<32>(tables + COLUMN_ROOM_TABLE, rows_above(height) + load(places->column_room + 1 + at));
    }
    // E16: the step to the next column.
    GAME_PART Lanes step(int at, Lanes here, Lanes right) const {
        const Lanes by = right - here, size = smaller(larger(by, splat(0) - by), splat(MOST_CASES));
        return looked_up<16>(tables + STEP_TABLE,
                             (size & load(places->is_pair + 1 + at)) + load(places->step + 1 + at));
    }
    // E17: the cells above the topmost hole of a column.
    GAME_PART Lanes cover(int at, Lanes cells) const {
        return looked_up<16>(tables + COVER_TABLE, smaller(cells, splat(MOST_CASES)) + load(places->cover + 1 + at));
    }

    GAME_PART Lanes rows_above(Lanes height) const { return smaller(board_height - height, splat(MOST_ROOM)); }
};

inline Cases cases_of(int width, int height, const int32_t* tables) {
    return {tables, &PLACES_OF_WIDTHS().of[width], splat(static_cast<uint32_t>(height))};
}

// E13: in how many ways pieces can be laid onto a surface, for one board and for those that one shape leaves at
// every column. Lower sides of shapes are known when compiling, so that equal ones are looked for once.

template <bool IS_QUINTRIS>
constexpr FitSet FITS =
    IS_QUINTRIS ? fit_set(piece_set(QUINTRIS_DRAWINGS, true)) : fit_set(piece_set(TETRIS_DRAWINGS, false));

// The same few words for one board and for sixteen.
template <int BITS>
inline uint32_t down(uint32_t word) {
    return word >> BITS;
}
inline uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }
template <int SIZE>
inline uint32_t looked_up(const int32_t* table, uint32_t index) {
    return static_cast<uint32_t>(table[index]);
}
inline uint32_t count_of_ones(uint32_t word) { return static_cast<uint32_t>(ones(word)); }
inline Lanes count_of_ones(Lanes words) { return ones(words); }
template <typename Word>
inline Word all_the_same(uint32_t word) {
    if constexpr (sizeof(Word) == sizeof(word)) {
        return word;
    } else {
        return splat(word);
    }
}

// The columns at which a lower side lies on the surface without a gap.
template <bool IS_QUINTRIS, int SIDE, int AT, typename Word>
inline Word fitting(const Word (&steps)[FIT_STEPS]) {
    constexpr int STEP = FITS<IS_QUINTRIS>.step[SIDE][AT] + MOST_STEP;
    const Word here = down<AT>(steps[STEP]);
    if constexpr (AT + 2 < FITS<IS_QUINTRIS>.width[SIDE]) {
        return here & fitting<IS_QUINTRIS, SIDE, AT + 1>(steps);
    } else {
        return here;
    }
}

template <bool IS_QUINTRIS, int SIDE, typename Word>
inline void count_sides(const Word (&steps)[FIT_STEPS], Word (&found)[MAX_SHAPES]) {
    if constexpr (SIDE < FITS<IS_QUINTRIS>.sides) {
        found[SIDE] = count_of_ones(fitting<IS_QUINTRIS, SIDE, 0>(steps));
        count_sides<IS_QUINTRIS, SIDE + 1>(steps, found);
    }
}

template <bool IS_QUINTRIS, int PIECE, int SIDE, typename Word>
inline Word ways_of(const Word (&found)[MAX_SHAPES], Word ways) {
    if constexpr (SIDE < FITS<IS_QUINTRIS>.sides) {
        constexpr int TIMES = FITS<IS_QUINTRIS>.times[PIECE][SIDE];
        for (int i = 0; i < TIMES; ++i) ways = ways + found[SIDE];
        return ways_of<IS_QUINTRIS, PIECE, SIDE + 1>(found, ways);
    } else {
        return ways;
    }
}

template <bool IS_QUINTRIS, int PIECE, typename Word>
inline Word fit_values(const Word (&found)[MAX_SHAPES], const int32_t* tables, Word value) {
    if constexpr (PIECE < FITS<IS_QUINTRIS>.pieces) {
        const Word ways = ways_of<IS_QUINTRIS, PIECE, 0>(found, all_the_same<Word>(0));
        value = value + looked_up<8>(tables + FIT_TABLE + 8 * PIECE, smaller(ways, all_the_same<Word>(MOST_WAYS)));
        return fit_values<IS_QUINTRIS, PIECE + 1>(found, tables, value);
    } else {
        return value;
    }
}

// What adaptability is worth (E13), by the words of columns from which the next differs by -3 to 3.
template <bool IS_QUINTRIS, typename Word>
inline Word fit_value(const Word (&steps)[FIT_STEPS], const int32_t* tables) {
    Word found[MAX_SHAPES];
    count_sides<IS_QUINTRIS, 0>(steps, found);
    return fit_values<IS_QUINTRIS, 0>(found, tables, all_the_same<Word>(0));
}

// The same after each placement of a shape; `height` begins two columns left of it, and the steps at
// its columns are new.
template <bool IS_QUINTRIS, int WIDTH>
inline Lanes landed_fit_value(const uint32_t (&steps_before)[FIT_STEPS], const Lanes (&height)[WIDTH + 4],
                              const int32_t* tables) {
    const uint32_t numbers[LANES] = {1u << 0, 1u << 1, 1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
                                     1u << 8, 1u << 9, 1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15};
    const Lanes own = load(numbers), changed = down<1>(up<WIDTH + 1>(own) - own);
    Lanes steps[FIT_STEPS];
    for (int k = 0; k < FIT_STEPS; ++k) steps[k] = without(splat(steps_before[k]), changed);
    Lanes place = down<1>(own);
    for (int i = 0; i <= WIDTH; ++i) {
        const Lanes step = height[i + 2] - height[i + 1];
        for (int k = 0; k < FIT_STEPS; ++k) {
            const uint32_t size = static_cast<uint32_t>(k - MOST_STEP);
            steps[k] = steps[k] | select(equal(step, splat(size)), place, splat(0));
        }
        place = i == 0 ? own : up<1>(place);
    }
    return fit_value<IS_QUINTRIS>(steps, tables);
}

// E18: bends. Steps that lead to a wall are NO_STEP, in whose entries is nothing.

// NO_STEP for pairs of columns of which one is a wall, 0 for all others. They can be read as sixteen lanes
// from two columns left of the board on, and up to eight columns further right.
struct BendWalls {
    uint32_t of[LANES + 8];
};

struct WallsOfWidths {
    BendWalls of[LANES];
};

constexpr WallsOfWidths walls_of_widths() {
    WallsOfWidths walls{};
    for (int width = 1; width < LANES; ++width) {
        for (int i = 0; i < LANES + 8; ++i) {
            const int left = i - 2;
            walls.of[width].of[i] = left >= 0 && left + 1 < width ? 0 : NO_STEP;
        }
    }
    return walls;
}

GAME_TABLE(WallsOfWidths, WALLS_OF_WIDTHS, walls_of_widths())

// Steps between neighbouring columns as numbers from 0 on.
inline Lanes bend_steps(Lanes left, Lanes right, Lanes walls) {
    const Lanes step = right - left + splat(MOST_BEND);
    return smaller(larger(step, splat(0)), splat(2 * MOST_BEND)) | walls;
}

// What all placements on a board share. Steps are those from the column that many further right.
struct BendSurface {
    Lanes before;    // eight times the steps from two columns further left
    Lanes after[6];  // from 1 to 5
    const BendWalls* walls;
};

// The bends of a board, each where its middle column is.
inline Lanes bend_values(int width, Lanes heights, const int32_t* tables) {
    const Lanes steps = bend_steps(heights, rotated<1>(heights), load(WALLS_OF_WIDTHS().of[width].of + 2));
    return looked_up<64>(tables + BEND_TABLE, up<3>(rotated<-1>(steps)) + steps);
}

// Whether any bend weighs anything; elsewhere none needs to be looked up.
inline bool has_bends(const int32_t* tables) {
    const uint32_t* entries = reinterpret_cast<const uint32_t*>(tables + BEND_TABLE);
    return any(load(entries) | load(entries + 16) | load(entries + 32) | load(entries + 48));
}

inline void look_at_bends(int width, Lanes heights, BendSurface& surface) {
    surface.walls = &WALLS_OF_WIDTHS().of[width];
    const Lanes steps = bend_steps(heights, rotated<1>(heights), load(surface.walls->of + 2));
    surface.before = up<3>(rotated<-2>(steps));
    surface.after[1] = rotated<1>(steps);
    surface.after[2] = rotated<2>(steps);
    surface.after[3] = rotated<3>(steps);
    surface.after[4] = rotated<4>(steps);
    surface.after[5] = rotated<5>(steps);
}

// The bends that a shape changes, as they are with it; `height` begins two columns left of it. The steps
// inside of it are known: bends of two such steps are one number for all lanes, and those that begin with
// one are in eight entries. So are those that end with one: their mirror images begin with it.
template <int WIDTH>
inline Lanes landed_bend_value(const BendSurface& surface, const Shape& shape, const Lanes (&height)[WIDTH + 4],
                               const int32_t* tables) {
    const int32_t* entries = tables + BEND_TABLE;
    const Lanes onto = bend_steps(height[1], height[2], load(surface.walls->of + 1));
    const Lanes off = bend_steps(height[WIDTH + 1], height[WIDTH + 2], load(surface.walls->of + WIDTH + 1));
    const Lanes value =
        looked_up<64>(entries, surface.before + onto) + looked_up<64>(entries, up<3>(off) + surface.after[WIDTH]);
    if constexpr (WIDTH == 1) {
        return value + looked_up<64>(entries, up<3>(onto) + off);
    } else {
        const int first = bend_step(shape.top[1] - shape.top[0]);
        const int last = bend_step(shape.top[WIDTH - 1] - shape.top[WIDTH - 2]);
        int32_t inside = 0;
        for (int i = 1; i + 1 < WIDTH; ++i) {
            inside += tables[bend_entry(shape.top[i - 1], shape.top[i], shape.top[i + 1])];
        }
        return value + splat(static_cast<uint32_t>(inside)) + looked_up<8>(entries + 8 * last, off) +
               looked_up<8>(entries + 8 * (2 * MOST_BEND - first), splat(2 * MOST_BEND) - onto);
    }
}

// What a board's columns are worth, each by itself.
struct TableColumns {
    Lanes heights, covers;       // covers without a limit
    Lanes around, steps, alone;  // around: wells and bends; alone: room above the column, and its cover
    int32_t highest;
    bool has_bends;
};

inline TableColumns table_columns(const Frame& frame, Lanes columns, const int32_t* tables) {
    const Cases cases = cases_of(frame.width, frame.height, tables);
    TableColumns found;
    const Lanes plain = bit_length(columns), holes = hole_cells(columns, plain);
    const Lanes here = heights_of(frame, columns), right = rotated<1>(here);
    const Mask is_inside = nonzero(frame.inside);
    found.heights = here;
    found.covers = select(nonzero(holes), plain - bit_length(holes), splat(0));
    found.around = cases.well(0, rotated<-1>(here), here, right);
    found.has_bends = has_bends(tables);
    if (found.has_bends) found.around = found.around + bend_values(frame.width, here, tables);
    found.steps = cases.step(0, here, right);
    found.alone = select(is_inside, cases.column_room(0, here), splat(0)) + cases.cover(0, found.covers);
    found.highest = largest(select(is_inside, here, splat(0)));
    return found;
}

// The columns from which the next one differs by -3 to 3, one bit a column.
inline void find_steps(const Frame& frame, Lanes heights, uint32_t (&steps_at)[FIT_STEPS]) {
    const Lanes steps = rotated<1>(heights) - heights;
    const uint32_t pairs = (1u << (frame.width - 1)) - 1;
    for (int i = 0; i < FIT_STEPS; ++i) {
        steps_at[i] = bits(equal(steps, splat(static_cast<uint32_t>(i - MOST_STEP)))) & pairs;
    }
}

// What tables add to the value of a board.
inline int32_t table_value(const Frame& frame, Lanes columns, bool is_quintris, const int32_t* tables) {
    const TableColumns found = table_columns(frame, columns, tables);
    uint32_t steps_at[FIT_STEPS];
    find_steps(frame, found.heights, steps_at);
    const uint32_t fits = is_quintris ? fit_value<true>(steps_at, tables) : fit_value<false>(steps_at, tables);
    const int room = at_most(frame.height - found.highest, MOST_ROOM);
    return static_cast<int32_t>(sum(found.around + found.steps + found.alone) + fits) + tables[ROOM_TABLE + room];
}

// What all placements on a board share; nothing where tables are not wanted. Arrays are indexed by how
// far right of a lane one looks.
template <bool IS_WANTED>
struct TableSurface {};

template <>
struct TableSurface<true> {
    Cases cases;
    Lanes height[9];    // -2 to 6
    Lanes cover[5];     // 0 to 4
    Lanes rest[6];      // what a piece n columns wide leaves as it is
    BendSurface bends;  // nothing without has_bends
    bool has_bends;
    uint32_t steps_at[FIT_STEPS];
    int32_t highest;
    bool is_quintris;
};

template <int BY, int LAST, int OFFSET, int N>
inline void spread(Lanes from, Lanes (&to)[N]) {
    to[BY + OFFSET] = rotated<BY>(from);
    if constexpr (BY < LAST) spread<BY + 1, LAST, OFFSET>(from, to);
}

template <int WIDTH>
inline void leave_out_window(Lanes of_column, Lanes (&rest)[6]) {
    rest[WIDTH] = rest[WIDTH - 1] - rotated<WIDTH - 1>(of_column);
    if constexpr (WIDTH < 5) leave_out_window<WIDTH + 1>(of_column, rest);
}

inline void look_at_tables(const Frame& frame, Lanes columns, bool is_quintris, const int32_t* tables,
                           TableSurface<true>& surface) {
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
    surface.cases = cases_of(frame.width, frame.height, tables);
    surface.is_quintris = is_quintris;
}

template <int WIDTH>
inline Lanes landed_wide(const TableSurface<true>& surface, const Shape& shape, Lanes bottom) {
    const Cases& cases = surface.cases;
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
            const Mask has_gap = greater(bottom + splat(static_cast<uint32_t>(shape.low[i])), surface.height[i + 2]);
            cover =
                select(has_gap | nonzero(surface.cover[i]), select(has_gap, cells, surface.cover[i] + cells), splat(0));
        }
        value = value + cases.column_room(i, top) + cases.cover(i, cover);
    }
    value = value + cases.room(highest);
    for (int i = 0; i <= WIDTH + 1; ++i) value = value + cases.well(i - 1, height[i], height[i + 1], height[i + 2]);
    for (int i = 0; i <= WIDTH; ++i) value = value + cases.step(i - 1, height[i + 1], height[i + 2]);
    if (surface.has_bends) {
        value = value + landed_bend_value<WIDTH>(surface.bends, shape, height, cases.tables);
    }
    return value + (surface.is_quintris ? landed_fit_value<true, WIDTH>(surface.steps_at, height, cases.tables)
                                        : landed_fit_value<false, WIDTH>(surface.steps_at, height, cases.tables));
}

// What tables add to the value of one shape at every column. It holds where a shape is inside the
// board and fills no row.
inline Lanes landed_table_values(const TableSurface<true>& surface, const Shape& shape, Lanes bottom) {
    switch (shape.width) {
        case 1: return landed_wide<1>(surface, shape, bottom);
        case 2: return landed_wide<2>(surface, shape, bottom);
        case 3: return landed_wide<3>(surface, shape, bottom);
        case 4: return landed_wide<4>(surface, shape, bottom);
        default: return landed_wide<5>(surface, shape, bottom);
    }
}

}  // namespace tilefall::TILEFALL_ISA
