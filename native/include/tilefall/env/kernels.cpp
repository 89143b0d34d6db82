// Games that learners step through, of one instruction set: compiled once for each.
#include "tilefall/kernels.hpp"

#include "tilefall/env/environment.hpp"

namespace tilefall::TILEFALL_ISA {
namespace {

Frame frame_for(const EnvironmentRules& rules) { return frame_of(rules.game.width, rules.game.height); }

void fill_in(EnvironmentRules& rules) { complete(rules); }

int32_t observation_size(const EnvironmentRules& rules) {
    if (rules.observed == Observed::BITS) return (rules.bits + 7) / 8;
    const int before = rules.observed == Observed::FEATURES ? leading_floats(rules) : 0;
    return before + rules.bits + rules.numbers;
}

void begin_at_state(const EnvironmentRules& rules, const FallingState& state, Environment& game) {
    begin_at(rules, chance_of(rules.game, game.seed), state, game);
}

void look(const EnvironmentRules& rules, Environment& game) {
    set_mix(chance_of(rules.game, game.seed), game);
    look_at_state(rules, game);
}

bool sound(const EnvironmentRules& rules, const Environment& game) { return is_sound(rules, game); }

// All in one function with rules of its own: they stay in registers, since no byte that is written can be theirs.
// With vectors of the compiler this gains less than the seconds that it takes to compile are worth.
#if defined(TILEFALL_AVX512) || defined(TILEFALL_AVX2)
#define ALL_IN_ONE [[gnu::flatten]]
#else
#define ALL_IN_ONE
#endif

template <Observed OBSERVED, bool WITH_KEYS>
ALL_IN_ONE void step_some(const EnvironmentRules& given, const EnvironmentArray& all,
                                const EnvironmentBuffers& buffers, int64_t from, int64_t to) {
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

// Calls a function template with what is observed, and with how a learner acts.
#define WITH_KIND(rules, FUNCTION, ...)                                                            \
    switch (rules.observed) {                                                                      \
        case Observed::PARTS: return WITH_ACTIONS(rules, FUNCTION, PARTS, __VA_ARGS__);            \
        case Observed::BYTES: return WITH_ACTIONS(rules, FUNCTION, BYTES, __VA_ARGS__);            \
        case Observed::FLOATS: return WITH_ACTIONS(rules, FUNCTION, FLOATS, __VA_ARGS__);          \
        case Observed::BITS: return WITH_ACTIONS(rules, FUNCTION, BITS, __VA_ARGS__);              \
        case Observed::FEATURES: return WITH_ACTIONS(rules, FUNCTION, FEATURES, __VA_ARGS__);      \
    }
#define WITH_ACTIONS(rules, FUNCTION, OBSERVED, ...)                                               \
    (rules.with_keys ? FUNCTION<Observed::OBSERVED, true>(__VA_ARGS__)                             \
                     : FUNCTION<Observed::OBSERVED, false>(__VA_ARGS__))

void step_all(const EnvironmentRules& rules, const EnvironmentArray& all, const EnvironmentBuffers& buffers,
              int64_t from, int64_t to) {
    WITH_KIND(rules, step_some, rules, all, buffers, from, to)
}

void view_all(const EnvironmentRules& rules, const EnvironmentArray& all, const Views& views, int64_t from,
              int64_t to) {
    WITH_KIND(rules, view_some, rules, all, views, from, to)
}

void random_actions(const EnvironmentRules& rules, const EnvironmentArray& all, uint64_t seed, int64_t* actions,
                    int64_t from, int64_t to) {
    if (rules.with_keys) {
        for (int64_t i = from; i < to; ++i) actions[i] = random_action<true>(rules, all, seed, i);
    } else {
        for (int64_t i = from; i < to; ++i) actions[i] = random_action<false>(rules, all, seed, i);
    }
}

int count(const EnvironmentRules& rules, const FallingState& state) {
    return count_successors(rules, frame_for(rules), state);
}

void write_all(const EnvironmentRules& rules, const FallingState* states, const int64_t* rows,
               const Successors& successors, FeatureTable& table, int64_t from, int64_t to) {
    const Frame frame = frame_for(rules);
    for (int64_t i = from; i < to; ++i) {
        write_successors(rules, frame, states[i], table, successors, rows[i]);
    }
}

}  // namespace

const EnvironmentKernels ENVIRONMENT_KERNELS = {fill_in,  observation_size, begin,          begin_at_state,
                                                look,     sound,            step_all,       view_all,
                                                random_actions, count,      write_all};

}  // namespace tilefall::TILEFALL_ISA
