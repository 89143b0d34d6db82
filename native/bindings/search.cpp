// Searches of the falling games for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "falling.hpp"
#include "parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

constexpr int MAX_DEPTH = 16;
constexpr uint64_t MOST_BELIEF_PARTS = 1 << 20;
constexpr double LONGEST_SECONDS = 1e9;

// The values of all legal moves of a state, in the order of the moves.
struct SearchResult {
    std::vector<int32_t> moves;
    std::vector<int64_t> values;
    uint64_t placements;
    bool is_complete;  // false if time ran out: some values are then wrong
};

Belief belief_named(const std::string& name) {
    if (name == "uniform") return Belief::UNIFORM;
    if (name == "told") return Belief::TOLD;
    if (name == "posterior") return Belief::POSTERIOR;
    refuse("beliefs are uniform, told and posterior");
}

struct SearchEngine {
    const Kernels& kernels;

    explicit SearchEngine(const std::string& isa) : kernels(kernels_of(isa)) {}

    SearchResult search(const OwnedRules& owner, const FallingState& state, const Weights& given,
                        const std::vector<uint32_t>& belief, int depth, int threads,
                        double seconds) const {
        uint64_t parts = 0;
        for (const uint32_t weight : belief) parts += weight;
        if (belief.size() != (owner.rules.is_quintris ? 6u : 7u)) refuse("one belief a piece is needed");
        if (parts == 0 || parts > MOST_BELIEF_PARTS) refuse("beliefs sum to 1 to 1048576");
        if (depth < 1 || depth > MAX_DEPTH) refuse("the depth is 1 to 16");
        if (threads < 1 || threads > 1024) refuse("the number of threads is 1 to 1024");
        if (!(seconds > 0)) refuse("the seconds are more than 0");
        const FallingRules rules = owner.get();
        const FeatureWeights weights = weights_of(given);
        MoveList list;
        kernels.moves(rules, checked(owner, state), list);
        std::vector<SearchedMove> found(static_cast<size_t>(list.count));
        const auto task = [&](size_t i, const bool* stop) {
            found[i] = kernels.search(rules, state, weights, belief.data(), depth, list.moves[i], stop);
        };
        auto deadline = Clock::time_point::max();
        if (seconds < LONGEST_SECONDS) {
            deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(seconds));
        }
        SearchResult result{numbers_of(rules, list), {}, 0, true};
        result.is_complete = run_parallel(found.size(), threads, task, deadline);
        for (const SearchedMove& each : found) {
            result.values.push_back(each.value);
            result.placements += each.placements;
        }
        return result;
    }

    // Whole games, one a seed, every move searched; how each ended and how long its thread took.
    std::vector<std::pair<PlayoutResult, double>> playout(
        const OwnedRules& owner, const Weights& given, int depth, const std::string& belief,
        const std::vector<uint64_t>& seeds, uint64_t max_turns, int threads) const {
        if (depth < 1 || depth > MAX_DEPTH) refuse("the depth is 1 to 16");
        if (threads < 1 || threads > 1024) refuse("the number of threads is 1 to 1024");
        const Belief kind = belief_named(belief);
        const FallingRules rules = owner.get();
        const FeatureWeights weights = weights_of(given);
        std::vector<std::pair<PlayoutResult, double>> results(seeds.size());
        run_parallel(seeds.size(), threads, [&](size_t i, const bool* stop) {
            const auto start = Clock::now();
            const PlayoutResult result =
                kernels.play_deep(rules, weights, depth, kind, seeds[i], max_turns, stop);
            results[i] = {result, std::chrono::duration<double>(Clock::now() - start).count()};
        });
        return results;
    }

    std::vector<uint32_t> posterior(const std::vector<uint64_t>& seen) const {
        if (seen.empty() || seen.size() > MAX_PIECES) refuse("one count a piece is needed");
        std::vector<uint32_t> parts(seen.size());
        kernels.posterior(seen.data(), static_cast<int>(seen.size()), parts.data());
        return parts;
    }
};

}  // namespace

void bind_search(nb::module_& module) {
    module.def("end_searches", [] {
        is_ending = true;
        nb::set_leak_warnings(false);  // what a thread still holds when Python ends is no leak
    });

    nb::class_<SearchResult>(module, "SearchResult")
        .def_ro("moves", &SearchResult::moves)
        .def_ro("values", &SearchResult::values)
        .def_ro("placements", &SearchResult::placements)
        .def_ro("is_complete", &SearchResult::is_complete);

    nb::class_<SearchEngine>(module, "SearchEngine")
        .def(nb::init<const std::string&>(), "isa"_a)
        .def("search", &SearchEngine::search, "rules"_a, "state"_a, "weights"_a, "belief"_a,
             "depth"_a, "threads"_a, "seconds"_a)
        .def("playout", &SearchEngine::playout, "rules"_a, "weights"_a, "depth"_a, "belief"_a,
             "seeds"_a, "max_turns"_a, "threads"_a)
        .def("posterior", &SearchEngine::posterior, "seen"_a);
}

}  // namespace tilefall
