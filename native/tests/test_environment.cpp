// Environments: steered pieces, legal actions and observations against plain cells and moves; steps.
#include <algorithm>
#include <memory>
#include <vector>

#include "boards.hpp"
#include "plain.hpp"
#include "tilefall/env/environment.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

FallingRules any_game(Random& random) {
    FallingRules game = random.coin() ? quintris_rules(random) : tetris_rules(random);
    game.draw = random.coin() ? Draw::BAG : Draw::HIDDEN;
    return game;
}

EnvironmentRules any_environment(Random& random) {
    EnvironmentRules rules{};
    rules.game = any_game(random);
    rules.with_keys = random.coin();
    rules.gravity = static_cast<uint32_t>(random.below(5));
    rules.line_reward = 1;
    rules.piece_reward = 0.25;
    rules.end_reward = -8;
    rules.max_steps = random.coin() ? 0 : static_cast<uint64_t>(random.between(1, 30));
    rules.autoreset = static_cast<Autoreset>(random.below(2));
    rules.observed = static_cast<Observed>(random.below(5));
    complete(rules);
    return rules;
}

int observed_numbers(const EnvironmentRules& rules) {
    if (rules.observed == Observed::BITS) return (rules.bits + 7) / 8;
    return (rules.observed == Observed::FEATURES ? leading_floats(rules) : 0) + rules.bits + rules.numbers;
}

// What is seen of some games.
struct SeenMemory {
    std::vector<uint8_t> bytes, boards;
    std::vector<float> floats;
    std::vector<int64_t> current, next, seen, scores, turns;
    std::vector<int8_t> masks;
    bool has_floats;

    SeenMemory(const EnvironmentRules& rules, size_t games)
        : bytes(games * static_cast<size_t>(observed_numbers(rules)), 99),
          boards(games * static_cast<size_t>(rules.game.width * rules.game.height), 99),
          floats(bytes.size(), 99),
          current(games),
          next(games),
          seen(games * static_cast<size_t>(pieces_of(rules.game).pieces)),
          scores(games),
          turns(games),
          masks(games * static_cast<size_t>(rules.actions), 99),
          has_floats(rules.observed == Observed::FLOATS || rules.observed == Observed::FEATURES) {}

    Views views() {
        void* const observations = has_floats ? static_cast<void*>(floats.data()) : bytes.data();
        return {observations, boards.data(), current.data(), next.data(),
                seen.data(),  masks.data(),  scores.data(),  turns.data()};
    }
};

// All that a step of some games reads and writes.
struct StepMemory {
    std::vector<int64_t> actions;
    std::vector<double> rewards;
    std::vector<uint8_t> terminated, truncated;
    SeenMemory now, last;

    StepMemory(const EnvironmentRules& rules, size_t games)
        : actions(games), rewards(games), terminated(games), truncated(games), now(rules, games), last(rules, games) {}

    EnvironmentBuffers buffers() {
        return {actions.data(),
                rewards.data(),
                reinterpret_cast<bool*>(terminated.data()),
                reinterpret_cast<bool*>(truncated.data()),
                now.views(),
                last.views()};
    }
};

// The legal actions of a state that is not over, a bit each.
std::vector<uint64_t> legal_of(const EnvironmentRules& rules, const Frame& frame, const FallingState& state) {
    std::vector<uint64_t> legal(static_cast<size_t>(legal_words(rules)));
    find_legal(rules, frame, state, legal.data());
    return legal;
}

// Games side by side.
struct Games {
    EnvironmentRules rules;
    Frame frame;
    std::vector<Environment> games;
    std::vector<uint64_t> legal;

    Games(const EnvironmentRules& given, size_t count, uint64_t seed)
        : rules(given),
          frame(frame_of(given.game.width, given.game.height)),
          games(count),
          legal(count * static_cast<size_t>(legal_words(given))) {
        for (size_t i = 0; i < count; ++i) {
            begin(rules, seed++, 0, games[i]);
            if (rules.with_keys) continue;
            const std::vector<uint64_t> found = legal_of(rules, frame, games[i].state);
            std::copy(found.begin(), found.end(), legal.begin() + static_cast<int64_t>(i * found.size()));
        }
    }

    template <Observed OBSERVED, bool WITH_KEYS>
    void step_all(const EnvironmentBuffers& buffers) {
        for (size_t i = 0; i < games.size(); ++i) {
            step<OBSERVED, WITH_KEYS>(rules, frame, {games.data(), legal.data()}, buffers, static_cast<int64_t>(i));
        }
    }
};

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
            CHECK(memory.now.has_floats ? memory.now.floats == other.now.floats : memory.now.bytes == other.now.bytes);
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

TEST(keys_steer_as_cells_do, 3 * SIZES) {
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

TEST(legal_actions_are_moves, SIZES) {
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
        const Move found = placement(rules, state, next_legal(rules, legal.data(), given));
        const bool is_beyond = given > action;
        if (!is_beyond || !bit_at(legal.data(), given)) {
            CHECK(found.shape == move.shape && found.column == move.column && found.bottom == move.bottom);
        }
        before = action;
    }
    for (const uint32_t word : {random.word(), ~0u, 0u}) {
        CHECK(bit_at(legal.data(), random_legal(rules, legal.data(), word)));
    }
}

TEST(environments_step_within_their_memory, SIZES) {
    EnvironmentRules rules = any_environment(random);
    const auto steps = [&]<Observed OBSERVED>() {
        rules.with_keys ? check_steps<OBSERVED, true>(random, rules) : check_steps<OBSERVED, false>(random, rules);
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
