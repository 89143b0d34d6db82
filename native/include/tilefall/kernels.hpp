// Kernels: what one instruction set offers to all that is compiled once, as plain functions on plain data.
#pragma once

#include "tilefall/env/types.hpp"
#include "tilefall/falling/types.hpp"
#include "tilefall/features/list.hpp"
#include "tilefall/ijk/types.hpp"
#include "tilefall/search/types.hpp"

namespace tilefall {

// The rules, choices and searches of falling games.
struct FallingKernels {
    FallingState (*start)(const FallingRules&, uint64_t seed);
    void (*moves)(const FallingRules&, const FallingState&, MoveList&);
    void (*keys)(const FallingRules&, const FallingState&, KeyMap&);
    Locked (*lock)(const FallingRules&, const FallingState&, Move);
    FallingState (*draw)(const FallingRules&, const Locked&, uint64_t seed);
    bool (*is_over)(const FallingRules&, const FallingState&);
    uint64_t (*digest)(const FallingRules&, const FallingState&);
    Perft (*perft)(const FallingRules&, const FallingState&, int depth, uint64_t seed);
    void (*features)(const FallingRules&, const FallingState&, FeatureTable&);
    // Counts the cases of tables after a move; false if the move ends the game.
    bool (*tables)(const FallingRules&, const FallingState&, Move, int32_t* counts);
    Choice (*choose)(const FallingRules&, const FallingState&, const FeatureWeights&);
    // Chooses in every state and says how many placements that took; the sum of the values goes to `checksum`.
    uint64_t (*choose_all)(const FallingRules&, const FallingState*, int count, const FeatureWeights&,
                           int64_t* checksum);
    PlayoutResult (*play)(const FallingRules&, const FeatureWeights&, uint64_t seed, uint64_t max_turns,
                          const bool* stop, KeptTurns*);
    SearchedMove (*search)(const FallingRules&, const FallingState&, const FeatureWeights&, const SearchOptions&,
                           const uint32_t* belief, Move, int64_t floor, KnownBoards, const bool* stop);
    PlayoutResult (*play_deep)(const FallingRules&, const FeatureWeights&, const SearchOptions&, Belief, uint64_t seed,
                               uint64_t max_turns, KnownBoards, const bool* stop, KeptTurns*);
    void (*posterior)(const uint64_t* seen, int pieces, uint32_t* parts);
};

struct CourseKernels {
    void (*features)(const FallingRules&, const FallingState&, bool is_removed, CourseTable&);
    void (*tries)(const FallingRules&, const FallingState&, const CourseProgram&, TryList&);
    SearchedMove (*value)(const FallingRules&, const FallingState&, const CourseProgram&, Move, const bool* stop);
    // What is played, given the value of each place of the list.
    Move (*choice)(const FallingRules&, const FallingState&, const CourseProgram&, const TryList&,
                   const int64_t* values);
    PlayoutResult (*play)(const FallingRules&, const CourseProgram&, uint64_t seed, uint64_t max_turns,
                          const bool* stop, KeptTurns*);
};

struct IjkKernels {
    IjkBoard (*slide)(const IjkRules&, const IjkBoard&, int move, int player);
    int (*reward)(const IjkRules&, const IjkBoard&, int player);
    IjkState (*draw)(const IjkRules&, const IjkState& after, uint64_t seed);
    IjkState (*turn)(const IjkRules&, const IjkState&, int move, uint64_t seed);
    bool (*is_over)(const IjkRules&, const IjkState&);
    int (*result)(const IjkRules&, const IjkState&);
    uint64_t (*digest)(const IjkRules&, const IjkState&);
    Perft (*perft)(const IjkRules&, const IjkState&, int depth, uint64_t seed, bool with_digest);
    IjkState (*play)(const IjkRules&, uint64_t seed, uint64_t max_turns);
    // What a player sees.
    void (*letters)(const IjkRules&, const IjkBoard&, int player, uint8_t* out);
    void (*planes)(const IjkRules&, const IjkBoard&, int player, float* out);

    IjkThought (*think)(const IjkRules&, const IjkState&, const IjkEvaluation&, int first_depth, int depth,
                        uint64_t most_nodes, IjkKnown, const bool* stop);
    // One depth of the game with chance; `before` is what a slide less deep has found.
    IjkChanceThought (*think_chance)(const IjkRules&, const IjkState&, const IjkEvaluation&, const IjkChanceOptions&,
                                     int depth, const IjkChanceThought& before, const IjkChanceKnown&,
                                     const IjkChanceLimits&, int first_cell);
    int32_t (*evaluate)(const IjkRules&, const IjkState&, const IjkEvaluation&);
    void (*make_ready)(const int16_t* learned, int16_t* ready);
    // The positions have room for MOST_LEARNED_TURNS.
    IjkLearnedGame (*learn)(const IjkRules&, const IjkLesson&, uint64_t seed, float rate, float* weights,
                            Learned* positions);
    int32_t (*mirrored_place)(int32_t place);
};

// Games that learners step through.
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
    void (*write_successors)(const EnvironmentRules&, const FallingState*, const int64_t* rows, const Successors&,
                             FeatureTable&, int64_t from, int64_t to);
};

// One instruction set.
struct Kernels {
    const char* isa;
    const FallingKernels& falling;
    const CourseKernels& course;
    const IjkKernels& ijk;
    const EnvironmentKernels& env;
};

#define TILEFALL_KERNELS(NAME)                                                                                 \
    namespace NAME {                                                                                           \
    extern const FallingKernels FALLING_KERNELS;                                                               \
    extern const CourseKernels COURSE_KERNELS;                                                                 \
    extern const IjkKernels IJK_KERNELS;                                                                       \
    extern const EnvironmentKernels ENVIRONMENT_KERNELS;                                                       \
    inline const Kernels KERNELS = {#NAME, FALLING_KERNELS, COURSE_KERNELS, IJK_KERNELS, ENVIRONMENT_KERNELS}; \
    }
TILEFALL_KERNELS(portable)
TILEFALL_KERNELS(avx2)
TILEFALL_KERNELS(avx512)
#undef TILEFALL_KERNELS

}  // namespace tilefall
