// The kernels of IJK for one instruction set: this file is compiled once for each.
#include "tilefall/kernels.hpp"
#include "tilefall/ijk/chance.hpp"
#include "tilefall/ijk/learning.hpp"

namespace tilefall::TILEFALL_ISA {

const IjkKernels IJK_KERNELS = {
    .slide = slid,
    .reward = reward,
    .draw = [](auto& rules, auto& after,
               auto seed) { return after_draw(rules, after.board, after.player, after.turn, seed); },
    .turn = turned,
    .is_over = is_over,
    .result = result,
    .digest = digest,
    .perft = perft,
    .play = playout,
    .letters = letters_seen,
    .planes = planes_seen,
    .think = ijk_thought,
    .think_chance = chance_thought,
    .evaluate =
        [](auto& rules, auto& state, auto& evaluation) {
            return evaluated(rules, evaluator_of(evaluation), state.board, state.player, state.turn);
        },
    .make_ready = make_ready,
    .learn =
        [](auto& rules, auto& lesson, auto seed, auto rate, auto* weights, auto* positions) {
            return learn_game(rules, lesson, seed, rate, weights, positions, MOST_LEARNED_TURNS);
        },
    .mirrored_place = mirrored_place,
};

}  // namespace tilefall::TILEFALL_ISA
