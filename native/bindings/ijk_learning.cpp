// Learning a network of IJK for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "module.hpp"
#include "tilefall/base/parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

constexpr double MOST_LEARNED = 8191;  // as much as a network takes
// A game changes a weight by steps of at most 1, and beyond this number such a step is rounded away.
constexpr float MOST_KEPT = 1 << 24;

// What a number of games was like.
struct LearnedGames {
    uint64_t games = 0, turns = 0, ties = 0;
    double squared_error = 0;
};

// The weights of a network that learns, as fractions of what they will be rounded to.
struct IjkLearner {
    const Kernels& kernels;
    IjkRules rules;
    IjkLesson lesson;
    std::vector<float> weights;

    IjkLearner(const std::string& isa, const IjkRules& rules_, double trust, double random_moves,
               uint32_t opening, uint32_t opening_span)
        : kernels(kernels_of(isa)), rules(rules_), weights(NETWORK_WEIGHTS) {
        if (rules.size != 6) refuse("a network plays on 6 x 6");
        if (!(trust >= 0 && trust <= 1)) refuse("the trust is 0 to 1");
        if (!(random_moves >= 0 && random_moves < 1)) refuse("the share of random moves is 0 to less than 1");
        if (opening > 100 || opening_span < 1 || opening_span > 100) refuse("an opening has at most 100 moves");
        lesson = {static_cast<float>(trust), static_cast<uint32_t>(random_moves * 4294967296.0), opening,
                  opening_span};
    }

    // Plays games of these seeds one after the other, the rate going evenly from first to last.
    LearnedGames play(uint64_t first_seed, uint64_t games, double first_rate, double last_rate) {
        if (!(first_rate >= 0 && first_rate <= 1 && last_rate >= 0 && last_rate <= 1)) refuse("a rate is 0 to 1");
        LearnedGames all;
        std::vector<uint8_t> memory;
        run_parallel(1, 1, [&](size_t, const bool* stop) {
            for (uint64_t i = 0; i < games && !portable::is_set(stop); ++i) {
                const double part = static_cast<double>(i) / static_cast<double>(games);
                const double rate = first_rate + (last_rate - first_rate) * part;
                const IjkLearnedGame game = kernels.ijk.learn(rules, lesson, first_seed + i,
                                                              static_cast<float>(rate), weights.data(), memory);
                all.games += 1;
                all.turns += game.turns;
                all.ties += game.winner == 0;
                all.squared_error += game.squared_error;
            }
        });
        return all;
    }

    // The weights as they are kept between lessons.
    nb::bytes state() const { return nb::bytes(weights.data(), weights.size() * sizeof(float)); }

    void restore(const nb::bytes& kept) {
        if (kept.size() != weights.size() * sizeof(float)) refuse("a network has 215552 weights of four bytes");
        std::vector<float> restored(weights.size());
        std::memcpy(restored.data(), kept.c_str(), kept.size());
        for (const float weight : restored) {
            // what is no number is not within either
            if (!(weight >= -MOST_KEPT && weight <= MOST_KEPT)) refuse("a weight beyond 16777216");
        }
        weights = std::move(restored);
    }

    // The weights rounded to whole numbers, `scale` for each unit of the logarithm of odds.
    nb::bytes rounded(double scale) const {
        if (!(scale > 0 && scale <= 1e6)) refuse("a scale is above 0 and at most a million");
        std::vector<int16_t> out(weights.size());
        for (size_t i = 0; i < weights.size(); ++i) {
            const auto from = static_cast<int32_t>(i);
            const size_t place = rules.random_tile ? static_cast<size_t>(kernels.ijk.mirrored_place(from)) : i;
            const double value = std::clamp(std::round(weights[place] * scale), -MOST_LEARNED, MOST_LEARNED);
            out[i] = static_cast<int16_t>(value);
        }
        return nb::bytes(out.data(), out.size() * sizeof(int16_t));
    }
};

}  // namespace

void bind_ijk_learning(nb::module_& module) {
    nb::class_<LearnedGames>(module, "LearnedGames")
        .def_ro("games", &LearnedGames::games)
        .def_ro("turns", &LearnedGames::turns)
        .def_ro("ties", &LearnedGames::ties)
        .def_ro("squared_error", &LearnedGames::squared_error);
    nb::class_<IjkLearner>(module, "IjkLearner")
        .def(nb::init<const std::string&, const IjkRules&, double, double, uint32_t, uint32_t>(), "isa"_a,
             "rules"_a, "trust"_a, "random_moves"_a, "opening"_a, "opening_span"_a)
        .def("play", &IjkLearner::play, "first_seed"_a, "games"_a, "first_rate"_a, "last_rate"_a)
        .def("state", &IjkLearner::state)
        .def("restore", &IjkLearner::restore, "kept"_a)
        .def("rounded", &IjkLearner::rounded, "scale"_a);
}

}  // namespace tilefall
