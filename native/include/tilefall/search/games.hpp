// Whole games of one player or of a population, one loop on some threads for all. It is compiled once, and calls the
// kernels of the instruction set that is chosen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tilefall/base/parallel.hpp"
#include "tilefall/kernels.hpp"

namespace tilefall {

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
