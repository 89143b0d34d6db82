// What the parts of the module tilefall._native share.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>

#include "tilefall/kernels.hpp"

namespace tilefall {

// The kernels of an instruction set; throws if it is not to be had.
const Kernels& kernels_of(const std::string& name);

// Those that are set; a call takes them once, so that all of it runs on one instruction set.
const Kernels& kernels();

// Python sees a ValueError.
[[noreturn]] inline void refuse(const std::string& what) { throw std::invalid_argument(what); }

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
