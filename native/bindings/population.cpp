// Populations for Python: many weights play the same games, all of them in one call.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "tilefall/kernels.hpp"
#include "falling.hpp"
#include "tilefall/base/parallel.hpp"
#include "searched_games.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

// The games of a population: all games of its first member, then those of the second, and so on.
using Games = std::vector<PlayoutResult>;

// Calls play(member, seed, stop) for every member and seed. The first game of every member comes
// first, so that one who plays long games is not left for the end.
template <typename Play>
Games played_by_all(size_t members, const std::vector<uint64_t>& seeds, int threads, const Play& play) {
    if (threads < 1 || threads > 1024) refuse("the number of threads is 1 to 1024");
    Games games(members * seeds.size());
    const auto task = [&](size_t i, const bool* stop) {
        const size_t member = i % members, game = i / members;
        games[member * seeds.size() + game] = play(member, seeds[game], stop);
    };
    unlocked([&](const Interrupt& is_interrupted) {
        return run_parallel(games.size(), threads, task, is_interrupted);
    });
    return games;
}

struct PopulationEngine {
    const Kernels& kernels;

    explicit PopulationEngine(const std::string& isa) : kernels(kernels_of(isa)) {}

    // Weights of features, so many pieces deep.
    Games linear(const OwnedRules& owner, const std::vector<Weights>& population,
                 const SearchOptions& options, const std::string& belief,
                 const std::vector<uint64_t>& seeds, uint64_t max_turns, int threads) const {
        const Belief kind = belief_named(belief);
        const FallingRules rules = owner.get();
        std::vector<FeatureWeights> weights;
        for (const Weights& given : population) weights.push_back(weights_of(given));
        return played_by_all(weights.size(), seeds, threads, [&](size_t member, uint64_t seed, const bool* stop) {
            if (options.depth == 1) return kernels.falling.play(rules, weights[member], seed, max_turns, stop, nullptr);
            return kernels.falling.play_deep(rules, weights[member], options, kind, seed, max_turns,
                                     empty_boards(options), stop, nullptr);
        });
    }

    // Genes of the course's genetic program.
    Games genetic(const OwnedRules& owner, const std::vector<Genes>& population, bool is_published,
                  const std::vector<uint64_t>& seeds, uint64_t max_turns, int threads) const {
        const FallingRules rules = owner.get();
        std::vector<CourseProgram> programs;
        for (const Genes& genes : population) programs.push_back(genetic_program(owner, genes, is_published));
        return played_by_all(programs.size(), seeds, threads, [&](size_t member, uint64_t seed, const bool* stop) {
            return kernels.course.play(rules, programs[member], seed, max_turns, stop, nullptr);
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
