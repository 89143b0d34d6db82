// The IJK search with chance: grouped means against boards that are slid, means against their bounds, keys of pictures,
// and searches of boards that no game would reach.
#include "ijk_boards.hpp"
#include "tilefall/ijk/chance.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

constexpr int MOST_ENTRIES = 64;

IjkChanceOptions some_options(Random& random) {
    const int sample = random.coin() ? 0 : random.between(1, 8);
    return {sample,        random.coin(), random.coin(), sample == 0 && random.coin(),
            random.coin(), random.coin(), random.coin(), random.coin()};
}

constexpr IjkChanceOptions PLAIN = {0, true, false, false, false, false, false, false};

}  // namespace

TEST(last_values_agree, 7000) {
    const IjkRules rules = some_rules(random);
    const IjkEvaluation evaluation = some_evaluation(random);
    const int player = random.below(2), made_by = random.below(4);
    const IjkBoard board = slid(rules, some_board(random, rules.size), made_by, 1 - player);
    IjkChanceOptions options = PLAIN;
    options.sample = random.coin() ? 0 : random.between(1, 8);
    const IjkChanceLimits limits = {&GOES_ON, &GOES_ON, ~0ull};
    ChanceTask plain = chance_task(rules, evaluation, 0, options, {}, limits, 0);
    const int64_t expected = last_value(plain, board, made_by, player, 3);
    for (int i = 1; i < 4; ++i) {
        options.use_groups = (i & 1) != 0;
        options.use_lines = (i & 2) != 0;
        ChanceTask task = chance_task(rules, evaluation, 0, options, {}, limits, 0);
        CHECK(last_value(task, board, made_by, player, 3) == expected);
    }
}

TEST(means_are_known_from_their_sums, 500) {
    const int count = random.between(1, 8);
    const int64_t alpha = random.between(-20, 19), beta = alpha + random.between(1, 6);
    const Mean mean = mean_of(count, 0, alpha, beta);
    for (int64_t sum = -200; sum <= 200; ++sum) {
        CHECK((sum <= mean.low_enough) == (sum / count <= alpha));
        CHECK((sum >= mean.high_enough) == (sum / count >= beta));
    }
}

// Few high letters, so that ends are as near as they can be without being in reach.
TEST(no_value_is_farther_than_its_bound, 5000) {
    const IjkRules rules = {random.between(2, 4), true, random.coin(), 11};
    const int depth = random.between(1, 3), player = random.below(2), made_by = random.below(4);
    const int highest_letter = random.between(8, 13) - depth, filled = random.between(1, 8);
    IjkBoard board{};
    for (int i = 0; i < rules.size * rules.size; ++i) {
        if (random.below(8) >= filled) continue;
        const int tile = (highest_letter - (random.below(4) == 0)) | (random.coin() ? IJK_LOWER : 0);
        board.rows[i / rules.size] |= static_cast<uint64_t>(tile) << 8 * (i % rules.size);
    }
    board = slid(rules, board, made_by, 1 - player);
    if (is_end(rules, board, player)) return;
    IjkChanceOptions options = PLAIN;
    options.sample = rules.size > 2 ? 3 : 0;
    const IjkChanceLimits limits = {&GOES_ON, &GOES_ON, ~0ull};
    ChanceTask task = chance_task(rules, some_evaluation(random), 0, options, {}, limits, 0);
    const int64_t bound = farthest(task, board, depth);
    const int64_t value = slid_value(task, board, made_by, player, depth, 1, -CHANCE_INFINITE, CHANCE_INFINITE);
    CHECK(value <= bound && value >= -bound);
}

TEST(pictures_share_a_key, 3000) {
    const IjkRules rules = some_rules(random);
    const IjkBoard board = some_board(random, rules.size);
    const int player = random.below(2);
    const ChanceKey key = chance_key(board, rules.size, 3, true, true);
    CHECK(key.key != chance_key(board, rules.size, 4, true, true).key);
    CHECK(key.key != chance_key(board, rules.size, 3, false, true).key);
    IjkBoard picture = board;
    int moves[IJK_MOVES] = {UP, DOWN, LEFT, RIGHT};  // what each move is called in the picture
    for (int image = 1; image <= 8; ++image) {
        picture = next_image(picture, rules.size, image);
        for (int& move : moves) move = next_move(move, image);
        CHECK(chance_key(picture, rules.size, 3, true, true).key == key.key);
        for (int move = 0; move < IJK_MOVES; ++move) {
            IjkBoard expected = slid(rules, board, move, player);
            for (int i = 1; i <= image; ++i) expected = next_image(expected, rules.size, i);
            CHECK(tiles_of(slid(rules, picture, moves[move], player)) == tiles_of(expected));
        }
    }
    CHECK(tiles_of(picture) == tiles_of(board));
    const ChanceFact fact{random.between(-1000, 1000) * (int64_t{IJK_WIN} / 4), random.below(101), random.below(4),
                          static_cast<IjkBound>(random.below(3))};
    const int image = random.below(8);
    const ChanceFact again = fact_of(fact_data(fact, 7, image), image);
    CHECK(again.value == fact.value && again.depth == fact.depth && again.move == fact.move);
    CHECK(again.bound == fact.bound && fact_search(fact_data(fact, 7, image)) == 7);
}

// The value is that of the plain search where this can be had, and nothing ever breaks.
TEST(chance_searches_agree, 700) {
    const IjkRules rules = some_rules(random);
    const IjkState state{some_board(random, rules.size), 5, random.below(2)};
    if (is_over(rules, state)) return;
    const IjkEvaluation evaluation = some_evaluation(random);
    IjkChanceEntry entries[MOST_ENTRIES] = {};
    const bool has_table = random.coin();
    const IjkChanceKnown known = {has_table ? entries : nullptr, random.coin() ? MOST_ENTRIES - 1 : 1ull, 1};
    const IjkChanceOptions options = some_options(random);
    IjkChanceOptions plain = PLAIN;
    plain.sample = options.sample;
    IjkChanceThought thought{}, expected{};
    // Trees that are small enough for the plain search; the table tells more the deeper they are.
    const int branches = options.sample == 0 ? rules.size * rules.size : options.sample;
    const int depth = branches <= 1 ? 6 : branches <= 4 ? 5 : branches <= 9 ? 3 : 2;
    const int first_cell = random.below(100);
    const IjkChanceLimits limits = {&GOES_ON, &GOES_ON, ~0ull};
    for (int at = 1; at <= depth; ++at) {
        thought = chance_thought(rules, state, evaluation, options, at, thought, known, limits, first_cell);
        expected = chance_thought(rules, state, evaluation, plain, at, expected, {}, limits, 0);
        CHECK(thought.depth == at && thought.move == expected.move);
        for (int move = 0; move < IJK_MOVES; ++move) {
            CHECK(thought.values[move] >= expected.values[move]);
            if (thought.is_exact[move]) CHECK(thought.values[move] == expected.values[move]);
        }
        CHECK(thought.is_exact[thought.move] && (!options.every_move || thought.is_exact[3]));
    }
    const IjkChanceLimits few = {&GOES_ON, &GOES_ON, thought.nodes + 2000};
    const IjkChanceThought deeper =
        chance_thought(rules, state, evaluation, options, depth + 1, thought, known, few, first_cell);
    CHECK(deeper.depth == depth + 1 || deeper.move == thought.move);
}

// Whatever bounds were asked for before, an answer is right for the bounds that are asked for now.
TEST(bounded_values_hold, 1050) {
    const IjkRules rules = {random.between(2, 6), true, random.coin(), random.between(2, 11)};
    const int player = random.below(2), made_by = random.below(4), depth = random.between(2, 4);
    const IjkBoard board = slid(rules, some_board(random, rules.size), made_by, 1 - player);
    if (is_end(rules, board, player)) return;
    IjkChanceOptions options = some_options(random), plain = PLAIN;
    options.sample = plain.sample = random.between(1, 3);
    options.use_symmetry = false;
    IjkChanceEntry entries[MOST_ENTRIES] = {};
    const IjkChanceLimits limits = {&GOES_ON, &GOES_ON, ~0ull};
    const IjkEvaluation evaluation = some_evaluation(random);
    ChanceTask plain_task = chance_task(rules, evaluation, 0, plain, {}, limits, 0);
    ChanceTask task = chance_task(rules, evaluation, 0, options, {entries, MOST_ENTRIES - 1, 1}, limits, 0);
    const int64_t exact = slid_value(plain_task, board, made_by, player, depth, 1, -CHANCE_INFINITE, CHANCE_INFINITE);
    for (int i = 0; i < 6; ++i) {
        const int width = 1 << random.between(0, 24);
        const int64_t alpha = exact + random.between(-width, width);
        const int64_t beta = alpha + random.between(1, width);
        const int64_t value = slid_value(task, board, made_by, player, depth, 1, alpha, beta);
        CHECK(value <= alpha ? exact <= value : value >= beta ? exact >= value : exact == value);
    }
}

}  // namespace tilefall::TILEFALL_ISA::tests
