// Kernels: what one instruction set offers to the bindings, as plain functions on plain data.
#pragma once

#include "chance_kernels.hpp"
#include "course_kernels.hpp"
#include "environment_kernels.hpp"
#include "ijk_kernels.hpp"
#include "tilefall/types.hpp"

namespace tilefall {

struct Kernels {
    const char* isa;
    FallingState (*start)(const FallingRules&, uint64_t seed);
    void (*moves)(const FallingRules&, const FallingState&, MoveList&);
    void (*keys)(const FallingRules&, const FallingState&, KeyMap&);
    Locked (*lock)(const FallingRules&, const FallingState&, Move);
    FallingState (*draw)(const FallingRules&, const Locked&, uint64_t seed);
    bool (*is_over)(const FallingRules&, const FallingState&);
    uint64_t (*digest)(const FallingRules&, const FallingState&);
    void (*features)(const FallingRules&, const FallingState&, FeatureTable&);
    // Counts the cases of tables after a move; false if the move ends the game.
    bool (*tables)(const FallingRules&, const FallingState&, Move, int32_t* counts);
    Choice (*choose)(const FallingRules&, const FallingState&, const FeatureWeights&);
    PlayoutResult (*play)(const FallingRules&, const FeatureWeights&, uint64_t seed,
                          uint64_t max_turns, const bool* stop, KeptTurns*);
    Perft (*perft)(const FallingRules&, const FallingState&, int depth, uint64_t seed);
    // Chooses in every state and says how many placements that took; the sum of the values goes
    // to `checksum`.
    uint64_t (*choose_all)(const FallingRules&, const FallingState*, int count,
                           const FeatureWeights&, int64_t* checksum);
    SearchedMove (*search)(const FallingRules&, const FallingState&, const FeatureWeights&,
                           const SearchOptions&, const uint32_t* belief, Move, int64_t floor,
                           KnownBoards, const bool* stop);
    PlayoutResult (*play_deep)(const FallingRules&, const FeatureWeights&, const SearchOptions&,
                               Belief, uint64_t seed, uint64_t max_turns, KnownBoards,
                               const bool* stop, KeptTurns*);
    void (*posterior)(const uint64_t* seen, int pieces, uint32_t* parts);

    IjkBoard (*ijk_slide)(const IjkRules&, const IjkBoard&, int move, int player);
    int (*ijk_reward)(const IjkRules&, const IjkBoard&, int player);
    IjkState (*ijk_draw)(const IjkRules&, const IjkState& after, uint64_t seed);
    bool (*ijk_is_over)(const IjkRules&, const IjkState&);
    uint64_t (*ijk_digest)(const IjkRules&, const IjkState&);
    Perft (*ijk_perft)(const IjkRules&, const IjkState&, int depth, uint64_t seed, bool with_digest);
    IjkState (*ijk_play)(const IjkRules&, uint64_t seed, uint64_t max_turns);

    const CourseKernels* course;
    const IjkKernels* ijk;
    const ChanceKernels* chance;
    const EnvironmentKernels* environments;
};

namespace portable {
extern const Kernels KERNELS;
}
namespace avx2 {
extern const Kernels KERNELS;
}
namespace avx512 {
extern const Kernels KERNELS;
}

}  // namespace tilefall
