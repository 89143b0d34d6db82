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
#include "searched_games.hpp"
#include "whole_games.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

constexpr int MAX_DEPTH = 16;
constexpr uint64_t MOST_BELIEF_PARTS = 1 << 20;

// The values of all legal moves of a state, in the order of the moves.
struct SearchResult {
    std::vector<int32_t> moves;
    std::vector<int64_t> values;
    uint64_t placements;
    bool is_complete;  // false if time ran out: some values are then wrong
};

SearchOptions checked_options(int depth, int beam, bool use_bounds, bool use_table) {
    if (depth < 1 || depth > MAX_DEPTH) refuse("the depth is 1 to 16");
    if (beam < 0 || beam > MAX_MOVES) refuse("the beam is 0 to 2048");
    return {depth, beam, use_bounds, use_table};
}

// The same memory with what is known of this search.
KnownBoards known_boards(const SearchOptions& options) {
    thread_local KnownBoards boards = empty_boards(options);
    return boards;
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
        const auto value_of = [&](const SearchOptions& how, Move move, int64_t floor,
                                  KnownBoards known, const bool* stop) {
            return kernels.falling.search(rules, state, weights, how, belief.data(), move, floor, known, stop);
        };
        const std::vector<Move> moves = ranked_moves(checked(owner, state), rules, value_of);
        const size_t beam = static_cast<size_t>(options.beam);
        std::vector<SearchedMove> found(beam == 0 ? moves.size() : std::min(beam, moves.size()));
        std::atomic<int64_t> best{NOTHING_YET};
        const auto task = [&](size_t i, const bool* stop) {
            // One below the best, so that moves of the same value are exact: the first is played.
            const int64_t floor = only_best ? best.load(std::memory_order_relaxed) - 1 : NOTHING_YET;
            found[i] = value_of(options, moves[i], floor, known_boards(options), stop);
            int64_t before = best;
            while (found[i].value > before && !best.compare_exchange_weak(before, found[i].value)) {
            }
        };
        SearchResult result{{}, {}, 0, true};
        result.is_complete = unlocked([&](const Interrupt& is_interrupted) {
            return run_parallel(found.size(), threads, task, is_interrupted, deadline);
        });
        std::vector<std::pair<int32_t, int64_t>> values;
        for (size_t i = 0; i < found.size(); ++i) {
            values.emplace_back(number_of(rules, moves[i]), found[i].value);
            result.placements += found[i].placements;
        }
        std::sort(values.begin(), values.end());
        for (const auto& [move, value] : values) {
            if (only_best && (value < best || !result.moves.empty())) continue;
            result.moves.push_back(move);
            result.values.push_back(value);
        }
        return result;
    }

    // The legal moves, those worth most by themselves first, equal ones in their order.
    template <typename ValueOf>
    std::vector<Move> ranked_moves(const FallingState& state, const FallingRules& rules,
                                   const ValueOf& value_of) const {
        MoveList list;
        kernels.falling.moves(rules, state, list);
        const SearchOptions alone{1, 0, false, false};
        const bool stop = false;
        std::vector<std::pair<int64_t, size_t>> ranked;
        for (int i = 0; i < list.count; ++i) {
            const SearchedMove found =
                value_of(alone, list.moves[i], NOTHING_YET, {nullptr, 0}, &stop);
            ranked.emplace_back(-found.value, i);
        }
        std::sort(ranked.begin(), ranked.end());
        std::vector<Move> moves;
        for (const auto& [value, i] : ranked) moves.push_back(list.moves[i]);
        return moves;
    }

    // Whole games, one a seed, every move searched.
    std::vector<WholeGame> playout(const OwnedRules& owner, const Weights& given,
                                   const SearchOptions& options, const std::string& belief,
                                   const std::vector<uint64_t>& seeds, uint64_t max_turns, int threads,
                                   bool keep_moves) const {
        const Belief kind = belief_named(belief);
        const FallingRules rules = owner.get();
        const FeatureWeights weights = weights_of(given);
        return whole_games(seeds, max_turns, threads, keep_moves,
                           [&](uint64_t seed, const bool* stop, KeptTurns* kept) {
                               return kernels.falling.play_deep(rules, weights, options, kind, seed, max_turns,
                                                        empty_boards(options), stop, kept);
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
