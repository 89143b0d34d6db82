// What the binding of environments needs besides: memory of NumPy, errors, and arrays of successors.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <unistd.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tilefall/base/parallel.hpp"
#include "falling.hpp"

namespace tilefall {

// A game that has ended and does not begin by itself.
struct NeedsReset : std::runtime_error {
    explicit NeedsReset(int64_t i)
        : std::runtime_error("environment " + std::to_string(i) + " has ended: reset it first") {}
};

struct WrongAction : std::runtime_error {
    WrongAction(int64_t i, int64_t action, int32_t allowed)
        : std::runtime_error("action " + std::to_string(action) + " of environment " + std::to_string(i) +
                             (allowed > 0 ? ", allowed are 0 to " + std::to_string(allowed - 1)
                                          : " is not legal there: its action_mask says which are")) {}
};

using Flags = nanobind::ndarray<const bool, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using Seeds = nanobind::ndarray<const uint64_t, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

inline double checked_reward(double reward) {
    if (!(std::abs(reward) <= 1e9)) refuse("a reward is at most 10^9");
    return reward;
}

// The memory of an array in a dictionary that has this type and shape; the array is kept.
template <typename T>
T* bound(const nanobind::dict& given, const char* name, const std::vector<int64_t>& shape,
         std::vector<nanobind::object>& kept) {
    using Array = nanobind::ndarray<T, nanobind::c_contig, nanobind::device::cpu>;
    if (!given.contains(name)) refuse(std::string("an array is missing: ") + name);
    nanobind::object object = given[name];
    Array array;
    if (!nanobind::try_cast<Array>(object, array, false)) {
        refuse(std::string("an array of another type or that cannot be written to: ") + name);
    }
    bool fits = array.ndim() == shape.size();
    for (size_t i = 0; fits && i < shape.size(); ++i) fits = static_cast<int64_t>(array.shape(i)) == shape[i];
    if (!fits) refuse(std::string("an array of another shape: ") + name);
    kept.push_back(std::move(object));
    return array.data();
}

// Where what is seen of so many games goes: arrays of a dictionary, which are kept.
inline Views bound_views(const nanobind::dict& given, const EnvironmentRules& rules, int64_t n, int64_t size,
                         std::vector<nanobind::object>& kept) {
    const int64_t pieces = rules.game.is_quintris ? 6 : 7;
    const int64_t width = rules.game.width, height = rules.game.height;
    Views views{};
    const auto array = [&]<typename T>(const char* name, std::vector<int64_t> shape, T*& to) {
        to = bound<T>(given, name, shape, kept);
    };
    switch (rules.observed) {
        case Observed::PARTS:
            array("board", {n, height, width}, views.boards);
            array("current", {n}, views.current);
            if (rules.game.has_preview) array("next", {n}, views.next);
            array("seen", {n, pieces}, views.seen);
            break;
        case Observed::BYTES:
        case Observed::BITS: {
            uint8_t* bytes = nullptr;
            array("observation", {n, size}, bytes);
            views.observations = bytes;
            break;
        }
        case Observed::FLOATS:
        case Observed::FEATURES: {
            float* floats = nullptr;
            array("observation", {n, size}, floats);
            views.observations = floats;
        }
    }
    array("action_mask", {n, rules.actions}, views.masks);
    array("score", {n}, views.scores);
    array("turn", {n}, views.turns);
    return views;
}

// A game that was kept can be played under these rules; what is not checked here follows from its state.
inline void check_kept(const OwnedRules& owner, const EnvironmentKernels& kernels, const EnvironmentRules& rules,
                       const Environment& one) {
    if (!one.has_begun) return;
    FallingState at_top = one.state;
    at_top.row = 0;  // keys lead below it in every game
    checked(owner, at_top);
    if (!kernels.is_sound(rules, one)) refuse("a kept game that cannot be played");
}

// A call that works on games without Python's lock, so that other threads of Python run; the flag says so.
class AtWork {
public:
    explicit AtWork(bool& flag) : flag_(flag) {
        flag_ = true;
        thread_ = PyEval_SaveThread();
    }

    ~AtWork() {
        try {
            PyEval_RestoreThread(thread_);
        } catch (...) {
            // Python has ended meanwhile, and unwinds a thread that nobody waits for; here that would abort.
            while (true) pause();
        }
        flag_ = false;
    }

    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;

private:
    bool& flag_;
    PyThreadState* thread_;
};

// A NumPy array with memory of its own, and where that is.
template <typename T>
nanobind::object made_array(const std::vector<size_t>& shape, T*& memory) {
    size_t count = 1;
    for (const size_t side : shape) count *= side;
    memory = new T[count];
    const nanobind::capsule owner(memory, [](void* what) noexcept { delete[] static_cast<T*>(what); });
    return nanobind::cast(nanobind::ndarray<nanobind::numpy, T>(memory, shape.size(), shape.data(), owner));
}

inline nanobind::dict all_successors(const EnvironmentKernels& kernels, const EnvironmentRules& rules,
                                     const std::vector<FallingState>& states, Crew& crew, bool& is_at_work,
                                     bool with_columns, bool with_boards, bool with_features) {
    const size_t count = states.size();
    const size_t width = static_cast<size_t>(rules.game.width), height = static_cast<size_t>(rules.game.height);
    nanobind::dict found;
    int64_t* rows = nullptr;
    found["offsets"] = made_array<int64_t>({count + 1}, rows);
    rows[0] = 0;
    for (size_t i = 0; i < count; ++i) rows[i + 1] = rows[i] + kernels.count_successors(rules, states[i]);
    const size_t total = static_cast<size_t>(rows[count]);
    Successors to{};
    found["actions"] = made_array<int64_t>({total}, to.actions);
    found["rewards"] = made_array<double>({total}, to.rewards);
    found["ends"] = made_array<bool>({total}, to.ends);
    if (with_columns) found["columns"] = made_array<uint32_t>({total, width}, to.columns);
    if (with_boards) found["boards"] = made_array<uint8_t>({total, height, width}, to.boards);
    if (with_features) found["features"] = made_array<float>({total, FEATURES}, to.features);
    const AtWork work(is_at_work);
    crew.run(static_cast<int64_t>(count), [&](int64_t from, int64_t to_end) {
        const auto table = std::make_unique_for_overwrite<FeatureTable>();
        kernels.write_successors(rules, states.data(), rows, to, *table, from, to_end);
    });
    return found;
}

}  // namespace tilefall
