// Populations for Python: many weights play the same games, all of them in one call.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "tilefall/kernels.hpp"
#include "falling.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

struct PopulationEngine {
    const Kernels& kernels;

    explicit PopulationEngine(const std::string& isa) : kernels(kernels_of(isa)) {}

    // Weights of features, so many pieces deep.
    WholeGames linear(const OwnedRules& owner, const std::vector<Weights>& population,
                 const SearchOptions& options, const std::string& belief,
                 const std::vector<uint64_t>& seeds, uint64_t max_turns, int threads) const {
        const Belief kind = belief_named(belief);
        const FallingRules rules = owner.get();
        std::vector<FeatureWeights> weights;
        for (const Weights& given : population) weights.push_back(weights_of(given));
        const GamesToPlay games = checked_games(seeds, max_turns, threads, false);
        return unlocked([&](const Interrupt& is_interrupted) {
            if (options.depth == 1) return play_greedy(kernels.falling, rules, weights, games, is_interrupted);
            return play_searched(kernels.falling, rules, weights, options, kind, games, is_interrupted);
        });
    }

    // Genes of the course's genetic program.
    WholeGames genetic(const OwnedRules& owner, const std::vector<Genes>& population, bool is_published,
                  const std::vector<uint64_t>& seeds, uint64_t max_turns, int threads) const {
        const FallingRules rules = owner.get();
        std::vector<CourseProgram> programs;
        for (const Genes& genes : population) programs.push_back(genetic_program(owner, genes, is_published));
        const GamesToPlay games = checked_games(seeds, max_turns, threads, false);
        return unlocked([&](const Interrupt& is_interrupted) {
            return play_course(kernels.course, rules, programs, games, is_interrupted);
        });
    }
};

}  // namespace

void bind_population(nb::module_& module) {
    nb::class_<PopulationEngine>(module, "PopulationEngine")
        .def(nb::init<const std::string&>(), "isa"_a)
        .def("linear", &PopulationEngine::linear, "rules"_a, "population"_a, "options"_a, "belief"_a,
             "seeds"_a, "max_turns"_a, "threads"_a)
        .def("genetic", &PopulationEngine::genetic, "rules"_a, "population"_a, "published"_a, "seeds"_a,
             "max_turns"_a, "threads"_a);
}

}  // namespace tilefall
