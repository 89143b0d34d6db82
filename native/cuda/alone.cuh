// Alone: the parts of a turn in which a piece is valued by itself.
#pragma once

#include "table.cuh"

namespace tilefall::TILEFALL_ISA {

// A crowded board of Quintris: its owner's only part, valued whole. False if it is not crowded.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ bool value_crowded(Table<WELL, false, GAMES, THREADS>& table, const SoloBoard<WELL>& board, int game,
                              const FeatureWeights& weights) {
    if constexpr (!WELL::IS_QUINTRIS) return false;
    if (has_free_top(board)) return false;
    const SoloPiece current{table.current[game], table.column[game]};
    const SoloChoice choice = chosen_crowded<SET>(board, current, weights);
    table.best[game] = key_of(0, SoloBest::order_of(choice.shape, choice.column), choice.bottom + 1);
    table.placements[game] = choice.placements;
    return true;
}

// One special drop.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ __noinline__ void value_special(Table<WELL, false, GAMES, THREADS>& table, const Work& work,
                                           Special special) {
    const int game = special.board(), column = special.column();
    const SoloBoard<WELL> board = table.boards.get(game);
    const Form form = WELL::forms().forms[special.shape()];
    const int32_t value = exact_value<SET>(board, form, column, landing_bottom(board, form, column),
                                           table.weights(work, game));
    table.raise(game, key_of(value, SoloBest::order_of(special.shape(), column), 0));
}

// The best drop of two shapes of a piece, but for special ones, which are put on the table.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ void value_part(Table<WELL, false, GAMES, THREADS>& table, const Work& work, uint16_t part) {
    const int game = part & NO_GAME;
    const FeatureWeights weights = table.weights(work, game);
    SoloGround<WELL> ground;
    ground.board = table.boards.get(game);
    if (value_crowded<SET>(table, ground.board, game, weights)) return;
    look_at<SET>(weights, ground);
    SoloBest best;
    const ShapeRange shapes = Parts<WELL>::shapes(WELL::piece_of(table.current[game]), part >> 9);
    take_drops<SET>(ground, shapes, weights, best, [&](int shape, uint32_t columns) {
        uint32_t place = atomicAdd(&table.specials, static_cast<uint32_t>(__popc(columns)));
        GAME_ROLLED
        for (; columns != 0; columns &= columns - 1, ++place) {
            const Special special = Special::of(game, shape, lowest_bit(columns));
            if (place < table.SPECIALS) {
                table.special[place] = special;
            } else {
                value_special<SET>(table, work, special);
            }
        }
    });
    if (best.order != SoloBest::NOWHERE) table.raise(game, key_of(best.value, best.order, 0));
}

// All that is to be valued in a turn.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ void value_parts(Table<WELL, false, GAMES, THREADS>& table, const Work& work, int parts) {
    GAME_ROLLED
    for (int first = 0; first < parts; first += THREADS) {
        const uint16_t part = table.taken(first + static_cast<int>(threadIdx.x), parts);
        if (part != NO_GAME) value_part<SET>(table, work, part);
    }
    __syncthreads();
    const uint32_t count = table.specials < table.SPECIALS ? table.specials : table.SPECIALS;
    GAME_ROLLED
    for (uint32_t i = threadIdx.x; i < count; i += THREADS) {
        value_special<SET>(table, work, table.special[i]);
    }
}

}  // namespace tilefall::TILEFALL_ISA
