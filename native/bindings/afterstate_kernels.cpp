// Tables that value boards, and learning, of one instruction set: compiled once for each.
#include "afterstate_kernels.hpp"

#include "tilefall/afterstates.hpp"

namespace tilefall::TILEFALL_ISA {
namespace {

int32_t weights(int width) { return tuple_parts(width).end; }

void values(const FallingRules& rules, const TupleTables& tables, const FallingState& state,
            MoveList& list, int32_t* found) {
    const Frame frame = frame_of(rules.width, rules.height);
    list_moves(rules, frame, state, list);
    for (int i = 0; i < list.count; ++i) {
        found[i] = ends_game(rules, list.moves[i])
                       ? NO_VALUE
                       : tuple_value(rules, frame, tables, load(state.columns), list.moves[i]);
    }
}

Choice choice(const FallingRules& rules, const TupleTables& tables, const FallingState& state) {
    MoveList list;
    return tuple_choice(rules, frame_of(rules.width, rules.height), tables, state, list);
}

LearnedFalling learn_linear(const FallingRules& rules, const AfterstateLesson& lesson, uint32_t wanted,
                            uint64_t seed, double rate, LinearKnowledge& known, const bool* stop) {
    FeatureTable table;
    return learn_linear_game(rules, lesson, wanted, seed, rate, known, table, stop);
}

LearnedFalling learn_tuples(const FallingRules& rules, const AfterstateLesson& lesson, uint64_t seed,
                            double rate, const TupleKnowledge& known, const bool* stop) {
    MoveList list;
    return learn_tuple_game(rules, lesson, seed, rate, known, list, stop);
}

}  // namespace

const AfterstateKernels AFTERSTATE_KERNELS = {weights,       find_tuples,  values,      choice,
                                              tuples_played, learn_linear, learn_tuples};

}  // namespace tilefall::TILEFALL_ISA
