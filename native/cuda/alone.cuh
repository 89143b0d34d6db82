// Alone: the parts of a turn in which a piece is valued by itself.
#pragma once

#include "table.cuh"

namespace tilefall::TILEFALL_ISA {

// One special drop.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ __noinline__ void value_special(Table<WELL, SET, false, GAMES, THREADS>& table, const Work& work,
                                           Special special) {
    const int game = special.board(), column = special.column();
    const SoloBoard<WELL> board = table.boards.get(game);
    const Form form = WELL::forms().forms[special.shape()];
    const int crowded = special.bottom();
    const int bottom = crowded != 0 ? crowded - 1 : landing_bottom(board, form, column);
    const int32_t value = exact_value<SET>(board, form, column, bottom, table.weights(work, game));
    table.raise(game, key_of(value, SoloBest::order_of(special.shape(), column), crowded));
}

template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ void put_special(Table<WELL, SET, false, GAMES, THREADS>& table, const Work& work, uint32_t place,
                            Special special) {
    if (place < table.SPECIALS) {
        table.special[place] = special;
    } else {
        value_special<SET>(table, work, special);
    }
}

// A crowded board of Quintris: every drop in reach is a special one. The only part of its game.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ __noinline__ void value_crowded(Table<WELL, SET, false, GAMES, THREADS>& table, const Work& work, int game) {
    const int shape = table.current[game];
    Drops drops;
    find_crowded(table.boards.get(game), WELL::piece_of(shape), drops);
    uint32_t count = 0;
    reach_crowded<WELL>(drops, shape, table.column[game], [&](int turned, int column, int bottom) {
        const uint32_t place = atomicAdd(&table.specials, 1u);
        put_special<SET>(table, work, place, Special::of(game, turned, column, bottom + 1));
        count += 1;
    });
    table.placements[game] = count;
}

// The best drop of two shapes of a piece, but for special ones, which are put on the table.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ void value_part(Table<WELL, SET, false, GAMES, THREADS>& table, const Work& work, uint16_t part) {
    const int game = part & NO_GAME;
    const SoloWeights weights = table.weights(work, game);
    SoloGround<WELL> ground;
    ground.board = table.boards.get(game);
    if constexpr (WELL::IS_QUINTRIS) {
        if (!has_free_top(ground.board)) return value_crowded<SET>(table, work, game);
    }
    look_at<SET>(weights, ground);
    SoloBest best;
    const SomeShapes shapes = Parts<WELL>::shapes(WELL::piece_of(table.current[game]), part >> 9);
    take_drops<SET>(ground, shapes, weights, best, [&](int shape, uint32_t columns) {
        uint32_t place = atomicAdd(&table.specials, static_cast<uint32_t>(__popc(columns)));
        GAME_ROLLED
        for (; columns != 0; columns &= columns - 1, ++place) {
            put_special<SET>(table, work, place, Special::of(game, shape, lowest_bit(columns), 0));
        }
    });
    if (best.order != SoloBest::NOWHERE) table.raise(game, key_of(best.value, best.order, 0));
}

// All that is to be valued in a turn.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ void value_parts(Table<WELL, SET, false, GAMES, THREADS>& table, const Work& work, int parts) {
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
