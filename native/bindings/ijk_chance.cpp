// The IJK search with chance for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <string>
#include <vector>

#include "tilefall/base/big_array.hpp"
#include "ijk_evaluations.hpp"
#include "module.hpp"
#include "tilefall/base/parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

constexpr int MAX_TABLE_BITS = 32, MAX_THREADS = 1024, MAX_SAMPLE = 64;

// The memory of searches. Every search forgets the ones before it, so results can be repeated.
struct IjkChanceTable {
    BigArray<IjkChanceEntry> entries;
    uint8_t search = 0;

    explicit IjkChanceTable(int bits) : entries(entry_count(bits)) {}

    static size_t entry_count(int bits) {
        if (bits < 0 || bits > MAX_TABLE_BITS) refuse("a table has 0 to 32 bits");
        return bits == 0 ? 0 : size_t{1} << bits;
    }

    IjkChanceKnown renewed() {
        if (entries.empty()) return {nullptr, 0, 0};
        if (++search == 0) {
            entries.clear();
            search = 1;
        }
        return {entries.data(), entries.size() - 1, search};
    }
};

IjkChanceOptions make_options(int sample, bool every_move, bool use_table, bool use_symmetry,
                              bool use_star1, bool use_star2, bool use_groups, bool use_lines) {
    if (sample < 0 || sample > MAX_SAMPLE) refuse("a sample is 0 to 64");
    // The cells of a sample are not those of the mirrored board.
    return {sample,    every_move, use_table,  use_symmetry && sample == 0,
            use_star1, use_star2,  use_groups, use_lines};
}

// Nothing later can change what is known by now: the win at once, or the loss in every line.
bool is_settled(const IjkChanceThought& thought) {
    constexpr int64_t WIN = int64_t{1} << 28, FRACTION = 256;
    const int64_t value = thought.values[thought.move];
    return value == FRACTION * (WIN - 1) || value <= -FRACTION * (WIN - thought.depth);
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
        const IjkEvaluation& valued = evaluation.evaluation;
        const Clock::time_point deadline = deadline_in(seconds);
        IjkChanceKnown known = table.renewed();
        if (!options.use_table) known.entries = nullptr;
        const bool never = false;
        // One slide deep at once, so that there is an answer whatever the limits.
        IjkChanceThought thought = kernels.ijk.think_chance(rules, state, valued, options, 1, {}, known,
                                                         {&never, &never, ~uint64_t{0}}, 0);
        bool is_complete = true;
        const auto deepen = [&](int at, const bool* stop, const bool* is_done, int first_cell) {
            return kernels.ijk.think_chance(rules, state, valued, options, at, thought, known,
                                         {stop, is_done, most_nodes}, first_cell);
        };
        if (threads == 1) {
            is_complete = run_parallel(1, 1, [&](size_t, const bool* stop) {
                for (int at = 2; at <= depth && !is_settled(thought) && thought.depth == at - 1; ++at)
                    thought = deepen(at, stop, &never, 0);
            }, deadline);
            return {thought, is_complete};
        }
        for (int at = 2; at <= depth && !is_settled(thought) && thought.depth == at - 1; ++at) {
            IjkChanceThought found = thought;
            bool is_done = false;
            std::mutex mutex;
            is_complete = run_parallel(static_cast<size_t>(threads), threads,
                                       [&](size_t i, const bool* stop) {
                const IjkChanceThought mine = deepen(at, stop, &is_done, static_cast<int>(i) * 7);
                const std::lock_guard<std::mutex> guard(mutex);
                const uint64_t nodes = found.nodes + (mine.nodes - thought.nodes);
                if (mine.depth == at) {
                    found = mine;
                    set_flag(is_done);
                }
                found.nodes = nodes;
            }, deadline);
            thought = found;
        }
        return {thought, is_complete};
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
    nb::class_<IjkChanceTable>(module, "IjkChanceTable").def(nb::init<int>(), "bits"_a);
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
