// Whether nvcc takes every header, and device code every kind of game: this is compiled, never run.
#include "tilefall/belief.hpp"
#include "tilefall/bend_lanes.hpp"
#include "tilefall/choices.hpp"
#include "tilefall/course.hpp"
#include "tilefall/course_search.hpp"
#include "tilefall/course_types.hpp"
#include "tilefall/crowded.hpp"
#include "tilefall/deepplay.hpp"
#include "tilefall/dice.hpp"
#include "tilefall/digest.hpp"
#include "tilefall/draws.hpp"
#include "tilefall/environment.hpp"
#include "tilefall/environment_types.hpp"
#include "tilefall/expand.hpp"
#include "tilefall/expectimax.hpp"
#include "tilefall/falling.hpp"
#include "tilefall/features.hpp"
#include "tilefall/fit_lanes.hpp"
#include "tilefall/gains.hpp"
#include "tilefall/ijk.hpp"
#include "tilefall/ijk_chance.hpp"
#include "tilefall/ijk_chance_table.hpp"
#include "tilefall/ijk_chance_types.hpp"
#include "tilefall/ijk_evaluation.hpp"
#include "tilefall/ijk_groups.hpp"
#include "tilefall/ijk_last.hpp"
#include "tilefall/ijk_learning.hpp"
#include "tilefall/ijk_leaves.hpp"
#include "tilefall/ijk_network.hpp"
#include "tilefall/ijk_search.hpp"
#include "tilefall/ijk_table.hpp"
#include "tilefall/ijk_views.hpp"
#include "tilefall/kept_turns.hpp"
#include "tilefall/keys.hpp"
#include "tilefall/lanes.hpp"
#include "tilefall/legal.hpp"
#include "tilefall/limits.hpp"
#include "tilefall/line_gains.hpp"
#include "tilefall/lines.hpp"
#include "tilefall/observations.hpp"
#include "tilefall/path_gains.hpp"
#include "tilefall/pieces.hpp"
#include "tilefall/placements.hpp"
#include "tilefall/playout.hpp"
#include "tilefall/portable.hpp"
#include "tilefall/reach.hpp"
#include "tilefall/searching.hpp"
#include "tilefall/solo_board.hpp"
#include "tilefall/solo_choice.hpp"
#include "tilefall/solo_drops.hpp"
#include "tilefall/solo_games.hpp"
#include "tilefall/solo_ground.hpp"
#include "tilefall/solo_next.hpp"
#include "tilefall/solo_tables.hpp"
#include "tilefall/successors.hpp"
#include "tilefall/table_gains.hpp"
#include "tilefall/table_lanes.hpp"
#include "tilefall/tables.hpp"
#include "tilefall/tries.hpp"
#include "tilefall/turns.hpp"
#include "tilefall/types.hpp"

namespace tilefall::TILEFALL_ISA {

__global__ void play_falling(FallingRules rules, FeatureWeights weights, uint64_t max_turns,
                             const bool* stop, PlayoutResult* results) {
    const uint64_t seed = blockIdx.x * blockDim.x + threadIdx.x;
    results[seed] = played<WITH_ALL>(rules, weights, seed, max_turns, stop, nullptr);
}

__global__ void play_with_tables(FallingRules rules, FeatureWeights weights, uint64_t max_turns,
                                 const bool* stop, PlayoutResult* results) {
    const uint64_t seed = blockIdx.x * blockDim.x + threadIdx.x;
    results[seed] = played<WITH_ALL | WITH_TABLES>(rules, weights, seed, max_turns, stop, nullptr);
}

__global__ void weigh_surfaces(FallingRules rules, FeatureWeights weights, const uint32_t* columns,
                               const int32_t* heights, int32_t* values) {
    const uint64_t at = blockIdx.x * blockDim.x + threadIdx.x;
    values[at] = table_value(fits_of(rules), rules.width, rules.height, columns + LANES * at,
                             heights + LANES * at, weights.tables);
}

// Each thread has room for the turns of a game of its own.
__global__ void keep_falling(FallingRules rules, FeatureWeights weights, uint64_t max_turns,
                             const bool* stop, KeptTurn* turns, PlayoutResult* results) {
    const uint64_t seed = blockIdx.x * blockDim.x + threadIdx.x;
    KeptTurns kept{turns + seed * max_turns, 0, {}};
    results[seed] = played<WITH_ALL>(rules, weights, seed, max_turns, stop, &kept);
}

__global__ void play_solo(FallingRules rules, FeatureWeights weights, uint32_t max_turns, PlayoutResult* results) {
    const uint64_t seed = blockIdx.x * blockDim.x + threadIdx.x;
    results[2 * seed] = solo_played<WITH_ALL, false, Well<10, 20, false>>(rules, solo_weights(weights), seed, max_turns);
    results[2 * seed + 1] = solo_played<WITH_ALL, true, Well<10, 10, false>>(rules, solo_weights(weights), seed, max_turns);
}

__global__ void search_falling(FallingRules rules, FeatureWeights weights, uint64_t max_turns,
                               const bool* stop, PlayoutResult* results) {
    const uint64_t seed = blockIdx.x * blockDim.x + threadIdx.x;
    results[seed] = played_deep<WITH_WELLS>(rules, weights, {3, 8, true, true}, Belief::POSTERIOR, seed,
                                            max_turns, {}, stop, nullptr);
}

__global__ void play_course(FallingRules rules, CourseProgram program, uint64_t max_turns,
                            const bool* stop, PlayoutResult* results) {
    const uint64_t seed = blockIdx.x * blockDim.x + threadIdx.x;
    results[seed] = course_played(rules, program, seed, max_turns, stop, nullptr);
}

__global__ void measure_course_boards(FallingRules rules, CourseTable* tables) {
    const uint64_t seed = blockIdx.x * blockDim.x + threadIdx.x;
    const Frame frame = frame_of(rules.width, rules.height);
    const FallingState state = started(rules, frame, chance_of(rules, seed));
    list_course_features(rules, state, true, tables[seed]);
}

__global__ void count_falling(FallingRules rules, int depth, Perft* results) {
    const uint64_t seed = blockIdx.x * blockDim.x + threadIdx.x;
    const Frame frame = frame_of(rules.width, rules.height);
    const Chance chance = chance_of(rules, seed);
    results[seed] = perft(rules, frame, chance, started(rules, frame, chance), depth);
}

// The value of each game's position for player 0, over so many random games of its own.
__global__ void expect_ijk(IjkRules rules, uint64_t games, uint64_t max_turns, int64_t* sums) {
    const uint64_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (uint64_t game = 0; game < games; ++game) {
        sums[thread] += result(rules, playout(rules, thread * games + game, max_turns));
    }
}

__global__ void count_ijk(IjkRules rules, int depth, Perft* results) {
    const uint64_t seed = blockIdx.x * blockDim.x + threadIdx.x;
    results[seed] = perft(rules, ijk_start(), depth, seed, true);
}

__global__ void think_ijk(IjkRules rules, IjkEvaluation evaluation, IjkKnown known, const bool* stop,
                          IjkThought* thoughts, int32_t* values) {
    const uint64_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    const IjkState state = playout(rules, thread, 40);
    thoughts[thread] = ijk_thought(rules, state, evaluation, 1, 6, ~0ull, known, stop);
    values[thread] = evaluated(rules, evaluator_of(evaluation), state.board, state.player, state.turn);
}

// Each thread has weights and room for the positions of a game of its own.
__global__ void learn_ijk(IjkRules rules, IjkLesson lesson, float* weights, Learned* positions,
                          int most_turns, IjkLearnedGame* games) {
    const uint64_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    games[thread] = learn_game(rules, lesson, thread, 0.001f, weights + thread * NETWORK_WEIGHTS,
                               positions + thread * static_cast<uint64_t>(most_turns), most_turns);
}

__global__ void ready_ijk(const int16_t* learned, int16_t* ready) { make_ready(learned, ready); }

__global__ void search_ijk(IjkRules rules, IjkEvaluation evaluation, IjkChanceOptions options,
                           IjkChanceKnown known, IjkChanceLimits limits,
                           IjkChanceThought* thoughts) {
    const uint64_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    thoughts[thread] = chance_thought(rules, ijk_start(), evaluation, options, 3, {}, known, limits,
                                      static_cast<int>(thread));
}

__global__ void find_all_keys(FallingRules rules, KeyMap* maps) {
    const uint64_t seed = blockIdx.x * blockDim.x + threadIdx.x;
    const Frame frame = frame_of(rules.width, rules.height);
    find_keys(rules, frame, started(rules, frame, chance_of(rules, seed)), maps[seed]);
}

}  // namespace tilefall::TILEFALL_ISA
