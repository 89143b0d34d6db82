// The root of the searches of IJK: tables, threads, deadlines, deepening. It is compiled once, and calls the kernels
// of the instruction set that is chosen.
#pragma once

#include "tilefall/base/machine.hpp"
#include "tilefall/base/parallel.hpp"
#include "tilefall/kernels.hpp"

namespace tilefall {

constexpr int MAX_TABLE_BITS = 32;

// The memory of searches. Every search forgets the ones before it, so results can be repeated.
struct IjkTable {
    BigArray<IjkBucket> buckets;
    uint8_t search = 0;

    explicit IjkTable(int bits);  // 0 to MAX_TABLE_BITS: so many positions as a power of 2, or none
    IjkKnown renewed();
};

// The same for the game with chance.
struct IjkChanceTable {
    BigArray<IjkChanceEntry> entries;
    uint8_t search = 0;

    explicit IjkChanceTable(int bits);
    IjkChanceKnown renewed();
};

// How far a search goes, and on how many threads.
struct IjkEffort {
    int depth, threads;
    uint64_t most_nodes;
    Clock::time_point deadline;
};

// What was found, and whether time was left when it was.
template <typename Thought>
struct IjkFound {
    Thought thought;
    bool is_complete;
};

// The best move of the deterministic game.
IjkFound<IjkThought> search_ijk(const IjkKernels& kernels, const IjkRules& rules, const IjkState& state,
                                const IjkEvaluation& evaluation, const IjkEffort& effort, IjkKnown known,
                                const Interrupt& is_interrupted);

// What is known of the moves of the game with chance.
IjkFound<IjkChanceThought> search_chance(const IjkKernels& kernels, const IjkRules& rules, const IjkState& state,
                                         const IjkEvaluation& evaluation, const IjkChanceOptions& options,
                                         const IjkEffort& effort, IjkChanceKnown known,
                                         const Interrupt& is_interrupted);

// What a number of games was like.
struct LearnedGames {
    uint64_t games = 0, turns = 0, ties = 0;
    double squared_error = 0;
};

// Games to learn from: so many seeds from a first one on, the rate going evenly from first to last.
struct LearningGames {
    uint64_t first_seed, games;
    double first_rate, last_rate;
};

// Plays games one after the other and changes the weights by each.
LearnedGames learn_games(const IjkKernels& kernels, const IjkRules& rules, const IjkLesson& lesson,
                         const LearningGames& asked, float* weights, const Interrupt& is_interrupted);

}  // namespace tilefall
