// Solo: games that one thread plays by itself, as a GPU wants them: a board is an array of column
// words, and its size is known when compiling. Here is what a board is worth, made from nothing; the
// same features as in features.hpp (E1 to E11).
#pragma once

#include "tilefall/features.hpp"

namespace tilefall::TILEFALL_ISA {

// A game and the size of its board.
template <int COLUMNS, int LEVELS_HIGH, bool QUINTRIS>
struct Well {
    static constexpr int WIDTH = COLUMNS, HEIGHT = LEVELS_HIGH;
    static constexpr bool IS_QUINTRIS = QUINTRIS;
    static constexpr uint32_t ROWS = (1u << HEIGHT) - 1;  // all cells of a column

    GAME_FN static const PieceSet& pieces() {
        if constexpr (QUINTRIS) return QUINTRIS_PIECES();
        return TETRIS_PIECES();
    }
};

template <class WELL>
struct SoloBoard {
    uint32_t columns[WELL::WIDTH];

    // A column, or the wall beside the board.
    GAME_FN uint32_t at(int column) const {
        return column < 0 || column >= WELL::WIDTH ? WELL::ROWS : columns[column];
    }
};

GAME_FN uint32_t cells_below(int level) { return ~moved_up(~0u, level); }

// The sum of the first k numbers.
GAME_FN int triangle(int k) { return k * (k + 1) / 2; }

// What these cells of a column, all of them empty, add to the wells (E6).
GAME_FN int well_depths(uint32_t column, uint32_t cells) {
    int total = 0;
    GAME_ROLLED
    for (int depth = 1; cells != 0; ++depth) {
        total += ones(cells);
        cells &= moved_up(~column, depth);
    }
    return total;
}

// What they add to the wells that are filled down (E7): the highest one of a run counts.
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

// The wells of both kinds in some cells of a column, times their weights.
template <unsigned SET>
GAME_FN uint32_t value_of_wells(uint32_t column, uint32_t cells, const FeatureWeights& weights) {
    uint32_t value = 0;
    if constexpr ((SET & WITH_WELLS) != 0) {
        value += static_cast<uint32_t>(weights.of[WELLS] * well_depths(column, cells));
    }
    if constexpr ((SET & WITH_FAST_WELLS) != 0) {
        value += static_cast<uint32_t>(weights.of[WELLS_FAST] * fast_well_depths(column, cells));
    }
    return value;
}

// The features that need nothing but the board, times their weights.
template <unsigned SET, class WELL>
GAME_FN uint32_t value_of_board(const SoloBoard<WELL>& board, const FeatureWeights& weights) {
    int rows = 0, changes = 0, holes = 0, depth = 0, before = 64;
    uint32_t hidden = 0, steps = 0, wells = 0, left = WELL::ROWS;
    GAME_UNROLL
    for (int i = 0; i < WELL::WIDTH; ++i) {
        const uint32_t column = board.columns[i], right = board.at(i + 1);
        const int height = bit_length(column);
        const uint32_t covered = cells_below(height) & ~column;
        rows += ones(column ^ left);
        changes += ones(column ^ (column << 1 | 1));
        holes += ones(covered);
        if constexpr ((SET & (WITH_WELLS | WITH_FAST_WELLS)) != 0) {
            wells += value_of_wells<SET>(column, ~column & left & right, weights);
        }
        if constexpr ((SET & WITH_EXTRAS) != 0) {
            depth += ones(column & (column + 1));
            hidden |= covered;
            steps |= moved_up(1, height - before + 2);
            before = height;
        }
        left = column;
    }
    rows += ones(left ^ WELL::ROWS);
    uint32_t value = static_cast<uint32_t>(weights.of[ROW_TRANSITIONS] * rows +
                                           weights.of[COLUMN_TRANSITIONS] * changes +
                                           weights.of[HOLES] * holes);
    if constexpr ((SET & WITH_EXTRAS) != 0) {
        value += static_cast<uint32_t>(weights.of[HOLE_DEPTH] * depth +
                                       weights.of[ROWS_WITH_HOLES] * ones(hidden) +
                                       weights.of[PATTERN_DIVERSITY] * ones(steps & 31));
    }
    return value + wells;
}

// The rows that are full in every column (F7).
template <class WELL>
GAME_FN uint32_t full_rows(const SoloBoard<WELL>& board) {
    uint32_t full = WELL::ROWS;
    GAME_UNROLL
    for (int i = 0; i < WELL::WIDTH; ++i) full &= board.columns[i];
    return full;
}

template <class WELL>
GAME_FN void remove_rows(SoloBoard<WELL>& board, uint32_t rows) {
    GAME_ROLLED
    for (; rows != 0; rows &= ~(1u << (bit_length(rows) - 1))) {
        const uint32_t below = cells_below(bit_length(rows) - 1);
        GAME_UNROLL
        for (int i = 0; i < WELL::WIDTH; ++i) {
            const uint32_t column = board.columns[i];
            board.columns[i] = (column & below) | (column >> 1 & ~below);
        }
    }
}

// A placement on its board: what it changes, and what that is worth without the board it leaves.
struct SoloStep {
    uint32_t value;
    int32_t removed;
};

// Locks a shape inside the board and removes full rows (F6, F7).
template <class WELL>
GAME_FN SoloStep lock_shape(SoloBoard<WELL>& board, const Shape& shape, int column, int bottom,
                            const FeatureWeights& weights) {
    GAME_UNROLL
    for (int i = 0; i < WELL::WIDTH; ++i) {
        board.columns[i] |= shape.strip[STRIP_START + i - column] << bottom;
    }
    uint32_t value = static_cast<uint32_t>(weights.of[LANDING_HEIGHT] * (2 * bottom + shape.height - 1));
    const uint32_t full = full_rows(board);
    if (full == 0) return {value, 0};
    int eroded = 0;
    for (int i = 0; i < shape.width; ++i) eroded += ones(shape.strip[STRIP_START + i] << bottom & full);
    const int removed = ones(full);
    value += static_cast<uint32_t>(weights.of[ERODED_CELLS] * removed * eroded +
                                   weights.of[ROWS_REMOVED] * removed);
    remove_rows(board, full);
    return {value, removed};
}

// Where a shape comes to rest that falls from above everything (T3).
template <class WELL>
GAME_FN int landing_bottom(const SoloBoard<WELL>& board, const Shape& shape, int column) {
    int bottom = 0;
    GAME_UNROLL
    for (int i = 0; i < WELL::WIDTH; ++i) {
        const int inside = i - column;
        if (inside < 0 || inside >= shape.width) continue;
        const int at = bit_length(board.columns[i]) - shape.low[inside];
        bottom = at > bottom ? at : bottom;
    }
    return bottom;
}

// What a placement inside the board is worth, the board made for it.
template <unsigned SET, class WELL>
GAME_FN int32_t exact_value(const SoloBoard<WELL>& board, const Shape& shape, int column, int bottom,
                            const FeatureWeights& weights) {
    SoloBoard<WELL> after = board;
    const SoloStep step = lock_shape(after, shape, column, bottom, weights);
    return static_cast<int32_t>(step.value + value_of_board<SET>(after, weights));
}

}  // namespace tilefall::TILEFALL_ISA
