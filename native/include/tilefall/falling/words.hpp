// Solo: games that one thread plays by itself, as a GPU wants them: a board is an array of column
// words, and its size is known when compiling. Here is what a board is worth, made from nothing; the
// same features as in features.hpp (E1 to E11).
#pragma once

#include "tilefall/features/lanes.hpp"

namespace tilefall::TILEFALL_ISA {

// A shape in four words that are read at once: for each column of its box the filled cells in five bits,
// then numbers of three bits each.
struct alignas(16) Form {
    uint32_t strip, low, top;
    uint8_t width, height, inner_column, piece;  // inner_column: one with a gap inside, or NO_COLUMN

    static constexpr int NO_COLUMN = 7;

    GAME_FN uint32_t cells(int i) const { return moved_down(strip, 5 * i) & 31; }  // none outside
    GAME_FN int low_at(int i) const { return static_cast<int>(low >> 3 * i & 7); }
    GAME_FN int top_at(int i) const { return static_cast<int>(top >> 3 * i & 7); }
};

struct FormSet {
    Form forms[MAX_SHAPES];
    int32_t first[MAX_PIECES + 1];  // as in PieceSet
    uint8_t wide[MAX_PIECES][MAX_SIDE + 1];  // which shapes of a piece are so wide, one bit each
};

constexpr FormSet forms_of(const PieceSet& pieces) {
    FormSet set{};
    for (int piece = 0; piece <= pieces.pieces; ++piece) set.first[piece] = pieces.first[piece];
    for (int number = 0; number < pieces.first[pieces.pieces]; ++number) {
        const Shape& shape = pieces.shapes[number];
        Form& form = set.forms[number];
        form.width = static_cast<uint8_t>(shape.width);
        form.height = static_cast<uint8_t>(shape.height);
        form.piece = static_cast<uint8_t>(shape.piece);
        form.inner_column = Form::NO_COLUMN;
        set.wide[shape.piece][shape.width] |= static_cast<uint8_t>(1 << (number - set.first[shape.piece]));
        for (int i = 0; i < shape.width; ++i) {
            form.strip |= shape.strip[STRIP_START + i] << 5 * i;
            form.low |= static_cast<uint32_t>(shape.low[i]) << 3 * i;
            form.top |= static_cast<uint32_t>(shape.top[i]) << 3 * i;
            if (shape.above_gap[i] > 0) form.inner_column = static_cast<uint8_t>(i);
        }
    }
    return set;
}

GAME_TABLE(FormSet, QUINTRIS_FORMS, forms_of(piece_set(QUINTRIS_DRAWINGS, true)))
GAME_TABLE(FormSet, TETRIS_FORMS, forms_of(piece_set(TETRIS_DRAWINGS, false)))

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
    GAME_FN static const FormSet& forms() {
        if constexpr (QUINTRIS) return QUINTRIS_FORMS();
        return TETRIS_FORMS();
    }
    GAME_FN static int piece_of(int shape) { return forms().forms[shape].piece; }
};

template <class WELL>
struct SoloBoard {
    uint32_t columns[WELL::WIDTH];

    // A column, or the wall beside the board.
    GAME_FN uint32_t at(int column) const {
        return column < 0 || column >= WELL::WIDTH ? WELL::ROWS : columns[column];
    }
};

// Weights as a thread holds them: tables are where all threads read them.
struct SoloWeights {
    int32_t of[FEATURES];
    const int32_t* tables;
};

GAME_FN SoloWeights solo_weights(const FeatureWeights& weights) {
    SoloWeights found;
    for (int i = 0; i < FEATURES; ++i) found.of[i] = weights.of[i];
    found.tables = weights.tables;
    return found;
}

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
GAME_FN uint32_t value_of_wells(uint32_t column, uint32_t cells, const SoloWeights& weights) {
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
GAME_FN uint32_t value_of_board(const SoloBoard<WELL>& board, const SoloWeights& weights) {
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
GAME_FN SoloStep lock_shape(SoloBoard<WELL>& board, const Form& form, int column, int bottom,
                            const SoloWeights& weights) {
    uint32_t full = WELL::ROWS;
    GAME_UNROLL
    for (int i = 0; i < WELL::WIDTH; ++i) {
        board.columns[i] |= form.cells(i - column) << bottom;
        full &= board.columns[i];
    }
    uint32_t value = static_cast<uint32_t>(weights.of[LANDING_HEIGHT] * (2 * bottom + form.height - 1));
    if (full == 0) return {value, 0};
    const uint32_t rows = moved_down(full, bottom) & 31;  // of the box
    const int removed = ones(full), eroded = ones(form.strip & rows * 0x108421u);
    value += static_cast<uint32_t>(weights.of[ERODED_CELLS] * removed * eroded +
                                   weights.of[ROWS_REMOVED] * removed);
    remove_rows(board, full);
    return {value, removed};
}

// Where a shape comes to rest that falls from above everything (T3).
template <class WELL>
GAME_FN int landing_bottom(const SoloBoard<WELL>& board, const Form& form, int column) {
    int bottom = 0;
    GAME_UNROLL
    for (int i = 0; i < WELL::WIDTH; ++i) {
        const uint32_t inside = static_cast<uint32_t>(i - column);
        if (inside >= form.width) continue;
        const int at = bit_length(board.columns[i]) - form.low_at(static_cast<int>(inside));
        bottom = at > bottom ? at : bottom;
    }
    return bottom;
}

}  // namespace tilefall::TILEFALL_ISA
