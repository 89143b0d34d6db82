// IJK for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ijk.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

IjkRules make_rules(int size, bool random_tile, bool end_by_round, int winning) {
    if (size < 2 || size > 8) refuse("the size is 2 to 8");
    if (winning < 2 || winning > 11) refuse("the winning letter is 2 to 11");
    return {size, random_tile, end_by_round, winning};
}

IjkState make_state(const IjkRules& rules, const std::vector<uint64_t>& rows, int player,
                    uint64_t turn) {
    if (rows.size() != static_cast<size_t>(rules.size)) refuse("one number a row is needed");
    IjkState state{};
    std::copy(rows.begin(), rows.end(), state.board.rows);
    state.player = player;
    state.turn = turn;
    check_state(rules, state);
    return state;
}

// One instruction set with every question that the engine protocol asks about IJK.
struct IjkEngine {
    const Kernels& kernels;

    explicit IjkEngine(const std::string& isa) : kernels(kernels_of(isa)) {}

    bool is_over(const IjkRules& rules, const IjkState& state) const {
        return kernels.ijk.is_over(rules, state);
    }

    // The state after a slide without its new tile, and the reward; also if the game is over.
    std::pair<IjkState, int> slide(const IjkRules& rules, const IjkState& state, int move) const {
        if (move < 0 || move > 3) refuse("a move is 0 to 3");
        const IjkBoard board = kernels.ijk.slide(rules, state.board, move, state.player);
        const int player = 1 - state.player;
        return {{board, state.turn + 1, player}, kernels.ijk.reward(rules, board, player)};
    }

    // The state with its new tile, decided by the dice of the turn just played.
    IjkState draw(const IjkRules& rules, const IjkState& after, uint64_t seed) const {
        if (after.turn == 0) refuse("nothing was played yet");
        return kernels.ijk.draw(rules, after, seed);
    }

    uint64_t digest(const IjkRules& rules, const IjkState& state) const {
        return kernels.ijk.digest(rules, state);
    }

    Perft perft(const IjkRules& rules, const IjkState& state, int depth, uint64_t seed,
                bool with_digest) const {
        if (depth < 0 || depth > 32) refuse("the depth is 0 to 32");
        nb::gil_scoped_release release;
        return kernels.ijk.perft(rules, state, depth, seed, with_digest);
    }

    IjkState playout(const IjkRules& rules, uint64_t seed, uint64_t max_turns) const {
        nb::gil_scoped_release release;
        return kernels.ijk.play(rules, seed, max_turns);
    }
};

}  // namespace

void check_state(const IjkRules& rules, const IjkState& state) {
    if (state.player != 0 && state.player != 1) refuse("the player is 0 or 1");
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) {
            const uint64_t tile = state.board.rows[row] >> 8 * column & 0xFF;
            const bool is_outside = row >= rules.size || column >= rules.size;
            const bool is_letter = (tile & ~uint64_t{16}) <= 13 && tile != 16;
            if (is_outside ? tile != 0 : !is_letter) refuse("no such tile");
        }
    }
}

void bind_ijk(nb::module_& module) {
    nb::class_<IjkRules>(module, "IjkRules");
    module.def("ijk_rules", make_rules, "size"_a, "random_tile"_a, "end_by_round"_a,
               "winning"_a = 11);

    nb::class_<IjkState>(module, "IjkState")
        .def_prop_ro("rows",
                     [](const IjkState& state) {
                         return std::vector<uint64_t>(state.board.rows, state.board.rows + 8);
                     })
        .def_ro("player", &IjkState::player)
        .def_ro("turn", &IjkState::turn);
    module.def("ijk_state", make_state, "rules"_a, "rows"_a, "player"_a, "turn"_a);

    nb::class_<IjkEngine>(module, "IjkEngine")
        .def(nb::init<const std::string&>(), "isa"_a)
        .def("is_over", &IjkEngine::is_over, "rules"_a, "state"_a)
        .def("slide", &IjkEngine::slide, "rules"_a, "state"_a, "move"_a)
        .def("draw", &IjkEngine::draw, "rules"_a, "after"_a, "seed"_a)
        .def("digest", &IjkEngine::digest, "rules"_a, "state"_a)
        .def("perft", &IjkEngine::perft, "rules"_a, "state"_a, "depth"_a, "seed"_a,
             "with_digest"_a = true)
        .def("playout", &IjkEngine::playout, "rules"_a, "seed"_a, "max_turns"_a);
}

}  // namespace tilefall
