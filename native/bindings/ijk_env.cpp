// A game of IJK for environments: its state stays here, and what the players see is written into
// arrays that are bound once, so that a step makes no object.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "ijk.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

using Letters = nb::ndarray<uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Planes = nb::ndarray<float, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

constexpr size_t PLANES = 26;

// A game as bytes, to be kept and put back.
struct KeptGame {
    uint64_t rows[8];
    uint64_t turn, player, seed;
};

class IjkEnv {
  public:
    // `letters` has a board for each player, `planes` those of the player who looked last.
    IjkEnv(const std::string& isa, const IjkRules& rules, const IjkState& state, uint64_t seed,
           Letters letters, Planes planes)
        : kernels_(kernels_of(isa)), rules_(rules), letters_(letters), planes_(planes) {
        check_shape(letters.shape_ptr(), 2);
        check_shape(planes.shape_ptr(), PLANES);
        begin(state, seed);
    }

    void begin(const IjkState& state, uint64_t seed) {
        check_state(rules_, state);
        seed_ = seed;
        set(state);
    }

    // True if the game is over after it.
    bool step(int move) {
        if (move < 0 || move > 3) refuse("a move is 0 to 3");
        if (is_over_) refuse("the game is over");
        set(kernels_.ijk.turn(rules_, state_, move, seed_));
        return is_over_;
    }

    void look(int player) {
        if (player != 0 && player != 1) refuse("the player is 0 or 1");
        kernels_.ijk.planes(rules_, state_.board, player, planes_.data());
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
        if (bytes.size() != sizeof kept) refuse("a kept game has 88 bytes");
        std::memcpy(&kept, bytes.data(), sizeof kept);
        IjkState state{};
        std::memcpy(state.board.rows, kept.rows, sizeof kept.rows);
        state.turn = kept.turn;
        // what does not fit an int is no player either
        state.player = kept.player <= 1 ? static_cast<int32_t>(kept.player) : -1;
        begin(state, kept.seed);
    }

    const IjkState& position() const { return state_; }
    int player() const { return state_.player; }
    uint64_t turn() const { return state_.turn; }
    uint64_t seed() const { return seed_; }
    bool is_over() const { return is_over_; }
    int result() const { return kernels_.ijk.result(rules_, state_); }

  private:
    void check_shape(const int64_t* shape, size_t boards) const {
        const int64_t wanted[] = {static_cast<int64_t>(boards), rules_.size, rules_.size};
        if (!std::equal(wanted, wanted + 3, shape)) refuse("an array of another size is needed");
    }

    void set(const IjkState& state) {
        state_ = state;
        is_over_ = kernels_.ijk.is_over(rules_, state_);
        const size_t cells = static_cast<size_t>(rules_.size) * rules_.size;
        for (int player = 0; player < 2; ++player) {
            kernels_.ijk.letters(rules_, state_.board, player,
                                       letters_.data() + player * cells);
        }
    }

    const Kernels& kernels_;
    IjkRules rules_;
    IjkState state_{};
    uint64_t seed_ = 0;
    bool is_over_ = false;
    Letters letters_;
    Planes planes_;
};

}  // namespace

void bind_ijk_env(nb::module_& module) {
    nb::class_<IjkEnv>(module, "IjkEnv")
        // a converted array would be another one than the caller's
        .def(nb::init<const std::string&, const IjkRules&, const IjkState&, uint64_t, Letters,
                      Planes>(),
             "isa"_a, "rules"_a, "state"_a, "seed"_a, "letters"_a.noconvert(),
             "planes"_a.noconvert())
        .def("begin", &IjkEnv::begin, "state"_a, "seed"_a)
        .def("step", &IjkEnv::step, "move"_a)
        .def("look", &IjkEnv::look, "player"_a)
        .def("state", &IjkEnv::state)
        .def("restore", &IjkEnv::restore, "kept"_a)
        .def_prop_ro("position", &IjkEnv::position, nb::rv_policy::copy)
        .def_prop_ro("player", &IjkEnv::player)
        .def_prop_ro("turn", &IjkEnv::turn)
        .def_prop_ro("seed", &IjkEnv::seed)
        .def_prop_ro("is_over", &IjkEnv::is_over)
        .def_prop_ro("result", &IjkEnv::result);
}

}  // namespace tilefall
