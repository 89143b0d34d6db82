// Afterstate kernels: what one instruction set offers to tables that value boards, and to learning.
#pragma once

#include "tilefall/tuple_types.hpp"

namespace tilefall {

struct AfterstateKernels {
    int32_t (*tuple_weights)(int width);
    // The weights that make the value of a board; how many there are.
    int (*tuples)(int width, const uint32_t* columns, int32_t* places);
    // Every legal move with its value; NO_VALUE for one that ends the game.
    void (*tuple_values)(const FallingRules&, const TupleTables&, const FallingState&, MoveList&,
                         int32_t* values);
    Choice (*tuple_choice)(const FallingRules&, const TupleTables&, const FallingState&);
    PlayoutResult (*tuples_played)(const FallingRules&, const TupleTables&, uint64_t seed,
                                   uint64_t max_turns, const bool* stop, KeptTurns*);
    LearnedFalling (*learn_linear)(const FallingRules&, const AfterstateLesson&, uint32_t wanted,
                                   uint64_t seed, double rate, LinearKnowledge&, const bool* stop);
    LearnedFalling (*learn_tuples)(const FallingRules&, const AfterstateLesson&, uint64_t seed,
                                   double rate, const TupleKnowledge&, const bool* stop);
};

namespace portable {
extern const AfterstateKernels AFTERSTATE_KERNELS;
}
namespace avx2 {
extern const AfterstateKernels AFTERSTATE_KERNELS;
}
namespace avx512 {
extern const AfterstateKernels AFTERSTATE_KERNELS;
}

}  // namespace tilefall
