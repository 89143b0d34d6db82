// IJK kernels: what one instruction set offers to the bindings of IJK's search, learning and
// environments.
#pragma once

#include <cstdint>
#include <vector>

#include "tilefall/types.hpp"

namespace tilefall {

struct IjkKernels {
    IjkThought (*think)(const IjkRules&, const IjkState&, const IjkEvaluation&, int first_depth,
                        int depth, uint64_t most_nodes, IjkKnown, const bool* stop);
    int32_t (*evaluate)(const IjkRules&, const IjkState&, const IjkEvaluation&);
    void (*make_ready)(const int16_t* learned, int16_t* ready);
    // `memory` is kept from game to game.
    IjkLearnedGame (*learn)(const IjkRules&, const IjkLesson&, uint64_t seed, float rate,
                            float* weights, std::vector<uint8_t>& memory);
    int32_t (*mirrored_place)(int32_t place);

    // For environments: a whole turn, who has won, and what a player sees.
    IjkState (*turned)(const IjkRules&, const IjkState&, int move, uint64_t seed);
    int (*result)(const IjkRules&, const IjkState&);
    void (*letters_seen)(const IjkRules&, const IjkBoard&, int player, uint8_t* out);
    void (*planes_seen)(const IjkRules&, const IjkBoard&, int player, float* out);
};

namespace portable {
extern const IjkKernels IJK_KERNELS;
}
namespace avx2 {
extern const IjkKernels IJK_KERNELS;
}
namespace avx512 {
extern const IjkKernels IJK_KERNELS;
}

}  // namespace tilefall
