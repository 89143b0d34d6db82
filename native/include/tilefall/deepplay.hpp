// Deep play: whole games in which every move is searched.
#pragma once

#include "tilefall/expectimax.hpp"

namespace tilefall::TILEFALL_ISA {

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

// The best of some options, the first of equal ones in the order of moves (S5). The most promising
// are searched first; after that a move must beat the best so far.
template <unsigned SET>
GAME_FN Move best_move(SearchTask& task, const FallingState& state, Options& options) {
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
        const int64_t value = value_of_option<SET>(task, columns, options.of[i], state.next,
                                                   task.options.depth, future,
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
GAME_FN PlayoutResult played_deep(const FallingRules& rules, const FeatureWeights& weights,
                                  const SearchOptions& options, Belief kind, uint64_t seed,
                                  uint64_t max_turns, KnownBoards known, const bool* stop,
                                  KeptTurns* kept) {
    const Frame frame = frame_of(rules.width, rules.height);
    const Chance chance = chance_of(rules, seed);
    FallingState state = started(rules, frame, chance);
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
