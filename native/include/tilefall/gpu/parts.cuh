// Parts: the work of a turn, a piece valued by itself or with the next one after it.
#pragma once

#include "tilefall/gpu/table.cuh"

namespace tilefall::TILEFALL_ISA::words {

// One special drop.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ __noinline__ void value_special(Table<WELL, SET, false, GAMES, THREADS>& table, const Work& work,
                                           Special special) {
    const int game = special.board(), column = special.column();
    const Board<WELL> board = table.boards.get(game);
    const Form form = WELL::forms().forms[special.shape()];
    const int crowded = special.bottom();
    const int bottom = crowded != 0 ? crowded - 1 : landing_bottom(board, form, column);
    const int32_t value = exact_value<SET>(board, form, column, bottom, table.weights(work, game));
    table.raise(game, key_of(value, Best::order_of(special.shape(), column), crowded));
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
    find_drops(table.boards.get(game), WELL::piece_of(shape), drops);
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
    const Weights weights = table.weights(work, game);
    Ground<WELL> ground;
    ground.board = table.boards.get(game);
    if constexpr (WELL::IS_QUINTRIS) {
        if (!has_free_top(ground.board)) return value_crowded<SET>(table, work, game);
    }
    look_at<SET>(weights, ground);
    Best best;
    const SomeShapes shapes = Parts<WELL>::shapes(WELL::piece_of(table.current[game]), part >> 9);
    take_drops<SET>(ground, shapes, weights, best, [&](int shape, uint32_t columns) {
        uint32_t place = atomicAdd(&table.specials, static_cast<uint32_t>(__popc(columns)));
        GAME_ROLLED
        for (; columns != 0; columns &= columns - 1, ++place) {
            put_special<SET>(table, work, place, Special::of(game, shape, lowest_bit(columns), 0));
        }
    });
    if (best.order != Best::NOWHERE) table.raise(game, key_of(best.value, best.order, 0));
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

// Next: the parts of a turn in which a piece is valued with the next one after it. A part is one drop.

// The drop of this number among all of a piece's: its shape, and its column in `number`.
template <class WELL>
__device__ int shape_of_drop(int piece, int& number) {
    int shape = WELL::forms().first[piece];
    for (;; ++shape) {
        const int drops = WELL::WIDTH - WELL::forms().forms[shape].width + 1;
        if (number < drops) return shape;
        number -= drops;
    }
}

// The boards that drops of a warp leave, and those drops on them that need a board made.
template <class WELL>
struct WarpBoards {
    static constexpr int SPECIALS = 8 * WARP;
    Boards<WELL, WARP> boards;
    int32_t best[WARP];
    Special special[SPECIALS];
    uint32_t specials;
    int32_t alone[WELL::IS_QUINTRIS ? MAX_TURNS_OF_PIECE : 1][LANES];  // what drops on a crowded board are worth
};

// What the next piece makes of the boards of a warp's threads: all of them call it, and share what takes
// longest. The value of a thread's board; nothing special about those without one.
template <unsigned SET, class WELL>
__device__ int32_t best_of_next(WarpBoards<WELL>& shared, const Board<WELL>& board, bool is_there, int next,
                                const Weights& weights) {
    const int lane = static_cast<int>(threadIdx.x) % WARP;
    if (lane == 0) shared.specials = 0;
    shared.boards.put(lane, board);
    __syncwarp();
    Best best;
    if (is_there) {
        Ground<WELL> ground;
        ground.board = board;
        look_at<SET>(weights, ground);
        take_drops<SET>(ground, shapes_of<WELL>(WELL::piece_of(next)), weights, best, [&](int shape, uint32_t columns) {
            uint32_t place = atomicAdd(&shared.specials, static_cast<uint32_t>(__popc(columns)));
            GAME_ROLLED
            for (; columns != 0; columns &= columns - 1, ++place) {
                const int column = lowest_bit(columns);
                if (place < shared.SPECIALS) {
                    shared.special[place] = Special::of(lane, shape, column, 0);
                    continue;
                }
                const Form form = WELL::forms().forms[shape];
                const int bottom = landing_bottom(ground.board, form, column);
                best.take(exact_value<SET>(ground.board, form, column, bottom, weights), 0);
            }
        });
    }
    shared.best[lane] = best.value;
    __syncwarp();
    const int count = static_cast<int>(shared.specials < shared.SPECIALS ? shared.specials : shared.SPECIALS);
    GAME_ROLLED
    for (int first = 0; first < count; first += WARP) {
        const Special special = first + lane < count ? shared.special[first + lane] : Special::of(lane, 0, 0, 0);
        Weights theirs;                  // the weights of the thread whose board it is
        theirs.tables = weights.tables;  // which all threads share
        GAME_UNROLL
        for (int i = 0; i < FEATURES; ++i) {
            theirs.of[i] = __shfl_sync(WHOLE_WARP, weights.of[i], special.board());
        }
        if (first + lane >= count) continue;
        const Board<WELL> other = shared.boards.get(special.board());
        const Form form = WELL::forms().forms[special.shape()];
        const int bottom = landing_bottom(other, form, special.column());
        atomicMax(&shared.best[special.board()], exact_value<SET>(other, form, special.column(), bottom, theirs));
    }
    __syncwarp();
    return shared.best[lane];
}

// Where a drop ends on a crowded board of Quintris, -1 if it is out of reach.
template <class WELL>
__device__ __noinline__ int crowded_bottom(const Board<WELL> board, Piece current, int shape, int column) {
    Drops drops;
    find_drops(board, WELL::piece_of(shape), drops);
    uint32_t reached[MAX_TURNS_OF_PIECE];
    find_columns(WELL::pieces(), drops, current.shape, current.column, reached);
    const int i = shape - drops.first;
    return reached[i] >> column & 1 ? drops.bottom[i][column] : -1;
}

// What the next piece makes of a crowded board of one of the warp's threads: all of them work on it.
template <unsigned SET, class WELL>
__device__ __noinline__ int64_t mean_by_warp(WarpBoards<WELL>& shared, int whose, int next, const Weights weights,
                                             uint32_t& placements) {
    const int lane = static_cast<int>(threadIdx.x) % WARP;
    const Board<WELL> board = shared.boards.get(whose);
    Drops drops;
    find_drops(board, WELL::piece_of(next), drops);
    placements = 0;
    for (int i = 0; i < drops.count; ++i) placements += static_cast<uint32_t>(__popc(drops.fits[i]));
    GAME_ROLLED
    for (int spot = lane; spot < drops.count * LANES; spot += WARP) {
        const int i = spot / LANES, column = spot % LANES;
        if ((drops.fits[i] >> column & 1) == 0) continue;
        shared.alone[i][column] =
            exact_value<SET>(board, WELL::forms().forms[drops.first + i], column, drops.bottom[i][column], weights);
    }
    __syncwarp();
    const int spawns = WELL::WIDTH - WELL::forms().forms[next].width;
    int64_t total = lane < spawns ? value_of_spawn<WELL>(drops, shared.alone, next, lane) : 0;
    for (int by = WARP / 2; by > 0; by /= 2) total += __shfl_xor_sync(WHOLE_WARP, total, by);
    __syncwarp();
    return rounded_down(total, spawns);
}

// The value of one drop with the best of the next piece after it (S1, S2). All threads of a warp call it.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ void value_pair(Table<WELL, SET, true, GAMES, THREADS>& table, const Work& work, uint16_t part) {
    __shared__ WarpBoards<WELL> of_warps[THREADS / WARP];
    WarpBoards<WELL>& shared = of_warps[threadIdx.x / WARP];
    Board<WELL> board{};
    Weights weights{};
    weights.tables = table.entries;  // a thread without a drop of its own helps others
    uint32_t of_step = 0;
    const int game = part & NO_GAME;
    int next = 0, shape = 0, column = part >> 9, crowded = 0;
    bool is_there = game != NO_GAME, has_board = false;
    uint32_t placements = 1;
    if (is_there) {
        weights = table.weights(work, game);
        board = table.boards.get(game);
        next = table.next[game];
        shape = shape_of_drop<WELL>(WELL::piece_of(table.current[game]), column);
        const Form form = WELL::forms().forms[shape];
        int bottom = 0;
        if (WELL::IS_QUINTRIS && !has_free_top(board)) {
            bottom = crowded_bottom(board, {table.current[game], table.column[game]}, shape, column);
            crowded = bottom + 1;
            is_there = has_board = bottom >= 0;
        } else {
            bottom = landing_bottom(board, form, column);
            has_board = bottom + form.height <= WELL::HEIGHT;
        }
        if (has_board) {
            const uint32_t full = lock_shape(board, form, column, bottom);
            of_step = value_of_step(form, bottom, full, weights);
            remove_rows(board, full);
        }
    }
    const bool is_straight = has_board && (!WELL::IS_QUINTRIS || has_free_top(board));
    const int32_t best = best_of_next<SET>(shared, board, is_straight, next, weights);
    int64_t value = FRACTION * best;
    if (is_straight) placements += static_cast<uint32_t>(drops_of<WELL>(WELL::piece_of(next)));
    if constexpr (WELL::IS_QUINTRIS) {
        for (uint32_t rest = __ballot_sync(WHOLE_WARP, has_board && !is_straight); rest != 0; rest &= rest - 1) {
            const int whose = lowest_bit(rest);
            Weights theirs;
            theirs.tables = weights.tables;
            GAME_UNROLL
            for (int i = 0; i < FEATURES; ++i) theirs.of[i] = __shfl_sync(WHOLE_WARP, weights.of[i], whose);
            uint32_t made;
            const int64_t mean = mean_by_warp<SET>(shared, whose, __shfl_sync(WHOLE_WARP, next, whose), theirs, made);
            if (static_cast<int>(threadIdx.x) % WARP != whose) continue;
            value = mean;
            placements += made;
        }
    }
    if (!is_there) return;
    value = has_board ? FRACTION * static_cast<int32_t>(of_step) + value : GAME_OVER;
    table.raise(game, key_of(value, Best::order_of(shape, column), crowded));
    atomicAdd(&table.placements[game], placements);
}

// All that is to be valued in a turn.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ void value_parts(Table<WELL, SET, true, GAMES, THREADS>& table, const Work& work, int parts) {
    GAME_ROLLED
    for (int first = 0; first < parts; first += THREADS) {
        value_pair<SET>(table, work, table.taken(first + static_cast<int>(threadIdx.x), parts));
    }
}

}  // namespace tilefall::TILEFALL_ISA::words
