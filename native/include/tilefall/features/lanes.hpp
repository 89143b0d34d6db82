// Features in lanes, one lane a column; the twin of rules/features.py (E1 to E11). Each feature is one block, in the
// order of the list: what each column of a board has of it (count), what all placements on a board share (look), and
// what the placements of a shape have, at every column at once (land). Only what a piece changes is counted again:
// its own columns and their neighbours. For a placement that completes a row the board is made and measured.
#pragma once

#include "tilefall/features/tables_lanes.hpp"

namespace tilefall::TILEFALL_ISA {

// A board as features look at it.
struct BoardView {
    Frame frame;
    Lanes columns, left, right;  // its columns and their neighbours
    Lanes heights, holes, empty;
};

GAME_PART BoardView view_of(const Frame& frame, Lanes columns) {
    const Lanes holes = hole_cells(columns, bit_length(columns));
    return {frame,
            columns,
            rotated<-1>(columns),
            rotated<1>(columns),
            heights_of(frame, columns),
            holes,
            without(frame.inside, columns)};
}

// Columns to the right of each lane; an array begins with as many to its left as it is named for.
struct Beside {
    Lanes columns[9];  // -2 to 6
    Lanes height[7];   // -1 to 5
    Lanes empty[7];    // -1 to 5: the empty cells
};

// One shape at every column: where it comes to rest, and the columns around it with the piece in them.
template <int WIDTH>
struct Placed {
    const Shape& shape;
    const Beside& before;
    Lanes bottom, full;       // full: the rows that it completes
    Lanes filled[WIDTH + 4];  // columns -2 to WIDTH + 1
    Lanes empty[WIDTH + 2];   // columns -1 to WIDTH
    Mask has_gap[WIDTH];      // below the piece, in each of its columns

    GAME_PART Lanes top(int i) const { return bottom + splat(static_cast<uint32_t>(shape.top[i])); }
};

template <int WIDTH>
GAME_PART Placed<WIDTH> placed(const Beside& beside, Lanes eight_full, const Shape& shape) {
    const auto low = [&](int i) { return splat(static_cast<uint32_t>(shape.low[i])); };
    Placed<WIDTH> piece{shape, beside, {}, {}, {}, {}, {}};
    piece.bottom = beside.height[1] - low(0);
    for (int i = 1; i < WIDTH; ++i) piece.bottom = larger(piece.bottom, beside.height[i + 1] - low(i));
    for (int i = 0; i < 2; ++i) {
        piece.filled[i] = beside.columns[i];
        piece.filled[WIDTH + 2 + i] = beside.columns[WIDTH + 2 + i];
    }
    piece.empty[0] = beside.empty[0];
    piece.empty[WIDTH + 1] = beside.empty[WIDTH + 1];
    piece.full = rotated<WIDTH>(eight_full) & rotated<8>(eight_full);
    for (int i = 0; i < WIDTH; ++i) {
        const Lanes cells = up(splat(shape.strip[STRIP_START + i]), piece.bottom);
        piece.filled[i + 2] = beside.columns[i + 2] | cells;
        piece.empty[i + 1] = without(beside.empty[i + 1], cells);
        piece.full = piece.full & piece.filled[i + 2];
        piece.has_gap[i] = greater(piece.bottom + low(i), beside.height[i + 1]);
    }
    return piece;
}

// The board's total without the columns -side to n - 1 + side from each lane.
template <int BY>
GAME_PART void leave_out(Lanes of_column, Lanes rest, Lanes (&to)[6]) {
    to[BY] = rest - rotated<BY>(of_column);
    if constexpr (BY < 5) leave_out<BY + 1>(of_column, to[BY], to);
}

template <int BY>
GAME_PART void sum_first(Lanes of_column, Lanes before, Lanes (&to)[6]) {
    to[BY] = before + rotated<BY - 1>(of_column);
    if constexpr (BY < 5) sum_first<BY + 1>(of_column, to[BY], to);
}

// The bits of any of the eight columns from each lane on.
GAME_PART Lanes any_in_eight(Lanes columns) {
    const Lanes two = columns | rotated<1>(columns), four = two | rotated<2>(two);
    return four | rotated<4>(four);
}

// E1: landing height, in half rows.
struct LandingHeight {
    GAME_PART static int measure(const Shape& shape, int bottom) { return 2 * bottom + shape.height - 1; }
    template <int WIDTH>
    GAME_PART static Lanes land(const Placed<WIDTH>& piece) {
        return up<1>(piece.bottom) + splat(static_cast<uint32_t>(piece.shape.height - 1));
    }
};

// E2: eroded cells, those of the piece in full rows times these rows.
struct ErodedCells {
    GAME_PART static int measure(Lanes cells, uint32_t full) {
        return ones(full) * static_cast<int>(sum(ones(cells & splat(full))));
    }
};

// E3: row transitions.
struct RowTransitions {
    Lanes outside[6];  // of n columns and their sides

    GAME_PART static Lanes count(const BoardView& view) { return ones(view.columns ^ view.left); }
    GAME_PART void look(Lanes counts, uint32_t total) { leave_out<0>(counts, splat(total), outside); }
    template <int WIDTH>
    GAME_PART Lanes land(const Placed<WIDTH>& piece) const {
        Lanes total = outside[WIDTH];
        for (int i = 1; i <= WIDTH + 1; ++i) total = total + ones(piece.filled[i] ^ piece.filled[i + 1]);
        return total;
    }
};

// E4: column transitions. In a column the piece lies on the top or leaves a gap; all else stays.
struct ColumnTransitions {
    Lanes before;

    GAME_PART static Lanes count(const BoardView& view) {
        return ones(view.columns ^ (up<1>(view.columns) | splat(1)));
    }
    // Each wall counts one.
    GAME_PART static uint32_t measure(const Frame& frame, uint32_t total) {
        return total - static_cast<uint32_t>(LANES - frame.width);
    }
    GAME_PART void look(const Frame& frame, uint32_t total) { before = splat(measure(frame, total)); }
    template <int WIDTH>
    GAME_PART Lanes land(const Placed<WIDTH>& piece) const {
        Lanes total = before;
        uint32_t inside = 0;
        for (int i = 0; i < WIDTH; ++i) {
            total = total + select(piece.has_gap[i], splat(2), splat(0));
            inside += piece.shape.above_gap[i] > 0 ? 2 : 0;
        }
        return total + splat(inside);
    }
};

// E5: holes. A piece covers all that is between its top and the tops of its columns.
struct Holes {
    Lanes before, heights[6];  // heights: summed over the first n columns

    GAME_PART static Lanes count(const BoardView& view) { return ones(view.holes); }
    GAME_PART void look(const BoardView& view, uint32_t total) {
        before = splat(total);
        sum_first<1>(view.heights, splat(0), heights);
    }
    template <int WIDTH>
    GAME_PART Lanes land(const Placed<WIDTH>& piece) const {
        uint32_t inside = 0;
        for (int i = 0; i < WIDTH; ++i) inside += static_cast<uint32_t>(piece.shape.top[i] - piece.shape.cells[i]);
        return before + piece.bottom * splat(WIDTH) + splat(inside) - heights[WIDTH];
    }
};

// The sum over these cells of the consecutive empty cells downward, itself included.
template <int N>
GAME_PART Lanes depths(const Lanes (&cells)[N], const Lanes (&empty)[N]) {
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

// These cells and every empty one below them down to a filled one.
template <int N>
GAME_PART void fill_down(Lanes (&cells)[N], const Lanes (&empty)[N]) {
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

// E6: wells; and E7: wells that are filled down.
template <bool IS_FILLED>
struct Wells {
    Lanes outside[6];  // of n columns and their neighbours

    template <int N>
    GAME_PART static Lanes deep(Lanes (&cells)[N], const Lanes (&empty)[N]) {
        if constexpr (IS_FILLED) fill_down(cells, empty);
        return depths(cells, empty);
    }
    GAME_PART static Lanes count(const BoardView& view) {
        const Lanes empty[1] = {view.empty};
        Lanes cells[1] = {view.empty & view.left & view.right};
        return deep(cells, empty);
    }
    GAME_PART void look(Lanes counts) { leave_out<0>(counts, splat(sum(counts)) - rotated<-1>(counts), outside); }
    template <int WIDTH>
    GAME_PART Lanes land(const Placed<WIDTH>& piece) const {
        Lanes cells[WIDTH + 2];
        for (int i = 0; i < WIDTH + 2; ++i) cells[i] = piece.empty[i] & piece.filled[i] & piece.filled[i + 2];
        return outside[WIDTH] + deep(cells, piece.empty);
    }
};

// E8: hole depth, the filled cells above holes.
struct HoleDepth {
    Lanes before, has_holes[5];  // columns 0 to 4: not zero if there are any

    GAME_PART static Lanes count(const BoardView& view) {
        return ones(without(view.columns & (view.columns + splat(1)), view.frame.walls));
    }
    GAME_PART void look(const BoardView& view, uint32_t total) {
        before = splat(total);
        spread<0, 4, 0>(view.holes, has_holes);
    }
    template <int WIDTH>
    GAME_PART Lanes land(const Placed<WIDTH>& piece) const {
        Lanes total = before;
        for (int i = 0; i < WIDTH; ++i) {
            total = total + select(piece.has_gap[i] | nonzero(has_holes[i]),
                                   splat(static_cast<uint32_t>(piece.shape.cells[i])),
                                   splat(static_cast<uint32_t>(piece.shape.above_gap[i])));
        }
        return total;
    }
};

// E9: rows with holes.
struct RowsWithHoles {
    Lanes in_eight;  // rows with a hole in any of the eight columns from here

    GAME_PART static int measure(const BoardView& view) { return ones(any_of(view.holes)); }
    GAME_PART void look(const BoardView& view) { in_eight = any_in_eight(view.holes); }
    template <int WIDTH>
    GAME_PART Lanes land(const Placed<WIDTH>& piece) const {
        Lanes rows = rotated<WIDTH>(in_eight) | rotated<8>(in_eight);
        for (int i = 0; i < WIDTH; ++i) rows = rows | hole_cells(piece.filled[i + 2], piece.top(i));
        return ones(rows);
    }
};

// E10: pattern diversity. The step between two neighbouring heights is one of five bits, none beyond two.
struct PatternDiversity {
    Lanes in_eight;  // steps in the eight columns from here, each from its left neighbour

    GAME_PART static Lanes step(Lanes left, Lanes right) { return up(splat(1), right - left + splat(2)) & splat(31); }
    GAME_PART static Lanes steps(const BoardView& view) {
        return select(nonzero(view.frame.inside), step(rotated<-1>(view.heights), view.heights), splat(0));
    }
    GAME_PART static int measure(const BoardView& view) { return ones(any_of(steps(view))); }
    GAME_PART void look(const BoardView& view) { in_eight = any_in_eight(steps(view)); }
    template <int WIDTH>
    GAME_PART Lanes land(const Placed<WIDTH>& piece) const {
        Lanes found = rotated<WIDTH + 1>(in_eight) | rotated<8>(in_eight), left = piece.before.height[0];
        for (int i = 0; i < WIDTH; ++i) {
            found = found | step(left, piece.top(i));
            left = piece.top(i);
        }
        return ones(found | step(left, piece.before.height[WIDTH + 1]));
    }
};

// E11: rows removed.
struct RowsRemoved {
    GAME_PART static int measure(uint32_t full) { return ones(full); }
};

// Two sums in one: each stays below 2^16.
struct TwoSums {
    uint32_t first, second;
};

GAME_PART TwoSums sums_of(Lanes first, Lanes second) {
    const uint32_t both = sum(first | up<16>(second));
    return {both & 0xFFFF, both >> 16};
}

// The features that need nothing but the board; the others are left alone.
template <unsigned SET>
inline void measure_board(const Frame& frame, Lanes columns, int32_t* features) {
    const BoardView view = view_of(frame, columns);
    const auto set = [&](int feature, uint32_t number) { features[feature] = static_cast<int32_t>(number); };
    const TwoSums transitions = sums_of(RowTransitions::count(view), ColumnTransitions::count(view));
    set(ROW_TRANSITIONS, transitions.first);
    set(COLUMN_TRANSITIONS, ColumnTransitions::measure(frame, transitions.second));
    const Lanes depth = has(SET, HOLE_DEPTH) ? HoleDepth::count(view) : splat(0);
    const TwoSums hidden = sums_of(Holes::count(view), depth);
    set(HOLES, hidden.first);
    if constexpr (has(SET, WELLS)) set(WELLS, sum(Wells<false>::count(view)));
    if constexpr (has(SET, WELLS_FAST)) set(WELLS_FAST, sum(Wells<true>::count(view)));
    if constexpr (has(SET, HOLE_DEPTH)) set(HOLE_DEPTH, hidden.second);
    if constexpr (has(SET, ROWS_WITH_HOLES)) features[ROWS_WITH_HOLES] = RowsWithHoles::measure(view);
    if constexpr (has(SET, PATTERN_DIVERSITY)) features[PATTERN_DIVERSITY] = PatternDiversity::measure(view);
}

// All features of a placement inside the board, by making the board it leaves; that board.
template <unsigned SET>
inline Lanes measure(const Frame& frame, Lanes columns, const Shape& shape, int column, int bottom, int32_t* features) {
    const Lanes cells = cells_of(shape, column, bottom);
    Lanes after = columns | cells;
    features[LANDING_HEIGHT] = LandingHeight::measure(shape, bottom);
    features[ERODED_CELLS] = features[ROWS_REMOVED] = 0;
    if (const uint32_t full = full_rows(after)) {
        features[ERODED_CELLS] = ErodedCells::measure(cells, full);
        features[ROWS_REMOVED] = RowsRemoved::measure(full);
        after = without_rows(frame, after, full);
    }
    measure_board<SET>(frame, after, features);
    return after;
}

template <unsigned SET>
inline int32_t value_of(const int32_t* features, const FeatureWeights& weights) {
    int32_t value = 0;
    for (int i = 0; i < FEATURES; ++i) value += has(SET, i) ? weights.of[i] * features[i] : 0;
    return value;
}

// The value of a placement inside the board, by making the board it leaves.
template <unsigned SET>
inline int32_t value_of_placement([[maybe_unused]] bool is_quintris, const Frame& frame, Lanes columns,
                                  const Shape& shape, int column, int bottom, const FeatureWeights& weights) {
    int32_t features[FEATURES];
    [[maybe_unused]] const Lanes after = measure<SET>(frame, columns, shape, column, bottom, features);
    int32_t value = value_of<SET>(features, weights);
    if constexpr ((SET & WITH_TABLES) != 0) value += table_value(frame, after, is_quintris, weights.tables);
    return value;
}

// What all placements on a board share.
template <unsigned SET>
struct Surface {
    Frame frame;
    Lanes columns;
    Beside beside;
    Lanes eight_full;  // rows filled in all of the eight columns from here
    RowTransitions row_transitions;
    ColumnTransitions column_transitions;
    Holes holes;
    Wells<false> wells;
    Wells<true> wells_fast;
    HoleDepth hole_depth;
    RowsWithHoles rows_with_holes;
    PatternDiversity pattern_diversity;
    TableSurface<(SET & WITH_TABLES) != 0> tables;
    bool is_quintris = false;  // tables alone have to know
};

template <unsigned SET>
inline void look_at(const Frame& frame, Lanes columns, Surface<SET>& surface) {
    const BoardView view = view_of(frame, columns);
    surface.frame = frame;
    surface.columns = columns;
    spread<-2, 6, 2>(columns, surface.beside.columns);
    spread<-1, 5, 1>(view.heights, surface.beside.height);
    spread<-1, 5, 1>(view.empty, surface.beside.empty);
    surface.eight_full = full_in_eight(columns);
    const Lanes rows = RowTransitions::count(view);
    const TwoSums transitions = sums_of(rows, ColumnTransitions::count(view));
    surface.row_transitions.look(rows, transitions.first);
    surface.column_transitions.look(frame, transitions.second);
    const Lanes depth = has(SET, HOLE_DEPTH) ? HoleDepth::count(view) : splat(0);
    const TwoSums hidden = sums_of(Holes::count(view), depth);
    surface.holes.look(view, hidden.first);
    if constexpr (has(SET, WELLS)) surface.wells.look(Wells<false>::count(view));
    if constexpr (has(SET, WELLS_FAST)) surface.wells_fast.look(Wells<true>::count(view));
    if constexpr (has(SET, HOLE_DEPTH)) surface.hole_depth.look(view, hidden.second);
    if constexpr (has(SET, ROWS_WITH_HOLES)) surface.rows_with_holes.look(view);
    if constexpr (has(SET, PATTERN_DIVERSITY)) surface.pattern_diversity.look(view);
}

// The same with what tables add to values.
template <unsigned SET>
inline void look_at(const FallingRules& rules, const Frame& frame, Lanes columns, const FeatureWeights& weights,
                    Surface<SET>& surface) {
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
inline void land_wide(const Surface<SET>& surface, const Shape& shape, Landing& landing) {
    const Placed<WIDTH> piece = placed<WIDTH>(surface.beside, surface.eight_full, shape);
    Lanes(&features)[FEATURES] = landing.features;
    landing.bottom = piece.bottom;
    landing.full = piece.full;
    features[LANDING_HEIGHT] = LandingHeight::land(piece);
    features[ROW_TRANSITIONS] = surface.row_transitions.land(piece);
    features[COLUMN_TRANSITIONS] = surface.column_transitions.land(piece);
    features[HOLES] = surface.holes.land(piece);
    if constexpr (has(SET, WELLS)) features[WELLS] = surface.wells.land(piece);
    if constexpr (has(SET, WELLS_FAST)) features[WELLS_FAST] = surface.wells_fast.land(piece);
    if constexpr (has(SET, HOLE_DEPTH)) features[HOLE_DEPTH] = surface.hole_depth.land(piece);
    if constexpr (has(SET, ROWS_WITH_HOLES)) features[ROWS_WITH_HOLES] = surface.rows_with_holes.land(piece);
    if constexpr (has(SET, PATTERN_DIVERSITY)) features[PATTERN_DIVERSITY] = surface.pattern_diversity.land(piece);
}

template <unsigned SET>
inline void land(const Surface<SET>& surface, const Shape& shape, Landing& landing) {
    switch (shape.width) {
        case 1: land_wide<1>(surface, shape, landing); break;
        case 2: land_wide<2>(surface, shape, landing); break;
        case 3: land_wide<3>(surface, shape, landing); break;
        case 4: land_wide<4>(surface, shape, landing); break;
        default: land_wide<5>(surface, shape, landing); break;
    }
}

}  // namespace tilefall::TILEFALL_ISA
