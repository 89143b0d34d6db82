// Features in words: what a board and every straight drop onto it are worth to one thread (E1 to E11). Each feature is
// one block, in the order of the list: what a column has of it (count), and what a drop has (land). What is left of a
// piece and right of it are sums that end beside it, with their weights in them; only the piece's own columns and
// their neighbours are counted again. Drops that need more, such as those that complete a row, are called special:
// their board is made and measured.
#pragma once

#include "tilefall/features/tables_words.hpp"

namespace tilefall::TILEFALL_ISA::words {

// Weights as a thread holds them: tables are where all threads read them.
struct Weights {
    int32_t of[FEATURES];
    const int32_t* tables;

    GAME_FN uint32_t operator[](int feature) const { return static_cast<uint32_t>(of[feature]); }
    GAME_FN uint32_t times(int feature, int count) const { return (*this)[feature] * static_cast<uint32_t>(count); }
};

GAME_FN Weights weights_of(const FeatureWeights& weights) {
    Weights found;
    for (int i = 0; i < FEATURES; ++i) found.of[i] = weights.of[i];
    found.tables = weights.tables;
    return found;
}

// What the drops of one shape share, times weights.
template <int WIDE>
struct Ready {
    uint32_t strip[WIDE];
    int32_t low[WIDE], top[WIDE];
    uint32_t of_depth[WIDE];  // what a column adds if there is a gap or a hole below it
    uint32_t of_bottom, always, steps;
    int32_t highest;       // bottom inside the board
    int32_t inner_column;  // the column with a gap inside
};

// A few columns side by side, as drops go over them: two to the left of the shape, its own and two to the right of it.
template <int WIDE>
struct Window {
    uint32_t columns[WIDE + 4];
    int32_t heights[WIDE + 2];  // without the outermost
    uint32_t holes[WIDE + 2];

    // A column comes in from the right; it is the outermost one, and its neighbour is looked at.
    GAME_FN void shift(uint32_t column, bool is_wall) {
        GAME_UNROLL
        for (int i = 0; i < WIDE + 3; ++i) columns[i] = columns[i + 1];
        GAME_UNROLL
        for (int i = 0; i < WIDE + 1; ++i) {
            heights[i] = heights[i + 1];
            holes[i] = holes[i + 1];
        }
        columns[WIDE + 3] = column;
        const int height = bit_length(columns[WIDE + 2]);
        heights[WIDE + 1] = is_wall ? WALL_HEIGHT : height;
        holes[WIDE + 1] = cells_below(height) & ~columns[WIDE + 2];
    }
};

// A drop and the columns around it with the piece in them.
template <int WIDE>
struct Drop {
    const Window<WIDE>& before;
    int32_t bottom, gap[WIDE], top[WIDE];  // gap: 1 if there is one below a column, 0 if not
    uint32_t cells[WIDE + 2];              // of the piece, from its left neighbour to its right one
    uint32_t filled[WIDE + 4];             // from two columns left of it to two right of it
};

// The sum of the first k numbers.
GAME_FN int triangle(int k) { return k * (k + 1) / 2; }

// E1: landing height, in half rows.
struct LandingHeight {
    GAME_FN static int measure(const Form& form, int bottom) { return 2 * bottom + form.height - 1; }
    template <int WIDE>
    GAME_FN static void prepare(const Form& form, const Weights& weights, Ready<WIDE>& ready) {
        ready.of_bottom += 2 * weights[LANDING_HEIGHT];
        ready.always += static_cast<uint32_t>(form.height - 1) * weights[LANDING_HEIGHT];
    }
};

// E2: eroded cells.
struct ErodedCells {
    GAME_FN static int measure(const Form& form, int bottom, uint32_t full) {
        const uint32_t rows = moved_down(full, bottom) & 31;  // of the box
        return ones(full) * ones(form.strip & rows * 0x108421u);
    }
};

// E3: row transitions, of a column and the one before it.
struct RowTransitions {
    GAME_FN static int count(uint32_t column, uint32_t before) { return ones(column ^ before); }
    template <int WIDE>
    GAME_FN static uint32_t land(const Drop<WIDE>& drop, const Weights& weights) {
        int rows = 0;
        GAME_UNROLL
        for (int i = 1; i <= WIDE + 1; ++i) rows += count(drop.filled[i + 1], drop.filled[i]);
        return static_cast<uint32_t>(rows) * weights[ROW_TRANSITIONS];
    }
};

// E4: column transitions.
struct ColumnTransitions {
    GAME_FN static int count(uint32_t column) { return ones(column ^ (column << 1 | 1)); }
    template <int WIDE>
    GAME_FN static uint32_t land(const Drop<WIDE>& drop, const Weights& weights) {
        uint32_t gaps = 0;
        GAME_UNROLL
        for (int i = 0; i < WIDE; ++i) gaps += static_cast<uint32_t>(drop.gap[i]);
        return gaps * 2 * weights[COLUMN_TRANSITIONS];
    }
};

// E5: holes. A piece covers all that is between its top and the tops of its columns.
struct Holes {
    GAME_FN static uint32_t cells(uint32_t column, int height) { return cells_below(height) & ~column; }
    GAME_FN static int count(uint32_t column, int height) { return ones(cells(column, height)); }
    template <int WIDE>
    GAME_FN static void prepare(const Weights& weights, Ready<WIDE>& ready) {
        ready.of_bottom += WIDE * weights[HOLES];
        GAME_UNROLL
        for (int i = 0; i < WIDE; ++i) {
            ready.always += static_cast<uint32_t>(ready.top[i] - ones(ready.strip[i])) * weights[HOLES];
        }
    }
};

// E6: wells. What these cells of a column, all of them empty, add to them.
GAME_FN int well_depths(uint32_t column, uint32_t cells) {
    int total = 0;
    GAME_ROLLED
    for (int depth = 1; cells != 0; ++depth) {
        total += ones(cells);
        cells &= moved_up(~column, depth);
    }
    return total;
}

// E7: wells that are filled down. The highest cell of a run counts.
GAME_FN int fast_well_depths(uint32_t column, uint32_t cells) {
    int total = 0;
    GAME_ROLLED
    while (cells != 0) {
        const int top = bit_length(cells), floor = bit_length(column & cells_below(top));
        total += triangle(top - floor);
        cells &= cells_below(floor);
    }
    return total;
}

// What two flanks make of the open cells of columns above their levels: as if wells had no gaps (E7), and
// the cells that are such gaps, each of which takes its depth away (E6).
struct OpenWells {
    int32_t twice = 0;     // twice the sums of depths, less 2 for each column
    uint32_t gaps = 0;     // of all columns, counted from their levels
    uint32_t overlap = 0;  // those of two columns at once, which the word cannot tell

    template <unsigned SET>
    GAME_FN void add(uint32_t flanks, int level) {
        const uint32_t cells = moved_down(flanks, level);
        const int highest = bit_length(cells) - 1;
        twice += highest * (highest + 3);
        if constexpr (has(SET, WELLS)) {
            const uint32_t lacking = ~(moved_up(~0u, highest + 1) | cells);
            overlap |= gaps & lacking;
            gaps |= lacking;
        }
    }
    GAME_FN uint32_t depths_of_gaps() const {
        uint32_t total = 0;
        GAME_ROLLED
        for (uint32_t rest = gaps; rest != 0; rest &= rest - 1) {
            total += static_cast<uint32_t>(lowest_bit(rest)) + 1;
        }
        return total;
    }
};

// Both kinds of wells, times their weights.
template <unsigned SET>
struct Wells {
    static constexpr bool IS_WANTED = has(SET, WELLS) || has(SET, WELLS_FAST);

    GAME_FN static uint32_t value(uint32_t column, uint32_t cells, const Weights& weights) {
        uint32_t value = 0;
        if constexpr (has(SET, WELLS)) {
            value += weights[WELLS] * static_cast<uint32_t>(well_depths(column, cells));
        }
        if constexpr (has(SET, WELLS_FAST)) {
            value += weights[WELLS_FAST] * static_cast<uint32_t>(fast_well_depths(column, cells));
        }
        return value;
    }
    // What flanks make of the cells above a column, all of them empty. Without gaps the wells there count
    // alike in both ways: as the sum of the numbers up to the highest one.
    GAME_FN static uint32_t open_value(uint32_t column, uint32_t flanks, int height, const Weights& weights) {
        const uint32_t cells = moved_down(flanks, height);
        const uint32_t depth = static_cast<uint32_t>(triangle(bit_length(cells)));
        uint32_t value = 0;
        if constexpr (has(SET, WELLS_FAST)) value += weights[WELLS_FAST] * depth;
        if constexpr (has(SET, WELLS)) {
            const bool has_gaps = (cells & (cells + 1)) != 0;
            const uint32_t plain =
                has_gaps ? static_cast<uint32_t>(well_depths(column, flanks & ~cells_below(height))) : depth;
            value += weights[WELLS] * plain;
        }
        return value;
    }
    // Sets bits of `special` where the value does not hold.
    template <bool IS_QUINTRIS, int WIDE>
    GAME_FN static uint32_t land(const Drop<WIDE>& drop, const Ready<WIDE>& shape, const Weights& weights,
                                 uint32_t& special) {
        OpenWells wells;
        GAME_UNROLL
        for (int i = 0; i < WIDE + 2; ++i) {  // from the left neighbour to the right one; walls have no cells
            const bool is_beside = i == 0 || i == WIDE + 1;
            const uint32_t flanks = drop.filled[i] & drop.filled[i + 2];
            const uint32_t beside = (i > 0 ? drop.cells[i - 1] : 0) | (i < WIDE + 1 ? drop.cells[i + 1] : 0);
            special |= drop.before.holes[i] & beside;
            wells.template add<SET>(flanks, is_beside ? drop.before.heights[i] : drop.top[i - 1]);
            if (WIDE == 1 || is_beside) continue;
            wells.template add<SET>(flanks & cells_below(drop.bottom + shape.low[i - 1]), drop.before.heights[i]);
            if constexpr (IS_QUINTRIS) {  // a gap inside the piece is in the second row of its box
                const uint32_t is_well = moved_down(flanks, drop.bottom + 1) & 1;
                wells.twice += shape.inner_column == i - 1 ? static_cast<int32_t>(2 * is_well) : 0;
            }
        }
        constexpr int PARTS = WIDE + 2 + (WIDE > 1 ? WIDE : 0);
        uint32_t weight = 0, value = 0;
        if constexpr (has(SET, WELLS)) {
            weight += weights[WELLS];
            special |= wells.overlap;
            value -= weights[WELLS] * wells.depths_of_gaps();
        }
        if constexpr (has(SET, WELLS_FAST)) weight += weights[WELLS_FAST];
        return value + weight * (static_cast<uint32_t>(wells.twice + 2 * PARTS) / 2);
    }
};

// E8: hole depth, the filled cells above holes.
struct HoleDepth {
    GAME_FN static int count(uint32_t column) { return ones(column & (column + 1)); }
    template <int WIDE>
    GAME_FN static uint32_t land(const Drop<WIDE>& drop, const Ready<WIDE>& shape) {
        uint32_t value = 0;
        GAME_UNROLL
        for (int i = 0; i < WIDE; ++i)
            value += drop.gap[i] != 0 || drop.before.holes[i + 1] != 0 ? shape.of_depth[i] : 0;
        return value;
    }
};

// E9: rows with holes, by the rows that have one outside of the piece's columns.
struct RowsWithHoles {
    template <int WIDE>
    GAME_FN static uint32_t land(const Drop<WIDE>& drop, uint32_t hidden, const Weights& weights) {
        GAME_UNROLL
        for (int i = 0; i < WIDE; ++i) hidden |= Holes::cells(drop.filled[i + 2], drop.top[i]);
        return static_cast<uint32_t>(ones(hidden)) * weights[ROWS_WITH_HOLES];
    }
};

// E10: pattern diversity. The step between two neighbouring heights is one of five bits, others lie above.
struct PatternDiversity {
    GAME_FN static uint32_t step(int left, int right) { return moved_up(1, right - left + 2); }
    template <int WIDE>
    GAME_FN static uint32_t land(const Drop<WIDE>& drop, uint32_t steps, const Weights& weights) {
        steps |= step(drop.before.heights[0], drop.top[0]) | step(drop.top[WIDE - 1], drop.before.heights[WIDE + 1]);
        return static_cast<uint32_t>(ones(steps & 31)) * weights[PATTERN_DIVERSITY];
    }
};

// E11: rows removed.
struct RowsRemoved {
    GAME_FN static int measure(uint32_t full) { return ones(full); }
};

// A gap inside a piece of Quintris is a single cell with a single one above it (E4, E8).
template <unsigned SET, int WIDE>
GAME_FN void prepare_gap(int column, const Weights& weights, Ready<WIDE>& ready) {
    ready.always += 2 * weights[COLUMN_TRANSITIONS];
    if constexpr (has(SET, HOLE_DEPTH)) {
        ready.always += weights[HOLE_DEPTH];
        ready.of_depth[column] -= weights[HOLE_DEPTH];
    }
}

template <int WIDE, unsigned SET, class WELL>
GAME_FN void prepare(const Form& form, const Weights& weights, Ready<WIDE>& ready) {
    ready.of_bottom = ready.always = ready.steps = 0;
    ready.highest = WELL::HEIGHT - form.height;
    ready.inner_column = form.inner_column;
    GAME_UNROLL
    for (int i = 0; i < WIDE; ++i) {
        ready.strip[i] = form.strip >> 5 * i & 31;
        ready.low[i] = form.low_at(i);
        ready.top[i] = form.top_at(i);
        ready.of_depth[i] = static_cast<uint32_t>(ones(ready.strip[i])) * weights[HOLE_DEPTH];
        if constexpr (has(SET, PATTERN_DIVERSITY)) {
            if (i > 0) ready.steps |= PatternDiversity::step(ready.top[i - 1], ready.top[i]);
        }
        if constexpr (WELL::IS_QUINTRIS) {
            if (form.inner_column == i) prepare_gap<SET>(i, weights, ready);
        }
    }
    LandingHeight::prepare(form, weights, ready);
    Holes::prepare(weights, ready);
}

// What a board is worth, made from nothing.
template <unsigned SET, class WELL>
GAME_FN uint32_t value_of_board(const Board<WELL>& board, const Weights& weights) {
    int rows = 0, changes = 0, holes = 0, depth = 0, before = 64;
    uint32_t hidden = 0, steps = 0, wells = 0, left = WELL::ROWS;
    GAME_UNROLL
    for (int i = 0; i < WELL::WIDTH; ++i) {
        const uint32_t column = board.columns[i], right = board.at(i + 1);
        const int height = bit_length(column);
        rows += RowTransitions::count(column, left);
        changes += ColumnTransitions::count(column);
        holes += Holes::count(column, height);
        if constexpr (Wells<SET>::IS_WANTED) wells += Wells<SET>::value(column, ~column & left & right, weights);
        if constexpr (has(SET, HOLE_DEPTH)) depth += HoleDepth::count(column);
        if constexpr (has(SET, ROWS_WITH_HOLES)) hidden |= Holes::cells(column, height);
        if constexpr (has(SET, PATTERN_DIVERSITY)) steps |= PatternDiversity::step(before, height);
        before = height;
        left = column;
    }
    rows += RowTransitions::count(left, WELL::ROWS);
    uint32_t value = weights.times(ROW_TRANSITIONS, rows) + weights.times(COLUMN_TRANSITIONS, changes) +
                     weights.times(HOLES, holes) + wells;
    if constexpr (has(SET, HOLE_DEPTH)) value += weights.times(HOLE_DEPTH, depth);
    if constexpr (has(SET, ROWS_WITH_HOLES)) value += weights.times(ROWS_WITH_HOLES, ones(hidden));
    if constexpr (has(SET, PATTERN_DIVERSITY)) value += weights.times(PATTERN_DIVERSITY, ones(steps & 31));
    if constexpr ((SET & WITH_TABLES) != 0) value += value_of_cases<(SET & WITH_BENDS) != 0>(board, weights.tables);
    return value;
}

// What a placement is worth by itself, without the board that it leaves.
GAME_FN uint32_t value_of_step(const Form& form, int bottom, uint32_t full, const Weights& weights) {
    const uint32_t value = weights.times(LANDING_HEIGHT, LandingHeight::measure(form, bottom));
    if (full == 0) return value;
    return value + weights.times(ERODED_CELLS, ErodedCells::measure(form, bottom, full)) +
           weights.times(ROWS_REMOVED, RowsRemoved::measure(full));
}

// What a placement inside the board is worth, the board made for it.
template <unsigned SET, class WELL>
GAME_FN int32_t exact_value(const Board<WELL>& board, const Form& form, int column, int bottom,
                            const Weights& weights) {
    Board<WELL> after = board;
    const uint32_t full = lock_shape(after, form, column, bottom);
    const uint32_t value = value_of_step(form, bottom, full, weights);
    remove_rows(after, full);
    return static_cast<int32_t>(value + value_of_board<SET>(after, weights));
}

// What can be said of columns together by an OR of bits: rows that some of them lack, rows with a hole,
// and steps. Low boards have it all in one word.
template <int HEIGHT, bool IS_LOW = (HEIGHT <= 13)>
struct Marks {
    uint32_t word;

    GAME_FN static Marks of(uint32_t lacking, uint32_t hidden, uint32_t steps) {
        return {lacking | hidden << 13 | steps << 26};
    }
    GAME_FN uint32_t lacking() const { return word & 0x1FFF; }
    GAME_FN uint32_t hidden() const { return word >> 13 & 0x1FFF; }
    GAME_FN uint32_t steps() const { return word >> 26; }
    GAME_FN Marks operator|(Marks other) const { return {word | other.word}; }
};

template <int HEIGHT>
struct Marks<HEIGHT, false> {
    uint32_t rows, covered, step_bits;

    GAME_FN static Marks of(uint32_t lacking, uint32_t hidden, uint32_t steps) { return {lacking, hidden, steps}; }
    GAME_FN uint32_t lacking() const { return rows; }
    GAME_FN uint32_t hidden() const { return covered; }
    GAME_FN uint32_t steps() const { return step_bits; }
    GAME_FN Marks operator|(Marks other) const {
        return {rows | other.rows, covered | other.covered, step_bits | other.step_bits};
    }
};

// What all drops on a board share. Index c of `before` is all that is left of a piece whose first
// column is c, index e of `after` all that is right of one whose last column is e - 1.
template <class WELL>
struct Ground {
    using Bits = Marks<WELL::HEIGHT>;
    Board<WELL> board;
    uint32_t padded[WELL::WIDTH + 4];  // the columns with two walls on each side
    uint32_t value_before[WELL::WIDTH], value_after[WELL::WIDTH + 1];
    Bits before[WELL::WIDTH], after[WELL::WIDTH + 1];
    CaseGround<WELL> cases;

    GAME_FN uint32_t column(int i) const { return padded[i + 2]; }
};

template <unsigned SET, class WELL>
GAME_FN void look_at(const Weights& weights, Ground<WELL>& ground) {
    constexpr int WIDTH = WELL::WIDTH;
    using Bits = typename Ground<WELL>::Bits;
    const Board<WELL>& board = ground.board;
    int changes = 0, holes = 0, depth = 0, sum_of_heights = 0;
    uint32_t inner_wells = 0, any_inner = 0;  // of covered cells
    int heights[WIDTH];
    uint32_t rows[WIDTH + 1], open_wells[WIDTH];  // times their weights; rows between i - 1 and i
    GAME_UNROLL
    for (int i = -2; i < WIDTH + 2; ++i) ground.padded[i + 2] = board.at(i);
    GAME_UNROLL
    for (int i = 0; i < WIDTH; ++i) {
        const uint32_t column = board.columns[i], left = board.at(i - 1), right = board.at(i + 1);
        const int height = bit_length(column);
        heights[i] = height;
        sum_of_heights += height;
        rows[i] = static_cast<uint32_t>(RowTransitions::count(column, left)) * weights[ROW_TRANSITIONS];
        changes += ColumnTransitions::count(column);
        holes += Holes::count(column, height);
        open_wells[i] = 0;
        if constexpr (Wells<SET>::IS_WANTED) {
            any_inner |= left & right & Holes::cells(column, height);
            open_wells[i] = Wells<SET>::open_value(column, left & right, height, weights);
        }
        if constexpr (has(SET, HOLE_DEPTH)) depth += HoleDepth::count(column);
    }
    if (any_inner != 0) {
        GAME_UNROLL
        for (int i = 0; i < WIDTH; ++i) {
            const uint32_t column = board.columns[i];
            const uint32_t inner = board.at(i - 1) & board.at(i + 1) & Holes::cells(column, heights[i]);
            inner_wells += Wells<SET>::value(column, inner, weights);
        }
    }
    rows[WIDTH] =
        static_cast<uint32_t>(RowTransitions::count(board.columns[WIDTH - 1], WELL::ROWS)) * weights[ROW_TRANSITIONS];
    uint32_t value = inner_wells + static_cast<uint32_t>(changes) * weights[COLUMN_TRANSITIONS] +
                     static_cast<uint32_t>(holes - sum_of_heights) * weights[HOLES];
    if constexpr (has(SET, HOLE_DEPTH)) value += static_cast<uint32_t>(depth) * weights[HOLE_DEPTH];
    const auto marks_of = [&](int i) {
        const uint32_t column = board.columns[i];
        return Bits::of(WELL::ROWS & ~column, Holes::cells(column, heights[i]), 0);
    };
    const auto step = [&](int i) { return Bits::of(0, 0, PatternDiversity::step(heights[i - 1], heights[i]) & 31); };
    Bits marks = Bits::of(0, 0, 0);
    GAME_UNROLL
    for (int c = 0; c < WIDTH; ++c) {
        if (c >= 1) {
            value += rows[c - 1] + weights[HOLES] * static_cast<uint32_t>(heights[c - 1]);
            marks = marks | marks_of(c - 1);
        }
        if (c >= 2) {
            value += open_wells[c - 2];
            marks = marks | step(c - 1);
        }
        ground.value_before[c] = value;
        ground.before[c] = marks;
    }
    value = 0;
    marks = Bits::of(0, 0, 0);
    GAME_UNROLL
    for (int e = WIDTH; e >= 1; --e) {
        if (e < WIDTH) {
            value += rows[e + 1] + weights[HOLES] * static_cast<uint32_t>(heights[e]);
            marks = marks | marks_of(e);
        }
        if (e + 1 < WIDTH) {
            value += open_wells[e + 1];
            marks = marks | step(e + 1);
        }
        ground.value_after[e] = value;
        ground.after[e] = marks;
    }
    if constexpr ((SET & WITH_TABLES) != 0) {
        look_at_cases<(SET & WITH_BENDS) != 0>(board, weights.tables, ground.cases, ground.value_before,
                                               ground.value_after);
    }
}

template <int WIDE>
GAME_FN Drop<WIDE> drop_of(const Window<WIDE>& window, const Ready<WIDE>& shape) {
    Drop<WIDE> drop{window, 0, {}, {}, {}, {}};
    int32_t rest[WIDE];  // where the shape would come to rest by each column
    GAME_UNROLL
    for (int i = 0; i < WIDE; ++i) {
        rest[i] = window.heights[i + 1] - shape.low[i];
        drop.bottom = i == 0 || rest[i] > drop.bottom ? rest[i] : drop.bottom;
    }
    GAME_UNROLL
    for (int i = 0; i < WIDE + 4; ++i) drop.filled[i] = window.columns[i];
    GAME_UNROLL
    for (int i = 0; i < WIDE; ++i) {
        drop.gap[i] = drop.bottom - rest[i] < 1 ? drop.bottom - rest[i] : 1;
        drop.cells[i + 1] = moved_up(shape.strip[i], drop.bottom);
        drop.filled[i + 2] |= drop.cells[i + 1];
        drop.top[i] = drop.bottom + shape.top[i];
    }
    return drop;
}

// What a drop is worth, if nothing about it is special.
struct Dropped {
    int32_t bottom;
    uint32_t value;
    bool is_special;  // the value does not hold
};

template <int WIDE, unsigned SET, class WELL>
GAME_FN Dropped dropped(const Ground<WELL>& ground, const Window<WIDE>& window, const Ready<WIDE>& shape, int c,
                        const Weights& weights) {
    const Drop<WIDE> drop = drop_of(window, shape);
    const typename Ground<WELL>::Bits marks = ground.before[c] | ground.after[c + WIDE];
    uint32_t special = WELL::ROWS & ~marks.lacking();
    GAME_UNROLL
    for (int i = 0; i < WIDE; ++i) special &= drop.filled[i + 2];
    uint32_t value = ground.value_before[c] + ground.value_after[c + WIDE] + shape.always +
                     static_cast<uint32_t>(drop.bottom) * shape.of_bottom;
    value += RowTransitions::land(drop, weights) + ColumnTransitions::land(drop, weights);
    if constexpr (Wells<SET>::IS_WANTED) {
        value += Wells<SET>::template land<WELL::IS_QUINTRIS>(drop, shape, weights, special);
    }
    if constexpr (has(SET, HOLE_DEPTH)) value += HoleDepth::land(drop, shape);
    if constexpr (has(SET, ROWS_WITH_HOLES)) value += RowsWithHoles::land(drop, marks.hidden(), weights);
    if constexpr (has(SET, PATTERN_DIVERSITY)) {
        value += PatternDiversity::land(drop, marks.steps() | shape.steps, weights);
    }
    if constexpr ((SET & WITH_TABLES) != 0) {
        int32_t near[WIDE + 4], covers[WIDE];
        near[0] = bit_length(drop.filled[0]);
        near[1] = drop.before.heights[0];
        near[WIDE + 2] = drop.before.heights[WIDE + 1];
        near[WIDE + 3] = bit_length(drop.filled[WIDE + 3]);
        GAME_UNROLL
        for (int i = 0; i < WIDE; ++i) {
            near[i + 2] = drop.top[i];
            const int below = drop.gap[i] != 0 ? drop.bottom + shape.low[i] : bit_length(drop.before.holes[i + 1]);
            covers[i] = below > 0 ? drop.top[i] - below : 0;
            if constexpr (WELL::IS_QUINTRIS) covers[i] = shape.inner_column == i ? 1 : covers[i];
        }
        value += value_of_drop<WIDE, (SET & WITH_BENDS) != 0, WELL>(weights.tables, ground.cases, c, near, covers);
    }
    return {drop.bottom, value, special != 0};
}

}  // namespace tilefall::TILEFALL_ISA::words
