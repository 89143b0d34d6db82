// The IJK search with chance for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "ijk_evaluations.hpp"
#include "module.hpp"
#include "tilefall/ijk/root.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

constexpr int MAX_THREADS = 1024, MAX_SAMPLE = 64;

IjkChanceOptions make_options(int sample, bool every_move, bool use_table, bool use_symmetry,
                              bool use_star1, bool use_star2, bool use_groups, bool use_lines) {
    if (sample < 0 || sample > MAX_SAMPLE) refuse("a sample is 0 to 64");
    // The cells of a sample are not those of the mirrored board.
    return {sample,    every_move, use_table,  use_symmetry && sample == 0,
            use_star1, use_star2,  use_groups, use_lines};
}

// One instruction set with the search of the nondeterministic game.
struct IjkChanceEngine {
    const Kernels& kernels;

    explicit IjkChanceEngine(const std::string& isa) : kernels(kernels_of(isa)) {}

    // What is known of the moves, and whether time was left.
    std::pair<IjkChanceThought, bool> think(const IjkRules& rules, const IjkState& state,
                                            const IjkEvaluationHolder& evaluation, int depth,
                                            const IjkChanceOptions& options, int threads,
                                            uint64_t most_nodes, double seconds,
                                            IjkChanceTable& table) const {
        if (!rules.random_tile) refuse("this search needs chance");
        if (kernels.ijk.is_over(rules, state)) refuse("the game is over");
        if (depth < 1 || depth > MAX_IJK_DEPTH) refuse("the depth is 1 to 100");
        if (threads < 1 || threads > MAX_THREADS) refuse("the number of threads is 1 to 1024");
        if (!(seconds > 0)) refuse("the seconds are more than 0");
        check_network(rules, evaluation);
        const IjkEffort effort{depth, threads, most_nodes, deadline_in(seconds)};
        const IjkChanceKnown known = table.renewed();
        const IjkFound<IjkChanceThought> found = unlocked([&](const Interrupt& is_interrupted) {
            return search_chance(kernels.ijk, rules, state, evaluation.evaluation, options, effort, known,
                                 is_interrupted);
        });
        return {found.thought, found.is_complete};
    }
};

}  // namespace

void bind_ijk_chance(nb::module_& module) {
    nb::class_<IjkChanceThought>(module, "IjkChanceThought")
        .def_prop_ro("values",
                     [](const IjkChanceThought& thought) {
                         return std::vector<int64_t>(thought.values, thought.values + IJK_SLIDES);
                     })
        .def_prop_ro("exact",
                     [](const IjkChanceThought& thought) {
                         return std::vector<bool>(thought.is_exact, thought.is_exact + IJK_SLIDES);
                     })
        .def_ro("move", &IjkChanceThought::move)
        .def_ro("depth", &IjkChanceThought::depth)
        .def_ro("nodes", &IjkChanceThought::nodes);
    nb::class_<IjkChanceTable>(module, "IjkChanceTable")
        .def("__init__", [](IjkChanceTable* self, int bits) { new (self) IjkChanceTable(checked_bits(bits)); },
             "bits"_a);
    nb::class_<IjkChanceOptions>(module, "IjkChanceOptions");
    module.def("ijk_chance_options", make_options, "sample"_a = 0, "every_move"_a = false,
               "use_table"_a = true, "use_symmetry"_a = false, "use_star1"_a = true,
               "use_star2"_a = true, "use_groups"_a = true, "use_lines"_a = true);
    nb::class_<IjkChanceEngine>(module, "IjkChanceEngine")
        .def(nb::init<const std::string&>(), "isa"_a)
        .def("think", &IjkChanceEngine::think, "rules"_a, "state"_a, "evaluation"_a, "depth"_a,
             "options"_a, "threads"_a, "most_nodes"_a, "seconds"_a, "table"_a);
}

}  // namespace tilefall
