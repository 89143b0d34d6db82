// Environment kernels: what one instruction set offers to games that learners step through.
#pragma once

#include "tilefall/environment_types.hpp"

namespace tilefall {

struct EnvironmentKernels {
    void (*complete)(EnvironmentRules&);
    // How many bytes or floats an observation has.
    int32_t (*observation_size)(const EnvironmentRules&);
    void (*begin)(const EnvironmentRules&, uint64_t first_seed, uint64_t episode, Environment&);
    void (*begin_at)(const EnvironmentRules&, const FallingState&, Environment&);
    // What follows from the state of a game that was kept.
    void (*look)(const EnvironmentRules&, Environment&);
    bool (*is_sound)(const EnvironmentRules&, const Environment&);
    // Games `from` to `to` - 1. What is legal is known of a game that was viewed.
    void (*step)(const EnvironmentRules&, const EnvironmentArray&, const EnvironmentBuffers&, int64_t from, int64_t to);
    void (*view)(const EnvironmentRules&, const EnvironmentArray&, const Views&, int64_t from, int64_t to);
    void (*random_actions)(const EnvironmentRules&, const EnvironmentArray&, uint64_t seed, int64_t* actions,
                           int64_t from, int64_t to);
    int (*count_successors)(const EnvironmentRules&, const FallingState&);
    void (*write_successors)(const EnvironmentRules&, const FallingState*, const int64_t* rows,
                             const Successors&, FeatureTable&, int64_t from, int64_t to);
};

namespace portable {
extern const EnvironmentKernels ENVIRONMENT_KERNELS;
}
namespace avx2 {
extern const EnvironmentKernels ENVIRONMENT_KERNELS;
}
namespace avx512 {
extern const EnvironmentKernels ENVIRONMENT_KERNELS;
}

}  // namespace tilefall
