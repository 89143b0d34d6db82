// Solo next: the best move of a piece with the next one known; the same as a search two pieces deep finds
// (S1 to S5).
#pragma once

#include "tilefall/solo_choice.hpp"

namespace tilefall::TILEFALL_ISA {

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
GAME_SELDOM int64_t mean_of_crowded(const SoloBoard<WELL>& board, int shape, const SoloWeights& weights,
                                    uint64_t& placements) {
    const PieceSet& pieces = WELL::pieces();
    Drops drops;
    find_crowded(board, pieces.shapes[shape].piece, drops);
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
GAME_FN int64_t value_with_next(const SoloBoard<WELL>& board, int next, const SoloWeights& weights,
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
GAME_FN int64_t value_of_pair(const SoloBoard<WELL>& board, int shape, int column, int bottom, int next,
                              const SoloWeights& weights, uint64_t& placements) {
    const Form form = WELL::forms().forms[shape];
    if (bottom + form.height > WELL::HEIGHT) return GAME_OVER;
    SoloBoard<WELL> after = board;
    const SoloStep step = lock_shape(after, form, column, bottom, weights);
    return FRACTION * static_cast<int32_t>(step.value) +
           value_with_next<SET>(after, next, weights, placements);
}

// The best move of a piece with the next one known, the first of equal ones (S5).
struct BestPair {
    int64_t value = NOTHING_YET;
    Move move{};
};

template <unsigned SET, class WELL>
GAME_FN Move chosen_with_next(const SoloBoard<WELL>& board, SoloPiece current, int next,
                              const SoloWeights& weights, uint64_t& placements) {
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
        find_crowded(board, piece, drops);
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

}  // namespace tilefall::TILEFALL_ISA
