// Games as threads of a GPU play them: what all drops of a piece are worth, and a turn from the move on. The same
// moves and games as in lanes (T7, T8, S1 to S5).
#pragma once

#include "tilefall/features/words.hpp"

namespace tilefall::TILEFALL_ISA::words {

// The best move so far: of equal ones the one with the lowest shape, then column.
struct Best {
    int32_t value = NO_VALUE;
    uint32_t order = NOWHERE;

    static constexpr uint32_t NOWHERE = 0xFFFF;

    GAME_FN static uint32_t order_of(int shape, int column) { return static_cast<uint32_t>(shape * LANES + column); }
    GAME_FN void take(int32_t other, uint32_t at) {
        if (other > value || (other == value && at < order)) {
            value = other;
            order = at;
        }
    }
};

// How often a loop over drops is unrolled.
#if !defined(TILEFALL_DROPS_AT_ONCE)
#define TILEFALL_DROPS_AT_ONCE 1
#endif
constexpr int DROPS_AT_ONCE = TILEFALL_DROPS_AT_ONCE;

// Some shapes of a piece, one bit each.
struct SomeShapes {
    int32_t piece;
    uint32_t chosen;
};

template <class WELL>
GAME_FN int shapes_in(int piece) {
    return WELL::forms().first[piece + 1] - WELL::forms().first[piece];
}

template <class WELL>
GAME_FN SomeShapes shapes_of(int piece) {
    return {piece, cells_below(shapes_in<WELL>(piece))};
}

// Goes over all drops of the shapes that are so wide. Special ones are left to later(shape, columns),
// one bit a column, after each shape. The first such shape of every piece is taken at the same time, so
// that threads with different pieces stay together.
template <int WIDE, unsigned SET, class WELL, class Later>
GAME_FN void take_wide_drops(const Ground<WELL>& ground, SomeShapes shapes, const Weights& weights, Best& best,
                             const Later& later) {
    uint32_t rest = WELL::forms().wide[shapes.piece][WIDE] & shapes.chosen;
    GAME_ROLLED
    for (; rest != 0; rest &= rest - 1) {
        const int number = WELL::forms().first[shapes.piece] + lowest_bit(rest);
        const Form form = WELL::forms().forms[number];
        Ready<WIDE> shape;
        prepare<WIDE, SET, WELL>(form, weights, shape);
        uint32_t special = 0;
        int32_t value = NO_VALUE;
        int at = 0;
        Window<WIDE> window{};
        GAME_UNROLL
        for (int i = -2; i <= WIDE; ++i) window.shift(ground.column(i), i < 1);
        GAME_UNROLL_SOME
        for (int column = 0; column <= WELL::WIDTH - WIDE; ++column) {
            window.shift(ground.column(column + WIDE + 1), column == WELL::WIDTH - WIDE);
            const Dropped drop = dropped<WIDE, SET>(ground, window, shape, column, weights);
            const bool is_inside = drop.bottom <= shape.highest;
            if (is_inside && drop.is_special) special |= 1u << column;
            if (is_inside && !drop.is_special && static_cast<int32_t>(drop.value) > value) {
                value = static_cast<int32_t>(drop.value);
                at = column;
            }
        }
        if (value != NO_VALUE) best.take(value, Best::order_of(number, at));
        if (special != 0) later(number, special);
    }
}

template <unsigned SET, class WELL, class Later>
GAME_FN void take_drops(const Ground<WELL>& ground, SomeShapes shapes, const Weights& weights, Best& best,
                        const Later& later) {
    take_wide_drops<3, SET>(ground, shapes, weights, best, later);
    take_wide_drops<2, SET>(ground, shapes, weights, best, later);
    take_wide_drops<4, SET>(ground, shapes, weights, best, later);
    take_wide_drops<1, SET>(ground, shapes, weights, best, later);
    if constexpr (WELL::IS_QUINTRIS) take_wide_drops<5, SET>(ground, shapes, weights, best, later);
}

// How many straight drops a piece has.
template <class WELL>
GAME_FN int drops_of(int piece) {
    int count = 0;
    GAME_UNROLL
    for (int wide = 1; wide <= MAX_SIDE; ++wide) {
        count += ones(uint32_t{WELL::forms().wide[piece][wide]}) * (WELL::WIDTH - wide + 1);
    }
    return count;
}

// The current piece and where it appears.
struct Piece {
    int32_t shape, column;
};

// The move that a best drop stands for; the first of all if every one ends the game (T8).
template <class WELL>
GAME_FN Move move_of(const Board<WELL>& board, Best best, int piece) {
    const bool is_none = best.order == Best::NOWHERE;
    const int shape = is_none ? WELL::forms().first[piece] : static_cast<int>(best.order / LANES);
    const int column = is_none ? 0 : static_cast<int>(best.order % LANES);
    return {shape, column, landing_bottom(board, WELL::forms().forms[shape], column)};
}

// What the best of the drops that a spawn reaches on a crowded board is worth, in 256ths; the game is over
// if it has no room there. `alone` is what each drop is worth by itself.
template <class WELL>
GAME_FN int64_t value_of_spawn(const Drops& drops, const int32_t (*alone)[LANES], int shape, int column) {
    int64_t best = GAME_OVER;
    if ((drops.fits[shape - drops.first] >> column & 1) == 0) return best;
    reach_crowded<WELL>(drops, shape, column, [&](int turned, int at, int) {
        const int64_t value = FRACTION * alone[turned - drops.first][at];
        best = value > best ? value : best;
    });
    return best;
}

// A game that is being played, as it waits between the turns that a thread plays at once.
template <class WELL>
struct Game {
    Board<WELL> board;
    uint32_t seen[MAX_PIECES];
    uint32_t turn, score;
    uint64_t seed, placements;
    int32_t current, column, next;
    uint32_t mix[MAX_PIECES];
    bool is_over;
};

template <class WELL>
GAME_FN FallingState state_of(const Game<WELL>& game) {
    FallingState state{};
    for (int i = 0; i < LANES; ++i) state.columns[i] = game.board.at(i);
    for (int i = 0; i < MAX_PIECES; ++i) state.seen[i] = game.seen[i];
    state.score = game.score;
    state.turn = game.turn;
    state.current = game.current;
    state.column = game.column;
    state.next = game.next;
    return state;
}

template <class WELL>
GAME_SELDOM void start_game(const FallingRules& rules, uint64_t seed, Game<WELL>& game) {
    const Chance chance = chance_of(rules, seed);
    const FallingState state = started(rules, chance);
    for (int i = 0; i < WELL::WIDTH; ++i) game.board.columns[i] = state.columns[i];
    for (int i = 0; i < MAX_PIECES; ++i) {
        game.seen[i] = static_cast<uint32_t>(state.seen[i]);
        game.mix[i] = chance.mix.of[i];
    }
    game.turn = game.score = 0;
    game.seed = seed;
    game.placements = 0;
    game.current = state.current;
    game.column = state.column;
    game.next = state.next;
    game.is_over = false;
}

// Draws what comes after a piece that has locked (Q3, Q4, T2).
template <class WELL>
GAME_FN void draw_piece(const FallingRules& rules, Game<WELL>& game) {
    Chance chance{game.seed, {}};
    uint64_t seen[MAX_PIECES];
    GAME_UNROLL
    for (int i = 0; i < MAX_PIECES; ++i) {
        chance.mix.of[i] = game.mix[i];
        seen[i] = game.seen[i];
    }
    const uint32_t number = game.turn + (rules.has_preview ? 1 : 0);
    const Roll due = philox(game.seed, number, PIECE_LANE / 4);
    const int piece = drawn_piece(rules, chance, seen, number, due.words[PIECE_LANE]);
    GAME_UNROLL
    for (int i = 0; i < MAX_PIECES; ++i) game.seen[i] += i == piece;
    int32_t shape = WELL::forms().first[piece];
    if constexpr (WELL::IS_QUINTRIS) {
        const uint32_t quarters = side(due.words[ROTATION_LANE], 4);
        for (uint32_t i = 0; i < quarters; ++i) shape = WELL::pieces().shapes[shape].rotation;
    }
    game.current = rules.has_preview ? game.next : shape;
    game.next = rules.has_preview ? shape : -1;
    if constexpr (WELL::IS_QUINTRIS) {
        const int columns = WELL::WIDTH - WELL::forms().forms[game.current].width;
        game.column = static_cast<int32_t>(roll(game.seed, game.turn, static_cast<uint32_t>(columns), COLUMN_LANE));
    }
}

// A turn from the move on.
template <class WELL>
GAME_FN void finish_turn(const FallingRules& rules, Move move, Game<WELL>& game) {
    const Form form = WELL::forms().forms[move.shape];
    game.turn += 1;
    if (!WELL::IS_QUINTRIS && move.bottom + form.height > WELL::HEIGHT) {  // above the board (T4)
        GAME_UNROLL
        for (int i = 0; i < WELL::WIDTH; ++i) {
            const uint32_t cells = moved_up(form.cells(i - move.column), move.bottom);
            game.board.columns[i] = (game.board.columns[i] | cells) & WELL::ROWS;
        }
        game.current = game.next = -1;
        game.is_over = true;
        return;
    }
    const uint32_t full = lock_shape(game.board, form, move.column, move.bottom);
    remove_rows(game.board, full);
    game.score += static_cast<uint32_t>(ones(full));
    draw_piece(rules, game);
    if constexpr (WELL::IS_QUINTRIS) game.is_over = has_no_room(game.board, game.current, game.column);
}

template <class WELL>
GAME_SELDOM PlayoutResult result_of(const FallingRules& rules, const Game<WELL>& game) {
    return {game.score, game.turn, digest(rules, state_of(game)), game.placements, game.is_over};
}

}  // namespace tilefall::TILEFALL_ISA::words
