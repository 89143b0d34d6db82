// Table gains: the most that tables can be worth after one more straight drop, so that a search with tables can leave
// out boards, too (S7). Every bound holds for weights of any sign, on any board without a full row.
#pragma once

#include "tilefall/features/gains.hpp"

namespace tilefall::TILEFALL_ISA {

struct PathMost {
    int32_t column[64];  // a column's well and bend: 8 times the step onto it, and the step off it
    int32_t step[8];
    // What a piece has beside the steps inside of it: 8 times the first of these and the step before the
    // column on its left, or 8 times the last of these and the step after the column on its right.
    int32_t left[64], right[64];
    // Whatever heights the columns have that a piece of this width may change: 8 times the step before the
    // column on their left, and the step after the column on their right.
    int32_t any[MAX_SIDE + 1][64];
    int32_t most[MAX_SIDE + 1];                  // of these, whatever the steps beside them are
    int32_t inside[MAX_SHAPES];                  // the steps inside a shape, and the columns between two of these
    int8_t first[MAX_SHAPES], last[MAX_SHAPES];  // of these steps
};

inline int32_t largest_of(const int32_t* entries, int count, int32_t least) {
    for (int i = 0; i < count; ++i) least = entries[i] > least ? entries[i] : least;
    return least;
}

// The most that a table of eight can be worth at a depth of which all that counts is known up to 3.
inline int32_t most_at(const int32_t* eight, int depth) {
    return depth < MOST_BEND ? eight[depth] : largest_of(eight + MOST_BEND, 8 - MOST_BEND, eight[MOST_BEND]);
}

inline int32_t most_of_column(const int32_t* tables, int onto, int off) {
    constexpr int WALL = 64;
    const int fall = onto == NO_STEP ? WALL : MOST_BEND - onto, rise = off == NO_STEP ? WALL : off - MOST_BEND;
    const int depth = at_most(fall, rise) > 0 ? at_most(fall, rise) : 0;
    int32_t well = most_at(tables + WELL_TABLE, depth);
    for (int place = 1; place < 3; ++place) {
        const int32_t other = most_at(tables + WELL_TABLE + 8 * place, depth);
        well = other > well ? other : well;
    }
    return well + tables[BEND_TABLE + 8 * onto + off];
}

// The best way over one unknown step from a known one to another. At a wall it may not be there at all:
// then the piece lies against the wall.
inline int32_t most_between(const PathMost& path, int from, int to) {
    int32_t best = from == NO_STEP || to == NO_STEP ? path.column[8 * from + to] : NO_VALUE;
    for (int step = 0; step < NO_STEP; ++step) {
        const int32_t value = path.column[8 * from + step] + path.step[step] + path.column[8 * step + to];
        best = value > best ? value : best;
    }
    return best;
}

// One more unknown step, and the column before it.
inline void lengthen(const PathMost& path, const int32_t (&before)[8], int32_t (&after)[8]) {
    for (int to = 0; to < NO_STEP; ++to) {
        int32_t best = NO_VALUE;
        for (int from = 0; from < 8; ++from) {
            if (before[from] == NO_VALUE) continue;
            const int32_t value = before[from] + path.column[8 * from + to] + path.step[to];
            best = value > best ? value : best;
        }
        after[to] = best;
    }
    after[NO_STEP] = NO_VALUE;
}

// What is left of a path that ends with a step: the column after it, or the wall instead of it.
inline int32_t most_to_end(const PathMost& path, const int32_t (&before)[8], int end) {
    int32_t last[8], best = NO_VALUE;
    lengthen(path, before, last);
    for (int step = 0; step < NO_STEP; ++step) {
        const int32_t value = last[step] + path.column[8 * step + end];
        best = value > best ? value : best;
    }
    for (int step = 0; step < 8 && end == NO_STEP; ++step) {
        if (before[step] == NO_VALUE) continue;
        const int32_t value = before[step] + path.column[8 * step + NO_STEP];
        best = value > best ? value : best;
    }
    return best;
}

inline void find_any_paths(PathMost& path) {
    for (int start = 0; start < 8; ++start) {
        int32_t steps[8], more[8];  // by the step onto the first column that may change, then the next ...
        for (int step = 0; step < NO_STEP; ++step) steps[step] = path.column[8 * start + step] + path.step[step];
        steps[NO_STEP] = start == NO_STEP ? 0 : NO_VALUE;
        for (int width = 1; width <= MAX_SIDE; ++width) {
            for (int end = 0; end < 8; ++end) path.any[width][8 * start + end] = most_to_end(path, steps, end);
            lengthen(path, steps, more);
            for (int step = 0; step < 8; ++step) steps[step] = more[step];
        }
    }
}

inline void find_shapes(const PieceSet& pieces, PathMost& path) {
    for (int i = 0; i < pieces.first[pieces.pieces]; ++i) {
        const Shape& shape = pieces.shapes[i];
        int32_t value = 0;
        int before = NO_STEP;
        path.first[i] = NO_STEP;
        for (int column = 1; column < shape.width; ++column) {
            const int size = shape.top[column] - shape.top[column - 1];
            const int step = at_most(size < -MOST_BEND ? -MOST_BEND : size, MOST_BEND) + MOST_BEND;
            if (column == 1) path.first[i] = static_cast<int8_t>(step);
            if (column > 1) value += path.column[8 * before + step];
            value += path.step[step];
            before = step;
        }
        path.last[i] = static_cast<int8_t>(before);
        path.inside[i] = value;
    }
}

inline void find_paths(const int32_t* tables, const PieceSet& pieces, PathMost& path) {
    for (int i = 0; i < 64; ++i) path.column[i] = most_of_column(tables, i >> 3, i & 7);
    for (int step = 0; step < NO_STEP; ++step) {
        const int size = step < MOST_BEND ? MOST_BEND - step : step - MOST_BEND;
        const int32_t edge = most_at(tables + STEP_TABLE, size), inner = most_at(tables + STEP_TABLE + 8, size);
        path.step[step] = edge > inner ? edge : inner;
    }
    for (int i = 0; i < 64; ++i) {
        const int inside = i >> 3, outside = i & 7;
        path.left[i] = most_between(path, outside, inside);
        path.right[i] = most_between(path, inside, outside);
    }
    find_any_paths(path);
    for (int width = 1; width <= MAX_SIDE; ++width) path.most[width] = largest_of(path.any[width], 64, NO_VALUE);
    find_shapes(pieces, path);
}

// The most that parts of tables can be worth; found once for a search.
struct TableMost {
    int32_t raised[32];   // of a column's room, by what it was before a piece came onto it
    int32_t lowered[32];  // of a column's room, by what it was before up to five rows went
    int32_t room[16];     // of the room at the top, if it is not more than this
    int32_t column_room[2], cover[2];
    int32_t well, step, bend, fits;  // the first three are worth nothing where there is none
    PathMost path;
    bool is_known = false;
};

inline TableMost most_of_tables(const int32_t* tables, const PieceSet& pieces) {
    TableMost best;
    find_paths(tables, pieces, best.path);
    for (int side = 0; side < 2; ++side) {
        const int32_t* rooms = tables + COLUMN_ROOM_TABLE + 16 * side;
        for (int i = 0; i < 16; ++i) {
            // The last entry stands for more: a column there may stay in it.
            const int below = i == MOST_ROOM ? 16 : i;
            best.raised[16 * side + i] = largest_of(rooms, below, rooms[0]);
            best.lowered[16 * side + i] = largest_of(rooms + i, at_most(MAX_SIDE + 1, 16 - i), rooms[i]);
        }
        best.column_room[side] = largest_of(rooms, 16, rooms[0]);
        best.cover[side] = largest_of(tables + COVER_TABLE + 8 * side, 8, 0);
    }
    for (int i = 0; i < 16; ++i) best.room[i] = largest_of(tables + ROOM_TABLE, i + 1, tables[ROOM_TABLE]);
    best.well = largest_of(tables + WELL_TABLE, 24, 0);
    best.step = largest_of(tables + STEP_TABLE, 16, 0);
    best.bend = largest_of(tables + BEND_TABLE, 64, 0);
    best.fits = 0;
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        const int32_t* ways = tables + FIT_TABLE + 8 * piece;
        best.fits += largest_of(ways, MOST_WAYS + 1, ways[0]);
    }
    best.is_known = true;
    return best;
}

// What the columns of a piece and those beside it may gain, wells, steps and bends being taken away, at each
// place of a piece, by its width.
struct Windows {
    Lanes gains[MAX_SIDE + 1];
    Lanes after[MAX_SIDE + 1];  // the steps after the column on the right
};

template <int WIDTH>
inline void widen(Lanes of_column, Lanes steps, Windows& windows) {
    windows.gains[WIDTH] = windows.gains[WIDTH - 1] + rotated<WIDTH - 1>(of_column);
    windows.after[WIDTH] = rotated<WIDTH>(steps);
    if constexpr (WIDTH < MAX_SIDE) widen<WIDTH + 1>(of_column, steps, windows);
}

// `around` and `between` are what wells, bends and steps are worth now; `alone` is what a column may gain else.
inline void find_windows(Lanes alone, Lanes around, Lanes between, Lanes steps, Windows& windows) {
    // The columns beside a piece lose their wells and bends, and the step onto it is lost, too.
    windows.gains[0] = splat(0) - (around + rotated<-1>(around + between));
    widen<1>(alone - (rotated<1>(around) + between), steps, windows);
}

// The rows that are filled outside of so many columns from each place on: a piece there may complete them.
template <int WIDTH>
inline void fill_outside(Lanes eight, Lanes (&outside)[MAX_SIDE + 1]) {
    outside[WIDTH] = rotated<WIDTH>(eight) & rotated<8>(eight);
    if constexpr (WIDTH < MAX_SIDE) fill_outside<WIDTH + 1>(eight, outside);
}

// The columns whose cells above their topmost hole may all go with these rows: they become lower than others.
inline Lanes opening(const Frame& frame, Lanes columns, Lanes holes, uint32_t rows) {
    const Lanes lids = without(columns, splat(rows)) & frame.inside;
    return select(greater(bit_length(holes & frame.inside), bit_length(lids)), splat(~0u), splat(0));
}

// The most that tables can be worth after a straight drop onto a board: of any piece by its width, and what
// is needed to say it more exactly of one piece.
struct TableLimits {
    Windows windows;                                        // where no row is completed
    Lanes before;                                           // the steps before the column on the left of each place
    int64_t kept;                                           // what no place changes there
    int64_t keeping[MAX_SIDE + 1], clearing[MAX_SIDE + 1];  // where no row is completed, and where some are
    bool may_clear;
};

// The values of places at which a piece of this width is inside the board.
inline Lanes fitting(const Frame& frame, int width, Lanes values) {
    const uint32_t numbers[LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const Mask is_outside = greater(load(numbers), splat(static_cast<uint32_t>(frame.width - width)));
    return select(is_outside, splat(static_cast<uint32_t>(NO_VALUE)), values);
}

inline void find_table_limits(const Frame& frame, Lanes columns, const int32_t* tables, const TableMost& best,
                              TableLimits& limits) {
    const TablePlaces& places = PLACES_OF_WIDTHS().of[frame.width];
    const TableColumns now = table_columns(frame, columns, tables);
    const Mask is_inside = nonzero(frame.inside), is_inner = nonzero(load(places.cover + 1));
    const auto all_alike = [](int32_t value) { return splat(static_cast<uint32_t>(value)); };
    const auto of_side = [&](const int32_t (&sides)[2]) {
        return select(is_inner, all_alike(sides[1]), all_alike(sides[0]));
    };
    const auto inside = [&](Lanes values) { return select(is_inside, values, splat(0)); };
    const auto total = [](Lanes values) { return int64_t{static_cast<int32_t>(sum(values))}; };
    const Lanes room =
        cases_of(frame.width, frame.height, tables).rows_above(now.heights) + load(places.column_room + 1);
    const Lanes covers = of_side(best.cover);
    const int top = at_most(frame.height - now.highest, MOST_ROOM);
    const Lanes steps =
        bend_steps(now.heights, rotated<1>(now.heights), load(WALLS_OF_WIDTHS().of[frame.width].of + 2));
    limits.before = rotated<-2>(steps);
    const PathMost& path = best.path;

    // Where no row is completed: all but the columns of the piece stay as they are.
    Windows& windows = limits.windows;
    find_windows(inside(looked_up<32>(best.raised, room) + covers - now.alone), now.around, now.steps, steps, windows);
    limits.kept = total(now.around + now.steps + now.alone) + best.fits + best.room[top];
    Lanes paths[MAX_SIDE + 1];
    for (int width = 1; width <= MAX_SIDE; ++width) {
        paths[width] = looked_up<64>(path.any[width], up<3>(limits.before) + windows.after[width]);
        limits.keeping[width] = limits.kept + largest(fitting(frame, width, windows.gains[width] + paths[width]));
    }

    // Where rows are: all columns come down alike, but for those that open. These may have any height, and
    // steps onto them and off them may be any.
    const Lanes holes = hole_cells(columns, bit_length(columns));
    const uint32_t rows = completable_rows(columns, holes);
    limits.may_clear = rows != 0;
    if (rows == 0) return;
    const Lanes opens = opening(frame, columns, holes, rows), is_any = opens | rotated<1>(opens);
    const Lanes lowered =
        inside(select(nonzero(opens), of_side(best.column_room) + covers,
                      looked_up<32>(best.lowered, room) + select(nonzero(now.covers), covers, splat(0))));
    const Lanes around =
        inside(select(nonzero(is_any | rotated<-1>(opens)), all_alike(best.well + best.bend), now.around));
    const Lanes between = select(nonzero(is_any & load(places.is_pair + 1)), all_alike(best.step), now.steps);
    Windows after;
    find_windows(inside(of_side(best.column_room) + covers - lowered), around, between, is_any, after);
    Lanes outside[MAX_SIDE + 1];
    fill_outside<1>(full_in_eight(columns), outside);
    // What opens was no higher than the piece, and what the piece rests on stays.
    const int64_t all = total(around + between + lowered) + best.fits + best.room[at_most(top + MAX_SIDE, MOST_ROOM)];
    for (int width = 1; width <= MAX_SIDE; ++width) {
        const Mask is_unknown = nonzero(rotated<-2>(is_any) | after.after[width]);
        const Lanes gains = after.gains[width] + select(is_unknown, all_alike(path.most[width]), paths[width]);
        limits.clearing[width] = all + largest(fitting(frame, width,
                                                       select(nonzero(outside[width] & splat(rows)), gains,
                                                              splat(static_cast<uint32_t>(NO_VALUE)))));
    }
}

// The most after a straight drop of a piece, whatever its shapes are but for how wide they are.
inline int64_t wide_limit(const TableLimits& limits, const PieceSet& pieces, int piece) {
    int64_t best = INT64_MIN;
    for (int i = pieces.first[piece]; i < pieces.first[piece + 1]; ++i) {
        const int width = pieces.shapes[i].width;
        best = most(best, limits.keeping[width]);
        if (limits.may_clear) best = most(best, limits.clearing[width]);
    }
    return best;
}

// The same by the steps inside of its shapes, where no row is completed.
inline int64_t narrow_limit(const TableLimits& limits, const Frame& frame, const PieceSet& pieces, const PathMost& path,
                            int piece) {
    int64_t cleared = INT64_MIN;
    Lanes gains = splat(static_cast<uint32_t>(NO_VALUE));
    for (int i = pieces.first[piece]; i < pieces.first[piece + 1]; ++i) {
        const int width = pieces.shapes[i].width;
        if (limits.may_clear) cleared = most(cleared, limits.clearing[width]);
        const Lanes after = limits.windows.after[width];
        const Lanes beside = width == 1 ? looked_up<64>(path.any[1], up<3>(limits.before) + after)
                                        : looked_up<8>(path.left + 8 * path.first[i], limits.before) +
                                              looked_up<8>(path.right + 8 * path.last[i], after);
        gains = larger(
            gains,
            fitting(frame, width, limits.windows.gains[width] + beside + splat(static_cast<uint32_t>(path.inside[i]))));
    }
    return most(cleared, limits.kept + largest(gains));
}

}  // namespace tilefall::TILEFALL_ISA
