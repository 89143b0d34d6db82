// What the parts of the module tilefall._native share.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "tilefall/base/parallel.hpp"
#include "tilefall/kernels.hpp"

namespace tilefall {

// The kernels of an instruction set; throws if it is not to be had.
const Kernels& kernels_of(const std::string& name);

// Those that are set; a call takes them once, so that all of it runs on one instruction set.
const Kernels& kernels();

// Python sees a ValueError: what was given, and what is allowed.
[[noreturn]] inline void refuse(const std::string& what) { throw std::invalid_argument(what); }

// The result of work(is_interrupted), which runs without Python's lock. Throws what a signal handler of Python raised.
template <typename Work>
auto unlocked(const Work& work) {
    bool has_raised = false;
    const Interrupt look_at_signals = [&] {
        const nanobind::gil_scoped_acquire acquire;
        return has_raised = has_raised || PyErr_CheckSignals() != 0;
    };
    auto result = [&] {
        const nanobind::gil_scoped_release release;
        return work(look_at_signals);
    }();
    if (has_raised) throw nanobind::python_error();
    return result;
}

// Python sees a TypeError.
[[noreturn]] inline void misfit(const std::string& what) { throw nanobind::type_error(what.c_str()); }

// As Python writes it.
template <typename T>
std::string shown(const T& given) {
    return nanobind::repr(nanobind::cast(given)).c_str();
}

// What is no number is within no range.
template <typename Number>
void check_range(const char* name, Number given, std::type_identity_t<Number> least,
                 std::type_identity_t<Number> most) {
    if (given >= least && given <= most) return;
    refuse(std::string(name) + " " + shown(given) + ", allowed are " + shown(least) + " to " + shown(most));
}

using Numbers = nanobind::typed<nanobind::sequence, int>;

// The numbers of a sequence, each within these bounds; Python's own have any size.
template <typename T>
std::vector<T> numbers_of(const char* name, const Numbers& given, int64_t least, int64_t most) {
    std::vector<T> numbers;
    for (const nanobind::handle item : given) {
        const auto place = [&] {
            return std::string(name) + " " + std::to_string(numbers.size()) + " is " + shown(item);
        };
        const nanobind::object whole = nanobind::steal(PyNumber_Index(item.ptr()));
        if (!whole.is_valid()) {
            PyErr_Clear();
            misfit(place() + ", needed is a whole number");
        }
        int overflow = 0;
        const int64_t number = PyLong_AsLongLongAndOverflow(whole.ptr(), &overflow);
        if (overflow != 0 || number < least || number > most) {
            refuse(place() + ", allowed are " + shown(least) + " to " + shown(most));
        }
        numbers.push_back(static_cast<T>(number));
    }
    return numbers;
}

inline void check_count(const char* name, size_t given, size_t needed) {
    if (given != needed) refuse(std::string(name) + ": " + shown(given) + ", needed are " + shown(needed));
}

// An IJK state, if it is one of these rules. A board has bytes: 0 empty, 1 to 13 a letter of player 0, the same and 16
// one of player 1.
const IjkState& checked(const IjkRules& rules, const IjkState& state);

void bind_falling(nanobind::module_& module);
void bind_search(nanobind::module_& module);
void bind_env(nanobind::module_& module);
void bind_ijk(nanobind::module_& module);
void bind_ijk_search(nanobind::module_& module);

// Rules that own their list of pieces.
struct OwnedRules {
    FallingRules rules;
    std::vector<uint8_t> list;

    OwnedRules(int64_t width, int64_t height, bool is_quintris, bool can_slide, bool has_preview,
               const std::string& draw, const Numbers& told, const Numbers& pieces);

    // The rules with the address of the list as it is now.
    FallingRules get() const {
        FallingRules copy = rules;
        copy.list = list.data();
        copy.list_length = static_cast<uint32_t>(list.size());
        return copy;
    }

    int pieces() const { return rules.is_quintris ? 6 : 7; }
    int shapes() const { return rules.is_quintris ? 31 : 19; }
};

// A state, if it can have been made under these rules: walls where they have them, shapes that they know.
const FallingState& checked(const OwnedRules& owner, const FallingState& state);

// Refuses a state without moves.
void check_goes_on(const FallingKernels& falling, const OwnedRules& owner, const FallingState& state);

// Weights of E1 to E11, and those of tables after them if they count.
FeatureWeights weights_of(const Numbers& given);

}  // namespace tilefall
