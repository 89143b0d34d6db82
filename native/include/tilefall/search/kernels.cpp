// The kernels of falling games for one instruction set: this file is compiled once for each.
#include "tilefall/kernels.hpp"
#include "tilefall/search/course.hpp"
#include "tilefall/search/expectimax.hpp"

namespace tilefall::TILEFALL_ISA {
namespace {

Frame frame_for(const FallingRules& rules) { return frame_of(rules.width, rules.height); }

// Calls a function with the smallest feature set that has what the weights want: those of the agents that come with
// tilefall, and one with everything.
template <typename Function>
auto with_wanted(const FeatureWeights& weights, const Function& function) {
    constexpr unsigned WELLS_AND_EXTRAS = WITH_WELLS | WITH_EXTRAS, FAST_AND_EXTRAS = WITH_FAST_WELLS | WITH_EXTRAS;
    const auto is_in = [wants = wanted<WITH_ALL | WITH_TABLES>(weights)](unsigned set) { return (wants & ~set) == 0; };
    if (is_in(WITH_WELLS)) return function.template operator()<WITH_WELLS>();
    if (is_in(WELLS_AND_EXTRAS)) return function.template operator()<WELLS_AND_EXTRAS>();
    if (is_in(FAST_AND_EXTRAS)) return function.template operator()<FAST_AND_EXTRAS>();
    if (is_in(WELLS_AND_EXTRAS | WITH_TABLES)) return function.template operator()<WELLS_AND_EXTRAS | WITH_TABLES>();
    return function.template operator()<WITH_ALL | WITH_TABLES>();
}

template <unsigned SET>
uint64_t chosen_all(const FallingRules& rules, const FallingState* states, int count, const FeatureWeights& weights,
                    int64_t* checksum) {
    const Frame frame = frame_for(rules);
    uint64_t placements = 0;
    for (int i = 0; i < count; ++i) {
        const Choice choice = chosen<SET>(rules, frame, states[i], weights);
        placements += static_cast<uint64_t>(choice.placements);
        *checksum += choice.value;
    }
    return placements;
}

bool tables(const FallingRules& rules, const FallingState& state, Move move, int32_t* counts) {
    const Locked after = locked(rules, frame_for(rules), state, move);
    count_tables(fits_of(rules), rules.width, rules.height, after.state.columns, counts);
    return !after.is_over;
}

constexpr bool GOES_ON = false;  // a stop flag that nobody sets

}  // namespace

const FallingKernels FALLING_KERNELS = {
    .start = [](auto& rules, auto seed) { return started(rules, chance_of(rules, seed)); },
    .moves = [](auto& rules, auto& state, auto& list) { list_moves(rules, frame_for(rules), state, list); },
    .keys = [](auto& rules, auto& state, auto& map) { find_keys(rules, frame_for(rules), state, map); },
    .lock = [](auto& rules, auto& state, auto move) { return locked(rules, frame_for(rules), state, move); },
    .draw = [](auto& rules, auto& after, auto seed) { return drawn(rules, chance_of(rules, seed), after); },
    .is_over = [](auto& rules, auto& state) { return is_over(rules, frame_for(rules), state); },
    .digest = [](auto& rules, auto& state) { return digest(rules, state); },
    .perft = [](auto& rules, auto& state, auto depth,
                auto seed) { return perft(rules, frame_for(rules), chance_of(rules, seed), state, depth); },
    .features = [](auto& rules, auto& state, auto& table) { list_features(rules, frame_for(rules), state, table); },
    .tables = tables,
    .choose =
        [](auto& rules, auto& state, auto& weights) {
            return with_wanted(weights,
                               [&]<unsigned SET>() { return chosen<SET>(rules, frame_for(rules), state, weights); });
        },
    .choose_all =
        [](auto& rules, auto* states, auto count, auto& weights, auto* checksum) {
            return with_wanted(
                weights, [&]<unsigned SET>() { return chosen_all<SET>(rules, states, count, weights, checksum); });
        },
    .play =
        [](auto& rules, auto& weights, auto seed, auto max_turns, auto* stop, auto* kept) {
            return with_wanted(
                weights, [&]<unsigned SET>() { return played<SET>(rules, weights, seed, max_turns, stop, kept); });
        },
    .search =
        [](auto& rules, auto& state, auto& weights, auto& options, auto* belief, auto move, auto floor, auto known,
           auto* stop) {
            return with_wanted(weights, [&]<unsigned SET>() {
                return searched<SET>(rules, state, weights, options, belief, move, floor, known, stop);
            });
        },
    .play_deep =
        [](auto& rules, auto& weights, auto& options, auto belief, auto seed, auto max_turns, auto known, auto* stop,
           auto* kept) {
            return with_wanted(weights, [&]<unsigned SET>() {
                return played_deep<SET>(rules, weights, options, belief, seed, max_turns, known, stop, kept);
            });
        },
    .posterior = posterior,
};

const CourseKernels COURSE_KERNELS = {
    .features = list_course_features,
    .tries = [](auto& rules, auto& state, auto& program,
                auto& list) { list_state_tries(course_task(rules, program, &GOES_ON), state, list); },
    .value = course_searched,
    .choice = [](auto& rules, auto& state, auto& program, auto& list,
                 auto* values) { return course_choice(course_task(rules, program, &GOES_ON), state, list, values); },
    .play = course_played,
};

}  // namespace tilefall::TILEFALL_ISA
