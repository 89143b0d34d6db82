// The one place of the native tests where templates of the engine are compiled.
#include "library.hpp"

#include "check.hpp"
#include "tilefall/search/expectimax.hpp"

namespace tilefall::TILEFALL_ISA::tests {

void value_shapes(const FallingRules& rules, const uint32_t* columns, const FeatureWeights& weights,
                  uint32_t (&values)[MAX_SHAPES][LANES]) {
    const PieceSet& pieces = pieces_of(rules);
    Surface<WITH_ALL | WITH_TABLES> surface;
    look_at(rules, frame_of(rules.width, rules.height), load(columns), weights, surface);
    for (int i = 0; i < pieces.first[pieces.pieces]; ++i) {
        Lanes bottom;
        store(values_of(surface, pieces.shapes[i], weights, bottom), values[i]);
    }
}

Choice choice_of(const FallingRules& rules, const FallingState& state, const FeatureWeights& weights) {
    const Frame frame = frame_of(rules.width, rules.height);
    return wanted(weights) == 0 ? chosen<0>(rules, frame, state, weights)
                                : chosen<WITH_ALL>(rules, frame, state, weights);
}

Choice choice_with_tables(const FallingRules& rules, const FallingState& state, const FeatureWeights& weights) {
    return chosen<WITH_ALL | WITH_TABLES>(rules, frame_of(rules.width, rules.height), state, weights);
}

PlayoutResult game_with_tables(const FallingRules& rules, const FeatureWeights& weights, uint64_t seed,
                               uint64_t max_turns) {
    return played<WITH_ALL | WITH_TABLES>(rules, weights, seed, max_turns, &GOES_ON, nullptr);
}

void tabulate(const FallingRules& rules, const FallingState& state, FeatureTable& table) {
    list_features(rules, frame_of(rules.width, rules.height), state, table);
}

PlayoutResult game_of(const FallingRules& rules, const FeatureWeights& weights, uint64_t seed, uint64_t max_turns,
                      const bool* stop, KeptTurns* kept) {
    return played<WITH_ALL>(rules, weights, seed, max_turns, stop, kept);
}

int64_t searched_value(const FallingRules& rules, const FallingState& state, const FeatureWeights& weights, Move move) {
    const uint32_t belief[MAX_PIECES] = {1, 1, 1, 1, 1, 1, 1};
    return searched<WITH_ALL>(rules, state, weights, {2, 0, false, false}, belief, move, NOTHING_YET, {}, &GOES_ON)
        .value;
}

PlayoutResult searched_game(const FallingRules& rules, const FeatureWeights& weights, uint64_t seed,
                            uint64_t max_turns) {
    return played_deep<WITH_ALL>(rules, weights, {2, 0, true, true}, Belief::UNIFORM, seed, max_turns, {}, &GOES_ON,
                                 nullptr);
}

}  // namespace tilefall::TILEFALL_ISA::tests
