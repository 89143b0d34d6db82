// The IJK search without chance: values and moves against plain recursion on boards of any kind, its
// limits, its line of best moves, and the table of known positions.
#include "ijk_boards.hpp"
#include "tilefall/ijk/minimax.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

constexpr bool NEVER = false, AT_ONCE = true;
constexpr uint64_t ALL_NODES = ~0ull;
constexpr int MOST_BUCKETS = 16;

// Whoever chooses a board has to fill it: one tile, or 0 for an empty cell.
template <typename Chosen>
IjkBoard board_of(int size, const Chosen& chosen) {
    IjkBoard board{};
    for (int i = 0; i < size * size; ++i) {
        const int row = i / size, column = i % size, tile = chosen(row, column);
        board.rows[row] |= static_cast<uint64_t>(tile) << 8 * column;
    }
    return board;
}

int some_tile(Random& random, int first, int last) {
    return random.between(first, last) | (random.coin() ? IJK_LOWER : 0);
}

// Boards where something is about to happen, or nothing can.
IjkBoard hostile_board(Random& random, const IjkRules& rules) {
    const int cells = rules.size * rules.size, winning = rules.winning;
    const int hole = random.below(cells), other_hole = random.below(cells);
    const auto is_hole = [&](int row, int column) {
        const int cell = row * rules.size + column;
        return cell == hole || cell == other_hole;
    };
    const auto free_of = [&](int row, int column) { return (row + column) % 2; };
    switch (random.below(6)) {
        case 0:  // nothing moves, or nearly nothing
            return board_of(rules.size, [&](int row, int column) {
                return is_hole(row, column) && random.coin() ? 0 : 1 + free_of(row, column);
            });
        case 1:  // full but for a cell or two, with many pairs
            return board_of(rules.size,
                            [&](int row, int column) { return is_hole(row, column) ? 0 : some_tile(random, 1, 2); });
        case 2:  // the letters around the winning one, in both cases
            return board_of(rules.size,
                            [&](int, int) { return random.coin() ? 0 : some_tile(random, winning - 1, winning); });
        case 3:  // the letter before the winning one, and full
            return board_of(rules.size, [&](int row, int column) {
                return is_hole(row, column) ? 0 : some_tile(random, winning > 2 ? winning - 2 : 1, winning - 1);
            });
        case 4:  // an empty board, or one tile on it
            return board_of(rules.size, [&](int row, int column) {
                return is_hole(row, column) && random.coin() ? some_tile(random, 1, LAST_LETTER) : 0;
            });
        default: return some_board(random, rules.size);
    }
}

// A position that is not over, where one can be had of the board.
bool find_state(Random& random, const IjkRules& rules, IjkState& state) {
    const uint64_t turn = static_cast<uint64_t>(random.below(1000));
    state = {hostile_board(random, rules), turn, random.below(2)};
    if (is_over(rules, state)) state.player = 1;
    return !is_over(rules, state);
}

IjkRules certain_rules(Random& random) {
    IjkRules rules = some_rules(random);
    rules.random_tile = false;
    return rules;
}

IjkEvaluation any_evaluation(Random& random, const IjkRules& rules) {
    IjkEvaluation evaluation = some_evaluation(random);
    if (rules.size == NETWORK_SIZE && random.coin()) evaluation.network = random_network().ready;
    return evaluation;
}

IjkState following(const IjkRules& rules, const IjkState& state, int move) {
    const IjkBoard board = slid(rules, state.board, move, state.player);
    return with_tile(rules, board, 1 - state.player, state.turn + 1, 0);
}

// The value for the player to move by plain recursion (J1 to J3).
int32_t by_recursion(const IjkRules& rules, const IjkEvaluator& evaluator, const IjkState& state, int depth, int ply) {
    const int side = state.player == 0 ? 1 : -1;
    if (is_over(rules, state)) return side * leader(state.board) * (IJK_WIN - ply);
    if (depth == 0) return side * evaluated(rules, evaluator, state.board, state.player, state.turn);
    int32_t best = -IJK_INFINITE;
    for (int move = 0; move < IJK_MOVES; ++move) {
        const int32_t value = -by_recursion(rules, evaluator, following(rules, state, move), depth - 1, ply + 1);
        best = value > best ? value : best;
    }
    return best;
}

struct Best {
    int32_t value;
    int move;
};

// The first of the best moves (J4).
Best best_by_recursion(const IjkRules& rules, const IjkEvaluation& evaluation, const IjkState& state, int depth) {
    const IjkEvaluator evaluator = evaluator_of(evaluation);
    Best best{-IJK_INFINITE, 0};
    for (int move = 0; move < IJK_MOVES; ++move) {
        const int32_t value = -by_recursion(rules, evaluator, following(rules, state, move), depth - 1, 1);
        if (value > best.value) best = {value, move};
    }
    return best;
}

// Played to its end, the line is worth what the search said.
void check_line(const IjkRules& rules, const IjkEvaluation& evaluation, IjkState state, const IjkThought& thought) {
    CHECK(thought.line_length >= 1 && thought.line_length <= thought.depth);
    CHECK(thought.line[0] == thought.move);
    const int mover = state.player;
    for (int i = 0; i < thought.line_length; ++i) {
        CHECK(!is_over(rules, state));
        state = following(rules, state, thought.line[i]);
    }
    const int32_t value =
        by_recursion(rules, evaluator_of(evaluation), state, thought.depth - thought.line_length, thought.line_length);
    CHECK((state.player == mover ? value : -value) == thought.value);
}

// What a search is made of, to ask its parts.
IjkTask task_of(const IjkRules& rules, const IjkEvaluation& evaluation, uint64_t turn, IjkKnown known) {
    return ijk_task(rules, {{}, turn, 0}, evaluation, ALL_NODES, known, &NEVER);
}

bool is_sure(int32_t value) { return value > IJK_SURE || value < -IJK_SURE; }

bool is_that(const IjkThought& thought, const Best& best) {
    return thought.value == best.value && thought.move == best.move;
}

constexpr int PLACES = 4, KEYS = 8, SEARCHES = 3, STEPS = 60;

// A bucket as it is described: who remembers what, by place.
struct PlainPlace {
    bool is_used;
    uint8_t search;
    uint64_t key;
    IjkFact fact;
};

IjkFact some_fact(Random& random) {
    const int most_depth = random.coin() ? 3 : MAX_IJK_DEPTH;  // many equal ones, or any
    return {static_cast<int32_t>(random.word()), random.between(1, most_depth), random.below(IJK_MOVES),
            static_cast<IjkBound>(random.below(3))};
}

bool is_same(const IjkFact& a, const IjkFact& b) {
    return a.value == b.value && a.depth == b.depth && a.move == b.move && a.bound == b.bound;
}

PlainPlace* place_of(PlainPlace (&places)[PLACES], uint64_t key, uint8_t search) {
    for (PlainPlace& place : places) {
        if (place.is_used && place.search == search && place.key == key) return &place;
    }
    return nullptr;
}

// The same position's, else the first of another search or of none, else the shallowest.
PlainPlace& place_for(PlainPlace (&places)[PLACES], uint64_t key, uint8_t search) {
    if (PlainPlace* same = place_of(places, key, search)) return *same;
    PlainPlace* shallowest = &places[0];
    for (PlainPlace& place : places) {
        if (!place.is_used || place.search != search) return place;
        if (place.fact.depth < shallowest->fact.depth) shallowest = &place;
    }
    return *shallowest;
}

}  // namespace

TEST(facts_are_found_again, 500) {
    IjkBucket buckets[2] = {};
    PlainPlace places[PLACES] = {};
    uint64_t keys[KEYS];
    const uint64_t bucket = random.below(2) == 0 ? 0 : 1;
    for (uint64_t& key : keys) key = (uint64_t{random.word()} << 32 | random.word()) >> 1 << 1 | bucket;
    for (int step = 0; step < STEPS; ++step) {
        // searches follow each other; what an earlier one left is there still
        const auto search = static_cast<uint8_t>(255 - SEARCHES + 1 + step * SEARCHES / STEPS);
        const IjkKnown known = {buckets, 1, search};
        const uint64_t key = keys[random.below(KEYS)];
        const IjkFact fact = some_fact(random);
        remember(known, key, fact);
        place_for(places, key, search) = {true, search, key, fact};
        for (const uint64_t asked : keys) {
            const PlainPlace* place = place_of(places, asked, search);
            IjkFact found{};
            CHECK(find_fact(known, asked, found) == (place != nullptr));
            if (place != nullptr) CHECK(is_same(found, place->fact));
            CHECK(!find_fact(known, asked ^ 1, found));  // in the other bucket
        }
    }
}

// A tile more, less, elsewhere or of the other player, or the other player to move: another key.
TEST(positions_have_keys_of_their_own, 3000) {
    const IjkRules rules = some_rules(random);
    const IjkBoard board = some_board(random, rules.size);
    const uint64_t key = position_key(board, 0);
    CHECK(position_key(board, 1) != key);
    const int cell = 8 * random.below(rules.size) + random.below(rules.size);
    IjkBoard other = board;
    other.rows[cell / 8] ^= static_cast<uint64_t>(random.between(1, 31)) << 8 * (cell % 8);
    CHECK(position_key(other, 0) != key && position_key(other, 1) != key);
    IjkBoard turned = board;
    transpose(turned);
    CHECK((position_key(turned, 0) == key) == (tiles_of(turned) == tiles_of(board)));
    for (int row = 0; row + 1 < rules.size; ++row) {
        IjkBoard exchanged = board;
        exchanged.rows[row] = board.rows[row + 1];
        exchanged.rows[row + 1] = board.rows[row];
        CHECK((position_key(exchanged, 0) == key) == (board.rows[row] == board.rows[row + 1]));
    }
}

TEST(ijk_searches_agree_with_recursion, 1050) {
    const IjkRules rules = certain_rules(random);
    IjkState state;
    if (!find_state(random, rules, state)) return;
    const IjkEvaluation evaluation = any_evaluation(random, rules);
    const int depth = random.between(1, 6);  // the table knows of positions from 3 slides on
    const Best expected = best_by_recursion(rules, evaluation, state, depth);
    IjkBucket buckets[MOST_BUCKETS] = {};
    const IjkKnown tables[] = {{nullptr, 0, 0}, {buckets, 0, 1}, {buckets, MOST_BUCKETS - 1, 2}};
    for (const IjkKnown& known : tables) {
        // another thread, which starts deeper and goes further, has filled the table before
        if (random.coin()) ijk_thought(rules, state, evaluation, 2, depth + random.below(2), 5000, known, &NEVER);
        const IjkThought thought = ijk_thought(rules, state, evaluation, 1, depth, ALL_NODES, known, &NEVER);
        CHECK(is_that(thought, expected));
        CHECK(thought.depth == depth || (thought.depth < depth && is_sure(thought.value)));
        check_line(rules, evaluation, state, thought);
    }
}

TEST(ijk_searches_keep_their_limits, 1000) {
    constexpr int DEPTH = 5, BEYOND = 9;  // slides of one position, in the order of a guess or not
    const IjkRules rules = certain_rules(random);
    IjkState state;
    if (!find_state(random, rules, state)) return;
    const IjkEvaluation evaluation = any_evaluation(random, rules);
    IjkBucket buckets[MOST_BUCKETS] = {};
    const IjkKnown known = {random.coin() ? buckets : nullptr, MOST_BUCKETS - 1, 1};
    const uint64_t nodes = static_cast<uint64_t>(random.between(1, 1500));
    const IjkThought few = ijk_thought(rules, state, evaluation, 1, DEPTH, nodes, known, &NEVER);
    CHECK(few.depth >= 1 && few.nodes < nodes + BEYOND + IJK_MOVES * DEPTH);
    CHECK(few.depth == DEPTH || is_sure(few.value) || few.nodes >= nodes);
    CHECK(is_that(few, best_by_recursion(rules, evaluation, state, few.depth)));
    // what a stopped search left in the table is as true as any other
    const IjkThought all = ijk_thought(rules, state, evaluation, 1, DEPTH, ALL_NODES, known, &NEVER);
    CHECK(is_that(all, best_by_recursion(rules, evaluation, state, DEPTH)));
    const IjkThought stopped = ijk_thought(rules, state, evaluation, 1, DEPTH, ALL_NODES, known, &AT_ONCE);
    CHECK(stopped.nodes <= IJK_MOVES * DEPTH);
    CHECK(is_that(stopped, best_by_recursion(rules, evaluation, state, stopped.depth)));
}

// Whatever bounds were asked for before, an answer is right for the bounds that are asked for now.
TEST(ijk_bounds_hold, 3000) {
    const IjkRules rules = certain_rules(random);
    IjkState state;
    if (!find_state(random, rules, state)) return;
    const IjkEvaluation evaluation = any_evaluation(random, rules);
    IjkBucket buckets[MOST_BUCKETS] = {};
    const IjkKnown known = {random.coin() ? buckets : nullptr, MOST_BUCKETS - 1, 1};
    IjkTask task = task_of(rules, evaluation, state.turn, known);
    const int depth = random.between(1, 5);
    const int32_t exact = by_recursion(rules, task.evaluator, state, depth, 0);
    const uint64_t key = position_key(state.board, state.player);
    for (int i = 0; i < 6; ++i) {
        const int width = 1 << random.between(0, 20);
        const int32_t alpha = exact + random.between(-width, width);
        const int32_t beta = alpha + random.between(1, width);
        const int32_t value = ijk_value(task, state.board, key, state.player, depth, 0, alpha, beta);
        CHECK(value <= alpha ? exact <= value : value >= beta ? exact >= value : exact == value);
    }
}

// On boards on which every reply merges pairs of the one who has just slid.
TEST(replies_gain_no_more_than_their_bound, 5000) {
    const IjkRules rules = {random.between(2, 5), false, false, 11};
    const int player = random.below(2), letters = random.between(1, 2);
    IjkState state{{}, 0, player};
    for (int i = 0; i < rules.size * rules.size; ++i) {
        if (random.below(5) == 0) continue;
        const bool is_mine = random.below(8) != 0;
        const int tile = random.between(1, letters) | (is_mine == (player == 1) ? IJK_LOWER : 0);
        state.board.rows[i / rules.size] |= static_cast<uint64_t>(tile) << 8 * (i % rules.size);
    }
    if (!is_safe(rules, state.board, 2)) return;
    IjkValues values{};
    values.of_letter[1] = random.between(1, 100);
    for (int letter = 2; letter <= LAST_LETTER; ++letter)
        values.of_letter[letter] = 2 * values.of_letter[letter - 1] + values.of_letter[letter - 1] / 9;
    const IjkEvaluation evaluation = {values, {}, nullptr};
    IjkTask task = task_of(rules, evaluation, 0, {nullptr, 0, 0});
    CHECK(task.has_reply_bound);
    const int32_t exact = by_recursion(rules, task.evaluator, state, 2, 0);
    for (int i = 0; i < 4; ++i) {
        const int32_t alpha = exact - random.between(1, 40), beta = exact + random.between(1, 40);
        CHECK(last_two_total(task, state.board, player, alpha, beta) == exact);
    }
}

TEST(gains_of_slides_are_those_of_slid_boards, 3000) {
    const IjkRules rules = certain_rules(random);
    const IjkEvaluation evaluation = {some_values(random), {}, nullptr};
    const IjkBoard board = random.coin() ? hostile_board(random, rules) : some_board(random, rules.size);
    const TileTable table = table_of(evaluation.tiles);
    const IjkTask task = task_of(rules, evaluation, 0, {nullptr, 0, 0});
    for (int player = 0; player < 2; ++player) {
        int64_t gains[IJK_MOVES];
        find_gains(task, board, player, gains);
        for (int move = 0; move < IJK_MOVES; ++move) {
            const int32_t change = summed(table, slid(rules, board, move, player)) - summed(table, board);
            CHECK(gains[move] == (player == 0 ? change : -change));
        }
    }
}

}  // namespace tilefall::TILEFALL_ISA::tests
