// Features, choices and games: lanes and words, each held against the other (E1 to E18, T7, T8, S1 to S5).
#include <memory>

#include "boards.hpp"
#include "library.hpp"
#include "tilefall/falling/reach.hpp"
#include "words.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

using words::Well;
constexpr unsigned EVERYTHING = WITH_ALL | WITH_TABLES | WITH_BENDS;

// Sizes of both games, the smallest and the largest among them: each is compiled by itself.
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

// Small weights make many placements equal.
FeatureWeights some_weights(Random& random) {
    const int limit = random.coin() ? 2 : 65536;
    FeatureWeights weights{};
    for (int32_t& weight : weights.of) weight = random.between(-limit, limit);
    return weights;
}

// Any weights for cases that are counted, so that no two of them are exchanged unseen. Now and then one bend
// weighs anything, or none, which spares looking them up.
void add_tables(Random& random, FeatureWeights& weights) {
    const int limit = random.coin() ? 60 : 65536;
    for (int32_t& weight : weights.tables) weight = random.between(-limit, limit);
    const bool has_many = random.below(4) != 0;
    const int only = BEND_TABLE + random.below(64);
    for (int i = BEND_TABLE; i < TABLE_ENTRIES; ++i) weights.tables[i] *= has_many || i == only;
    settle_tables(weights.tables);
}

// The weights of good players and their likes: their games are long.
FeatureWeights good_weights(Random& random) {
    FeatureWeights weights{{-222, 92, -224, -658, 180, -44, 0, -52, -1808, -58, 0}, {}};
    if (random.coin()) weights = {{-109, 242, -217, -331, 95, 0, -222, -81, -965, 127, 0}, {}};
    for (int32_t& weight : weights.of) weight += weight * random.between(-20, 20) / 100;
    return weights;
}

template <class WELL>
words::Board<WELL> in_words(const FallingState& state) {
    words::Board<WELL> board;
    for (int i = 0; i < WELL::WIDTH; ++i) board.columns[i] = state.columns[i];
    return board;
}

// The move and how many placements were made; nothing if the game is over.
template <unsigned SET, class WELL>
void check_choice(const FallingState& state, const Choice& expected, const FeatureWeights& weights) {
    const Choice found =
        words::chosen<SET>(in_words<WELL>(state), {state.current, state.column}, words::weights_of(weights));
    CHECK(found.move.shape == expected.move.shape && found.move.column == expected.move.column);
    CHECK(found.move.bottom == expected.move.bottom && found.value == expected.value);
    CHECK(found.placements == expected.placements);
}

template <unsigned SET, class WELL>
void check_choice_without_tables(const FallingRules& rules, const FallingState& state, FeatureWeights weights) {
    for (int i = 0; i < FEATURES; ++i) weights.of[i] *= has(SET, i);
    check_choice<SET, WELL>(state, choice_of(rules, state, weights), weights);
}

void check_same(const PlayoutResult& found, const PlayoutResult& expected) {
    CHECK(found.score == expected.score && found.turns == expected.turns);
    CHECK(found.digest == expected.digest && found.is_over == expected.is_over);
}

}  // namespace

TEST(placements_are_worth_the_same, 3000) {
    with_some_well(random, [&](auto well) {
        using WELL = decltype(well);
        const FallingRules rules = rules_of<WELL>(random);
        const FallingState state = some_state(random, rules);
        FeatureWeights weights = some_weights(random);
        add_tables(random, weights);
        const PieceSet& pieces = pieces_of(rules);
        uint32_t values[MAX_SHAPES][LANES];
        value_shapes(rules, state.columns, weights, values);
        const words::Board<WELL> board = in_words<WELL>(state);
        for (int shape = 0; shape < pieces.first[pieces.pieces]; ++shape) {
            const words::Form form = WELL::forms().forms[shape];
            for (int column = 0; column < LANES; ++column) {
                int32_t expected = NO_VALUE;
                const int bottom = words::landing_bottom(board, form, column);
                if (column + form.width <= rules.width && bottom + form.height <= rules.height) {
                    expected = words::exact_value<EVERYTHING>(board, form, column, bottom, words::weights_of(weights));
                }
                CHECK(static_cast<int32_t>(values[shape][column]) == expected);
            }
        }
    });
}

// Each feature by itself: of placements that complete no row all columns at once, of others board by board.
TEST(features_are_the_same, 600) {
    with_some_well(random, [&](auto well) {
        using WELL = decltype(well);
        const FallingRules rules = rules_of<WELL>(random);
        const FallingState state = some_state(random, rules);
        const auto table = std::make_unique<FeatureTable>();
        const auto list = std::make_unique<MoveList>();
        tabulate(rules, state, *table);
        list_moves(rules, frame_of(rules.width, rules.height), state, *list);
        CHECK(table->list.count == list->count);
        for (int i = 0; i < list->count; ++i) {
            const Move move = list->moves[i];
            CHECK(number_of(rules, table->list.moves[i]) == number_of(rules, move));
            CHECK(number_of(rules, move_of(rules, number_of(rules, move))) == number_of(rules, move));
            CHECK(i == 0 || number_of(rules, list->moves[i - 1]) < number_of(rules, move));
            CHECK(table->ends_game[i] == ends_game(rules, move));
            if (table->ends_game[i]) continue;
            for (int k = 0; k < FEATURES; ++k) {
                words::Weights one{};
                one.of[k] = 1;
                CHECK(table->features[i][k] == words::exact_value<WITH_ALL>(in_words<WELL>(state),
                                                                            WELL::forms().forms[move.shape],
                                                                            move.column, move.bottom, one));
            }
        }
    });
}

TEST(choices_are_the_same, 2000) {
    with_some_well(random, [&](auto well) {
        using WELL = decltype(well);
        const FallingRules rules = rules_of<WELL>(random);
        const FallingState state = some_state(random, rules);
        if (is_over(rules, frame_of(rules.width, rules.height), state)) return;
        for (int i = 0; i < 3; ++i) {
            FeatureWeights weights = some_weights(random);
            check_choice_without_tables<WITH_EXTRAS | WITH_FAST_WELLS, WELL>(rules, state, weights);
            check_choice_without_tables<WITH_EXTRAS | WITH_WELLS, WELL>(rules, state, weights);
            check_choice_without_tables<0, WELL>(rules, state, weights);
            if (random.seed % 5 != 0) continue;
            add_tables(random, weights);
            CHECK((wanted(weights) & WITH_TABLES) != 0);
            check_choice<EVERYTHING, WELL>(state, choice_with_tables(rules, state, weights), weights);
        }
    });
}

TEST(games_are_the_same, 160) {
    with_some_well(random, [&](auto well) {
        using WELL = decltype(well);
        const FallingRules rules = rules_of<WELL>(random);
        const FeatureWeights weights = random.coin() ? good_weights(random) : some_weights(random);
        const uint64_t seed = random.word();
        const PlayoutResult found = words::played<WITH_ALL, false, WELL>(rules, words::weights_of(weights), seed, 300);
        const PlayoutResult expected = game_of(rules, weights, seed, 300, &GOES_ON, nullptr);
        check_same(found, expected);
        CHECK(found.placements == expected.placements);
    });
}

TEST(games_with_tables_are_the_same, 300) {
    with_some_well(random, [&](auto well) {
        using WELL = decltype(well);
        const FallingRules rules = rules_of<WELL>(random);
        FeatureWeights weights = good_weights(random);
        add_tables(random, weights);
        for (int i = BEND_TABLE; i < TABLE_ENTRIES; ++i) weights.tables[i] = 0;  // which is another program
        const uint64_t seed = random.word();
        check_same(words::played<WITH_ALL | WITH_TABLES, false, WELL>(rules, words::weights_of(weights), seed, 40),
                   game_with_tables(rules, weights, seed, 40));
    });
}

TEST(pairs_are_worth_what_a_search_says, 800) {
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
        const int64_t found = words::value_of_pair<WITH_ALL>(in_words<WELL>(state), move, state.next,
                                                             words::weights_of(weights), placements);
        CHECK(found == searched_value(rules, state, weights, move));
    });
}

TEST(games_with_the_next_piece_are_searched_ones, 48) {
    with_some_well(random, [&](auto well) {
        using WELL = decltype(well);
        FallingRules rules = rules_of<WELL>(random);
        rules.has_preview = true;
        const FeatureWeights weights = random.coin() ? good_weights(random) : some_weights(random);
        const uint64_t seed = random.word();
        const uint32_t turns = WELL::IS_QUINTRIS ? 12 : 30;
        check_same(words::played<WITH_ALL, true, WELL>(rules, words::weights_of(weights), seed, turns),
                   searched_game(rules, weights, seed, turns));
    });
}

}  // namespace tilefall::TILEFALL_ISA::tests
