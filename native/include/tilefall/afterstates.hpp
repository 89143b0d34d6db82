// Afterstates: how values of boards are learned by temporal differences, one game after the other.
// What is learned is what comes after a placement; the choice adds the reward of the placement.
#pragma once

#include "tilefall/playout.hpp"
#include "tilefall/tuples.hpp"

namespace tilefall::TILEFALL_ISA {

inline constexpr uint32_t LEARNING_BLOCK = 1;  // lanes of a turn's dice that no draw takes
inline constexpr int SOLVED_EVERY = 100;       // turns from one solution of linear values to the next
inline constexpr double RIDGE = 1;             // keeps weights small of which little is known
inline constexpr float FADED = 0.1f;           // a smaller part of an error is not learned from

// A random number of a list of `count` moves, or -1 if this turn's move is not a random one.
GAME_FN int random_place(const AfterstateLesson& lesson, uint64_t seed, uint64_t turn, int count) {
    const Roll roll = philox(seed, turn, LEARNING_BLOCK);
    if (roll.words[0] >= lesson.random_moves) return -1;
    return static_cast<int>(side(roll.words[1], static_cast<uint32_t>(count)));
}

// Takes moves out that end the game (T4).
GAME_FN void keep_lasting(const FallingRules& rules, MoveList& list) {
    int kept = 0;
    for (int i = 0; i < list.count; ++i) {
        if (!ends_game(rules, list.moves[i])) list.moves[kept++] = list.moves[i];
    }
    list.count = kept;
}

// Linear values: least-squares temporal differences, solved again and again as the play improves.
struct LinearLearner {
    const AfterstateLesson& lesson;
    uint32_t wanted;  // a bit for each feature
    LinearKnowledge& known;
    double led[VALUED];  // the features that led here, those of long ago for less

    GAME_FN void weigh(const int32_t* features, double* valued) const {
        for (int i = 0; i < FEATURES; ++i) {
            const double unit = i == LANDING_HEIGHT ? 0.5 : 1;
            valued[i] = (wanted >> i & 1) != 0 ? unit * features[i] : 0;
        }
        valued[FEATURES] = 1;
    }

    GAME_FN double value(const double* valued) const {
        double sum = 0;
        for (int i = 0; i < VALUED; ++i) sum += known.weights[i] * valued[i];
        return sum;
    }

    // A step from one placement to the next, or to the end, which has no value; its error.
    GAME_FN double learn(const double* from, const double* to, double reward, double rate) {
        double change[VALUED];
        for (int i = 0; i < VALUED; ++i) {
            led[i] = lesson.discount * lesson.trust * led[i] + from[i];
            change[i] = from[i] - (to == nullptr ? 0 : lesson.discount * to[i]);
        }
        for (int i = 0; i < VALUED; ++i) {
            for (int k = 0; k < VALUED; ++k) {
                known.products[i][k] = (1 - rate) * known.products[i][k] + led[i] * change[k];
            }
            known.gains[i] = (1 - rate) * known.gains[i] + led[i] * reward;
        }
        return reward - value(change);
    }

    // The weights for which the sums hold; they stay if there are none.
    GAME_FN void solve() {
        double rows[VALUED][VALUED + 1];
        for (int i = 0; i < VALUED; ++i) {
            for (int k = 0; k < VALUED; ++k) rows[i][k] = known.products[i][k] + (i == k ? RIDGE : 0);
            rows[i][VALUED] = known.gains[i];
        }
        for (int i = 0; i < VALUED; ++i) {
            int largest = i;
            for (int k = i + 1; k < VALUED; ++k) {
                if (size_of(rows[k][i]) > size_of(rows[largest][i])) largest = k;
            }
            if (size_of(rows[largest][i]) < 1e-9) return;
            for (int k = 0; k <= VALUED; ++k) {
                const double kept = rows[i][k];
                rows[i][k] = rows[largest][k];
                rows[largest][k] = kept;
            }
            for (int below = i + 1; below < VALUED; ++below) {
                const double part = rows[below][i] / rows[i][i];
                for (int k = i; k <= VALUED; ++k) rows[below][k] -= part * rows[i][k];
            }
        }
        for (int i = VALUED - 1; i >= 0; --i) {
            double rest = rows[i][VALUED];
            for (int k = i + 1; k < VALUED; ++k) rest -= rows[i][k] * known.weights[k];
            known.weights[i] = rest / rows[i][i];
        }
    }

    GAME_FN static double size_of(double number) { return number < 0 ? -number : number; }
};

// Plays a game of this seed and learns from it; `rate` is the part that is forgotten every turn.
GAME_FN LearnedFalling learn_linear_game(const FallingRules& rules, const AfterstateLesson& lesson,
                                         uint32_t wanted, uint64_t seed, double rate,
                                         LinearKnowledge& known, FeatureTable& table, const bool* stop) {
    const Frame frame = frame_of(rules.width, rules.height);
    const Chance chance = chance_of(rules, seed);
    FallingState state = started(rules, frame, chance);
    LinearLearner learner{lesson, wanted, known, {}};
    LearnedFalling game{};
    double before[VALUED], after[VALUED];
    bool is_end = false;
    while (state.turn < lesson.max_turns && !is_set(stop)) {
        int lasting[MAX_MOVES], count = 0, best = -1;
        double best_value = 0;
        list_features(rules, frame, state, table);
        for (int i = 0; i < table.list.count; ++i) {
            if (table.ends_game[i]) continue;
            learner.weigh(table.features[i], after);
            const double value = lesson.row_reward * table.features[i][ROWS_REMOVED] +
                                 lesson.discount * learner.value(after);
            if (best < 0 || value > best_value) {
                best = i;
                best_value = value;
            }
            lasting[count++] = i;
        }
        is_end = best < 0;
        if (is_end) break;
        const int other = random_place(lesson, seed, state.turn, count);
        if (other >= 0) best = lasting[other];
        learner.weigh(table.features[best], after);
        if (state.turn > 0) {
            const double reward = lesson.row_reward * table.features[best][ROWS_REMOVED];
            const double error = learner.learn(before, after, reward, rate);
            game.squared_error += error * error;
        }
        if (state.turn % SOLVED_EVERY == SOLVED_EVERY - 1) learner.solve();
        for (int i = 0; i < VALUED; ++i) before[i] = after[i];
        state = drawn(rules, chance, locked(rules, frame, state, table.list.moves[best]));
    }
    if (is_end && state.turn > 0) {
        const double error = learner.learn(before, nullptr, lesson.end_reward, rate);
        game.squared_error += error * error;
    }
    learner.solve();
    game.score = state.score;
    game.turns = state.turn;
    return game;
}

// The last afterstates of a game, the newest at `newest`.
struct Trace {
    int32_t places[TRACED][MOST_TUPLES];
    int32_t length, newest;
};

// Values by tables: each weight moves by its part of an error, the less the more its errors so far
// spoke against each other.
struct TupleLearner {
    const AfterstateLesson& lesson;
    TupleKnowledge known;
    int width;
    Trace& trace;

    GAME_FN float value(const uint32_t* columns, int32_t* places) const {
        const int count = find_tuples(width, columns, places);
        float sum = 0;
        for (int i = 0; i < count; ++i) sum += known.weights[places[i]];
        return sum;
    }

    // The afterstate that was just made is the newest one; its value.
    GAME_FN float remember(const uint32_t* columns) {
        trace.newest = (trace.newest + 1) % TRACED;
        trace.length = trace.length < TRACED ? trace.length + 1 : TRACED;
        return value(columns, trace.places[trace.newest]);
    }

    GAME_FN void learn(float error, float rate) {
        const float fading = static_cast<float>(lesson.discount * lesson.trust);
        const int count = 3 * width;
        float share = 1;
        for (int i = 0; i < trace.length && share >= FADED; ++i) {
            const int32_t* places = trace.places[(trace.newest + TRACED - i) % TRACED];
            const float part = error * share, step = rate * part / static_cast<float>(count);
            for (int k = 0; k < count; ++k) {
                float &errors = known.errors[places[k]], &sizes = known.sizes[places[k]];
                const float agreed = sizes > 0 ? (errors < 0 ? -errors : errors) / sizes : 1;
                known.weights[places[k]] += agreed * step;
                errors += part;
                sizes += part < 0 ? -part : part;
            }
            share *= fading;
        }
    }
};

// Plays a game of this seed and learns from it.
GAME_FN LearnedFalling learn_tuple_game(const FallingRules& rules, const AfterstateLesson& lesson,
                                        uint64_t seed, double rate, const TupleKnowledge& known,
                                        MoveList& list, const bool* stop) {
    const Frame frame = frame_of(rules.width, rules.height);
    const Chance chance = chance_of(rules, seed);
    const float discount = static_cast<float>(lesson.discount), speed = static_cast<float>(rate);
    const float row_reward = static_cast<float>(lesson.row_reward);
    FallingState state = started(rules, frame, chance);
    Trace trace;
    trace.length = trace.newest = 0;
    TupleLearner learner{lesson, known, rules.width, trace};
    LearnedFalling game{};
    float before = 0;
    bool is_end = false;
    while (state.turn < lesson.max_turns && !is_set(stop)) {
        list_moves(rules, frame, state, list);
        keep_lasting(rules, list);
        is_end = list.count == 0;
        if (is_end) break;
        uint32_t columns[LANES];
        int32_t places[MOST_TUPLES];
        int best = random_place(lesson, seed, state.turn, list.count);
        const int first = best < 0 ? 0 : best, last = best < 0 ? list.count : best + 1;
        float best_value = 0;
        for (int i = first; i < last; ++i) {
            const int removed = placed(rules, frame, load(state.columns), list.moves[i], columns);
            const float value = row_reward * static_cast<float>(removed) + discount * learner.value(columns, places);
            if (i == first || value > best_value) {
                best = i;
                best_value = value;
            }
        }
        if (state.turn > 0) {
            const float error = best_value - before;
            game.squared_error += static_cast<double>(error) * static_cast<double>(error);
            learner.learn(error, speed);
        }
        const Locked after = locked(rules, frame, state, list.moves[best]);
        before = learner.remember(after.state.columns);
        state = drawn(rules, chance, after);
    }
    if (is_end && state.turn > 0) {
        const float error = static_cast<float>(lesson.end_reward) - before;
        game.squared_error += static_cast<double>(error) * static_cast<double>(error);
        learner.learn(error, speed);
    }
    game.score = state.score;
    game.turns = state.turn;
    return game;
}

}  // namespace tilefall::TILEFALL_ISA
