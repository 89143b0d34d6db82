// The rules and environments of IJK for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "module.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

using Letters = nb::ndarray<uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Planes = nb::ndarray<float, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

constexpr int64_t PLANES = 26;
constexpr uint64_t EACH = 0x0101010101010101;

IjkRules make_rules(int size, bool random_tile, bool end_by_round, int winning) {
    check_range("size", size, 2, 8);
    check_range("winning letter", winning, 2, 11);
    return {size, random_tile, end_by_round, winning};
}

// The tiles of a row that are none of these rules, a bit each.
uint64_t bad_tiles(const IjkRules& rules, int row, uint64_t tiles) {
    const uint64_t outside = row >= rules.size ? ~uint64_t{0} : rules.size == 8 ? 0 : ~uint64_t{0} << 8 * rules.size;
    const uint64_t letters = tiles & 15 * EACH, lower = tiles & 16 * EACH;
    const uint64_t beyond = (letters + 2 * EACH) & 16 * EACH;
    const uint64_t without_letter = lower & ~(letters + 15 * EACH);
    return (tiles & (outside | 224 * EACH)) | beyond | without_letter;
}

IjkState make_state(const IjkRules& rules, const std::vector<uint64_t>& rows, int player, uint64_t turn) {
    check_count("rows of a board", rows.size(), static_cast<size_t>(rules.size));
    IjkState state{};
    std::copy(rows.begin(), rows.end(), state.board.rows);
    state.player = player;
    state.turn = turn;
    return checked(rules, state);
}

bool is_over(const IjkRules& rules, const IjkState& state) {
    return kernels().ijk.is_over(rules, checked(rules, state));
}

// The state after a slide without its new tile, and the reward; also if the game is over.
std::pair<IjkState, int> slide(const IjkRules& rules, const IjkState& state, int move) {
    check_range("move", move, 0, 3);
    const IjkKernels& ijk = kernels().ijk;
    const IjkBoard board = ijk.slide(rules, checked(rules, state).board, move, state.player);
    const int player = 1 - state.player;
    return {{board, state.turn + 1, player}, ijk.reward(rules, board, player)};
}

// The state with its new tile, decided by the dice of the turn just played.
IjkState draw(const IjkRules& rules, const IjkState& after, uint64_t seed) {
    if (after.turn == 0) refuse("nothing to draw at turn 0, needed is the state after a slide");
    return kernels().ijk.draw(rules, checked(rules, after), seed);
}

uint64_t digest(const IjkRules& rules, const IjkState& state) {
    return kernels().ijk.digest(rules, checked(rules, state));
}

Perft perft(const IjkRules& rules, const IjkState& state, int depth, uint64_t seed, bool with_digest) {
    check_range("depth", depth, 0, 32);
    const IjkKernels& ijk = kernels().ijk;
    checked(rules, state);
    nb::gil_scoped_release release;
    return ijk.perft(rules, state, depth, seed, with_digest);
}

IjkState playout(const IjkRules& rules, uint64_t seed, uint64_t max_turns) {
    const IjkKernels& ijk = kernels().ijk;
    nb::gil_scoped_release release;
    return ijk.play(rules, seed, max_turns);
}

// A game as bytes, to be kept and put back.
struct KeptGame {
    uint64_t rows[8];
    uint64_t turn, player, seed;
};

// A game for environments: its state stays here, and what the players see is written into arrays that are bound
// once, so that a step makes no object.
class Env {
public:
    // `letters` has a board for each player, `planes` those of the player who looked last.
    Env(const IjkRules& rules, const IjkState& state, uint64_t seed, Letters letters, Planes planes)
        : kernels_(kernels().ijk), rules_(rules), letters_(letters), planes_(planes) {
        check_shape("letters", letters.shape_ptr(), 2);
        check_shape("planes", planes.shape_ptr(), PLANES);
        begin(state, seed);
    }

    void begin(const IjkState& state, uint64_t seed) {
        set(checked(rules_, state));
        seed_ = seed;
    }

    // True if the game is over after it.
    bool step(int move) {
        check_range("move", move, 0, 3);
        if (is_over_) refuse("the game is over: begin another one");
        set(kernels_.turn(rules_, state_, move, seed_));
        return is_over_;
    }

    void look(int player) {
        check_range("player", player, 0, 1);
        kernels_.planes(rules_, state_.board, player, planes_.data());
    }

    nb::bytes state() const {
        KeptGame kept{};
        std::memcpy(kept.rows, state_.board.rows, sizeof kept.rows);
        kept.turn = state_.turn;
        kept.player = static_cast<uint64_t>(state_.player);
        kept.seed = seed_;
        return nb::bytes(&kept, sizeof kept);
    }

    void restore(const nb::bytes& bytes) {
        KeptGame kept;
        if (bytes.size() != sizeof kept) refuse("a kept game of " + shown(bytes.size()) + " bytes, needed are 88");
        std::memcpy(&kept, bytes.data(), sizeof kept);
        check_range("player", kept.player, 0, 1);
        IjkState state{};
        std::memcpy(state.board.rows, kept.rows, sizeof kept.rows);
        state.turn = kept.turn;
        state.player = static_cast<int32_t>(kept.player);
        begin(state, kept.seed);
    }

    const IjkState& position() const { return state_; }
    int player() const { return state_.player; }
    uint64_t turn() const { return state_.turn; }
    uint64_t seed() const { return seed_; }
    bool is_over() const { return is_over_; }
    int result() const { return kernels_.result(rules_, state_); }

private:
    void check_shape(const char* name, const int64_t* shape, int64_t boards) const {
        const std::vector<int64_t> given(shape, shape + 3), needed = {boards, rules_.size, rules_.size};
        if (given != needed) refuse("an array of shape " + shown(given) + ": " + name + " has " + shown(needed));
    }

    void set(const IjkState& state) {
        state_ = state;
        is_over_ = kernels_.is_over(rules_, state_);
        const size_t cells = static_cast<size_t>(rules_.size) * rules_.size;
        for (int player = 0; player < 2; ++player) {
            kernels_.letters(rules_, state_.board, player, letters_.data() + player * cells);
        }
    }

    const IjkKernels& kernels_;  // of the instruction set that is set when it is made
    IjkRules rules_;
    IjkState state_{};
    uint64_t seed_ = 0;
    bool is_over_ = false;
    Letters letters_;
    Planes planes_;
};

}  // namespace

const IjkState& checked(const IjkRules& rules, const IjkState& state) {
    check_range("player", state.player, 0, 1);
    for (int row = 0; row < 8; ++row) {
        const uint64_t tiles = state.board.rows[row];
        if (bad_tiles(rules, row, tiles) == 0) continue;
        refuse("no such tile in row " + shown(row) + " of bytes " + shown(nb::bytes(&tiles, sizeof tiles)) + ": on " +
               shown(rules.size) + " x " + shown(rules.size) + " cells allowed are 0, 1 to 13 and 17 to 29");
    }
    return state;
}

void bind_ijk(nb::module_& module) {
    nb::class_<IjkRules>(module, "Rules")
        .def(
            "__init__",
            [](IjkRules* self, int size, bool random_tile, bool end_by_round, int winning) {
                new (self) IjkRules(make_rules(size, random_tile, end_by_round, winning));
            },
            "size"_a, "random_tile"_a, "end_by_round"_a, "winning"_a = 11);

    nb::class_<IjkState>(module, "State", "A state, or an afterstate with the player and turn to come.")
        .def(
            "__init__",
            [](IjkState* self, const IjkRules& rules, const std::vector<uint64_t>& rows, int player, uint64_t turn) {
                new (self) IjkState(make_state(rules, rows, player, turn));
            },
            "rules"_a, "rows"_a, "player"_a, "turn"_a)
        .def_prop_ro(
            "rows", [](const IjkState& state) { return std::vector<uint64_t>(state.board.rows, state.board.rows + 8); })
        .def_ro("player", &IjkState::player)
        .def_ro("turn", &IjkState::turn);

    module.def("is_over", is_over, "rules"_a, "state"_a);
    module.def("slide", slide, "rules"_a, "state"_a, "move"_a);
    module.def("draw", draw, "rules"_a, "after"_a, "seed"_a);
    module.def("digest", digest, "rules"_a, "state"_a);
    module.def("perft", perft, "rules"_a, "state"_a, "depth"_a, "seed"_a, "with_digest"_a = true);
    module.def("playout", playout, "rules"_a, "seed"_a, "max_turns"_a);

    nb::class_<Env>(module, "Env", "A game that learners step through, of the instruction set that is set.")
        // a converted array would be another one than the caller's
        .def(nb::init<const IjkRules&, const IjkState&, uint64_t, Letters, Planes>(), "rules"_a, "state"_a, "seed"_a,
             "letters"_a.noconvert(), "planes"_a.noconvert())
        .def("begin", &Env::begin, "state"_a, "seed"_a)
        .def("step", &Env::step, "move"_a)
        .def("look", &Env::look, "player"_a)
        .def("state", &Env::state)
        .def("restore", &Env::restore, "kept"_a)
        .def_prop_ro("position", &Env::position, nb::rv_policy::copy)
        .def_prop_ro("player", &Env::player)
        .def_prop_ro("turn", &Env::turn)
        .def_prop_ro("seed", &Env::seed)
        .def_prop_ro("is_over", &Env::is_over)
        .def_prop_ro("result", &Env::result);
}

}  // namespace tilefall
