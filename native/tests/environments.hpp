// Environments: games that learners step through, of any kind, to test with; their memory has exactly
// the room that it needs, so that sanitizers see whatever goes beyond.
#pragma once

#include <vector>

#include "boards.hpp"
#include "tilefall/env/environment.hpp"

namespace tilefall::TILEFALL_ISA::tests {

inline FallingRules any_game(Random& random) {
    FallingRules game = random.coin() ? quintris_rules(random) : tetris_rules(random);
    game.draw = random.coin() ? Draw::BAG : Draw::HIDDEN;
    return game;
}

inline EnvironmentRules any_environment(Random& random) {
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

inline int observed_numbers(const EnvironmentRules& rules) {
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
          floats(bytes.size(), 99), current(games), next(games),
          seen(games * static_cast<size_t>(pieces_of(rules.game).pieces)), scores(games), turns(games),
          masks(games * static_cast<size_t>(rules.actions), 99),
          has_floats(rules.observed == Observed::FLOATS || rules.observed == Observed::FEATURES) {}

    Views views() {
        void* const observations = has_floats ? static_cast<void*>(floats.data()) : bytes.data();
        return {observations, boards.data(), current.data(), next.data(),
                seen.data(),  masks.data(),  scores.data(),  turns.data()};
    }
    bool operator==(const SeenMemory&) const = default;
};

// All that a step of some games reads and writes.
struct StepMemory {
    std::vector<int64_t> actions;
    std::vector<double> rewards;
    std::vector<uint8_t> terminated, truncated;
    SeenMemory now, last;

    StepMemory(const EnvironmentRules& rules, size_t games)
        : actions(games), rewards(games), terminated(games), truncated(games), now(rules, games),
          last(rules, games) {}

    EnvironmentBuffers buffers() {
        return {actions.data(), rewards.data(), reinterpret_cast<bool*>(terminated.data()),
                reinterpret_cast<bool*>(truncated.data()), now.views(), last.views()};
    }
    bool operator==(const StepMemory&) const = default;
};

// The legal actions of a state that is not over, a bit each.
inline std::vector<uint64_t> legal_of(const EnvironmentRules& rules, const Frame& frame,
                                      const FallingState& state) {
    std::vector<uint64_t> legal(static_cast<size_t>(legal_words(rules)));
    find_legal(rules, frame, state, legal.data());
    return legal;
}

inline Move move_of_action(const EnvironmentRules& rules, const Frame& frame, const FallingState& state,
                           int action) {
    return placement(rules, state, next_legal(rules, legal_of(rules, frame, state).data(), action));
}

inline int random_move(const EnvironmentRules& rules, const Frame& frame, const FallingState& state,
                       uint32_t word) {
    return random_legal(rules, legal_of(rules, frame, state).data(), word);
}

// Games side by side.
struct Games {
    EnvironmentRules rules;
    Frame frame;
    std::vector<Environment> games;
    std::vector<uint64_t> legal;

    Games(const EnvironmentRules& given, size_t count, uint64_t seed)
        : rules(given), frame(frame_of(given.game.width, given.game.height)), games(count),
          legal(count * static_cast<size_t>(legal_words(given))) {
        for (size_t i = 0; i < count; ++i) {
            begin(rules, seed++, 0, games[i]);
            if (rules.with_keys) continue;
            const std::vector<uint64_t> found = legal_of(rules, frame, games[i].state);
            for (int k = 0; k < legal_words(rules); ++k) {
                legal[i * static_cast<size_t>(legal_words(rules)) + static_cast<size_t>(k)] = found[static_cast<size_t>(k)];
            }
        }
    }

    template <Observed OBSERVED, bool WITH_KEYS>
    void step_all(const EnvironmentBuffers& buffers) {
        for (size_t i = 0; i < games.size(); ++i) {
            step<OBSERVED, WITH_KEYS>(rules, frame, {games.data(), legal.data()}, buffers, static_cast<int64_t>(i));
        }
    }
};

}  // namespace tilefall::TILEFALL_ISA::tests
