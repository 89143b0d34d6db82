// Choice: the fast choice of a move against measuring every move in turn.
#include <memory>

#include "boards.hpp"
#include "library.hpp"
#include "tests.hpp"
#include "tilefall/falling/reach.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

FallingRules choice_rules(Random& random) {
    return random.below(3) == 0 ? quintris_rules(random) : tetris_rules(random);
}

// Small weights make many placements equal; half of them leave the costly features out.
FeatureWeights some_weights(Random& random) {
    const int limit = random.coin() ? 2 : 65536;
    FeatureWeights weights{};
    for (int32_t& weight : weights.of) weight = random.between(-limit, limit);
    if (random.coin()) {
        for (int k = WELLS; k <= PATTERN_DIVERSITY; ++k) weights.of[k] = 0;
        CHECK(wanted(weights) == 0);
    }
    return weights;
}

// The first of the best moves, each measured (T7); the first of all if all end the game (T8).
Choice best_measured(const FallingRules& rules, const FallingState& state, const MoveList& list,
                     const FeatureWeights& weights) {
    Choice best{list.moves[0], NO_VALUE, list.count};
    for (int i = 0; i < list.count; ++i) {
        const Move move = list.moves[i];
        if (ends_game(rules, move)) continue;
        int32_t features[FEATURES];
        measure<WITH_ALL>(frame_of(rules.width, rules.height), load(state.columns),
                          pieces_of(rules).shapes[move.shape], move.column, move.bottom, features);
        int64_t value = 0;
        for (int k = 0; k < FEATURES; ++k) value += int64_t{weights.of[k]} * features[k];
        CHECK(value > NO_VALUE && value <= INT32_MAX);
        if (value > best.value) best = {move, static_cast<int32_t>(value), list.count};
    }
    return best;
}

}  // namespace

void choices_are_the_best_measured(Random& random) {
    const FallingRules rules = choice_rules(random);
    const FallingState state = some_state(random, rules);
    const auto list = std::make_unique<MoveList>();
    list_moves(rules, frame_of(rules.width, rules.height), state, *list);
    if (list->count == 0) return;
    for (int i = 0; i < 4; ++i) {
        const FeatureWeights weights = some_weights(random);
        const Choice expected = best_measured(rules, state, *list, weights);
        const Choice choice = choice_of(rules, state, weights);
        CHECK(choice.value == expected.value);
        CHECK(choice.placements == expected.placements);
        CHECK(number_of(rules, choice.move) == number_of(rules, expected.move));
    }
}

void feature_tables_are_measured(Random& random) {
    const FallingRules rules = choice_rules(random);
    const FallingState state = some_state(random, rules);
    const Frame frame = frame_of(rules.width, rules.height);
    const auto table = std::make_unique<FeatureTable>();
    const auto list = std::make_unique<MoveList>();
    tabulate(rules, state, *table);
    list_moves(rules, frame, state, *list);
    CHECK(table->list.count == list->count);
    for (int i = 0; i < list->count; ++i) {
        const Move move = list->moves[i];
        CHECK(number_of(rules, table->list.moves[i]) == number_of(rules, move));
        CHECK(number_of(rules, move_of(rules, number_of(rules, move))) == number_of(rules, move));
        CHECK(i == 0 || number_of(rules, list->moves[i - 1]) < number_of(rules, move));
        CHECK(table->ends_game[i] == ends_game(rules, move));
        if (table->ends_game[i]) continue;
        int32_t features[FEATURES];
        measure<WITH_ALL>(frame, load(state.columns), pieces_of(rules).shapes[move.shape],
                          move.column, move.bottom, features);
        for (int k = 0; k < FEATURES; ++k) CHECK(table->features[i][k] == features[k]);
    }
}

}  // namespace tilefall::TILEFALL_ISA::tests
