// The kernels of IJK for one instruction set: this file is compiled once for each.
#include "tilefall/ijk/chance.hpp"
#include "tilefall/ijk/learning.hpp"
#include "tilefall/ijk/minimax.hpp"
#include "tilefall/ijk/rules.hpp"
#include "tilefall/kernels.hpp"

namespace tilefall::TILEFALL_ISA {
namespace {

IjkState draw(const IjkRules& rules, const IjkState& after, uint64_t seed) {
    return after_draw(rules, after.board, after.player, after.turn, seed);
}

int32_t evaluate(const IjkRules& rules, const IjkState& state, const IjkEvaluation& evaluation) {
    return evaluated(rules, evaluator_of(evaluation), state.board, state.player, state.turn);
}

IjkLearnedGame learn(const IjkRules& rules, const IjkLesson& lesson, uint64_t seed, float rate, float* weights,
                     Learned* positions) {
    return learn_game(rules, lesson, seed, rate, weights, positions, MOST_LEARNED_TURNS);
}

}  // namespace

const IjkKernels IJK_KERNELS = {
    slid,    reward,       draw,        turned,      is_over,        result,   digest,     perft, playout,
    letters_seen, planes_seen, ijk_thought, chance_thought, evaluate, make_ready, learn, mirrored_place,
};

}  // namespace tilefall::TILEFALL_ISA
