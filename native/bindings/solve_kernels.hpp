// Solve kernels: what one instruction set offers to the binding of the IJK solver.
#pragma once

#include "tilefall/ijk_solve_types.hpp"
#include "tilefall/types.hpp"

namespace tilefall {

struct SolveKernels {
    int (*cell_bits)(const IjkRules&);
    // Whether a position is worth at least so much for the player to move.
    SolveProof (*prove)(const IjkRules&, const IjkState&, SolveTable, int32_t at_least,
                        const bool* stop);
    // Goes on with a visit until there are so many positions or all are visited.
    void (*visit)(const IjkRules&, const IjkState&, SolveTable, uint64_t most, SolveVisit&,
                  const bool* stop);
    // Value and longest game of a position that was visited.
    bool (*look_up)(const IjkRules&, const IjkState&, SolveTable, int32_t& value, int32_t& longest);
};

namespace portable {
extern const SolveKernels SOLVE_KERNELS;
}
namespace avx2 {
extern const SolveKernels SOLVE_KERNELS;
}
namespace avx512 {
extern const SolveKernels SOLVE_KERNELS;
}

}  // namespace tilefall
