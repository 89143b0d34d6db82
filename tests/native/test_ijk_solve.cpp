// The IJK solver: proofs and visits against plain recursion, and how soon a game can end.
#include <memory>

#include "tests.hpp"
#include "tilefall/ijk_solve_all.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

constexpr uint64_t ENTRIES = 1 << 14;

IjkRules small_rules(Random& random) {
    const int size = random.between(2, 3);
    return {size, false, random.coin(), random.between(2, size == 2 ? 11 : 4)};
}

// A board on which the game may go on: letters below the winning one, few empty cells if it is large.
IjkState some_state(Random& random, const IjkRules& rules) {
    IjkState state{{}, 0, random.below(2)};
    const int most = rules.winning - 1 < 4 ? rules.winning - 1 : 4;
    const int filled = rules.size == 2 ? random.below(4) : rules.size * rules.size - random.between(1, 2);
    for (int i = 0; i < filled; ++i) {
        const int letter = rules.winning - random.between(1, most);
        const int tile = letter | (random.coin() ? IJK_LOWER : 0);
        state.board.rows[i / rules.size] |= static_cast<uint64_t>(tile) << 8 * (i % rules.size);
    }
    return state;
}

IjkState following(const IjkRules& rules, const IjkState& state, int move) {
    const IjkBoard board = slid(rules, state.board, move, state.player);
    return with_tile(rules, board, 1 - state.player, state.turn + 1, 0);
}

// Value and longest game by plain recursion, as deep as some slides; `is_known` tells if that
// reached the end of every game.
SolvedPosition by_recursion(const IjkRules& rules, const IjkState& state, int depth, bool& is_known) {
    if (is_over(rules, state)) {
        return {(state.player == 0 ? 1 : -1) * leader(state.board) * SOLVED_WIN, 0};
    }
    if (depth == 0) {
        is_known = false;
        return {0, 0};
    }
    SolvedPosition best{-SOLVED_WIN, 0};
    for (int move = 0; move < IJK_MOVES; ++move) {
        best = better(best, by_recursion(rules, following(rules, state, move), depth - 1, is_known));
    }
    return best;
}

template <int WORDS>
void check_solver(const IjkRules& rules, const IjkState& state, const SolvedPosition& expected) {
    const bool stop_never = false;
    for (const uint64_t count : {BUCKET, ENTRIES}) {  // the first forgets nearly everything
        const auto entries = std::make_unique<SolvedEntry<WORDS>[]>(count);
        SolveTask<WORDS> task{rules, {entries.get(), count, WORDS, cell_bits(rules)}, &stop_never, 0, false};
        // far and near questions, so that what one keeps is put to the test by the next
        for (const int32_t value : {3 - SOLVED_WIN, 0, 1, SOLVED_WIN - 3, 5 - SOLVED_WIN, SOLVED_WIN - 5,
                                    expected.value, expected.value + 1}) {
            const int32_t found = proved(task, state.board, state.player, 0, value - 1, value);
            CHECK(value <= expected.value ? found >= value && found <= expected.value
                                          : found < value && found >= expected.value);
        }
        CHECK(proved(task, state.board, state.player, 0, -SOLVED_WIN, SOLVED_WIN) == expected.value);
    }
    const auto entries = std::make_unique<SolvedEntry<WORDS>[]>(ENTRIES);
    SolveTask<WORDS> task{rules, {entries.get(), ENTRIES, WORDS, cell_bits(rules)}, &stop_never, 0, false};
    SolveVisit visit{};
    SolvedPosition found{};
    for (uint64_t most = 1; !visit.is_complete && !visit.is_full; most += 3) {
        task.is_stopped = false;
        found = visited(task, state.board, state.player, 0, most, visit);
        visit.is_complete = !task.is_stopped;
    }
    CHECK(visit.is_complete);
    CHECK(found.value == expected.value && found.longest == expected.longest);
    CHECK(visit.outcomes[0] + visit.outcomes[1] + visit.outcomes[2] == visit.positions);
}

// A board as a key, bit by bit: the last row lowest, in it the first column.
template <int WORDS>
SolveKey<WORDS> key_by_cells(const IjkBoard& board, int size, int bits) {
    SolveKey<WORDS> key{};
    for (int i = 0; i < size * size * bits; ++i) {
        const int cell = i / bits, row = size - 1 - cell / size, column = cell % size;
        const uint64_t tile = board.rows[row] >> 8 * column & 0xFF;
        const uint64_t code = 2 * (tile & 15) + (tile >> 4);
        key.words[i / 64] |= (code >> i % bits & 1) << i % 64;
    }
    return key;
}

// Whether a game can be over in so many slides.
bool ends_within(const IjkRules& rules, const IjkState& state, int slides) {
    if (is_over(rules, state)) return true;
    for (int move = 0; move < IJK_MOVES && slides > 0; ++move) {
        if (ends_within(rules, following(rules, state, move), slides - 1)) return true;
    }
    return false;
}

}  // namespace

void solutions_agree_with_recursion(Random& random) {
    const IjkRules rules = small_rules(random);
    const IjkState state = some_state(random, rules);
    if (is_over(rules, state)) return;
    bool is_known = true;
    const SolvedPosition expected = by_recursion(rules, state, 8, is_known);
    if (!is_known) return;
    check_solver<1>(rules, state, expected);
    check_solver<2>(rules, state, expected);
    check_solver<LONGEST_KEY>(rules, state, expected);
}

void keys_hold_the_whole_board(Random& random) {
    const IjkRules rules{random.between(2, 8), false, random.coin(), random.between(2, 11)};
    const IjkBoard board = some_state(random, rules).board;
    const int size = rules.size, bits = cell_bits(rules), total = size * size * bits;
    CHECK(are_equal(solve_key<LONGEST_KEY>(board, size, bits),
                    key_by_cells<LONGEST_KEY>(board, size, bits).words));
    if (total <= 128) CHECK(are_equal(solve_key<2>(board, size, bits), key_by_cells<2>(board, size, bits).words));
    if (total <= 64) CHECK(are_equal(solve_key<1>(board, size, bits), key_by_cells<1>(board, size, bits).words));
    CHECK(1 << bits > 2 * (rules.winning - (rules.end_by_round ? 0 : 1)) + 1);
}

void no_game_ends_sooner_than_its_bound(Random& random) {
    const IjkRules rules{random.between(2, 5), false, random.coin(), random.between(2, 11)};
    IjkState state = some_state(random, rules);
    for (uint64_t& row : state.board.rows) row &= random.coin() ? ~uint64_t{0} : 0xFFFF;
    if (is_over(rules, state)) return;
    const int soonest = soonest_end(rules, state.board);
    CHECK(soonest >= 1 && (soonest <= rules.winning));
    CHECK(!ends_within(rules, state, (soonest < 6 ? soonest : 6) - 1));
}

}  // namespace tilefall::TILEFALL_ISA::tests
