// Environments: steered pieces, legal actions and observations against plain cells and moves; steps.
#include <algorithm>
#include <memory>

#include "environments.hpp"
#include "plain.hpp"
#include "tests.hpp"
#include "tilefall/env/environment.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

template <typename Number>
void check_expanded(const std::vector<uint64_t>& ones, const std::vector<uint64_t>& twos, int count) {
    std::vector<Number> found(static_cast<size_t>(count), 99);
    expand(ones.data(), twos.data(), count, found.data());
    for (int i = 0; i < count; ++i) {
        const int expected = bit_at(twos.data(), i) ? 2 : bit_at(ones.data(), i);
        CHECK(found[static_cast<size_t>(i)] == static_cast<Number>(expected));
    }
}

char letter_of(int key) {
    return key == LEFT ? 'b' : key == RIGHT ? 'm' : key == ROTATE ? 'n' : key == FLIP ? 'h' : ' ';
}

// Whether a plain piece locks by a key and what gravity does then.
bool has_locked(const PlainWell& well, int key, bool has_gravity, Spot& spot) {
    if (letter_of(key) != ' ') spot = well.pressed(spot, letter_of(key));
    if (key == DROP) {
        spot = well.dropped(spot);
        return true;
    }
    for (int i = 0; i < (key == DOWN) + has_gravity; ++i) {
        const bool is_free = well.floats_after_tick(spot);
        if (well.has_room(well.lower(spot))) spot = well.lower(spot);
        if (!is_free) return true;
    }
    return false;
}

// The cells that a game is said to have are those of its board, and it is over when its piece has no room.
void check_game(const EnvironmentRules& rules, const Environment& game) {
    const FallingState& state = game.state;
    const Board board = board_of(rules.game.width, rules.game.height, state.columns);
    for (int row = 0, i = 0; row < board.height; ++row) {
        for (int column = 0; column < board.width; ++column, ++i) {
            CHECK(bit_at(game.cells, i) == board.is_filled(column, board.height - 1 - row));
        }
    }
    if (!has_spot(rules)) {
        CHECK(game.is_over == (state.current < 0));
        return;
    }
    const Shape& shape = pieces_of(rules.game).shapes[state.current];
    CHECK(game.is_over == !fits(board, shape, state.column, board.height - shape.height - state.row));
}

// The same steps of two copies write the same, and a step writes every place that it has.
template <Observed OBSERVED, bool WITH_KEYS>
void check_steps(Random& random, const EnvironmentRules& rules) {
    const size_t count = static_cast<size_t>(random.between(1, 3));
    Games games(rules, count, random.word()), again = games;
    for (int turn = 0; turn < 12; ++turn) {
        StepMemory memory(rules, count), other(rules, count);
        std::fill(other.now.bytes.begin(), other.now.bytes.end(), uint8_t{77});
        std::fill(other.now.floats.begin(), other.now.floats.end(), 77.0f);
        std::fill(other.now.masks.begin(), other.now.masks.end(), int8_t{77});
        for (int64_t& action : memory.actions) {
            action = WITH_KEYS && random.coin() ? static_cast<int64_t>(DROP) : random.below(rules.actions);
        }
        other.actions = memory.actions;
        games.step_all<OBSERVED, WITH_KEYS>(memory.buffers());
        again.step_all<OBSERVED, WITH_KEYS>(other.buffers());
        CHECK(memory.rewards == other.rewards && memory.terminated == other.terminated);
        CHECK(memory.truncated == other.truncated && memory.now.masks == other.now.masks);
        if (OBSERVED != Observed::PARTS) {
            CHECK(memory.now.has_floats ? memory.now.floats == other.now.floats
                                        : memory.now.bytes == other.now.bytes);
        } else {
            CHECK(memory.now.boards == other.now.boards && memory.now.current == other.now.current);
        }
        for (size_t i = 0; i < count; ++i) {
            check_game(rules, games.games[i]);
            const bool is_late = rules.max_steps != 0 && games.games[i].steps >= rules.max_steps;
            const bool has_ended = memory.terminated[i] != 0 || memory.truncated[i] != 0;
            if (rules.autoreset == Autoreset::SAME_STEP) {
                CHECK(!games.games[i].is_done && (!has_ended || games.games[i].steps == 0));
            } else {
                CHECK(games.games[i].is_done == has_ended && (memory.truncated[i] != 0) == is_late);
            }
        }
    }
}

}  // namespace

void bits_become_numbers(Random& random) {
    const int count = random.between(1, 600);
    std::vector<uint64_t> ones(static_cast<size_t>(count + 63) / 64), twos(ones.size());
    for (size_t i = 0; i < ones.size(); ++i) {
        ones[i] = random.word() | uint64_t{random.word()} << 32;
        twos[i] = random.word() & (uint64_t{random.word()} << 32 | random.word());
    }
    check_expanded<uint8_t>(ones, twos, count);
    check_expanded<float>(ones, twos, count);
    std::vector<uint64_t> joined(ones.size() + 1);
    int at = 0;  // the same bits, put together again from rows of any width
    while (at < count) {
        const int width = std::min(random.between(1, 32), count - at);
        uint64_t row = 0;
        for (int i = 0; i < width; ++i) row |= static_cast<uint64_t>(bit_at(ones.data(), at + i)) << i;
        append_bits(joined.data(), at, row, width);
        at += width;
    }
    for (int i = 0; i < count; ++i) CHECK(bit_at(joined.data(), i) == bit_at(ones.data(), i));
}

void keys_steer_as_cells_do(Random& random) {
    const FallingRules rules = any_game(random);
    FallingState state = some_state(random, rules);
    const PieceSet& pieces = pieces_of(rules);
    const int rows = rules.height - pieces.shapes[state.current].height;
    state.row = random.between(0, rows);
    state.column = random.between(0, rules.width - pieces.shapes[state.current].width);
    const Board board = board_of(rules.width, rules.height, state.columns);
    const PlainWell well{board, pieces};
    Spot spot{state.current, state.column, rows - state.row};
    CHECK(is_blocked(rules, state) == !well.has_room(spot));
    for (int i = 0; i < 40 && well.has_room(spot); ++i) {
        const int key = random.below(rules.is_quintris ? KEYS : FLIP);
        const bool has_gravity = random.below(3) == 0;
        const bool is_locked = has_locked(well, key, has_gravity, spot);
        Move rest;
        CHECK(steer(rules, state, key, has_gravity, rest) == is_locked);
        const int row = rules.height - pieces.shapes[spot.shape].height - spot.bottom;
        CHECK(state.current == spot.shape && state.column == spot.column && state.row == row);
        CHECK(rest.shape == spot.shape && rest.column == spot.column && rest.bottom == spot.bottom);
        if (is_locked) return;
    }
}

void legal_actions_are_moves(Random& random) {
    EnvironmentRules rules = any_environment(random);
    rules.with_keys = false;
    complete(rules);
    const Frame frame = frame_of(rules.game.width, rules.game.height);
    const FallingState state = some_state(random, rules.game);
    if (is_over(rules.game, frame, state)) return;
    const auto list = std::make_unique<MoveList>();
    list_moves(rules.game, frame, state, *list);
    const std::vector<uint64_t> legal = legal_of(rules, frame, state);
    int count = 0;
    for (int action = 0; action < rules.actions; ++action) count += bit_at(legal.data(), action);
    CHECK(count == list->count && count > 0);
    int before = -1;
    for (int i = 0; i < list->count; ++i) {
        const Move move = list->moves[i];
        const int action = action_of(rules, move);
        CHECK(action > before && action < rules.actions && bit_at(legal.data(), action));
        // any number from the one before on plays it, and numbers behind the last play the first
        const int given = i == 0 && random.coin() ? rules.actions - 1 : random.between(before + 1, action);
        const Move found = move_of_action(rules, frame, state, given);
        const bool is_beyond = given > action;
        if (!is_beyond || !bit_at(legal.data(), given)) {
            CHECK(found.shape == move.shape && found.column == move.column && found.bottom == move.bottom);
        }
        before = action;
    }
    CHECK(bit_at(legal.data(), random_move(rules, frame, state, random.word())));
    CHECK(bit_at(legal.data(), random_move(rules, frame, state, ~0u)));
    CHECK(bit_at(legal.data(), random_move(rules, frame, state, 0)));
}

void environments_step_within_their_memory(Random& random) {
    EnvironmentRules rules = any_environment(random);
    const auto steps = [&]<Observed OBSERVED>() {
        rules.with_keys ? check_steps<OBSERVED, true>(random, rules)
                        : check_steps<OBSERVED, false>(random, rules);
    };
    switch (rules.observed) {
        case Observed::PARTS: return steps.operator()<Observed::PARTS>();
        case Observed::BYTES: return steps.operator()<Observed::BYTES>();
        case Observed::FLOATS: return steps.operator()<Observed::FLOATS>();
        case Observed::BITS: return steps.operator()<Observed::BITS>();
        case Observed::FEATURES: return steps.operator()<Observed::FEATURES>();
    }
}

}  // namespace tilefall::TILEFALL_ISA::tests
