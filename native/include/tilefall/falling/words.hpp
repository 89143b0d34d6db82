// Words: the second form of a falling game, as one thread of a GPU plays it. A board is an array of words, one a
// column, bit 0 the floor, and its size is known when compiling.
#pragma once

#include "tilefall/falling/turns.hpp"

namespace tilefall::TILEFALL_ISA::words {

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
    int32_t first[MAX_PIECES + 1];           // as in PieceSet
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
struct Board {
    uint32_t columns[WELL::WIDTH];

    // A column, or the wall beside the board.
    GAME_FN uint32_t at(int column) const { return column < 0 || column >= WELL::WIDTH ? WELL::ROWS : columns[column]; }
};

GAME_FN uint32_t cells_below(int level) { return ~moved_up(~0u, level); }

template <class WELL>
GAME_FN void remove_rows(Board<WELL>& board, uint32_t rows) {
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

// Locks a shape inside the board (F6): which rows are full then, still to be removed (F7).
template <class WELL>
GAME_FN uint32_t lock_shape(Board<WELL>& board, const Form& form, int column, int bottom) {
    uint32_t full = WELL::ROWS;
    GAME_UNROLL
    for (int i = 0; i < WELL::WIDTH; ++i) {
        board.columns[i] |= form.cells(i - column) << bottom;
        full &= board.columns[i];
    }
    return full;
}

// Where a shape comes to rest that falls from above everything (T3).
template <class WELL>
GAME_FN int landing_bottom(const Board<WELL>& board, const Form& form, int column) {
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

// Whether every cell of the rows that a new piece of Quintris may touch is empty.
template <class WELL>
GAME_FN bool has_free_top(const Board<WELL>& board) {
    uint32_t any = 0;
    GAME_UNROLL
    for (int i = 0; i < WELL::WIDTH; ++i) any |= board.columns[i];
    return any >> (WELL::HEIGHT - MAX_SIDE) == 0;
}

// Whether a shape has no room where it appears (Q5).
template <class WELL>
GAME_FN bool has_no_room(const Board<WELL>& board, int shape, int column) {
    if (has_free_top(board)) return false;
    const Form form = WELL::forms().forms[shape];
    uint32_t blocked = 0;
    GAME_UNROLL
    for (int i = 0; i < WELL::WIDTH; ++i) {
        blocked |= board.columns[i] & form.cells(i - column) << (WELL::HEIGHT - form.height);
    }
    return blocked != 0;
}

// The drops of a piece of Quintris on a crowded board (F4, F6).
template <class WELL>
GAME_SELDOM void find_drops(const Board<WELL>& board, int piece, Drops& drops) {
    drops.first = WELL::forms().first[piece];
    drops.count = WELL::forms().first[piece + 1] - drops.first;
    GAME_ROLLED
    for (int i = 0; i < drops.count; ++i) {
        const Form form = WELL::forms().forms[drops.first + i];
        const uint32_t top = 1u << (WELL::HEIGHT - form.height);
        uint32_t blocked[WELL::WIDTH] = {}, beside[WELL::WIDTH];  // blocked: where a cell would lie on a filled one
        GAME_UNROLL
        for (int k = 0; k < WELL::WIDTH; ++k) beside[k] = board.columns[k];
        GAME_ROLLED
        for (int k = 0; k < form.width; ++k) {
            GAME_ROLLED
            for (uint32_t cells = form.cells(k); cells != 0; cells &= cells - 1) {
                GAME_UNROLL
                for (int column = 0; column < WELL::WIDTH; ++column)
                    blocked[column] |= beside[column] >> lowest_bit(cells);
            }
            GAME_UNROLL
            for (int column = 1; column < WELL::WIDTH; ++column) beside[column - 1] = beside[column];
            beside[WELL::WIDTH - 1] = WELL::ROWS;
        }
        drops.fits[i] = 0;
        GAME_UNROLL
        for (int column = 0; column < WELL::WIDTH; ++column) {
            drops.fits[i] |= (blocked[column] & top) == 0 ? 1u << column : 0;
            drops.bottom[i][column] = static_cast<int8_t>(bit_length(blocked[column] & (top - 1)));
        }
    }
}

// Calls take(shape, column, bottom) for every drop that a spawn reaches on a crowded board.
template <class WELL, class Take>
GAME_FN void reach_crowded(const Drops& drops, int shape, int column, const Take& take) {
    uint32_t reached[MAX_TURNS_OF_PIECE];
    find_columns(WELL::pieces(), drops, shape, column, reached);
    for (int i = 0; i < drops.count; ++i) {
        for (uint32_t rest = reached[i]; rest != 0; rest &= rest - 1) {
            const int at = lowest_bit(rest);
            take(drops.first + i, at, drops.bottom[i][at]);
        }
    }
}

}  // namespace tilefall::TILEFALL_ISA::words
