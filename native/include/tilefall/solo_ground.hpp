// Solo ground: what all drops on a board share. All that is left of a piece and all that is right of it are
// sums that end beside it, with their weights in them.
#pragma once

#include "tilefall/solo_tables.hpp"

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

}  // namespace tilefall::TILEFALL_ISA
