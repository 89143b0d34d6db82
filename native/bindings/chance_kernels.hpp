// Chance kernels: what one instruction set offers to the binding of the IJK search with chance.
#pragma once

#include "tilefall/ijk_chance_types.hpp"

namespace tilefall {

struct ChanceKernels {
    // One depth; `before` is what a slide less deep has found.
    IjkChanceThought (*think)(const IjkRules&, const IjkState&, const IjkEvaluation&,
                              const IjkChanceOptions&, int depth, const IjkChanceThought& before,
                              const IjkChanceKnown&, const IjkChanceLimits&, int first_cell);
};

namespace portable {
extern const ChanceKernels CHANCE_KERNELS;
}
namespace avx2 {
extern const ChanceKernels CHANCE_KERNELS;
}
namespace avx512 {
extern const ChanceKernels CHANCE_KERNELS;
}

}  // namespace tilefall
