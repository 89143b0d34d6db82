// Solo: what one thread plays by itself, as on a GPU, against the same boards and games in lanes.
#include <memory>

#include "boards.hpp"
#include "library.hpp"
#include "tests.hpp"
#include "tilefall/gpu/games.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

// A few sizes of both games, the smallest and the largest among them: each is compiled by itself.
template <class Test>
void with_some_well(Random& random, const Test& test) {
    switch (random.seed % 6) {
        case 0: return test(Well<4, 4, false>{});
        case 1: return test(Well<15, 31, false>{});
        case 2: return test(Well<15, 25, true>{});
        case 3: return test(Well<6, 6, true>{});
        default: return test(Well<10, 10, false>{});
    }
}

FeatureWeights some_weights(Random& random) {
    const int limit = random.coin() ? 2 : 65536;
    FeatureWeights weights{};
    for (int32_t& weight : weights.of) weight = random.between(-limit, limit);
    return weights;
}

// The weights of good players and their likes: their games are long.
FeatureWeights good_weights(Random& random) {
    FeatureWeights weights{{-222, 92, -224, -658, 180, -44, 0, -52, -1808, -58, 0}, {}};
    if (random.coin()) weights = {{-109, 242, -217, -331, 95, 0, -222, -81, -965, 127, 0}, {}};
    for (int32_t& weight : weights.of) weight += weight * random.between(-20, 20) / 100;
    return weights;
}

template <class WELL>
FallingRules rules_of(Random& random) {
    FallingRules rules = rules_with(WELL::WIDTH, WELL::HEIGHT, WELL::IS_QUINTRIS);
    rules.has_preview = WELL::IS_QUINTRIS || random.coin();
    const int draw = random.below(3);
    rules.draw = draw == 0 ? Draw::BAG : draw == 1 ? Draw::HIDDEN : Draw::TOLD;
    for (uint32_t& weight : rules.told) weight = 1;
    if (WELL::IS_QUINTRIS) rules.told[MAX_PIECES - 1] = 0;
    return rules;
}

template <class WELL>
SoloBoard<WELL> board_of(const FallingState& state) {
    SoloBoard<WELL> board;
    for (int i = 0; i < WELL::WIDTH; ++i) board.columns[i] = state.columns[i];
    return board;
}

template <unsigned SET, class WELL>
void check_choice(const FallingRules& rules, const FallingState& state, FeatureWeights weights) {
    if ((SET & WITH_WELLS) == 0) weights.of[WELLS] = 0;
    if ((SET & WITH_FAST_WELLS) == 0) weights.of[WELLS_FAST] = 0;
    if ((SET & WITH_EXTRAS) == 0) {
        for (int k = HOLE_DEPTH; k <= PATTERN_DIVERSITY; ++k) weights.of[k] = 0;
    }
    const Choice expected = choice_of(rules, state, weights);
    const SoloChoice found = chosen<SET>(board_of<WELL>(state), {state.current, state.column}, solo_weights(weights));
    CHECK(found.shape == expected.move.shape);
    CHECK(found.column == expected.move.column);
    CHECK(found.bottom == expected.move.bottom);
    CHECK(found.placements == static_cast<uint32_t>(expected.placements));
}

bool is_same(const PlayoutResult& a, const PlayoutResult& b) {
    return a.score == b.score && a.turns == b.turns && a.digest == b.digest && a.is_over == b.is_over;
}

}  // namespace

void solo_choices_are_those_in_lanes(Random& random) {
    with_some_well(random, [&](auto well) {
        using WELL = decltype(well);
        const FallingRules rules = rules_of<WELL>(random);
        const FallingState state = some_state(random, rules);
        if (is_over(rules, frame_of(rules.width, rules.height), state)) return;
        for (int i = 0; i < 3; ++i) {
            const FeatureWeights weights = some_weights(random);
            check_choice<WITH_EXTRAS | WITH_FAST_WELLS, WELL>(rules, state, weights);
            check_choice<WITH_EXTRAS | WITH_WELLS, WELL>(rules, state, weights);
            check_choice<0, WELL>(rules, state, weights);
        }
    });
}

// Tables of any size.
void add_tables(Random& random, FeatureWeights& weights) {
    const int limit = random.coin() ? 60 : 65536;
    for (int32_t& weight : weights.tables) weight = random.between(-limit, limit);
    settle_tables(weights.tables);
}

void solo_tables_are_those_in_lanes(Random& random) {
    with_some_well(random, [&](auto well) {
        using WELL = decltype(well);
        const FallingRules rules = rules_of<WELL>(random);
        const FallingState state = some_state(random, rules);
        if (is_over(rules, frame_of(rules.width, rules.height), state)) return;
        for (int i = 0; i < 3; ++i) {
            FeatureWeights weights = some_weights(random);
            add_tables(random, weights);
            const Choice expected = choice_with_tables(rules, state, weights);
            const SoloChoice found = chosen<WITH_ALL | WITH_TABLES | WITH_BENDS>(
                board_of<WELL>(state), {state.current, state.column}, solo_weights(weights));
            CHECK(found.shape == expected.move.shape);
            CHECK(found.column == expected.move.column);
            CHECK(found.bottom == expected.move.bottom);
        }
        FeatureWeights weights = good_weights(random);
        add_tables(random, weights);
        for (int i = BEND_TABLE; i < TABLE_ENTRIES; ++i) weights.tables[i] = 0;  // which is another program
        const uint64_t seed = random.word();
        const PlayoutResult found =
            solo_played<WITH_ALL | WITH_TABLES, false, WELL>(rules, solo_weights(weights), seed, 40);
        CHECK(is_same(found, game_with_tables(rules, weights, seed, 40)));
    });
}

void solo_games_are_those_in_lanes(Random& random) {
    with_some_well(random, [&](auto well) {
        using WELL = decltype(well);
        const FallingRules rules = rules_of<WELL>(random);
        const FeatureWeights weights = random.coin() ? good_weights(random) : some_weights(random);
        const uint64_t seed = random.word();
        const bool stop = false;
        const PlayoutResult found = solo_played<WITH_ALL, false, WELL>(rules, solo_weights(weights), seed, 300);
        const PlayoutResult expected = game_of(rules, weights, seed, 300, &stop, nullptr);
        CHECK(is_same(found, expected));
        CHECK(found.placements == expected.placements);
    });
}

void solo_pairs_are_valued_as_searched(Random& random) {
    with_some_well(random, [&](auto well) {
        using WELL = decltype(well);
        FallingRules rules = rules_of<WELL>(random);
        rules.has_preview = true;
        const FallingState state = some_state(random, rules);
        const auto list = std::make_unique<MoveList>();
        list_moves(rules, frame_of(rules.width, rules.height), state, *list);
        if (list->count == 0) return;
        const Move move = list->moves[random.below(list->count)];
        const FeatureWeights weights = some_weights(random);
        uint64_t placements = 0;
        const int64_t found = value_of_pair<WITH_ALL>(board_of<WELL>(state), move.shape, move.column,
                                                      move.bottom, state.next, solo_weights(weights), placements);
        CHECK(found == searched_value(rules, state, weights, move));
    });
}

void solo_games_with_next_are_searched_ones(Random& random) {
    with_some_well(random, [&](auto well) {
        using WELL = decltype(well);
        FallingRules rules = rules_of<WELL>(random);
        rules.has_preview = true;
        const FeatureWeights weights = random.coin() ? good_weights(random) : some_weights(random);
        const uint64_t seed = random.word();
        const uint32_t turns = WELL::IS_QUINTRIS ? 12 : 30;
        const PlayoutResult found = solo_played<WITH_ALL, true, WELL>(rules, solo_weights(weights), seed, turns);
        CHECK(is_same(found, searched_game(rules, weights, seed, turns)));
    });
}

}  // namespace tilefall::TILEFALL_ISA::tests
