// Kept turns: the moves and checks of a game are those of the game played again, turn by turn.
#include <vector>

#include "boards.hpp"
#include "library.hpp"
#include "tests.hpp"
#include "tilefall/search/course.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

// Plays a game with play(kept) and without, then its moves again.
template <typename Play>
void check_kept(const FallingRules& rules, uint64_t seed, uint64_t max_turns, const Play& play) {
    constexpr KeptTurn UNTOUCHED{0xabcd, 0xef01};
    std::vector<KeptTurn> turns(max_turns + 1, UNTOUCHED);
    KeptTurns kept{turns.data(), 0, {}};
    const PlayoutResult result = play(&kept), alone = play(nullptr);
    CHECK(result.digest == alone.digest && result.placements == alone.placements);
    CHECK(result.score == alone.score && result.turns == alone.turns);
    CHECK(result.is_over == alone.is_over && kept.count == result.turns);
    const Frame frame = frame_of(rules.width, rules.height);
    const Chance chance = chance_of(rules, seed);
    FallingState state = started(rules, chance);
    for (uint64_t turn = 0; turn < kept.count; ++turn) {
        state = drawn(rules, chance, locked(rules, frame, state, move_of(rules, turns[turn].move)));
        CHECK(turns[turn].check == (digest(rules, state) & 0xffff));
    }
    CHECK(digest(rules, state) == result.digest);
    for (uint64_t turn = kept.count; turn <= max_turns; ++turn) {
        CHECK(turns[turn].move == UNTOUCHED.move && turns[turn].check == UNTOUCHED.check);
    }
}

}  // namespace

void kept_turns_are_those_played(Random& random) {
    FallingRules rules = random.below(3) == 0 ? quintris_rules(random) : tetris_rules(random);
    rules.draw = random.coin() ? Draw::BAG : Draw::HIDDEN;
    const uint64_t seed = random.word(), most = static_cast<uint64_t>(random.below(60));
    FeatureWeights weights{};
    for (int32_t& weight : weights.of) weight = random.between(-9, 3);
    check_kept(rules, seed, most, [&](KeptTurns* kept) {
        return game_of(rules, weights, seed, most, &GOES_ON, kept);
    });
    const CourseProgram program = rules.is_quintris ? CourseProgram{CourseKind::SUM, 1, false, {}}
                                                    : CourseProgram{CourseKind::GENETIC, 1, true, {-5, 7, -3, -1}};
    check_kept(rules, seed, most / 4, [&](KeptTurns* kept) {
        return course_played(rules, program, seed, most / 4, &GOES_ON, kept);
    });
}

}  // namespace tilefall::TILEFALL_ISA::tests
