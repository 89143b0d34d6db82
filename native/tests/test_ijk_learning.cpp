// How a network of IJK learns: its games move by move, and what they teach by its definition.
#include <cmath>
#include <cstring>

#include "ijk_boards.hpp"
#include "tilefall/ijk/learning.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

constexpr int MOST_TURNS = 5000;
constexpr double NEAR = 1e-4;  // the same numbers of 24 bits, added up in another order
constexpr float RATE = 0.01f;

// Too large for the stack.
float weights[NETWORK_WEIGHTS], other_weights[NETWORK_WEIGHTS];
double expected_weights[NETWORK_WEIGHTS];
double chances[MOST_TURNS];
Learned positions[MOST_TURNS];

struct School {
    IjkRules rules;
    IjkLesson lesson;
    uint64_t seed;
};

School some_school(Random& random) {
    const uint32_t random_moves = random.coin() ? 0 : 1u << random.between(24, 31);
    const auto opening = static_cast<uint32_t>(random.coin() ? 8 : random.below(20));
    const auto span = static_cast<uint32_t>(random.between(1, 16));
    const float trust = random.coin() ? 0.7f : static_cast<float>(random.between(0, 4)) / 4;
    return {{NETWORK_SIZE, random.coin(), random.coin(), 11}, {trust, random_moves, opening, span}, random.word()};
}

// Small ones, so that no chance is so near to 0 or 1 that it tells nothing; or none yet.
void make_weights(Random& random) {
    const int most = random.coin() ? 0 : 100;
    for (float& weight : weights) weight = static_cast<float>(random.between(-most, most)) / 1000;
}

IjkLearnedGame learn(const School& school, float* learned, int most_turns) {
    return learn_game(school.rules, school.lesson, school.seed, RATE, learned, positions, most_turns);
}

int32_t kept_place(const School& school, int32_t place) {
    return school.rules.random_tile ? mirrored_place(place) : place;
}

// The chance that the player to move wins.
template <typename Number>
double chance_of(const School& school, const Learned& learned, const Number* values) {
    if (learned.is_end) {
        const int winner = leader(learned.state.board);
        return winner == 0 ? 0.5 : (winner == 1) == (learned.state.player == 0) ? 1 : 0;
    }
    NetworkPlaces places;
    find_places(learned.state, places);
    double sum = 0;
    for (int i = 0; i < places.count; ++i) sum += values[kept_place(school, places.of[i])];
    return 1 / (1 + std::exp(-sum));
}

bool is_same(const Learned& a, const Learned& b) {
    return tiles_of(a.state.board) == tiles_of(b.state.board) && a.state.turn == b.state.turn &&
           a.state.player == b.state.player && a.is_end == b.is_end;
}

IjkState drawn(const School& school, const Learned& after) {
    if (!school.rules.random_tile) return after.state;
    return after_draw(school.rules, after.state.board, after.state.player, after.state.turn, school.seed);
}

// Every position follows from the one before it: by the dice, or by the best of four slides.
void check_game(const School& school, int count) {
    const IjkRules& rules = school.rules;
    const uint32_t opening = school.lesson.opening + roll(school.seed, 0, school.lesson.opening_span, OPENING_LANE);
    IjkState state = ijk_start();
    for (int i = -static_cast<int>(opening); i < count; ++i) {
        const bool is_random =
            i < 0 || philox(school.seed, state.turn, 0).words[LEARNING_LANE] < school.lesson.random_moves;
        const int move = static_cast<int>(roll(school.seed, state.turn, IJK_MOVES, IJK_MOVE_LANE));
        const Learned by_dice = learned_after(rules, state, move);
        if (i < 0) {
            CHECK(!by_dice.is_end);
            state = drawn(school, by_dice);
            continue;
        }
        const Learned& position = positions[i];
        CHECK(position.is_random == is_random && position.is_end == (i == count - 1));
        double lowest = 1;
        bool is_reached = false;
        for (int slide = 0; slide < IJK_MOVES; ++slide) {
            const Learned after = learned_after(rules, state, slide);
            const double chance = chance_of(school, after, weights);
            lowest = chance < lowest ? chance : lowest;
            is_reached = is_reached || is_same(after, position);
        }
        CHECK(is_random ? is_same(position, by_dice) : is_reached);
        CHECK(is_random || chance_of(school, position, weights) < lowest + NEAR);
        state = drawn(school, position);
    }
}

// What a position should have been thought worth: later ones as their mover's opponent sees them,
// each counting for less, and none beyond a random move but the one that it leads to.
double target_of(const School& school, int position, int count) {
    double target = 0, left = 1;
    for (int later = position + 1; later < count; ++later) {
        const bool is_own = positions[later].state.player == positions[position].state.player;
        const double seen = is_own ? chances[later] : 1 - chances[later];
        const double trust =
            positions[later].is_random || later == count - 1 ? 0 : static_cast<double>(school.lesson.trust);
        target += left * (1 - trust) * seen;
        left *= trust;
    }
    return target;
}

// Learns from the last position to the first; the sum of squared errors.
double learn_plainly(const School& school, int count) {
    for (int i = 0; i < NETWORK_WEIGHTS; ++i) expected_weights[i] = static_cast<double>(weights[i]);
    chances[count - 1] = chance_of(school, positions[count - 1], expected_weights);
    double squared_error = 0;
    for (int i = count - 2; i >= 0; --i) {
        chances[i] = chance_of(school, positions[i], expected_weights);
        const double error = target_of(school, i, count) - chances[i];
        squared_error += error * error;
        NetworkPlaces places;
        find_places(positions[i].state, places);
        for (int k = 0; k < places.count; ++k)
            expected_weights[kept_place(school, places.of[k])] += static_cast<double>(RATE) * error;
    }
    return squared_error;
}

}  // namespace

TEST(games_are_learned_from, 16) {
    const School school = some_school(random);
    make_weights(random);
    std::memcpy(other_weights, weights, sizeof(weights));
    const IjkLearnedGame game = learn(school, other_weights, MOST_TURNS);
    const int count = static_cast<int>(game.turns);
    CHECK(count >= 2 && count < MOST_TURNS);
    check_game(school, count);
    CHECK(game.winner == leader(positions[count - 1].state.board));
    const double squared_error = learn_plainly(school, count);
    CHECK(std::abs(game.squared_error - squared_error) < NEAR * (1 + squared_error));
    for (int i = 0; i < NETWORK_WEIGHTS; ++i)
        CHECK(std::abs(static_cast<double>(other_weights[i]) - expected_weights[i]) < NEAR);
    // the same again
    const IjkLearnedGame again = learn(school, weights, MOST_TURNS);
    CHECK(again.turns == game.turns && again.squared_error == game.squared_error);
    CHECK(std::memcmp(weights, other_weights, sizeof(weights)) == 0);
}

// Without an end there is nothing to learn, whether there was no room for the game or no game left.
TEST(short_games_teach_nothing, 8) {
    School school = some_school(random);
    make_weights(random);
    std::memcpy(other_weights, weights, sizeof(weights));
    const int most_turns = random.below(10);
    CHECK(learn(school, weights, most_turns).turns == static_cast<uint64_t>(most_turns));
    CHECK(std::memcmp(weights, other_weights, sizeof(weights)) == 0);
    school.lesson.opening = MOST_TURNS;
    const IjkLearnedGame over = learn(school, weights, MOST_TURNS);
    CHECK(over.turns == 0 && over.winner == 0 && over.squared_error == 0);
    CHECK(std::memcmp(weights, other_weights, sizeof(weights)) == 0);
}

}  // namespace tilefall::TILEFALL_ISA::tests
