// Turns: the legal moves of both falling games, and the end of a game (F9, Q5, T3, T4).
#pragma once

#include "tilefall/draws.hpp"
#include "tilefall/reach.hpp"

namespace tilefall::TILEFALL_ISA {

// Whether every cell of the rows that a new piece may touch is empty: then keys reach every shape
// and column, and a drop meets nothing but the tops of the columns.
GAME_FN bool has_free_top(const Frame& frame, Lanes columns) {
    const uint32_t top = ~0u << (frame.height - MAX_SIDE);
    return !any(columns & frame.inside & splat(top));
}

GAME_FN bool is_over(const FallingRules& rules, const Frame& frame, const FallingState& state) {
    if (!rules.is_quintris) return state.current < 0;
    const Lanes columns = load(state.columns);
    if (state.row == 0 && has_free_top(frame, columns)) return false;
    const Shape& shape = QUINTRIS_PIECES().shapes[state.current];
    const int bottom = bottom_of(frame, shape, state.row);
    return bottom < 0 || any(columns & cells_of(shape, state.column, bottom));
}

// Where a shape comes to rest that falls from above everything (T3).
GAME_FN int landing_bottom(const uint32_t* columns, const Shape& shape, int column) {
    int bottom = 0;
    for (int i = 0; i < shape.width; ++i) {
        const int at = bit_length(columns[column + i]) - shape.low[i];
        bottom = at > bottom ? at : bottom;
    }
    return bottom;
}

// Every legal move, ascending.
GAME_FN void list_moves(const FallingRules& rules, const Frame& frame, const FallingState& state,
                        MoveList& list) {
    list.count = 0;
    if (is_over(rules, frame, state)) return;
    const PieceSet& pieces = pieces_of(rules);
    if (!rules.is_quintris) {
        const int piece = pieces.shapes[state.current].piece;
        for (int shape = pieces.first[piece]; shape < pieces.first[piece + 1]; ++shape) {
            const Shape& form = pieces.shapes[shape];
            for (int column = 0; column + form.width <= rules.width; ++column) {
                const int bottom = landing_bottom(state.columns, form, column);
                list.moves[list.count++] = {shape, column, bottom};
            }
        }
        return;
    }
    if (!rules.can_slide) {
        const int piece = pieces.shapes[state.current].piece;
        Drops drops;
        uint32_t reached[MAX_TURNS_OF_PIECE];
        find_drops(frame, pieces, load(state.columns), piece, drops);
        find_columns(pieces, drops, state.current, state.column, reached);
        for (int i = 0; i < drops.count; ++i) {
            for (uint32_t rest = reached[i]; rest != 0; rest &= rest - 1) {
                const int column = lowest_bit(rest);
                list.moves[list.count++] = {drops.first + i, column, drops.bottom[i][column]};
            }
        }
        return;
    }
    const Places places = resting_places(rules, frame, state);
    for (int i = 0; i < places.count; ++i) {
        uint32_t bottoms[LANES];
        store(places.of[i], bottoms);
        for (int column = 0; column < rules.width; ++column) {
            for (uint32_t rest = bottoms[column]; rest != 0; rest &= rest - 1) {
                list.moves[list.count++] = {places.first + i, column, lowest_bit(rest)};
            }
        }
    }
}

// Whether a Tetris move leaves a cell at or above the board's height (T4).
GAME_FN bool ends_game(const FallingRules& rules, Move move) {
    return move.bottom + pieces_of(rules).shapes[move.shape].height > rules.height;
}

// All games of `depth` moves from a state, chance decided by the dice, and their digests' sum.
GAME_FN Perft perft(const FallingRules& rules, const Frame& frame, const Chance& chance,
                    const FallingState& state, int depth) {
    if (depth == 0) return {1, digest(rules, state)};
    MoveList list;
    list_moves(rules, frame, state, list);
    Perft total{0, 0};
    for (int i = 0; i < list.count; ++i) {
        const Locked after = locked(rules, frame, state, list.moves[i]);
        const Perft below = perft(rules, frame, chance, drawn(rules, chance, after), depth - 1);
        total.leaves += below.leaves;
        total.digest += below.digest;
    }
    return total;
}

}  // namespace tilefall::TILEFALL_ISA
