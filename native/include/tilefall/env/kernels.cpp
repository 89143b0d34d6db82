// The kernels of games that learners step through, for one instruction set: this file is compiled once for each.
#include "tilefall/kernels.hpp"
#include "tilefall/env/environment.hpp"

namespace tilefall::TILEFALL_ISA {
namespace {

Frame frame_for(const EnvironmentRules& rules) { return frame_of(rules.game.width, rules.game.height); }

int32_t observation_size(const EnvironmentRules& rules) {
    if (rules.observed == Observed::BITS) return (rules.bits + 7) / 8;
    const int before = rules.observed == Observed::FEATURES ? leading_floats(rules) : 0;
    return before + rules.bits + rules.numbers;
}

// All in one function with rules of its own: they stay in registers, since no byte that is written can be theirs.
// With vectors of the compiler this gains less than the seconds that it takes to compile are worth.
#if defined(TILEFALL_AVX512) || defined(TILEFALL_AVX2)
#define ALL_IN_ONE [[gnu::flatten]]
#else
#define ALL_IN_ONE
#endif

template <Observed OBSERVED, bool WITH_KEYS>
ALL_IN_ONE void step_some(const EnvironmentRules& given, const EnvironmentArray& all, const EnvironmentBuffers& buffers,
                          int64_t from, int64_t to) {
    const EnvironmentRules rules = given;
    const Frame frame = frame_for(rules);
    for (int64_t i = from; i < to; ++i) step<OBSERVED, WITH_KEYS>(rules, frame, all, buffers, i);
}

template <Observed OBSERVED, bool WITH_KEYS>
void view_some(const EnvironmentRules& rules, const EnvironmentArray& all, const Views& views, int64_t from,
               int64_t to) {
    const Frame frame = frame_for(rules);
    for (int64_t i = from; i < to; ++i) view<OBSERVED, WITH_KEYS>(rules, frame, all, views, i);
}

// Calls a function with what is observed and how a learner acts.
template <typename Function>
void with_kind(const EnvironmentRules& rules, const Function& function) {
    const auto with_observed = [&]<Observed OBSERVED>() {
        rules.with_keys ? function.template operator()<OBSERVED, true>()
                        : function.template operator()<OBSERVED, false>();
    };
    switch (rules.observed) {
        case Observed::PARTS: return with_observed.template operator()<Observed::PARTS>();
        case Observed::BYTES: return with_observed.template operator()<Observed::BYTES>();
        case Observed::FLOATS: return with_observed.template operator()<Observed::FLOATS>();
        case Observed::BITS: return with_observed.template operator()<Observed::BITS>();
        case Observed::FEATURES: return with_observed.template operator()<Observed::FEATURES>();
    }
}

}  // namespace

const EnvironmentKernels ENVIRONMENT_KERNELS = {
    .complete = complete,
    .observation_size = observation_size,
    .begin = begin,
    .begin_at = [](auto& rules, auto& state,
                   auto& game) { begin_at(rules, chance_of(rules.game, game.seed), state, game); },
    .look =
        [](auto& rules, auto& game) {
            set_mix(chance_of(rules.game, game.seed), game);
            look_at_state(rules, game);
        },
    .is_sound = is_sound,
    .step =
        [](auto& rules, auto& all, auto& buffers, auto from, auto to) {
            with_kind(rules, [&]<Observed OBSERVED, bool WITH_KEYS>() {
                step_some<OBSERVED, WITH_KEYS>(rules, all, buffers, from, to);
            });
        },
    .view =
        [](auto& rules, auto& all, auto& views, auto from, auto to) {
            with_kind(rules, [&]<Observed OBSERVED, bool WITH_KEYS>() {
                view_some<OBSERVED, WITH_KEYS>(rules, all, views, from, to);
            });
        },
    .random_actions =
        [](auto& rules, auto& all, auto seed, auto* actions, auto from, auto to) {
            for (auto i = from; i < to; ++i) {
                actions[i] = rules.with_keys ? random_action<true>(rules, all, seed, i)
                                             : random_action<false>(rules, all, seed, i);
            }
        },
    .count_successors = [](auto& rules, auto& state) { return count_successors(rules, frame_for(rules), state); },
    .write_successors =
        [](auto& rules, auto* states, auto* rows, auto& successors, auto& table, auto from, auto to) {
            const Frame frame = frame_for(rules);
            for (auto i = from; i < to; ++i) write_successors(rules, frame, states[i], table, successors, rows[i]);
        },
};

}  // namespace tilefall::TILEFALL_ISA
