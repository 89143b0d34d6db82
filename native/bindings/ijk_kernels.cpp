// The search, the learning and the environments of IJK of one instruction set: this file is compiled once for each.
#include "ijk_kernels.hpp"

#include <memory>

#include "tilefall/ijk_learning.hpp"
#include "tilefall/ijk_search.hpp"
#include "tilefall/ijk_views.hpp"

namespace tilefall::TILEFALL_ISA {
namespace {

constexpr int MOST_LEARNED_TURNS = 5000;  // the longest games have about 2,000

int32_t evaluate(const IjkRules& rules, const IjkState& state, const IjkEvaluation& evaluation) {
    return evaluated(rules, evaluator_of(evaluation), state.board, state.player, state.turn);
}

IjkLearnedGame learn(const IjkRules& rules, const IjkLesson& lesson, uint64_t seed, float rate,
                     float* weights, std::vector<uint8_t>& memory) {
    memory.resize(MOST_LEARNED_TURNS * sizeof(Learned) + alignof(Learned));
    void* start = memory.data();
    size_t room = memory.size();
    std::align(alignof(Learned), MOST_LEARNED_TURNS * sizeof(Learned), start, room);
    return learn_game(rules, lesson, seed, rate, weights, static_cast<Learned*>(start),
                      MOST_LEARNED_TURNS);
}

}  // namespace

const IjkKernels IJK_KERNELS = {ijk_thought,    evaluate, make_ready, learn,
                                mirrored_place, turned,   result,     letters_seen,
                                planes_seen};

}  // namespace tilefall::TILEFALL_ISA
