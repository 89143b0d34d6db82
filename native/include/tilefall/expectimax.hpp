// Expectimax: the value of every move when all that can follow is played out some pieces deep.
// The twin of search/expectimax.py (S1 to S5). Values are in 256ths of what weights count in.
#pragma once

#include "tilefall/belief.hpp"
#include "tilefall/playout.hpp"

namespace tilefall::TILEFALL_ISA {

constexpr int64_t FRACTION = 256;
constexpr int64_t GAME_OVER = int64_t{NO_VALUE} * FRACTION;  // below any value (S4)

// What the whole search shares.
struct SearchTask {
    const FallingRules& rules;
    const FeatureWeights& weights;
    const uint32_t* belief;  // how likely each unknown piece is, in whole parts (S3)
    const bool* stop;
    Frame frame;
    uint64_t placements;  // made and valued so far
};

// What is known of the draws that are still to come.
struct Future {
    uint64_t number;  // of the next unknown draw
    uint64_t seen[MAX_PIECES];
};

GAME_FN int64_t rounded_down(int64_t total, int64_t parts) {
    const int64_t quotient = total / parts;
    return quotient - (total % parts < 0 ? 1 : 0);
}

// What a placement is worth by itself, whatever board it leaves (S2).
GAME_FN int64_t move_value(const int32_t* features, const FeatureWeights& weights) {
    return FRACTION * (int64_t{weights.of[LANDING_HEIGHT]} * features[LANDING_HEIGHT] +
                       int64_t{weights.of[ERODED_CELLS]} * features[ERODED_CELLS] +
                       int64_t{weights.of[ROWS_REMOVED]} * features[ROWS_REMOVED]);
}

// A board after a placement inside it, and what the placement is worth by itself.
struct Step {
    Lanes columns;
    int64_t value;
};

GAME_FN Step step_of(const SearchTask& task, Lanes columns, const Shape& shape, int column,
                     int bottom) {
    const Lanes cells = cells_of(shape, column, bottom);
    int32_t features[FEATURES];
    features[LANDING_HEIGHT] = 2 * bottom + shape.height - 1;
    features[ERODED_CELLS] = features[ROWS_REMOVED] = 0;
    Lanes after = columns | cells;
    if (const uint32_t full = full_rows(after)) {
        features[ROWS_REMOVED] = ones(full);
        features[ERODED_CELLS] = ones(full) * static_cast<int32_t>(sum(ones(cells & splat(full))));
        after = without_rows(task.frame, after, full);
    }
    return {after, move_value(features, task.weights)};
}

template <unsigned SET>
GAME_FN int64_t value_after(SearchTask& task, Lanes columns, int shape, int depth, const Future& future);

// The value of one placement: of the board it leaves, or of what follows (S1, S2).
template <unsigned SET>
GAME_FN int64_t value_of_move(SearchTask& task, Lanes columns, Move move, int next, int depth,
                              const Future& future) {
    const Shape& shape = pieces_of(task.rules).shapes[move.shape];
    task.placements += 1;
    if (move.bottom + shape.height > task.frame.height) return GAME_OVER;
    if (depth == 1) {
        int32_t features[FEATURES];
        measure<SET>(task.frame, columns, shape, move.column, move.bottom, features);
        return FRACTION * value_of<SET>(features, task.weights);
    }
    const Step step = step_of(task, columns, shape, move.column, move.bottom);
    return step.value + value_after<SET>(task, step.columns, next, depth - 1, future);
}

// The best of all straight drops of a piece, on a board whose top is free or in Tetris.
template <unsigned SET>
GAME_FN int64_t best_straight(SearchTask& task, const Surface<SET>& surface, int piece, int depth,
                              const Future& future) {
    const PieceSet& pieces = pieces_of(task.rules);
    const int first = pieces.first[piece], last = pieces.first[piece + 1];
    if (depth == 1) {
        Lanes best = splat(static_cast<uint32_t>(NO_VALUE)), bottom;
        for (int number = first; number < last; ++number) {
            const Shape& shape = pieces.shapes[number];
            best = larger(best, values_of(surface, shape, task.weights, bottom));
            task.placements += static_cast<uint64_t>(task.frame.width - shape.width + 1);
        }
        return FRACTION * largest(best);
    }
    uint32_t columns[LANES];
    store(surface.columns, columns);
    int64_t best = GAME_OVER;
    for (int number = first; number < last; ++number) {
        const Shape& shape = pieces.shapes[number];
        for (int column = 0; column + shape.width <= task.frame.width; ++column) {
            const Move move{number, column, landing_bottom(columns, shape, column)};
            const int64_t value =
                value_of_move<SET>(task, surface.columns, move, -1, depth, future);
            best = value > best ? value : best;
        }
    }
    return best;
}

// The best of all places that a sliding piece reaches from its spawn; the game is over if it has no
// room.
template <unsigned SET>
GAME_FN int64_t best_spawned(SearchTask& task, Lanes columns, int shape, int column, int depth,
                             const Future& future) {
    FallingState state{};
    store(columns, state.columns);
    state.current = shape;
    state.column = column;
    MoveList list;
    list_moves(task.rules, task.frame, state, list);
    int64_t best = GAME_OVER;
    for (int i = 0; i < list.count; ++i) {
        const int64_t value = value_of_move<SET>(task, columns, list.moves[i], -1, depth, future);
        best = value > best ? value : best;
    }
    return best;
}

// The values of a piece's drops from the top row, each found when it is first asked for: many
// spawns lead to the same places.
struct DropValues {
    Drops drops;
    uint32_t is_known[MAX_TURNS_OF_PIECE];
    int64_t value[MAX_TURNS_OF_PIECE][LANES];
};

// The best of all drops that a piece reaches from its spawn; the game is over if it has no room.
template <unsigned SET>
GAME_FN int64_t best_dropped(SearchTask& task, DropValues& values, Lanes columns, int shape,
                             int column, int depth, const Future& future) {
    const Drops& drops = values.drops;
    if ((drops.fits[shape - drops.first] >> column & 1) == 0) return GAME_OVER;
    uint32_t reached[MAX_TURNS_OF_PIECE];
    find_columns(pieces_of(task.rules), drops, shape, column, reached);
    int64_t best = GAME_OVER;
    for (int i = 0; i < drops.count; ++i) {
        for (uint32_t rest = reached[i]; rest != 0; rest &= rest - 1) {
            const int at = lowest_bit(rest);
            int64_t& value = values.value[i][at];
            if ((values.is_known[i] >> at & 1) == 0) {
                values.is_known[i] |= 1u << at;
                const Move move{drops.first + i, at, drops.bottom[i][at]};
                value = value_of_move<SET>(task, columns, move, -1, depth, future);
            }
            best = value > best ? value : best;
        }
    }
    return best;
}

// The mean over a shape's spawn columns, all equally likely (Q4).
template <unsigned SET>
GAME_FN int64_t mean_of_spawns(SearchTask& task, DropValues& values, Lanes columns, int shape,
                               int depth, const Future& future) {
    const int spawns = task.frame.width - pieces_of(task.rules).shapes[shape].width;
    int64_t total = 0;
    for (int column = 0; column < spawns; ++column) {
        total += task.rules.can_slide
                     ? best_spawned<SET>(task, columns, shape, column, depth, future)
                     : best_dropped<SET>(task, values, columns, shape, column, depth, future);
    }
    return rounded_down(total, spawns);
}

// The value of a piece on a board whose top is not free: of one shape, or, if that is not known,
// the mean over the four turns in which the piece may appear (Q3).
template <unsigned SET>
GAME_FN int64_t mean_of_turns(SearchTask& task, Lanes columns, int piece, int shape, int depth,
                              const Future& future) {
    const PieceSet& pieces = pieces_of(task.rules);
    DropValues values;
    for (int i = 0; i < MAX_TURNS_OF_PIECE; ++i) values.is_known[i] = 0;
    find_drops(task.frame, pieces, columns, piece, values.drops);
    if (shape >= 0) return mean_of_spawns<SET>(task, values, columns, shape, depth, future);
    int64_t total = 0;
    int turned = pieces.first[piece];
    for (int quarter = 0; quarter < 4; ++quarter, turned = pieces.shapes[turned].rotation) {
        total += mean_of_spawns<SET>(task, values, columns, turned, depth, future);
    }
    return rounded_down(total, 4);
}

// How likely each piece is as the next unknown one (S3).
GAME_FN void expected_pieces(const SearchTask& task, const Future& future, uint32_t* weights) {
    const int pieces = pieces_of(task.rules).pieces;
    if (task.rules.draw == Draw::BAG) {
        find_bag(future.seen, pieces, weights);
        return;
    }
    for (int piece = 0; piece < pieces; ++piece) {
        weights[piece] = task.belief[piece];
        if (task.rules.draw == Draw::LIST) {
            weights[piece] = task.rules.list[future.number % task.rules.list_length] == piece;
        }
    }
}

GAME_FN Future after_piece(Future future, int piece) {
    future.number += 1;
    future.seen[piece] += 1;
    return future;
}

// The value of a board on which chance goes on: with this shape, or with an unknown piece if it is
// -1. `depth` pieces are still to be placed.
template <unsigned SET>
GAME_FN int64_t value_after(SearchTask& task, Lanes columns, int shape, int depth, const Future& future) {
    if (is_set(task.stop)) return GAME_OVER;
    const bool is_straight = !task.rules.is_quintris ||
                             (!task.rules.can_slide && has_free_top(task.frame, columns));
    Surface<SET> surface;
    if (is_straight) look_at(task.frame, columns, surface);
    if (shape >= 0) {
        const int piece = pieces_of(task.rules).shapes[shape].piece;
        return is_straight ? best_straight(task, surface, piece, depth, future)
                           : mean_of_turns<SET>(task, columns, piece, shape, depth, future);
    }
    uint32_t weights[MAX_PIECES];
    expected_pieces(task, future, weights);
    int64_t total = 0, parts = 0;
    for (int piece = 0; piece < pieces_of(task.rules).pieces; ++piece) {
        if (weights[piece] == 0) continue;
        const Future next = after_piece(future, piece);
        const int64_t value = is_straight
                                  ? best_straight(task, surface, piece, depth, next)
                                  : mean_of_turns<SET>(task, columns, piece, -1, depth, next);
        total += value * weights[piece];
        parts += weights[piece];
    }
    return rounded_down(total, parts);
}

// The future as a player sees it in a state: its current and next piece are counted as seen.
GAME_FN Future future_of(const FallingRules& rules, const FallingState& state) {
    Future future{state.turn + 1 + (rules.has_preview ? 1 : 0), {}};
    for (int piece = 0; piece < MAX_PIECES; ++piece) future.seen[piece] = state.seen[piece];
    return future;
}

// The value of a legal move of a state, so many pieces deep; 1 is the move alone.
template <unsigned SET>
GAME_FN SearchedMove searched(const FallingRules& rules, const FallingState& state,
                              const FeatureWeights& weights, const uint32_t* belief, int depth,
                              Move move, const bool* stop) {
    SearchTask task{rules, weights, belief, stop, frame_of(rules.width, rules.height), 0};
    const int64_t value = value_of_move<SET>(task, load(state.columns), move, state.next, depth,
                                             future_of(rules, state));
    return {value, task.placements};
}

// What a game of searched moves believes about unknown pieces (S3).
GAME_FN void believe(const FallingRules& rules, const Chance& chance, const FallingState& state,
                     Belief kind, uint32_t* belief) {
    const int pieces = pieces_of(rules).pieces;
    if (kind == Belief::POSTERIOR && rules.draw == Draw::HIDDEN) {
        posterior(state.seen, pieces, belief);
        return;
    }
    const bool is_told = kind != Belief::UNIFORM && rules.draw != Draw::BAG &&
                         rules.draw != Draw::LIST;
    for (int piece = 0; piece < pieces; ++piece) belief[piece] = is_told ? chance.mix.of[piece] : 1;
}

// A whole game in which every move is searched so many pieces deep.
template <unsigned SET>
GAME_FN PlayoutResult played_deep(const FallingRules& rules, const FeatureWeights& weights, int depth,
                                  Belief kind, uint64_t seed, uint64_t max_turns,
                                  const bool* stop) {
    const Frame frame = frame_of(rules.width, rules.height);
    const Chance chance = chance_of(rules, seed);
    FallingState state = started(rules, frame, chance);
    uint64_t placements = 0;
    uint32_t belief[MAX_PIECES] = {};
    bool over = is_over(rules, frame, state);
    const bool meets_unknown = depth > (rules.has_preview ? 2 : 1);
    MoveList list;
    while (!over && state.turn < max_turns && !is_set(stop)) {
        if (meets_unknown) believe(rules, chance, state, kind, belief);
        list_moves(rules, frame, state, list);
        int best = 0;
        int64_t best_value = GAME_OVER;
        for (int i = 0; i < list.count; ++i) {
            const SearchedMove found =
                searched<SET>(rules, state, weights, belief, depth, list.moves[i], stop);
            placements += found.placements;
            if (found.value > best_value) {
                best = i;
                best_value = found.value;
            }
        }
        state = drawn(rules, chance, locked(rules, frame, state, list.moves[best]));
        over = is_over(rules, frame, state);
    }
    return {state.score, state.turn, digest(rules, state), placements, over};
}

}  // namespace tilefall::TILEFALL_ISA
