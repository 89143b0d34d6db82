// The IJK search with chance of one instruction set: this file is compiled once for each.
#include "chance_kernels.hpp"

#include "tilefall/ijk_chance.hpp"

namespace tilefall::TILEFALL_ISA {

const ChanceKernels CHANCE_KERNELS = {chance_thought};

}  // namespace tilefall::TILEFALL_ISA
