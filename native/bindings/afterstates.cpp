// Learning values of boards for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "falling.hpp"
#include "parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

constexpr double MOST_KNOWN = 1e30;  // no sum of any training comes near

// What a number of games was like.
struct LearnedBlock {
    uint64_t games = 0, pieces = 0, lines = 0, most_lines = 0;
    double squared_error = 0;
};

AfterstateLesson checked_lesson(double discount, double trust, double row_reward, double end_reward,
                                double random_moves, uint64_t max_turns) {
    if (!(discount >= 0 && discount <= 1)) refuse("the discount is 0 to 1");
    if (!(trust >= 0 && trust <= 1)) refuse("the trust is 0 to 1");
    if (!(std::abs(row_reward) <= 1000 && std::abs(end_reward) <= 1000)) refuse("a reward is at most 1000");
    if (!(random_moves >= 0 && random_moves < 1)) refuse("the share of random moves is 0 to less than 1");
    return {discount, trust, row_reward, end_reward, static_cast<uint32_t>(random_moves * 4294967296.0),
            max_turns};
}

// Calls learn(seed, stop) for one seed after the other.
template <typename Learn>
LearnedBlock learned_block(uint64_t first_seed, uint64_t games, double rate, const Learn& learn) {
    if (!(rate >= 0 && rate <= 1)) refuse("a rate is 0 to 1");
    LearnedBlock all;
    run_parallel(1, 1, [&](size_t, const bool* stop) {
        for (uint64_t i = 0; i < games && !__atomic_load_n(stop, __ATOMIC_RELAXED); ++i) {
            const LearnedFalling game = learn(first_seed + i, stop);
            all.games += 1;
            all.pieces += game.turns;
            all.lines += game.score;
            all.most_lines = std::max(all.most_lines, game.score);
            all.squared_error += game.squared_error;
        }
    });
    return all;
}

template <typename Number>
std::vector<Number> restored(const nb::bytes& kept, size_t count) {
    if (kept.size() != count * sizeof(Number)) refuse("this was not kept by such a learner");
    std::vector<Number> numbers(count);
    std::memcpy(numbers.data(), kept.c_str(), kept.size());
    for (const Number number : numbers) {
        // what is no number is not within either
        if (!(std::abs(static_cast<double>(number)) <= MOST_KNOWN)) refuse("a number beyond all learning");
    }
    return numbers;
}

// Linear values of placements, by features.
struct LinearLearner {
    const Kernels& kernels;
    OwnedRules owner;
    AfterstateLesson lesson;
    uint32_t wanted = 0;
    LinearKnowledge known{};

    LinearLearner(const std::string& isa, const OwnedRules& owner_, const std::vector<int>& features,
                  double discount, double trust, double row_reward, double end_reward,
                  double random_moves, uint64_t max_turns)
        : kernels(kernels_of(isa)), owner(owner_),
          lesson(checked_lesson(discount, trust, row_reward, end_reward, random_moves, max_turns)) {
        for (const int feature : features) {
            if (feature < 0 || feature >= FEATURES) refuse("features are 0 to 10");
            wanted |= 1u << feature;
        }
    }

    LearnedBlock play(uint64_t first_seed, uint64_t games, double rate) {
        const FallingRules rules = owner.get();
        return learned_block(first_seed, games, rate, [&](uint64_t seed, const bool* stop) {
            return kernels.afterstates->learn_linear(rules, lesson, wanted, seed, rate, known, stop);
        });
    }

    nb::bytes state() const { return nb::bytes(&known, sizeof known); }

    void restore(const nb::bytes& kept) {
        const auto numbers = restored<double>(kept, sizeof known / sizeof(double));
        std::memcpy(&known, numbers.data(), sizeof known);
    }

    // What a feature adds to what comes after a placement, heights in rows.
    std::vector<double> weights() const { return {known.weights, known.weights + FEATURES}; }
};

// Values of boards, by tables.
struct TupleLearner {
    const Kernels& kernels;
    OwnedRules owner;
    AfterstateLesson lesson;
    size_t count;
    std::vector<float> numbers;  // weights, errors and sizes, one behind the other

    TupleLearner(const std::string& isa, const OwnedRules& owner_, double discount, double trust,
                 double row_reward, double end_reward, double random_moves, uint64_t max_turns)
        : kernels(kernels_of(isa)), owner(owner_),
          lesson(checked_lesson(discount, trust, row_reward, end_reward, random_moves, max_turns)),
          count(static_cast<size_t>(kernels.afterstates->tuple_weights(owner.rules.width))),
          numbers(3 * count) {}

    LearnedBlock play(uint64_t first_seed, uint64_t games, double rate) {
        const FallingRules rules = owner.get();
        const TupleKnowledge known{numbers.data(), numbers.data() + count, numbers.data() + 2 * count};
        return learned_block(first_seed, games, rate, [&](uint64_t seed, const bool* stop) {
            return kernels.afterstates->learn_tuples(rules, lesson, seed, rate, known, stop);
        });
    }

    nb::bytes state() const { return nb::bytes(numbers.data(), numbers.size() * sizeof(float)); }

    void restore(const nb::bytes& kept) { numbers = restored<float>(kept, numbers.size()); }

    // The weights times this number, as whole numbers.
    nb::bytes rounded(double scale) const {
        if (!(scale > 0 && scale <= 1e6)) refuse("a scale is above 0 and at most a million");
        const double most = LARGEST_TUPLE_WEIGHT;
        std::vector<int32_t> out(count);
        for (size_t i = 0; i < count; ++i) {
            out[i] = static_cast<int32_t>(std::clamp(std::round(numbers[i] * scale), -most, most));
        }
        return nb::bytes(out.data(), out.size() * sizeof(int32_t));
    }
};

}  // namespace

void bind_afterstates(nb::module_& module) {
    nb::class_<LearnedBlock>(module, "LearnedBlock")
        .def_ro("games", &LearnedBlock::games)
        .def_ro("pieces", &LearnedBlock::pieces)
        .def_ro("lines", &LearnedBlock::lines)
        .def_ro("most_lines", &LearnedBlock::most_lines)
        .def_ro("squared_error", &LearnedBlock::squared_error);
    nb::class_<LinearLearner>(module, "LinearLearner")
        .def(nb::init<const std::string&, const OwnedRules&, const std::vector<int>&, double, double, double,
                      double, double, uint64_t>(),
             "isa"_a, "rules"_a, "features"_a, "discount"_a, "trust"_a, "row_reward"_a, "end_reward"_a,
             "random_moves"_a, "max_turns"_a)
        .def("play", &LinearLearner::play, "first_seed"_a, "games"_a, "rate"_a)
        .def("state", &LinearLearner::state)
        .def("restore", &LinearLearner::restore, "kept"_a)
        .def("weights", &LinearLearner::weights);
    nb::class_<TupleLearner>(module, "TupleLearner")
        .def(nb::init<const std::string&, const OwnedRules&, double, double, double, double, double, uint64_t>(),
             "isa"_a, "rules"_a, "discount"_a, "trust"_a, "row_reward"_a, "end_reward"_a, "random_moves"_a,
             "max_turns"_a)
        .def("play", &TupleLearner::play, "first_seed"_a, "games"_a, "rate"_a)
        .def("state", &TupleLearner::state)
        .def("restore", &TupleLearner::restore, "kept"_a)
        .def("rounded", &TupleLearner::rounded, "scale"_a);
}

}  // namespace tilefall
