// Next: the parts of a turn in which a piece is valued with the next one after it. A part is one drop.
#pragma once

#include "alone.cuh"

namespace tilefall::TILEFALL_ISA {

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
};

// What the next piece makes of the boards of a warp's threads: all of them call it, and share what takes
// longest. The value of a thread's board; nothing special about those without one.
template <unsigned SET, class WELL>
__device__ int32_t best_of_next(WarpBoards<WELL>& shared, const SoloBoard<WELL>& board, bool is_there, int next,
                                const FeatureWeights& weights) {
    const int lane = static_cast<int>(threadIdx.x) % WARP;
    if (lane == 0) shared.specials = 0;
    shared.boards.put(lane, board);
    __syncwarp();
    SoloBest best;
    if (is_there) {
        SoloGround<WELL> ground;
        ground.board = board;
        look_at<SET>(weights, ground);
        take_drops<SET>(ground, shapes_of<WELL>(WELL::piece_of(next)), weights, best,
                        [&](int shape, uint32_t columns) {
            uint32_t place = atomicAdd(&shared.specials, static_cast<uint32_t>(__popc(columns)));
            GAME_ROLLED
            for (; columns != 0; columns &= columns - 1, ++place) {
                const int column = lowest_bit(columns);
                if (place < shared.SPECIALS) {
                    shared.special[place] = Special::of(lane, shape, column);
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
        const Special special = first + lane < count ? shared.special[first + lane] : Special::of(lane, 0, 0);
        FeatureWeights theirs;  // the weights of the thread whose board it is
        GAME_UNROLL
        for (int i = 0; i < FEATURES; ++i) {
            theirs.of[i] = __shfl_sync(WHOLE_WARP, weights.of[i], special.board());
        }
        if (first + lane >= count) continue;
        const SoloBoard<WELL> other = shared.boards.get(special.board());
        const Form form = WELL::forms().forms[special.shape()];
        const int bottom = landing_bottom(other, form, special.column());
        atomicMax(&shared.best[special.board()],
                  exact_value<SET>(other, form, special.column(), bottom, theirs));
    }
    __syncwarp();
    return shared.best[lane];
}

// A crowded board of Quintris: its owner's only part, valued whole. False if it is not crowded.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ bool value_crowded(Table<WELL, true, GAMES, THREADS>& table, const SoloBoard<WELL>& board, int game,
                              const FeatureWeights& weights) {
    if constexpr (!WELL::IS_QUINTRIS) return false;
    if (has_free_top(board)) return false;
    uint64_t placements = 0;
    const Move move = chosen_with_next<SET>(board, {table.current[game], table.column[game]},
                                            table.next[game], weights, placements);
    table.best[game] = key_of(0, SoloBest::order_of(move.shape, move.column), move.bottom + 1);
    table.placements[game] = static_cast<uint32_t>(placements);
    return true;
}

// The value of one drop with the best of the next piece after it (S1, S2). All threads of a warp call it.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ void value_pair(Table<WELL, true, GAMES, THREADS>& table, const Work& work, uint16_t part) {
    __shared__ WarpBoards<WELL> of_warps[THREADS / WARP];
    SoloBoard<WELL> board{};
    FeatureWeights weights{};
    SoloStep step{};
    int game = part & NO_GAME, next = 0, shape = 0, column = part >> 9;
    bool is_there = game != NO_GAME, is_valued = false;
    int64_t value = GAME_OVER;
    uint64_t placements = 1;
    if (is_there) {
        weights = table.weights(work, game);
        board = table.boards.get(game);
        is_there = !value_crowded<SET>(table, board, game, weights);
    }
    if (is_there) {
        next = table.next[game];
        shape = shape_of_drop<WELL>(WELL::piece_of(table.current[game]), column);
        const Form form = WELL::forms().forms[shape];
        const int bottom = landing_bottom(board, form, column);
        if (bottom + form.height <= WELL::HEIGHT) {
            step = lock_shape(board, form, column, bottom, weights);
            is_valued = true;
        }
    }
    bool is_straight = is_valued;
    if constexpr (WELL::IS_QUINTRIS) {
        if (is_valued && !has_free_top(board)) {
            is_straight = false;
            value = FRACTION * static_cast<int32_t>(step.value) +
                    mean_of_crowded<SET>(board, next, weights, placements);
        }
    }
    const int32_t best = best_of_next<SET>(of_warps[threadIdx.x / WARP], board, is_straight, next, weights);
    if (is_straight) {
        value = FRACTION * static_cast<int32_t>(step.value) + FRACTION * best;
        placements += static_cast<uint64_t>(drops_of<WELL>(WELL::piece_of(next)));
    }
    if (!is_there) return;
    table.raise(game, key_of(value, SoloBest::order_of(shape, column), 0));
    atomicAdd(&table.placements[game], static_cast<uint32_t>(placements));
}

// All that is to be valued in a turn.
template <unsigned SET, class WELL, int GAMES, int THREADS>
__device__ void value_parts(Table<WELL, true, GAMES, THREADS>& table, const Work& work, int parts) {
    GAME_ROLLED
    for (int first = 0; first < parts; first += THREADS) {
        value_pair<SET>(table, work, table.taken(first + static_cast<int>(threadIdx.x), parts));
    }
}

}  // namespace tilefall::TILEFALL_ISA
