// Searches of the falling games for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "falling.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

constexpr int MAX_DEPTH = 16;
constexpr uint64_t MOST_BELIEF_PARTS = 1 << 20;

SearchOptions checked_options(int depth, int beam, bool use_bounds, bool use_table) {
    if (depth < 1 || depth > MAX_DEPTH) refuse("the depth is 1 to 16");
    if (beam < 0 || beam > MAX_MOVES) refuse("the beam is 0 to 2048");
    return {depth, beam, use_bounds, use_table};
}

struct SearchEngine {
    const Kernels& kernels;

    explicit SearchEngine(const std::string& isa) : kernels(kernels_of(isa)) {}

    // Every legal move with its value, or only the best one, which takes less.
    SearchResult search(const OwnedRules& owner, const FallingState& state, const Weights& given,
                        const std::vector<uint32_t>& belief, const SearchOptions& options,
                        int threads, double seconds, bool only_best) const {
        uint64_t parts = 0;
        for (const uint32_t weight : belief) parts += weight;
        if (belief.size() != (owner.rules.is_quintris ? 6u : 7u)) refuse("one belief a piece is needed");
        if (parts == 0 || parts > MOST_BELIEF_PARTS) refuse("beliefs sum to 1 to 1048576");
        if (threads < 1 || threads > 1024) refuse("the number of threads is 1 to 1024");
        if (!(seconds > 0)) refuse("the seconds are more than 0");
        const Clock::time_point deadline = deadline_in(seconds);
        const FallingRules rules = owner.get();
        const FeatureWeights weights = weights_of(given);
        const SearchEffort effort{threads, deadline, only_best};
        checked(owner, state);
        return unlocked([&](const Interrupt& is_interrupted) {
            return search_moves(kernels.falling, rules, state, weights, options, belief.data(), effort, is_interrupted);
        });
    }

    // Whole games, one a seed, every move searched.
    std::vector<WholeGame> playout(const OwnedRules& owner, const Weights& given,
                                   const SearchOptions& options, const std::string& belief,
                                   const std::vector<uint64_t>& seeds, uint64_t max_turns, int threads,
                                   bool keep_moves) const {
        const Belief kind = belief_named(belief);
        const FallingRules rules = owner.get();
        const FeatureWeights weights = weights_of(given);
        const GamesToPlay games = checked_games(seeds, max_turns, threads, keep_moves);
        return unlocked([&](const Interrupt& is_interrupted) {
            return play_searched(kernels.falling, rules, {weights}, options, kind, games, is_interrupted);
        });
    }

    std::vector<uint32_t> posterior(const std::vector<uint64_t>& seen) const {
        if (seen.empty() || seen.size() > MAX_PIECES) refuse("one count a piece is needed");
        std::vector<uint32_t> parts(seen.size());
        kernels.falling.posterior(seen.data(), static_cast<int>(seen.size()), parts.data());
        return parts;
    }
};

}  // namespace

void bind_search(nb::module_& module) {
    module.def("allow_searches", [] { is_ending = false; });
    module.def("end_searches", [] {
        is_ending = true;
        nb::set_leak_warnings(false);  // what a thread still holds when Python ends is no leak
    });

    nb::class_<Stop>(module, "Stop")
        .def(nb::init<>())
        .def("set", [](Stop& stop) { stop.is_set = true; })
        .def_prop_ro("is_set", [](const Stop& stop) { return stop.is_set.load(); });
    module.def("carry", [](const Stop* stop) { carried_stop = stop; }, "stop"_a.none());

    nb::class_<SearchResult>(module, "SearchResult")
        .def_ro("moves", &SearchResult::moves)
        .def_ro("values", &SearchResult::values)
        .def_ro("placements", &SearchResult::placements)
        .def_ro("is_complete", &SearchResult::is_complete);

    nb::class_<SearchOptions>(module, "SearchOptions")
        .def("__init__",
             [](SearchOptions* self, int depth, int beam, bool use_bounds, bool use_table) {
                 new (self) SearchOptions(checked_options(depth, beam, use_bounds, use_table));
             },
             "depth"_a, "beam"_a = 0, "use_bounds"_a = true, "use_table"_a = true);

    nb::class_<SearchEngine>(module, "SearchEngine")
        .def(nb::init<const std::string&>(), "isa"_a)
        .def("search", &SearchEngine::search, "rules"_a, "state"_a, "weights"_a, "belief"_a,
             "options"_a, "threads"_a, "seconds"_a, "only_best"_a)
        .def("playout", &SearchEngine::playout, "rules"_a, "weights"_a, "options"_a,
             "belief"_a, "seeds"_a, "max_turns"_a, "threads"_a, "keep_moves"_a = false)
        .def("posterior", &SearchEngine::posterior, "seen"_a);
}

}  // namespace tilefall
