// The root of the searches of falling games and of the course programs: ranking, the best value that threads share,
// deadlines; and whole games of one player or of a population, one loop on some threads for all. It is compiled once,
// and calls the kernels of the instruction set that is chosen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tilefall/base/parallel.hpp"
#include "tilefall/falling/turns.hpp"
#include "tilefall/kernels.hpp"

namespace tilefall {

// Moves as whoever asks numbers them.
using TILEFALL_ISA::move_of;
using TILEFALL_ISA::number_of;

// The memory for known boards of the thread that asks, forgotten at every call. Threads of run_parallel do not outlive
// their work, and neither does this.
KnownBoards empty_boards(const SearchOptions& options);

struct SearchEffort {
    int threads;
    Clock::time_point deadline;
    bool only_best;  // takes less than every move with its value
};

// The values of all legal moves of a state, in the order of the moves.
struct SearchResult {
    std::vector<int32_t> moves;
    std::vector<int64_t> values;
    uint64_t placements;
    bool is_complete;  // false if time ran out: some values are then wrong
};

// Every legal move with its value, or only the best one.
SearchResult search_moves(const FallingKernels& kernels, const FallingRules& rules, const FallingState& state,
                          const FeatureWeights& weights, const SearchOptions& options, const uint32_t* belief,
                          const SearchEffort& effort, const Interrupt& is_interrupted);

// The places that a program tried in the order of the first try, their values, and what it plays.
struct CourseResult {
    std::vector<int32_t> moves;
    std::vector<int64_t> values;
    int32_t chosen;
    uint64_t placements;
};

CourseResult search_tries(const CourseKernels& kernels, const FallingRules& rules, const FallingState& state,
                          const CourseProgram& program, int threads, const Interrupt& is_interrupted);

// How a game ended, how long it took its thread, and its turns where they were kept.
struct WholeGame : PlayoutResult {
    double seconds;
    std::string moves;   // two bytes each, the lower one first
    std::string checks;  // four hexadecimal digits each
};

// What every player plays: a game for each seed.
struct GamesToPlay {
    std::vector<uint64_t> seeds;
    uint64_t max_turns;
    int threads;
    bool keep_moves;
};

// All games of the first player, then those of the second, and so on.
using WholeGames = std::vector<WholeGame>;

// Every move is the one that the features after it say.
WholeGames play_greedy(const FallingKernels& kernels, const FallingRules& rules,
                       const std::vector<FeatureWeights>& players, const GamesToPlay& games,
                       const Interrupt& is_interrupted);

// Every move is searched.
WholeGames play_searched(const FallingKernels& kernels, const FallingRules& rules,
                         const std::vector<FeatureWeights>& players, const SearchOptions& options, Belief belief,
                         const GamesToPlay& games, const Interrupt& is_interrupted);

WholeGames play_course(const CourseKernels& kernels, const FallingRules& rules,
                       const std::vector<CourseProgram>& players, const GamesToPlay& games,
                       const Interrupt& is_interrupted);

// Moves of two bytes each as records write them: numbers with commas between.
std::string moves_text(std::string_view moves);

}  // namespace tilefall
