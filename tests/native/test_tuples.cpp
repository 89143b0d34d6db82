// Tables that value boards: which weights a board asks for, the moves that they choose, and games
// that are learned from.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "boards.hpp"
#include "tests.hpp"
#include "tilefall/afterstates.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

constexpr int MOST_WEIGHTS = 22322;  // of boards 15 wide

// Too large for the stack.
int32_t whole[MOST_WEIGHTS];
float weights[MOST_WEIGHTS], errors[MOST_WEIGHTS], sizes[MOST_WEIGHTS];
FeatureTable features;
MoveList moves;

FallingRules any_rules(Random& random) {
    FallingRules rules = random.below(3) == 0 ? quintris_rules(random) : tetris_rules(random);
    rules.draw = random.coin() ? Draw::BAG : Draw::HIDDEN;
    return rules;
}

AfterstateLesson any_lesson(Random& random) {
    const double trust = random.coin() ? 0 : 0.25 * random.between(1, 4);
    const double discount = random.coin() ? 0.98 : 0.25 * random.between(0, 4);
    const uint32_t random_moves = random.coin() ? 0 : 1u << random.between(24, 31);
    return {discount, trust, static_cast<double>(random.below(2)), static_cast<double>(-random.below(2)),
            random_moves, static_cast<uint64_t>(random.between(0, 120))};
}

}  // namespace

void boards_and_their_mirrors_ask_for_the_same(Random& random) {
    const FallingRules rules = any_rules(random);
    uint32_t columns[LANES], mirrored[LANES];
    fill_columns(random, rules.width, rules.height, columns);
    for (int i = 0; i < rules.width; ++i) mirrored[i] = columns[rules.width - 1 - i];
    int32_t places[MOST_TUPLES], others[MOST_TUPLES];
    const int count = find_tuples(rules.width, columns, places);
    CHECK(count == 3 * rules.width && find_tuples(rules.width, mirrored, others) == count);
    std::sort(places, places + count);
    std::sort(others, others + count);
    CHECK(std::equal(places, places + count, others));
    CHECK(places[0] >= 0 && places[count - 1] < tuple_parts(rules.width).end);
    CHECK(tuple_parts(rules.width).end <= MOST_WEIGHTS);
}

void tables_choose_the_first_of_the_best(Random& random) {
    const FallingRules rules = any_rules(random);
    const Frame frame = frame_of(rules.width, rules.height);
    const FallingState state = some_state(random, rules);
    const int most = random.coin() ? 1 : LARGEST_TUPLE_WEIGHT;
    for (int32_t& weight : whole) weight = random.between(-most, most);
    const TupleTables tables{whole, random.between(-LARGEST_ROW_WORTH, LARGEST_ROW_WORTH)};
    list_moves(rules, frame, state, moves);
    if (moves.count == 0) return;
    int best = 0;
    int64_t best_value = INT64_MIN;
    for (int i = 0; i < moves.count; ++i) {
        if (ends_game(rules, moves.moves[i])) continue;
        const Locked after = locked(rules, frame, state, moves.moves[i]);
        int32_t places[MOST_TUPLES];
        int64_t value = int64_t{tables.row_worth} * after.reward;
        const int count = find_tuples(rules.width, after.state.columns, places);
        for (int k = 0; k < count; ++k) value += whole[places[k]];
        if (value > best_value) {
            best = i;
            best_value = value;
        }
    }
    const Move expected = moves.moves[best];
    const Choice choice = tuple_choice(rules, frame, tables, state, moves);
    CHECK(number_of(rules, choice.move) == number_of(rules, expected));
    CHECK(choice.value == (best_value == INT64_MIN ? NO_VALUE : best_value));
}

void learned_games_keep_their_limits(Random& random) {
    const FallingRules rules = any_rules(random);
    const AfterstateLesson lesson = any_lesson(random);
    const uint64_t seed = random.word();
    const bool go = false, stop = true;
    std::memset(weights, 0, sizeof weights);
    std::memset(errors, 0, sizeof errors);
    std::memset(sizes, 0, sizeof sizes);
    const TupleKnowledge known{weights, errors, sizes};
    LinearKnowledge linear{};
    for (uint64_t game = 0; game < 3; ++game) {
        const LearnedFalling first = learn_tuple_game(rules, lesson, seed + game, 1, known, moves, &go);
        const LearnedFalling second =
            learn_linear_game(rules, lesson, random.word(), seed + game, 1e-4, linear, features, &go);
        CHECK(first.turns <= lesson.max_turns && second.turns <= lesson.max_turns);
        CHECK(first.squared_error >= 0 && second.squared_error >= 0);
    }
    const int count = tuple_parts(rules.width).end;
    for (int i = 0; i < MOST_WEIGHTS; ++i) {
        CHECK(std::isfinite(weights[i]) && sizes[i] >= std::abs(errors[i]) * 0.999f);
        CHECK(i < count || (weights[i] == 0 && sizes[i] == 0));
    }
    for (const double weight : linear.weights) CHECK(std::isfinite(weight));
    CHECK(learn_tuple_game(rules, lesson, seed, 1, known, moves, &stop).turns == 0);
    CHECK(learn_linear_game(rules, lesson, ~0u, seed, 1, linear, features, &stop).turns == 0);
}

}  // namespace tilefall::TILEFALL_ISA::tests
