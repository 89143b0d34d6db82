// Features in words: what a board and every straight drop onto it are worth to one thread.
#pragma once

#include "tilefall/features/tables_words.hpp"

namespace tilefall::TILEFALL_ISA {

// What a placement inside the board is worth, the board made for it.
template <unsigned SET, class WELL>
GAME_FN int32_t exact_value(const SoloBoard<WELL>& board, const Form& form, int column, int bottom,
                            const SoloWeights& weights) {
    SoloBoard<WELL> after = board;
    const SoloStep step = lock_shape(after, form, column, bottom, weights);
    uint32_t value = step.value + value_of_board<SET>(after, weights);
    if constexpr ((SET & WITH_TABLES) != 0) value += value_of_cases<((SET & WITH_BENDS) != 0)>(after, weights.tables);
    return static_cast<int32_t>(value);
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

    GAME_FN static Marks of(uint32_t lacking, uint32_t hidden, uint32_t steps) {
        return {lacking, hidden, steps};
    }
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
struct SoloGround {
    using Bits = Marks<WELL::HEIGHT>;
    SoloBoard<WELL> board;
    uint32_t padded[WELL::WIDTH + 4];  // the columns with two walls on each side
    uint32_t value_before[WELL::WIDTH], value_after[WELL::WIDTH + 1];
    Bits before[WELL::WIDTH], after[WELL::WIDTH + 1];
    CaseGround<WELL> cases;

    GAME_FN uint32_t column(int i) const { return padded[i + 2]; }
};

GAME_FN uint32_t step_between(int left, int right) { return moved_up(1, right - left + 2); }

// What flanks make of the cells above a column, all of them empty. Without gaps the wells there count
// alike in both ways: as the sum of the numbers up to the highest one.
template <unsigned SET>
GAME_FN uint32_t open_value(uint32_t column, uint32_t flanks, int height, const SoloWeights& weights) {
    const uint32_t cells = moved_down(flanks, height);
    const uint32_t depth = static_cast<uint32_t>(triangle(bit_length(cells)));
    uint32_t value = 0;
    if constexpr ((SET & WITH_FAST_WELLS) != 0) value += static_cast<uint32_t>(weights.of[WELLS_FAST]) * depth;
    if constexpr ((SET & WITH_WELLS) != 0) {
        const bool has_gaps = (cells & (cells + 1)) != 0;
        const uint32_t plain =
            has_gaps ? static_cast<uint32_t>(well_depths(column, flanks & ~cells_below(height))) : depth;
        value += static_cast<uint32_t>(weights.of[WELLS]) * plain;
    }
    return value;
}

template <unsigned SET, class WELL>
GAME_FN void look_at(const SoloWeights& weights, SoloGround<WELL>& ground) {
    constexpr int WIDTH = WELL::WIDTH;
    using Bits = typename SoloGround<WELL>::Bits;
    const SoloBoard<WELL>& board = ground.board;
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
        const uint32_t covered = cells_below(height) & ~column;
        heights[i] = height;
        sum_of_heights += height;
        rows[i] = static_cast<uint32_t>(weights.of[ROW_TRANSITIONS] * ones(column ^ left));
        changes += ones(column ^ (column << 1 | 1));
        holes += ones(covered);
        if constexpr ((SET & WITH_EXTRAS) != 0) depth += ones(column & (column + 1));
        open_wells[i] = 0;
        if constexpr ((SET & (WITH_WELLS | WITH_FAST_WELLS)) != 0) {
            any_inner |= left & right & covered;
            open_wells[i] = open_value<SET>(column, left & right, height, weights);
        }
    }
    if (any_inner != 0) {
        GAME_UNROLL
        for (int i = 0; i < WIDTH; ++i) {
            const uint32_t column = board.columns[i];
            const uint32_t inner = board.at(i - 1) & board.at(i + 1) & cells_below(heights[i]) & ~column;
            inner_wells += value_of_wells<SET>(column, inner, weights);
        }
    }
    rows[WIDTH] =
        static_cast<uint32_t>(weights.of[ROW_TRANSITIONS] * ones(board.columns[WIDTH - 1] ^ WELL::ROWS));
    const uint32_t of_hole = static_cast<uint32_t>(weights.of[HOLES]);
    uint32_t value = inner_wells + static_cast<uint32_t>(weights.of[COLUMN_TRANSITIONS] * changes +
                                                         weights.of[HOLES] * (holes - sum_of_heights));
    if constexpr ((SET & WITH_EXTRAS) != 0) value += static_cast<uint32_t>(weights.of[HOLE_DEPTH] * depth);
    const auto marks_of = [&](int i) {
        const uint32_t column = board.columns[i];
        return Bits::of(WELL::ROWS & ~column, cells_below(heights[i]) & ~column, 0);
    };
    const auto step = [&](int i) { return Bits::of(0, 0, step_between(heights[i - 1], heights[i]) & 31); };
    Bits marks = Bits::of(0, 0, 0);
    GAME_UNROLL
    for (int c = 0; c < WIDTH; ++c) {
        if (c >= 1) {
            value += rows[c - 1] + of_hole * static_cast<uint32_t>(heights[c - 1]);
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
            value += rows[e + 1] + of_hole * static_cast<uint32_t>(heights[e]);
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
        look_at_cases<((SET & WITH_BENDS) != 0)>(board, weights.tables, ground.cases, ground.value_before, ground.value_after);
    }
}

// Solo drops: what every straight drop of a shape is worth, one after the other. Only the piece's own
// columns and their neighbours are counted again; all else is in the sums of the ground.
// Drops that need more, such as those that complete a row, are named, and their board is made.

// What the drops of one shape share, times weights.
template <int WIDE>
struct SoloShape {
    uint32_t strip[WIDE];
    int32_t low[WIDE], top[WIDE];
    uint32_t of_depth[WIDE];  // what a column adds if there is a gap or a hole below it
    uint32_t of_bottom, always, steps;
    int32_t highest;       // bottom inside the board
    int32_t inner_column;  // the column with a gap inside
};

template <int WIDE, unsigned SET, class WELL>
GAME_FN void prepare(const Form& form, const SoloWeights& weights, SoloShape<WIDE>& ready) {
    const auto of = [&](int feature) { return static_cast<uint32_t>(weights.of[feature]); };
    ready.of_bottom = 2 * of(LANDING_HEIGHT) + WIDE * of(HOLES);
    ready.always = static_cast<uint32_t>(form.height - 1) * of(LANDING_HEIGHT);
    ready.steps = 0;
    ready.highest = WELL::HEIGHT - form.height;
    ready.inner_column = form.inner_column;
    GAME_UNROLL
    for (int i = 0; i < WIDE; ++i) {
        ready.strip[i] = form.strip >> 5 * i & 31;
        ready.low[i] = form.low_at(i);
        ready.top[i] = form.top_at(i);
        const uint32_t cells = static_cast<uint32_t>(ones(ready.strip[i]));
        ready.always += (static_cast<uint32_t>(ready.top[i]) - cells) * of(HOLES);
        ready.of_depth[i] = cells * of(HOLE_DEPTH);
        if constexpr ((SET & WITH_EXTRAS) != 0) {
            if (i > 0) ready.steps |= step_between(ready.top[i - 1], ready.top[i]);
        }
        if constexpr (WELL::IS_QUINTRIS) {
            if (form.inner_column == i) {  // a single cell, with a single one above it
                ready.always += 2 * of(COLUMN_TRANSITIONS);
                if constexpr ((SET & WITH_EXTRAS) != 0) {
                    ready.always += of(HOLE_DEPTH);
                    ready.of_depth[i] -= of(HOLE_DEPTH);
                }
            }
        }
    }
}

// What a drop is worth, if nothing about it is special.
struct SoloDrop {
    int32_t bottom;
    uint32_t value;
    bool is_special;  // the value does not hold
};

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
        if constexpr ((SET & WITH_WELLS) != 0) {
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

// A few columns side by side, as drops go over them: two to the left of the shape, its own and two to the
// right of it.
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

template <int WIDE, unsigned SET, class WELL>
GAME_FN SoloDrop dropped(const SoloGround<WELL>& ground, const Window<WIDE>& window,
                         const SoloShape<WIDE>& shape, int c, const SoloWeights& weights) {
    constexpr bool HAS_WELLS = (SET & (WITH_WELLS | WITH_FAST_WELLS)) != 0;
    int32_t rest[WIDE], bottom = 0;  // where the shape would come to rest by each column
    GAME_UNROLL
    for (int i = 0; i < WIDE; ++i) {
        rest[i] = window.heights[i + 1] - shape.low[i];
        bottom = i == 0 || rest[i] > bottom ? rest[i] : bottom;
    }
    uint32_t cells[WIDE + 2], filled[WIDE + 4];
    int32_t top[WIDE];
    cells[0] = cells[WIDE + 1] = 0;
    GAME_UNROLL
    for (int i = 0; i < WIDE + 4; ++i) filled[i] = window.columns[i];
    const typename SoloGround<WELL>::Bits marks = ground.before[c] | ground.after[c + WIDE];
    uint32_t full = WELL::ROWS & ~marks.lacking();
    GAME_UNROLL
    for (int i = 0; i < WIDE; ++i) {
        cells[i + 1] = moved_up(shape.strip[i], bottom);
        filled[i + 2] |= cells[i + 1];
        top[i] = bottom + shape.top[i];
        full &= filled[i + 2];
    }
    uint32_t value = ground.value_before[c] + ground.value_after[c + WIDE] + shape.always +
                     static_cast<uint32_t>(bottom) * shape.of_bottom;
    uint32_t special = full;
    int rows = 0;
    GAME_UNROLL
    for (int i = 1; i <= WIDE + 1; ++i) rows += ones(filled[i] ^ filled[i + 1]);
    value += static_cast<uint32_t>(weights.of[ROW_TRANSITIONS] * rows);
    GAME_UNROLL
    for (int i = 0; i < WIDE; ++i) {
        const uint32_t gap = static_cast<uint32_t>(bottom - rest[i] < 1 ? bottom - rest[i] : 1);
        value += gap * static_cast<uint32_t>(2 * weights.of[COLUMN_TRANSITIONS]);
        if constexpr ((SET & WITH_EXTRAS) != 0) {
            value += (gap != 0 || window.holes[i + 1] != 0) ? shape.of_depth[i] : 0;
        }
    }
    if constexpr (HAS_WELLS) {
        OpenWells wells;
        GAME_UNROLL
        for (int i = 0; i < WIDE + 2; ++i) {  // from the left neighbour to the right one; walls have no cells
            const uint32_t flanks = filled[i] & filled[i + 2];
            const uint32_t beside = (i > 0 ? cells[i - 1] : 0) | (i < WIDE + 1 ? cells[i + 1] : 0);
            special |= window.holes[i] & beside;
            wells.template add<SET>(flanks, i == 0 || i == WIDE + 1 ? window.heights[i] : top[i - 1]);
            if (WIDE == 1 || i == 0 || i == WIDE + 1) continue;
            wells.template add<SET>(flanks & cells_below(bottom + shape.low[i - 1]), window.heights[i]);
            if constexpr (WELL::IS_QUINTRIS) {  // a gap inside the piece is in the second row of its box
                const uint32_t is_well = moved_down(flanks, bottom + 1) & 1;
                wells.twice += shape.inner_column == i - 1 ? static_cast<int32_t>(2 * is_well) : 0;
            }
        }
        constexpr int PARTS = WIDE + 2 + (WIDE > 1 ? WIDE : 0);
        uint32_t weight = 0;
        if constexpr ((SET & WITH_WELLS) != 0) {
            weight += static_cast<uint32_t>(weights.of[WELLS]);
            special |= wells.overlap;
            value -= static_cast<uint32_t>(weights.of[WELLS]) * wells.depths_of_gaps();
        }
        if constexpr ((SET & WITH_FAST_WELLS) != 0) weight += static_cast<uint32_t>(weights.of[WELLS_FAST]);
        value += weight * (static_cast<uint32_t>(wells.twice + 2 * PARTS) / 2);
    }
    if constexpr ((SET & WITH_EXTRAS) != 0) {
        uint32_t hidden = marks.hidden();
        GAME_UNROLL
        for (int i = 0; i < WIDE; ++i) hidden |= ~(moved_up(~0u, top[i]) | filled[i + 2]);
        const uint32_t steps = marks.steps() | shape.steps | step_between(window.heights[0], top[0]) |
                               step_between(top[WIDE - 1], window.heights[WIDE + 1]);
        value += static_cast<uint32_t>(weights.of[ROWS_WITH_HOLES] * ones(hidden) +
                                       weights.of[PATTERN_DIVERSITY] * ones(steps & 31));
    }
    if constexpr ((SET & WITH_TABLES) != 0) {
        int32_t near[WIDE + 4], covers[WIDE];
        near[0] = bit_length(filled[0]);
        near[1] = window.heights[0];
        near[WIDE + 2] = window.heights[WIDE + 1];
        near[WIDE + 3] = bit_length(filled[WIDE + 3]);
        GAME_UNROLL
        for (int i = 0; i < WIDE; ++i) {
            near[i + 2] = top[i];
            const int below = bottom > rest[i] ? bottom + shape.low[i] : bit_length(window.holes[i + 1]);
            covers[i] = below > 0 ? top[i] - below : 0;
            if constexpr (WELL::IS_QUINTRIS) covers[i] = shape.inner_column == i ? 1 : covers[i];
        }
        value += value_of_drop<WIDE, ((SET & WITH_BENDS) != 0), WELL>(weights.tables, ground.cases, c, near, covers);
    }
    return {bottom, value, special != 0};
}

}  // namespace tilefall::TILEFALL_ISA
