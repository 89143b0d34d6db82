// What the parts of the module tilefall._native share.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>

#include "tilefall/base/parallel.hpp"
#include "tilefall/kernels.hpp"

namespace tilefall {

// The kernels of an instruction set; throws if it is not to be had.
const Kernels& kernels_of(const std::string& name);

// Those that are set; a call takes them once, so that all of it runs on one instruction set.
const Kernels& kernels();

// Python sees a ValueError.
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

void bind_falling(nanobind::module_& module);
void bind_search(nanobind::module_& module);
void bind_course(nanobind::module_& module);
void bind_population(nanobind::module_& module);
void bind_environments(nanobind::module_& module);
void bind_ijk(nanobind::module_& module);
void bind_ijk_search(nanobind::module_& module);
void bind_ijk_learning(nanobind::module_& module);
void bind_ijk_chance(nanobind::module_& module);
void bind_ijk_env(nanobind::module_& module);

}  // namespace tilefall
