// Words: whole games by one thread in words, with what a GPU's threads share made by this one alone.
#pragma once

#include "tilefall/gpu/games.hpp"

namespace tilefall::TILEFALL_ISA::words {

template <class WELL>
bool is_crowded(const Board<WELL>& board) {
    if constexpr (WELL::IS_QUINTRIS) return !has_free_top(board);
    return false;
}

// Calls take(shape, column, bottom) for every drop of the piece, in the order of moves.
template <class WELL, class Take>
void for_each_drop(const Board<WELL>& board, Piece current, const Take& take) {
    const int piece = WELL::piece_of(current.shape);
    if (is_crowded(board)) {
        Drops drops;
        find_drops(board, piece, drops);
        return reach_crowded<WELL>(drops, current.shape, current.column, take);
    }
    for (int shape = WELL::forms().first[piece]; shape < WELL::forms().first[piece + 1]; ++shape) {
        const Form form = WELL::forms().forms[shape];
        for (int column = 0; column + form.width <= WELL::WIDTH; ++column) {
            take(shape, column, landing_bottom(board, form, column));
        }
    }
}

// The best straight drop of a piece on a board whose top is free.
template <unsigned SET, class WELL>
Best best_drop(const Board<WELL>& board, int piece, const Weights& weights) {
    Ground<WELL> ground;
    ground.board = board;
    look_at<SET>(weights, ground);
    Best best;
    take_drops<SET>(ground, shapes_of<WELL>(piece), weights, best, [&](int shape, uint32_t columns) {
        const Form form = WELL::forms().forms[shape];
        for (; columns != 0; columns &= columns - 1) {
            const int column = lowest_bit(columns), bottom = landing_bottom(board, form, column);
            best.take(exact_value<SET>(board, form, column, bottom, weights), Best::order_of(shape, column));
        }
    });
    return best;
}

// The best move of a piece by itself; the first of all if every one ends the game (T8).
template <unsigned SET, class WELL>
Choice chosen(const Board<WELL>& board, Piece current, const Weights& weights) {
    Choice choice{{current.shape, current.column, 0}, NO_VALUE, 0};
    if (is_crowded(board)) {
        for_each_drop(board, current, [&](int shape, int column, int bottom) {
            const int32_t value = exact_value<SET>(board, WELL::forms().forms[shape], column, bottom, weights);
            choice.placements += 1;
            if (value > choice.value) choice = {{shape, column, bottom}, value, choice.placements};
        });
        return choice;
    }
    const int piece = WELL::piece_of(current.shape);
    const Best best = best_drop<SET>(board, piece, weights);
    return {move_of(board, best, piece), best.value, drops_of<WELL>(piece)};
}

// What the next piece makes of a board, in 256ths: the mean over its spawns on a crowded one (S2).
template <unsigned SET, class WELL>
int64_t value_with_next(const Board<WELL>& board, int next, const Weights& weights, uint64_t& placements) {
    const int piece = WELL::piece_of(next);
    if (!is_crowded(board)) {
        placements += static_cast<uint64_t>(drops_of<WELL>(piece));
        return FRACTION * best_drop<SET>(board, piece, weights).value;
    }
    Drops drops;
    find_drops(board, piece, drops);
    int32_t alone[MAX_TURNS_OF_PIECE][LANES];
    for (int i = 0; i < drops.count; ++i) {
        for (uint32_t rest = drops.fits[i]; rest != 0; rest &= rest - 1, ++placements) {
            const int at = lowest_bit(rest);
            alone[i][at] =
                exact_value<SET>(board, WELL::forms().forms[drops.first + i], at, drops.bottom[i][at], weights);
        }
    }
    const int spawns = WELL::WIDTH - WELL::forms().forms[next].width;
    int64_t total = 0;
    for (int column = 0; column < spawns; ++column) total += value_of_spawn<WELL>(drops, alone, next, column);
    return rounded_down(total, spawns);
}

// The value of a placement with the next piece after it (S1, S2).
template <unsigned SET, class WELL>
int64_t value_of_pair(const Board<WELL>& board, Move move, int next, const Weights& weights, uint64_t& placements) {
    const Form form = WELL::forms().forms[move.shape];
    if (move.bottom + form.height > WELL::HEIGHT) return GAME_OVER;
    Board<WELL> after = board;
    const uint32_t full = lock_shape(after, form, move.column, move.bottom);
    remove_rows(after, full);
    return FRACTION * static_cast<int32_t>(value_of_step(form, move.bottom, full, weights)) +
           value_with_next<SET>(after, next, weights, placements);
}

// The best move of a piece, by itself or with the next one known; the first of equal ones (S5).
template <unsigned SET, bool WITH_NEXT, class WELL>
Move best_move(const Game<WELL>& game, const Weights& weights, uint64_t& placements) {
    const Piece current{game.current, game.column};
    if constexpr (!WITH_NEXT) {
        const Choice choice = chosen<SET>(game.board, current, weights);
        placements += static_cast<uint64_t>(choice.placements);
        return choice.move;
    }
    Move best{};
    int64_t best_value = NOTHING_YET;
    for_each_drop(game.board, current, [&](int shape, int column, int bottom) {
        const Move move{shape, column, bottom};
        const int64_t value = value_of_pair<SET>(game.board, move, game.next, weights, placements);
        placements += 1;
        if (value <= best_value) return;
        best = move;
        best_value = value;
    });
    return best;
}

template <unsigned SET, bool WITH_NEXT, class WELL>
PlayoutResult played(const FallingRules& rules, const Weights& weights, uint64_t seed, uint32_t max_turns) {
    Game<WELL> game;
    start_game(rules, seed, game);
    while (!game.is_over && game.turn < max_turns) {
        finish_turn(rules, best_move<SET, WITH_NEXT>(game, weights, game.placements), game);
    }
    return result_of(rules, game);
}

}  // namespace tilefall::TILEFALL_ISA::words
