// Library: templates and long functions of the engine as plain functions. They take long to compile under
// sanitizers, so library.cpp does it once for all tests.
#pragma once

#include "tilefall/features/lanes.hpp"
#include "tilefall/search/types.hpp"

namespace tilefall::TILEFALL_ISA::tests {

// The values of a piece set's shapes at every column of a board, tables and all.
void value_shapes(const FallingRules& rules, const uint32_t* columns, const FeatureWeights& weights,
                  uint32_t (&values)[MAX_SHAPES][LANES]);

// A choice that makes no more features than the weights want, or all of them.
Choice choice_of(const FallingRules& rules, const FallingState& state, const FeatureWeights& weights);

// The same with tables, and a whole game of such choices.
Choice choice_with_tables(const FallingRules& rules, const FallingState& state, const FeatureWeights& weights);

PlayoutResult game_with_tables(const FallingRules& rules, const FeatureWeights& weights, uint64_t seed,
                               uint64_t max_turns);

void tabulate(const FallingRules& rules, const FallingState& state, FeatureTable& table);

PlayoutResult game_of(const FallingRules& rules, const FeatureWeights& weights, uint64_t seed, uint64_t max_turns,
                      const bool* stop, KeptTurns* kept);

// The value of a move with the best of the next piece after it, in 256ths.
int64_t searched_value(const FallingRules& rules, const FallingState& state, const FeatureWeights& weights, Move move);

// A game in which every move is searched with the next piece.
PlayoutResult searched_game(const FallingRules& rules, const FeatureWeights& weights, uint64_t seed,
                            uint64_t max_turns);

}  // namespace tilefall::TILEFALL_ISA::tests
