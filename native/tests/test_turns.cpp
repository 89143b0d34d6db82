// Turns: locking and clearing against plain rows, the count of all games, and games to their end.
#include <memory>

#include "boards.hpp"
#include "library.hpp"
#include "plain.hpp"
#include "tests.hpp"
#include "tilefall/falling/reach.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

FallingRules turn_rules(Random& random) {
    return random.below(4) == 0 ? quintris_rules(random) : tetris_rules(random);
}

// The leaves of a perft, counted without it.
Perft leaves_of(const FallingRules& rules, const Chance& chance, const FallingState& state,
                int depth) {
    if (depth == 0) return {1, digest(rules, state)};
    const Frame frame = frame_of(rules.width, rules.height);
    const auto list = std::make_unique<MoveList>();
    list_moves(rules, frame, state, *list);
    Perft total{0, 0};
    for (int i = 0; i < list->count; ++i) {
        const FallingState next = drawn(rules, chance, locked(rules, frame, state, list->moves[i]));
        const Perft below = leaves_of(rules, chance, next, depth - 1);
        total.leaves += below.leaves;
        total.digest += below.digest;
    }
    return total;
}

// A whole game, turn by turn.
PlayoutResult replayed(const FallingRules& rules, const FeatureWeights& weights, uint64_t seed) {
    const Frame frame = frame_of(rules.width, rules.height);
    const Chance chance = chance_of(rules, seed);
    FallingState state = started(rules, chance);
    uint64_t placements = 0;
    while (!is_over(rules, frame, state)) {
        const Choice choice = choice_of(rules, state, weights);
        placements += static_cast<uint64_t>(choice.placements);
        state = drawn(rules, chance, locked(rules, frame, state, choice.move));
    }
    return {state.score, state.turn, digest(rules, state), placements, true};
}

}  // namespace

void removed_rows_let_the_rest_down(Random& random) {
    const FallingRules rules = turn_rules(random);
    const FallingState state = some_state(random, rules);
    const Frame frame = frame_of(rules.width, rules.height);
    Board board = board_of(rules.width, rules.height, state.columns);
    const uint32_t rows = sprinkled(random, random.below(7)) & ((1u << rules.height) - 1);
    for (int level = rules.height - 1; level >= 0; --level) {
        if (rows >> level & 1) remove_row(board, level);
    }
    uint32_t columns[LANES];
    store(without_rows(frame, load(state.columns), rows), columns);
    CHECK(holds(columns, board));
}

void locked_pieces_fill_and_clear(Random& random) {
    const FallingRules rules = turn_rules(random);
    const FallingState state = some_state(random, rules);
    const Frame frame = frame_of(rules.width, rules.height);
    const PieceSet& pieces = pieces_of(rules);
    for (int i = 0; i < 8; ++i) {
        const int number = random.below(pieces.first[pieces.pieces]);
        const Shape& shape = pieces.shapes[number];
        const int column = random.between(0, rules.width - shape.width);
        Board board = board_of(rules.width, rules.height, state.columns);
        const int rest = rest_from_the_sky(board, shape, column);
        const int bottom = random.coin() ? rest : random.between(0, rules.height);
        const Locked after = locked(rules, frame, state, {number, column, bottom});
        fill(board, shape, column, bottom);
        const bool is_above = bottom + shape.height > rules.height;
        const int reward = is_above ? 0 : clear(board);
        CHECK(after.is_over == is_above);
        CHECK(after.reward == reward);
        CHECK(holds(after.state.columns, board));
        CHECK(after.state.score == state.score + static_cast<uint64_t>(reward));
        CHECK(after.state.turn == state.turn + 1);
        CHECK(after.state.current == state.current && after.state.next == state.next);
    }
}

void perft_counts_every_line(Random& random) {
    FallingRules rules = turn_rules(random);
    rules.can_slide = false;
    const Frame frame = frame_of(rules.width, rules.height);
    const Chance chance = chance_of(rules, random.word());
    const FallingState state = started(rules, chance);
    const auto list = std::make_unique<MoveList>();
    list_moves(rules, frame, state, *list);
    CHECK(perft(rules, frame, chance, state, 0).leaves == 1);
    CHECK(perft(rules, frame, chance, state, 1).leaves == static_cast<uint64_t>(list->count));
    const Perft found = perft(rules, frame, chance, state, 2);
    const Perft expected = leaves_of(rules, chance, state, 2);
    CHECK(found.leaves == expected.leaves && found.digest == expected.digest);
    CHECK(is_over(rules, frame, state) == (list->count == 0));
}

void playouts_end(Random& random) {
    constexpr uint64_t ENOUGH = 1'000'000;
    FallingRules rules = random.below(3) == 0 ? quintris_rules(random) : tetris_rules(random);
    rules.draw = random.coin() ? Draw::BAG : Draw::HIDDEN;
    FeatureWeights weights{};  // bad ones, so that the games are short
    for (int32_t& weight : weights.of) weight = random.between(-1, 1);
    weights.of[LANDING_HEIGHT] = random.between(0, 3);
    const bool go = false, stop = true;
    const uint64_t seed = random.word();
    const PlayoutResult game = game_of(rules, weights, seed, ENOUGH, &go, nullptr);
    CHECK(game.is_over);
    CHECK(game.turns > 0 && game.turns < ENOUGH);
    const PlayoutResult same = replayed(rules, weights, seed);
    CHECK(game.digest == same.digest && game.placements == same.placements);
    CHECK(game.score == same.score && game.turns == same.turns);
    const PlayoutResult part = game_of(rules, weights, seed, game.turns - 1, &go, nullptr);
    CHECK(!part.is_over && part.turns == game.turns - 1 && part.score <= game.score);
    const PlayoutResult none = game_of(rules, weights, seed, ENOUGH, &stop, nullptr);
    CHECK(!none.is_over && none.turns == 0 && none.score == 0 && none.placements == 0);
}

}  // namespace tilefall::TILEFALL_ISA::tests
