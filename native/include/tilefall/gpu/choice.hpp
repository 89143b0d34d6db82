// Choice: the best drop of a piece by itself, and with the next one known; the same moves as search/greedy.hpp and a
// search two pieces deep find (T7, T8, S1 to S5).
#pragma once

#include "tilefall/features/words.hpp"

namespace tilefall::TILEFALL_ISA::words {

// The best move so far: of equal ones the one with the lowest shape, then column.
struct Best {
    int32_t value = NO_VALUE;
    uint32_t order = NOWHERE;

    static constexpr uint32_t NOWHERE = 0xFFFF;

    GAME_FN static uint32_t order_of(int shape, int column) {
        return static_cast<uint32_t>(shape * LANES + column);
    }
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
GAME_FN void take_wide_drops(const Ground<WELL>& ground, SomeShapes shapes, const Weights& weights,
                             Best& best, const Later& later) {
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
GAME_FN void take_drops(const Ground<WELL>& ground, SomeShapes shapes, const Weights& weights,
                        Best& best, const Later& later) {
    take_wide_drops<3, SET>(ground, shapes, weights, best, later);
    take_wide_drops<2, SET>(ground, shapes, weights, best, later);
    take_wide_drops<4, SET>(ground, shapes, weights, best, later);
    take_wide_drops<1, SET>(ground, shapes, weights, best, later);
    if constexpr (WELL::IS_QUINTRIS) take_wide_drops<5, SET>(ground, shapes, weights, best, later);
}

// The best straight drop of a piece on a board whose top is free.
template <unsigned SET, class WELL>
GAME_FN Best best_drop(const Board<WELL>& board, int piece, const Weights& weights) {
    Ground<WELL> ground;
    ground.board = board;
    look_at<SET>(weights, ground);
    Best best;
    take_drops<SET>(ground, shapes_of<WELL>(piece), weights, best, [&](int number, uint32_t columns) {
        const Form form = WELL::forms().forms[number];
        GAME_ROLLED
        for (; columns != 0; columns &= columns - 1) {
            const int column = lowest_bit(columns);
            const int bottom = landing_bottom(board, form, column);
            best.take(exact_value<SET>(board, form, column, bottom, weights),
                      Best::order_of(number, column));
        }
    });
    return best;
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

struct Chosen {
    int32_t shape, column, bottom;
    uint32_t placements;  // made and valued
};

template <unsigned SET, class WELL>
GAME_SELDOM Chosen chosen_crowded(const Board<WELL>& board, Piece current,
                                      const Weights& weights) {
    Drops drops;
    find_drops(board, WELL::piece_of(current.shape), drops);
    Chosen choice{current.shape, current.column, 0, 0};
    int32_t best = NO_VALUE;
    reach_crowded<WELL>(drops, current.shape, current.column, [&](int shape, int column, int bottom) {
        const int32_t value = exact_value<SET>(board, WELL::forms().forms[shape], column, bottom, weights);
        choice.placements += 1;
        if (value <= best) return;
        best = value;
        choice = {shape, column, bottom, choice.placements};
    });
    return choice;
}

// The move that a best drop stands for; the first of all if every one ends the game (T8).
template <class WELL>
GAME_FN Chosen choice_of(const Board<WELL>& board, Best best, int piece) {
    const bool is_none = best.order == Best::NOWHERE;
    const int shape = is_none ? WELL::forms().first[piece] : static_cast<int>(best.order / LANES);
    const int column = is_none ? 0 : static_cast<int>(best.order % LANES);
    return {shape, column, landing_bottom(board, WELL::forms().forms[shape], column),
            static_cast<uint32_t>(drops_of<WELL>(piece))};
}

// The best move of a piece by itself.
template <unsigned SET, class WELL>
GAME_FN Chosen chosen(const Board<WELL>& board, Piece current, const Weights& weights) {
    if constexpr (WELL::IS_QUINTRIS) {
        if (!has_free_top(board)) return chosen_crowded<SET>(board, current, weights);
    }
    const int piece = WELL::piece_of(current.shape);
    return choice_of(board, best_drop<SET>(board, piece, weights), piece);
}

GAME_FN int64_t mean_rounded_down(int64_t total, int64_t parts) {
    const int64_t quotient = total / parts;
    return quotient - (total % parts < 0 ? 1 : 0);
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

// What the best drops of a shape are worth on a crowded board, the mean over its spawns, in 256ths.
template <unsigned SET, class WELL>
GAME_SELDOM int64_t mean_of_crowded(const Board<WELL>& board, int shape, const Weights& weights,
                                    uint64_t& placements) {
    const PieceSet& pieces = WELL::pieces();
    Drops drops;
    find_drops(board, pieces.shapes[shape].piece, drops);
    int32_t alone[MAX_TURNS_OF_PIECE][LANES];
    for (int i = 0; i < drops.count; ++i) {
        for (uint32_t rest = drops.fits[i]; rest != 0; rest &= rest - 1) {
            const int at = lowest_bit(rest);
            alone[i][at] = exact_value<SET>(board, WELL::forms().forms[drops.first + i], at,
                                            drops.bottom[i][at], weights);
            placements += 1;
        }
    }
    const int spawns = WELL::WIDTH - pieces.shapes[shape].width;
    int64_t total = 0;
    for (int column = 0; column < spawns; ++column) {
        total += value_of_spawn<WELL>(drops, alone, shape, column);
    }
    return mean_rounded_down(total, spawns);
}

// What the next piece makes of a board, in 256ths (S2).
template <unsigned SET, class WELL>
GAME_FN int64_t value_with_next(const Board<WELL>& board, int next, const Weights& weights,
                                uint64_t& placements) {
    if constexpr (WELL::IS_QUINTRIS) {
        if (!has_free_top(board)) return mean_of_crowded<SET>(board, next, weights, placements);
    }
    const int piece = WELL::piece_of(next);
    placements += static_cast<uint64_t>(drops_of<WELL>(piece));
    return FRACTION * best_drop<SET>(board, piece, weights).value;
}

// The value of a placement with the next piece after it (S1, S2).
template <unsigned SET, class WELL>
GAME_FN int64_t value_of_pair(const Board<WELL>& board, int shape, int column, int bottom, int next,
                              const Weights& weights, uint64_t& placements) {
    const Form form = WELL::forms().forms[shape];
    if (bottom + form.height > WELL::HEIGHT) return GAME_OVER;
    Board<WELL> after = board;
    const uint32_t full = lock_shape(after, form, column, bottom);
    return FRACTION * static_cast<int32_t>(value_of_step(form, bottom, full, weights)) +
           value_with_next<SET>(after, next, weights, placements);
}

// The best move of a piece with the next one known, the first of equal ones (S5).
struct BestPair {
    int64_t value = NOTHING_YET;
    Move move{};
};

template <unsigned SET, class WELL>
GAME_FN Move chosen_with_next(const Board<WELL>& board, Piece current, int next,
                              const Weights& weights, uint64_t& placements) {
    BestPair best;
    const auto take = [&](int shape, int column, int bottom) {
        const int64_t value =
            value_of_pair<SET>(board, shape, column, bottom, next, weights, placements);
        placements += 1;
        if (value > best.value) best = {value, {shape, column, bottom}};
    };
    const PieceSet& pieces = WELL::pieces();
    const int piece = WELL::piece_of(current.shape);
    bool is_crowded = false;
    if constexpr (WELL::IS_QUINTRIS) is_crowded = !has_free_top(board);
    Drops drops;
    uint32_t reached[MAX_TURNS_OF_PIECE];
    if (is_crowded) {
        find_drops(board, piece, drops);
        find_columns(pieces, drops, current.shape, current.column, reached);
    }
    GAME_ROLLED
    for (int shape = pieces.first[piece]; shape < pieces.first[piece + 1]; ++shape) {
        const int i = shape - pieces.first[piece];
        GAME_ROLLED
        for (int column = 0; column + pieces.shapes[shape].width <= WELL::WIDTH; ++column) {
            if (is_crowded && (reached[i] >> column & 1) == 0) continue;
            const int bottom = is_crowded ? drops.bottom[i][column]
                                          : landing_bottom(board, WELL::forms().forms[shape], column);
            take(shape, column, bottom);
        }
    }
    return best.move;
}

}  // namespace tilefall::TILEFALL_ISA::words
