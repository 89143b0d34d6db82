// Expectimax: the value of every move when all that can follow is played out some pieces deep.
// The twin of search/expectimax.py (S1 to S7).
//
// Every function below takes a `floor`: where the true value is not above it, any number from the
// true value to the floor may be the answer. That is what lets a search leave out what cannot be
// the best; with NOTHING_YET every answer is exact.
#pragma once

#include "tilefall/search/choices.hpp"

namespace tilefall::TILEFALL_ISA {

template <unsigned SET>
inline int64_t value_after(SearchTask& task, Lanes columns, int shape, int depth, const Future& future, int64_t floor);

// The value of one placement: of the board it leaves, or of what follows (S1, S2).
template <unsigned SET>
inline int64_t value_of_option(SearchTask& task, Lanes columns, const Option& option, int next, int depth,
                               const Future& future, int64_t floor) {
    task.placements += 1;
    if (option.value == NO_VALUE || depth == 1) return FRACTION * option.value;
    const Step step = step_of(task, columns, option.move);
    return step.value + value_after<SET>(task, step.columns, next, depth - 1, future, floor - step.value);
}

// The best of some placements; the game is over if there are none.
template <unsigned SET>
inline int64_t best_of(SearchTask& task, Lanes columns, Options& options, int next, int depth, const Future& future,
                       int64_t floor) {
    if (depth > 1) {
        if (task.options.beam != 0 && options.count > task.options.beam) {
            keep_best(options, task.options.beam);
        } else if (task.options.use_bounds && depth == 2) {
            keep_best(options, options.count);
        }
    }
    int64_t best = options.count == 0 ? GAME_OVER : NOTHING_YET;
    for (int i = 0; i < options.count; ++i) {
        const int64_t value =
            value_of_option<SET>(task, columns, options.of[i], next, depth, future, most(best, floor));
        best = most(best, value);
    }
    return best;
}

// The best of all places of a piece on a board where every spawn reaches the same ones.
template <unsigned SET>
inline int64_t best_anywhere(SearchTask& task, const Surface<SET>& surface, int piece, bool has_tucks, int depth,
                             const Future& future, int64_t floor) {
    if (depth > 1) {
        Options options;
        options.count = 0;
        add_straight(task, surface, piece, options);
        if (has_tucks) add_tucks<SET>(task, surface.columns, piece, options);
        return best_of<SET>(task, surface.columns, options, -1, depth, future, floor);
    }
    const PieceSet& pieces = pieces_of(task.rules);
    Lanes best = splat(static_cast<uint32_t>(NO_VALUE)), bottom;
    for (int number = pieces.first[piece]; number < pieces.first[piece + 1]; ++number) {
        const Shape& shape = pieces.shapes[number];
        best = larger(best, values_of(surface, shape, task.weights, bottom));
        task.placements += static_cast<uint64_t>(task.frame.width - shape.width + 1);
    }
    int32_t value = largest(best);
    if (has_tucks) {
        Options options;
        options.count = 0;
        add_tucks<SET>(task, surface.columns, piece, options);
        task.placements += static_cast<uint64_t>(options.count);
        for (int i = 0; i < options.count; ++i) {
            value = options.of[i].value > value ? options.of[i].value : value;
        }
    }
    return FRACTION * value;
}

// The value of a spawn on a crowded board, shared by all spots that it leads to and back from.
template <unsigned SET>
inline int64_t value_of_spawn(SearchTask& task, const TopRow& row, SpotGroups& groups, Lanes columns, int shape,
                              int column, int depth, const Future& future) {
    const Drops& drops = row.drops;
    const int turn = shape - drops.first;
    if ((drops.fits[turn] >> column & 1) == 0) return GAME_OVER;
    if (const SpotGroup* known = group_of(groups, turn, column)) return known->value;
    SpotGroup& group = groups.of[groups.count++];
    uint32_t reached[MAX_TURNS_OF_PIECE];
    find_group(pieces_of(task.rules), drops, shape, column, reached, group.spots);
    Options options;
    options.count = 0;
    if (task.rules.can_slide) {
        add_reached<SET>(task, columns, shape, column, options);
    } else {
        add_drops(row, reached, options);
    }
    group.value = best_of<SET>(task, columns, options, -1, depth, future, NOTHING_YET);
    return group.value;
}

// The mean over a shape's spawn columns, all equally likely (Q4).
template <unsigned SET>
inline int64_t mean_of_spawns(SearchTask& task, const TopRow& row, SpotGroups& groups, Lanes columns, int shape,
                              int depth, const Future& future) {
    const int spawns = task.frame.width - pieces_of(task.rules).shapes[shape].width;
    int64_t total = 0;
    for (int column = 0; column < spawns; ++column) {
        total += value_of_spawn<SET>(task, row, groups, columns, shape, column, depth, future);
    }
    return rounded_down(total, spawns);
}

// The value of a piece on a crowded board: of one shape, or, if that is not known, the mean over the
// four turns in which the piece may appear (Q3). Without a surface some drop is not straight.
template <unsigned SET>
inline int64_t mean_of_turns(SearchTask& task, Lanes columns, const Surface<SET>* surface, int piece, int shape,
                             int depth, const Future& future) {
    const PieceSet& pieces = pieces_of(task.rules);
    TopRow row;
    if (surface != nullptr) {
        find_straight_top(task, *surface, piece, row);
    } else {
        find_any_top<SET>(task, columns, piece, row);
    }
    SpotGroups groups;
    groups.count = 0;
    if (shape >= 0) return mean_of_spawns<SET>(task, row, groups, columns, shape, depth, future);
    int64_t total = 0;
    int turned = pieces.first[piece];
    for (int quarter = 0; quarter < 4; ++quarter, turned = pieces.shapes[turned].rotation) {
        total += mean_of_spawns<SET>(task, row, groups, columns, turned, depth, future);
    }
    return rounded_down(total, 4);
}

// What a search must know of a board before a piece comes.
template <unsigned SET>
struct Ground {
    Lanes columns;
    bool is_crowded;   // the spawn matters
    bool is_straight;  // every drop falls past nothing, and the surface is there
    bool has_tucks;    // a sliding piece may get below an overhang
    Surface<SET> surface;
};

// The value of one piece, of one shape or of any (-1).
template <unsigned SET>
inline int64_t value_of_piece(SearchTask& task, const Ground<SET>& ground, int piece, int shape, int depth,
                              const Future& future, int64_t floor) {
    if (!ground.is_crowded) {
        return best_anywhere(task, ground.surface, piece, ground.has_tucks, depth, future, floor);
    }
    return mean_of_turns<SET>(task, ground.columns, ground.is_straight ? &ground.surface : nullptr, piece, shape, depth,
                              future);
}

// The mean over the pieces that may come. With limits it ends as soon as it cannot pass the floor.
template <unsigned SET>
inline int64_t mean_of_pieces(SearchTask& task, Ground<SET>& ground, int depth, const Future& future,
                              Limits<SET>* limits, int64_t floor) {
    const int pieces = pieces_of(task.rules).pieces;
    uint32_t weights[MAX_PIECES];
    expected_pieces(task, future, weights);
    int64_t total = 0, parts = 0;
    for (int piece = 0; piece < pieces; ++piece) {
        parts += weights[piece];
        if (limits != nullptr) total += limits->of[piece] * weights[piece];
    }
    if (limits != nullptr && rounded_down(total, parts) <= floor) return rounded_down(total, parts);
    int order[MAX_PIECES];
    const int count = ranked_pieces(task, weights, order);
    if (limits != nullptr) {
        for (int i = 0; i < count; ++i) {
            const int64_t before = limits->of[order[i]];
            come_closer(task, order[i], *limits);
            total += (limits->of[order[i]] - before) * weights[order[i]];
        }
        if (rounded_down(total, parts) <= floor) return rounded_down(total, parts);
    }
    if (ground.is_straight) {
        look_at(task.rules, task.frame, ground.columns, task.weights, ground.surface);
    }
    for (int i = 0; i < count; ++i) {
        const int piece = order[i];
        const Future next = after_piece(future, piece);
        const int64_t value = value_of_piece(task, ground, piece, -1, depth, next, NOTHING_YET);
        if (limits == nullptr) {
            total += value * weights[piece];
            continue;
        }
        // The limit of a piece gives way to its value.
        learn_slack(task, piece, limits->of[piece], value);
        total += (value - limits->of[piece]) * weights[piece];
        if (rounded_down(total, parts) <= floor) break;
    }
    return rounded_down(total, parts);
}

// The value of a board on which chance goes on, found anew.
template <unsigned SET>
inline int64_t value_found(SearchTask& task, Lanes columns, int shape, int depth, const Future& future, int64_t floor) {
    Ground<SET> ground;
    ground.columns = columns;
    ground.is_crowded = task.rules.is_quintris && !has_free_top(task.frame, columns);
    ground.is_straight = !ground.is_crowded || !has_top_overhang(task.frame, columns);
    ground.has_tucks = task.rules.can_slide && any(hole_cells(columns, bit_length(columns)));
    Limits<SET> limits;
    const bool is_limited =
        task.options.use_bounds && depth == 1 && ground.is_straight && !ground.has_tucks && floor > NOTHING_YET / 2;
    if (is_limited) find_limits(task, columns, limits);
    if (shape < 0) {
        return mean_of_pieces(task, ground, depth, future, is_limited ? &limits : nullptr, floor);
    }
    const int piece = pieces_of(task.rules).shapes[shape].piece;
    if (is_limited) {
        if (limits.of[piece] <= floor) return limits.of[piece];
        come_closer(task, piece, limits);
        if (limits.of[piece] <= floor) return limits.of[piece];
    }
    if (ground.is_straight) {
        look_at(task.rules, task.frame, columns, task.weights, ground.surface);
    }
    return value_of_piece(task, ground, piece, shape, depth, future, floor);
}

// The value of a board on which chance goes on: with this shape, or with an unknown piece if it is
// -1. `depth` pieces are still to be placed.
template <unsigned SET>
inline int64_t value_after(SearchTask& task, Lanes columns, int shape, int depth, const Future& future, int64_t floor) {
    if (is_set(task.stop)) return GAME_OVER;
    if (task.known.boards == nullptr) {
        return value_found<SET>(task, columns, shape, depth, future, floor);
    }
    KnownBoard& known = known_board(task, columns);
    if (is_same(task, known, columns, shape, depth) && (known.is_exact || known.value <= floor)) {
        return known.value;
    }
    const int64_t value = value_found<SET>(task, columns, shape, depth, future, floor);
    store(columns, known.columns);
    known.value = value;
    known.search = task.known.search;
    known.shape = static_cast<int16_t>(shape);
    known.depth = static_cast<uint8_t>(depth);
    known.is_exact = value > floor;
    return value;
}

// The future as a player sees it in a state: its current and next piece are counted as seen.
inline Future future_of(const FallingRules& rules, const FallingState& state) {
    Future future{state.turn + 1 + (rules.has_preview ? 1 : 0), {}};
    for (int piece = 0; piece < MAX_PIECES; ++piece) future.seen[piece] = state.seen[piece];
    return future;
}

// The value of a legal move of a state, so many pieces deep; 1 is the move alone. It is exact if it is above the floor.
template <unsigned SET>
inline SearchedMove searched(const FallingRules& rules, const FallingState& state, const FeatureWeights& weights,
                             const SearchOptions& options, const uint32_t* belief, Move move, int64_t floor,
                             KnownBoards known, const bool* stop) {
    SearchTask task = task_of(rules, weights, options, belief, known, stop);
    const Lanes columns = load(state.columns);
    const Option option{move, value_alone<SET>(task, columns, move)};
    const int64_t value =
        value_of_option<SET>(task, columns, option, state.next, options.depth, future_of(rules, state), floor);
    return {value, task.placements};
}

// Deep play: whole games in which every move is searched.

// What a game of searched moves believes about unknown pieces (S3).
inline void believe(const FallingRules& rules, const Chance& chance, const FallingState& state, Belief kind,
                    uint32_t* belief) {
    const int pieces = pieces_of(rules).pieces;
    if (kind == Belief::POSTERIOR && rules.draw == Draw::HIDDEN) {
        posterior(state.seen, pieces, belief);
        return;
    }
    const bool is_told = kind != Belief::UNIFORM && rules.draw != Draw::BAG && rules.draw != Draw::LIST;
    for (int piece = 0; piece < pieces; ++piece) belief[piece] = is_told ? chance.mix.of[piece] : 1;
}

// The best of some options, the first of equal ones in the order of moves (S5). The most promising
// are searched first; after that a move must beat the best so far.
template <unsigned SET>
inline Move best_move(SearchTask& task, const FallingState& state, Options& options) {
    const int beam = task.options.beam;
    keep_best(options, beam != 0 && beam < options.count ? beam : options.count);
    const Future future = future_of(task.rules, state);
    const Lanes columns = load(state.columns);
    Move best = options.of[0].move;
    int64_t best_value = NOTHING_YET;
    for (int i = 0; i < options.count; ++i) {
        const Move move = options.of[i].move;
        // The same value is enough for a move that comes before the best one.
        const bool is_before = number_of(task.rules, move) < number_of(task.rules, best);
        const int64_t floor = best_value - (is_before ? 1 : 0);
        const int64_t value = value_of_option<SET>(task, columns, options.of[i], state.next, task.options.depth, future,
                                                   task.options.use_bounds ? floor : NOTHING_YET);
        if (value > floor) {
            best = move;
            best_value = value;
        }
    }
    return best;
}

// A whole game in which every move is searched.
template <unsigned SET>
inline PlayoutResult played_deep(const FallingRules& rules, const FeatureWeights& weights, const SearchOptions& options,
                                 Belief kind, uint64_t seed, uint64_t max_turns, KnownBoards known, const bool* stop,
                                 KeptTurns* kept) {
    const Frame frame = frame_of(rules.width, rules.height);
    const Chance chance = chance_of(rules, seed);
    FallingState state = started(rules, chance);
    uint32_t belief[MAX_PIECES] = {};
    SearchTask task = task_of(rules, weights, options, belief, known, stop);
    bool over = is_over(rules, frame, state);
    const bool meets_unknown = options.depth > (rules.has_preview ? 2 : 1);
    while (!over && state.turn < max_turns && !is_set(stop)) {
        if (meets_unknown) believe(rules, chance, state, kind, belief);
        task.known.search += 1;
        Options moves;
        moves.count = 0;
        add_reached<SET>(task, load(state.columns), state.current, state.column, moves);
        const Move move = best_move<SET>(task, state, moves);
        keep_turn(rules, state, move, kept);
        state = drawn(rules, chance, locked(rules, frame, state, move));
        over = is_over(rules, frame, state);
    }
    end_turns(rules, state, kept);
    return {state.score, state.turn, digest(rules, state), task.placements, over};
}

}  // namespace tilefall::TILEFALL_ISA
