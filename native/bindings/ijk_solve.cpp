// The IJK solver for Python: checks arguments, owns the table, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <string>

#include "module.hpp"
#include "parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

struct Freed {
    void operator()(void* memory) const { std::free(memory); }
};

// A sixteenth of this has room for the positions of one line of play.
constexpr uint64_t LEAST_BYTES = 1 << 20;

// A table for the positions of one game, and what was found about them. All positions must come from
// one first position: the table leaves out whose turn it is, because there the board tells.
struct IjkSolver {
    const Kernels& kernels;
    IjkRules rules;
    std::unique_ptr<void, Freed> memory;
    SolveTable table{};
    uint64_t nodes = 0;  // positions searched in proofs
    std::optional<bool> parity;
    std::optional<uint64_t> visited;  // the first position's digest
    SolveVisit so_far{};

    IjkSolver(const std::string& isa, const IjkRules& of_game, uint64_t bytes)
        : kernels(kernels_of(isa)), rules(of_game) {
        if (rules.random_tile) refuse("this solver knows no chance");
        if (bytes < LEAST_BYTES) refuse("a solver needs 1048576 bytes");
        table.bits = kernels.solve->cell_bits(rules);
        const int bits = table.bits * rules.size * rules.size;
        table.words = bits <= 64 ? 1 : bits <= 128 ? 2 : LONGEST_KEY;
        const uint64_t entry = table.words == 1   ? sizeof(SolvedEntry<1>)
                               : table.words == 2 ? sizeof(SolvedEntry<2>)
                                                  : sizeof(SolvedEntry<LONGEST_KEY>);
        table.count = bytes / (entry * BUCKET) * BUCKET;
        // memory of zeros that costs nothing until it is used
        memory.reset(std::calloc(table.count, entry));
        if (memory == nullptr) throw std::bad_alloc();
        table.entries = memory.get();
    }

    // Every slide adds an A and passes the turn: the sum of both stays even or odd.
    bool parity_of(const IjkState& state) const {
        int letters = state.player;
        for (int i = 0; i < 64; ++i) letters += (state.board.rows[i / 8] >> 8 * (i % 8) & 15) == 1;
        return letters % 2 == 1;
    }

    void check(const IjkState& state) {
        if (kernels.ijk_is_over(rules, state)) refuse("the game is over");
        if (parity.value_or(parity_of(state)) != parity_of(state)) {
            refuse("no play leads from one of these positions to the other");
        }
        parity = parity_of(state);
    }

    std::pair<int, bool> prove(const IjkState& state, int at_least, double seconds) {
        check(state);
        if (visited) refuse("the table is one of a visit");
        if (at_least <= -SOLVED_WIN || at_least > SOLVED_WIN) refuse("a value is -29999 to 30000");
        if (!(seconds > 0)) refuse("the seconds are more than 0");
        SolveProof proof{};
        run_parallel(1, 1, [&](size_t, const bool* stop) {
            proof = kernels.solve->prove(rules, state, table, at_least, stop);
        }, deadline_in(seconds));
        nodes += proof.nodes;
        return {proof.value, proof.is_complete};
    }

    SolveVisit visit(const IjkState& state, uint64_t most) {
        check(state);
        if (nodes > 0) refuse("the table is one of proofs");
        const uint64_t digest = kernels.ijk_digest(rules, state);
        if (visited.value_or(digest) != digest) refuse("another position is being visited");
        visited = digest;
        if (so_far.is_complete) return so_far;
        run_parallel(1, 1, [&](size_t, const bool* stop) {
            kernels.solve->visit(rules, state, table, most, so_far, stop);
        });
        return so_far;
    }

    std::optional<std::pair<int, int>> look_up(const IjkState& state) {
        check(state);
        if (!visited) refuse("nothing was visited yet");
        int value = 0, longest = 0;
        if (!kernels.solve->look_up(rules, state, table, value, longest)) return std::nullopt;
        return std::pair{value, longest};
    }
};

}  // namespace

void bind_ijk_solve(nb::module_& module) {
    nb::class_<SolveVisit>(module, "SolveVisit")
        .def_ro("value", &SolveVisit::value)
        .def_ro("longest", &SolveVisit::longest)
        .def_ro("positions", &SolveVisit::positions)
        .def_prop_ro("outcomes",
                     [](const SolveVisit& visit) {
                         const uint64_t(&of)[3] = visit.outcomes;
                         return std::array<uint64_t, 3>{of[0], of[1], of[2]};
                     })
        .def_ro("is_complete", &SolveVisit::is_complete)
        .def_ro("is_full", &SolveVisit::is_full)
        .def_ro("is_too_long", &SolveVisit::is_too_long);

    nb::class_<IjkSolver>(module, "IjkSolver")
        .def(nb::init<const std::string&, const IjkRules&, uint64_t>(), "isa"_a, "rules"_a, "bytes"_a)
        .def("prove", &IjkSolver::prove, "state"_a, "at_least"_a, "seconds"_a)
        .def("visit", &IjkSolver::visit, "state"_a, "most"_a)
        .def("look_up", &IjkSolver::look_up, "state"_a)
        .def_ro("nodes", &IjkSolver::nodes);
}

}  // namespace tilefall
