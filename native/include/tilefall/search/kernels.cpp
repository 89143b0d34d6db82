// The kernels of falling games for one instruction set: this file is compiled once for each.
#include "tilefall/kernels.hpp"
#include "tilefall/search/course.hpp"
#include "tilefall/search/expectimax.hpp"

namespace tilefall::TILEFALL_ISA {
namespace {

Frame frame_for(const FallingRules& rules) { return frame_of(rules.width, rules.height); }

FallingState start(const FallingRules& rules, uint64_t seed) {
    return started(rules, chance_of(rules, seed));
}

void moves(const FallingRules& rules, const FallingState& state, MoveList& list) {
    list_moves(rules, frame_for(rules), state, list);
}

void keys(const FallingRules& rules, const FallingState& state, KeyMap& map) {
    find_keys(rules, frame_for(rules), state, map);
}

Locked lock(const FallingRules& rules, const FallingState& state, Move move) {
    return locked(rules, frame_for(rules), state, move);
}

FallingState draw(const FallingRules& rules, const Locked& after, uint64_t seed) {
    return drawn(rules, chance_of(rules, seed), after);
}

bool over(const FallingRules& rules, const FallingState& state) {
    return is_over(rules, frame_for(rules), state);
}

void features(const FallingRules& rules, const FallingState& state, FeatureTable& table) {
    list_features(rules, frame_for(rules), state, table);
}

bool tables(const FallingRules& rules, const FallingState& state, Move move, int32_t* counts) {
    const Locked after = locked(rules, frame_for(rules), state, move);
    count_tables(fits_of(rules), rules.width, rules.height, after.state.columns, counts);
    return !after.is_over;
}

// Calls a function template with the feature set that the weights want, or with all.
#define WITH_WANTED(weights, CALL)                                                                 \
    switch (wanted(weights)) {                                                                     \
        case 0:                                                                                    \
        case WITH_WELLS: return CALL(WITH_WELLS);                                                  \
        case WITH_EXTRAS:                                                                          \
        case WITH_WELLS | WITH_EXTRAS: return CALL(WITH_WELLS | WITH_EXTRAS);                      \
        case WITH_FAST_WELLS:                                                                      \
        case WITH_FAST_WELLS | WITH_EXTRAS: return CALL(WITH_FAST_WELLS | WITH_EXTRAS);            \
        case WITH_FAST_WELLS | WITH_WELLS:                                                         \
        case WITH_ALL: return CALL(WITH_ALL);                                                      \
        case WITH_TABLES:                                                                          \
        case WITH_TABLES | WITH_WELLS:                                                             \
        case WITH_TABLES | WITH_EXTRAS:                                                            \
        case WITH_TABLES | WITH_WELLS | WITH_EXTRAS:                                               \
            return CALL(WITH_TABLES | WITH_WELLS | WITH_EXTRAS);                                   \
        default: return CALL(WITH_TABLES | WITH_ALL);                                              \
    }

Choice choose(const FallingRules& rules, const FallingState& state, const FeatureWeights& weights) {
#define CALL(SET) chosen<SET>(rules, frame_for(rules), state, weights)
    WITH_WANTED(weights, CALL)
#undef CALL
}

PlayoutResult play(const FallingRules& rules, const FeatureWeights& weights, uint64_t seed,
                   uint64_t max_turns, const bool* stop, KeptTurns* kept) {
#define CALL(SET) played<SET>(rules, weights, seed, max_turns, stop, kept)
    WITH_WANTED(weights, CALL)
#undef CALL
}

Perft count_leaves(const FallingRules& rules, const FallingState& state, int depth, uint64_t seed) {
    return perft(rules, frame_for(rules), chance_of(rules, seed), state, depth);
}

template <unsigned SET>
uint64_t chosen_all(const FallingRules& rules, const FallingState* states, int count,
                    const FeatureWeights& weights, int64_t* checksum) {
    const Frame frame = frame_for(rules);
    uint64_t placements = 0;
    for (int i = 0; i < count; ++i) {
        const Choice choice = chosen<SET>(rules, frame, states[i], weights);
        placements += static_cast<uint64_t>(choice.placements);
        *checksum += choice.value;
    }
    return placements;
}

uint64_t choose_all(const FallingRules& rules, const FallingState* states, int count,
                    const FeatureWeights& weights, int64_t* checksum) {
#define CALL(SET) chosen_all<SET>(rules, states, count, weights, checksum)
    WITH_WANTED(weights, CALL)
#undef CALL
}

SearchedMove search(const FallingRules& rules, const FallingState& state,
                    const FeatureWeights& weights, const SearchOptions& options,
                    const uint32_t* belief, Move move, int64_t floor, KnownBoards known,
                    const bool* stop) {
#define CALL(SET) searched<SET>(rules, state, weights, options, belief, move, floor, known, stop)
    WITH_WANTED(weights, CALL)
#undef CALL
}

PlayoutResult play_deep(const FallingRules& rules, const FeatureWeights& weights,
                        const SearchOptions& options, Belief belief, uint64_t seed,
                        uint64_t max_turns, KnownBoards known, const bool* stop, KeptTurns* kept) {
#define CALL(SET)                                                                                  \
    played_deep<SET>(rules, weights, options, belief, seed, max_turns, known, stop, kept)
    WITH_WANTED(weights, CALL)
#undef CALL
}

constexpr bool GOES_ON = false;  // a stop flag that nobody sets

void tries(const FallingRules& rules, const FallingState& state, const CourseProgram& program, TryList& list) {
    list_state_tries(course_task(rules, program, &GOES_ON), state, list);
}

Move choice(const FallingRules& rules, const FallingState& state, const CourseProgram& program,
            const TryList& list, const int64_t* values) {
    return course_choice(course_task(rules, program, &GOES_ON), state, list, values);
}

}  // namespace

const FallingKernels FALLING_KERNELS = {start,    moves,  keys,   lock,       draw, over,   digest,    count_leaves,
                                        features, tables, choose, choose_all, play, search, play_deep, posterior};
const CourseKernels COURSE_KERNELS = {list_course_features, tries, course_searched, choice, course_played};

}  // namespace tilefall::TILEFALL_ISA
