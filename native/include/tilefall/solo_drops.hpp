// Solo drops: what every straight drop of a shape is worth, one after the other. Only the piece's own
// columns and their neighbours are counted again; all else is in two sums that end beside them.
// Drops that need more, such as those that complete a row, are named, and their board is made.
#pragma once

#include "tilefall/solo_board.hpp"

namespace tilefall::TILEFALL_ISA {

// What all drops on a board share. Index c of `before` is all that is left of a piece whose first
// column is c, index e of `after` all that is right of one whose last column is e - 1.
template <class WELL>
struct SoloGround {
    static constexpr int WALL_HEIGHT = 64;  // higher than any step from a column could be
    SoloBoard<WELL> board;
    int32_t heights[WELL::WIDTH];
    uint32_t holes[WELL::WIDTH];      // empty cells that are covered
    uint32_t has_holes[WELL::WIDTH];  // 1 if there are any
    uint32_t value_before[WELL::WIDTH], value_after[WELL::WIDTH + 1];
    uint32_t full_before[WELL::WIDTH], full_after[WELL::WIDTH + 1];
    uint32_t hidden_before[WELL::WIDTH], hidden_after[WELL::WIDTH + 1];  // rows with holes
    uint32_t steps_before[WELL::WIDTH], steps_after[WELL::WIDTH + 1];

    GAME_FN int height(int column) const {
        return column < 0 || column >= WELL::WIDTH ? WALL_HEIGHT : heights[column];
    }
    GAME_FN uint32_t holes_at(int column) const {
        return column < 0 || column >= WELL::WIDTH ? 0 : holes[column];
    }
};

GAME_FN uint32_t step_between(int left, int right) { return moved_up(1, right - left + 2); }

// What flanks make of the cells above a column, all of them empty. Without gaps the wells there count
// alike in both ways: as the sum of the numbers up to the highest one.
template <unsigned SET>
GAME_FN uint32_t open_value(uint32_t column, uint32_t flanks, int height, const FeatureWeights& weights) {
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
GAME_FN void look_at(const FeatureWeights& weights, SoloGround<WELL>& ground) {
    constexpr int WIDTH = WELL::WIDTH;
    const SoloBoard<WELL>& board = ground.board;
    int changes = 0, holes = 0, depth = 0;
    uint32_t inner_wells = 0, any_inner = 0;  // of covered cells
    uint32_t rows[WIDTH + 1], open_wells[WIDTH];  // times their weights; rows between i - 1 and i
    GAME_UNROLL
    for (int i = 0; i < WIDTH; ++i) {
        const uint32_t column = board.columns[i], left = board.at(i - 1), right = board.at(i + 1);
        const int height = bit_length(column);
        const uint32_t covered = cells_below(height) & ~column;
        ground.heights[i] = height;
        ground.holes[i] = covered;
        ground.has_holes[i] = covered != 0;
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
            const uint32_t inner = board.at(i - 1) & board.at(i + 1) & ground.holes[i];
            inner_wells += value_of_wells<SET>(board.columns[i], inner, weights);
        }
    }
    rows[WIDTH] =
        static_cast<uint32_t>(weights.of[ROW_TRANSITIONS] * ones(board.columns[WIDTH - 1] ^ WELL::ROWS));
    const uint32_t of_hole = static_cast<uint32_t>(weights.of[HOLES]);
    uint32_t value = inner_wells + static_cast<uint32_t>(weights.of[COLUMN_TRANSITIONS] * changes +
                                                         weights.of[HOLES] * holes);
    if constexpr ((SET & WITH_EXTRAS) != 0) value += static_cast<uint32_t>(weights.of[HOLE_DEPTH] * depth);
    uint32_t full = WELL::ROWS, hidden = 0, steps = 0;
    GAME_UNROLL
    for (int i = 0; i < WIDTH; ++i) value -= of_hole * static_cast<uint32_t>(ground.heights[i]);
    GAME_UNROLL
    for (int c = 0; c < WIDTH; ++c) {
        if (c >= 2) value += open_wells[c - 2];
        if (c >= 1) {
            value += rows[c - 1] + of_hole * static_cast<uint32_t>(ground.heights[c - 1]);
            full &= board.columns[c - 1];
            hidden |= ground.holes[c - 1];
            if (c >= 2) steps |= step_between(ground.heights[c - 2], ground.heights[c - 1]);
        }
        ground.value_before[c] = value;
        ground.full_before[c] = full;
        ground.hidden_before[c] = hidden;
        ground.steps_before[c] = steps;
    }
    value = 0, full = WELL::ROWS, hidden = 0, steps = 0;
    GAME_UNROLL
    for (int e = WIDTH; e >= 1; --e) {
        if (e < WIDTH) {
            value += rows[e + 1] + of_hole * static_cast<uint32_t>(ground.heights[e]);
            full &= board.columns[e];
            hidden |= ground.holes[e];
            if (e + 1 < WIDTH) {
                value += open_wells[e + 1];
                steps |= step_between(ground.heights[e], ground.heights[e + 1]);
            }
        }
        ground.value_after[e] = value;
        ground.full_after[e] = full;
        ground.hidden_after[e] = hidden;
        ground.steps_after[e] = steps;
    }
}

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
GAME_FN void prepare(const Form& form, const FeatureWeights& weights, SoloShape<WIDE>& ready) {
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

// What two flanks make of the open cells of a column above a level, as in open_value.
struct OpenWells {
    int32_t twice = 0;  // twice the sums of depths, less 2 for each column
    uint32_t gaps = 0;

    GAME_FN void add(uint32_t flanks, int level) {
        const uint32_t cells = moved_down(flanks, level);
        const int highest = bit_length(cells) - 1;
        twice += highest * (highest + 3);
        gaps |= cells & (cells + 1);
    }
};

template <int WIDE, unsigned SET, class WELL>
GAME_FN SoloDrop dropped(const SoloGround<WELL>& ground, const SoloShape<WIDE>& shape, int c,
                         const FeatureWeights& weights) {
    constexpr bool HAS_WELLS = (SET & (WITH_WELLS | WITH_FAST_WELLS)) != 0;
    int32_t rest[WIDE], bottom = 0;  // where the shape would come to rest by each column
    GAME_UNROLL
    for (int i = 0; i < WIDE; ++i) {
        rest[i] = ground.heights[c + i] - shape.low[i];
        bottom = i == 0 || rest[i] > bottom ? rest[i] : bottom;
    }
    uint32_t cells[WIDE + 2], filled[WIDE + 4];  // columns -1 and -2 to the left of the piece first
    int32_t top[WIDE];
    cells[0] = cells[WIDE + 1] = 0;
    filled[0] = ground.board.at(c - 2);
    filled[1] = ground.board.at(c - 1);
    filled[WIDE + 2] = ground.board.at(c + WIDE);
    filled[WIDE + 3] = ground.board.at(c + WIDE + 1);
    uint32_t full = ground.full_before[c] & ground.full_after[c + WIDE];
    GAME_UNROLL
    for (int i = 0; i < WIDE; ++i) {
        cells[i + 1] = moved_up(shape.strip[i], bottom);
        filled[i + 2] = ground.board.columns[c + i] | cells[i + 1];
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
        if constexpr ((SET & WITH_EXTRAS) != 0) value += (gap | ground.has_holes[c + i]) * shape.of_depth[i];
    }
    if constexpr (HAS_WELLS) {
        OpenWells wells;
        int parts = 0;
        GAME_UNROLL
        for (int i = 0; i < WIDE + 2; ++i) {  // from the left neighbour to the right one
            if (c + i - 1 < 0 || c + i - 1 >= WELL::WIDTH) continue;
            const uint32_t flanks = filled[i] & filled[i + 2];
            const uint32_t beside = (i > 0 ? cells[i - 1] : 0) | (i < WIDE + 1 ? cells[i + 1] : 0);
            special |= ground.holes[c + i - 1] & beside;
            parts += 1;
            if (i == 0 || i == WIDE + 1) {
                wells.add(flanks, ground.heights[c + i - 1]);
                continue;
            }
            wells.add(flanks, top[i - 1]);
            if constexpr (WIDE > 1) {
                parts += 1;
                const uint32_t gap = cells_below(bottom + shape.low[i - 1]);
                wells.add(flanks & gap, ground.heights[c + i - 1]);
                if constexpr (WELL::IS_QUINTRIS) {  // a gap inside the piece is in the second row of its box
                    const uint32_t is_well = moved_down(flanks, bottom + 1) & 1;
                    wells.twice += shape.inner_column == i - 1 ? static_cast<int32_t>(2 * is_well) : 0;
                }
            }
        }
        uint32_t weight = 0;
        if constexpr ((SET & WITH_WELLS) != 0) {
            weight += static_cast<uint32_t>(weights.of[WELLS]);
            special |= wells.gaps;
        }
        if constexpr ((SET & WITH_FAST_WELLS) != 0) weight += static_cast<uint32_t>(weights.of[WELLS_FAST]);
        value += weight * (static_cast<uint32_t>(wells.twice + 2 * parts) / 2);
    }
    if constexpr ((SET & WITH_EXTRAS) != 0) {
        uint32_t hidden = ground.hidden_before[c] | ground.hidden_after[c + WIDE];
        GAME_UNROLL
        for (int i = 0; i < WIDE; ++i) hidden |= ~(moved_up(~0u, top[i]) | filled[i + 2]);
        const uint32_t steps = ground.steps_before[c] | ground.steps_after[c + WIDE] | shape.steps |
                               step_between(ground.height(c - 1), top[0]) |
                               step_between(top[WIDE - 1], ground.height(c + WIDE));
        value += static_cast<uint32_t>(weights.of[ROWS_WITH_HOLES] * ones(hidden) +
                                       weights.of[PATTERN_DIVERSITY] * ones(steps & 31));
    }
    return {bottom, value, special != 0};
}

}  // namespace tilefall::TILEFALL_ISA
