// Tables that value boards, for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "falling.hpp"
#include "whole_games.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

// Tables for boards of one width that own their weights.
struct OwnedTables {
    int width;
    int32_t row_worth;
    std::vector<int32_t> weights;

    OwnedTables(int width_, const nb::bytes& given, int32_t row_worth_) : width(width_), row_worth(row_worth_) {
        if (width < 4 || width > 15) refuse("tables are for boards of 4 to 15 columns");
        weights.resize(static_cast<size_t>(portable::AFTERSTATE_KERNELS.tuple_weights(width)));
        if (given.size() != weights.size() * sizeof(int32_t)) {
            refuse("tables of this width need another number of weights");
        }
        std::memcpy(weights.data(), given.c_str(), given.size());
        for (const int32_t weight : weights) {
            if (weight < -LARGEST_TUPLE_WEIGHT || weight > LARGEST_TUPLE_WEIGHT) {
                refuse("a weight of a table beyond 16777216");
            }
        }
        if (row_worth < -LARGEST_ROW_WORTH || row_worth > LARGEST_ROW_WORTH) {
            refuse("a row is worth at most 1048576");
        }
    }

    TupleTables of(const OwnedRules& owner) const {
        if (owner.rules.width != width) refuse("tables for boards of another width");
        return {weights.data(), row_worth};
    }
};

struct TupleEngine {
    const Kernels& kernels;

    explicit TupleEngine(const std::string& isa) : kernels(kernels_of(isa)) {}

    // The weights that make the value of a board.
    std::vector<int32_t> places(const OwnedRules& owner, const FallingState& state) const {
        int32_t found[MOST_TUPLES];
        const int count = kernels.afterstates->tuples(owner.rules.width, checked(owner, state).columns, found);
        return {found, found + count};
    }

    // The legal moves with their values, the lowest of all for one that ends the game.
    std::vector<std::pair<int32_t, int32_t>> values(const OwnedRules& owner, const FallingState& state,
                                                    const OwnedTables& tables) const {
        const FallingRules rules = owner.get();
        MoveList list;
        int32_t found[MAX_MOVES];
        kernels.afterstates->tuple_values(rules, tables.of(owner), checked(owner, state), list, found);
        std::vector<std::pair<int32_t, int32_t>> pairs;
        for (int i = 0; i < list.count; ++i) pairs.emplace_back(number_of(rules, list.moves[i]), found[i]);
        return pairs;
    }

    int32_t choose(const OwnedRules& owner, const FallingState& state, const OwnedTables& tables) const {
        const FallingRules rules = owner.get();
        if (kernels.is_over(rules, checked(owner, state))) refuse("the game is over");
        return number_of(rules, kernels.afterstates->tuple_choice(rules, tables.of(owner), state).move);
    }

    // Whole games, one a seed.
    std::vector<WholeGame> playout(const OwnedRules& owner, const OwnedTables& tables,
                                   const std::vector<uint64_t>& seeds, uint64_t max_turns, int threads,
                                   bool keep_moves) const {
        const FallingRules rules = owner.get();
        const TupleTables packed = tables.of(owner);
        return whole_games(seeds, max_turns, threads, keep_moves,
                           [&](uint64_t seed, const bool* stop, KeptTurns* kept) {
                               return kernels.afterstates->tuples_played(rules, packed, seed, max_turns,
                                                                         stop, kept);
                           });
    }
};

}  // namespace

void bind_tuples(nb::module_& module) {
    nb::class_<OwnedTables>(module, "TupleTables")
        .def(nb::init<int, const nb::bytes&, int32_t>(), "width"_a, "weights"_a, "row_worth"_a);
    nb::class_<TupleEngine>(module, "TupleEngine")
        .def(nb::init<const std::string&>(), "isa"_a)
        .def("places", &TupleEngine::places, "rules"_a, "state"_a)
        .def("values", &TupleEngine::values, "rules"_a, "state"_a, "tables"_a)
        .def("choose", &TupleEngine::choose, "rules"_a, "state"_a, "tables"_a)
        .def("playout", &TupleEngine::playout, "rules"_a, "tables"_a, "seeds"_a, "max_turns"_a, "threads"_a,
             "keep_moves"_a = false);
}

}  // namespace tilefall
