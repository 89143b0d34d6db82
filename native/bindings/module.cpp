// The module tilefall._native: which instruction sets there are, and its parts put together.
#include "module.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <vector>

namespace nb = nanobind;

namespace tilefall {
namespace {

// The instruction sets of this machine, the best one first.
std::vector<const Kernels*> available() {
    std::vector<const Kernels*> found;
#if defined(TILEFALL_X86)
    __builtin_cpu_init();
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
                          __builtin_cpu_supports("popcnt");
    const bool has_avx512 =
        has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vpopcntdq") &&
        __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
        __builtin_cpu_supports("avx512bitalg");
    if (has_avx512) found.push_back(&avx512::KERNELS);
    if (has_avx2) found.push_back(&avx2::KERNELS);
#endif
    found.push_back(&portable::KERNELS);
    return found;
}

std::vector<std::string> isas() {
    std::vector<std::string> names;
    for (const Kernels* kernels : available()) names.emplace_back(kernels->isa);
    return names;
}

}  // namespace

const Kernels& kernels_of(const std::string& isa) {
    for (const Kernels* kernels : available()) {
        if (isa == kernels->isa) return *kernels;
    }
    refuse("this machine has no instruction set " + isa);
}

}  // namespace tilefall

NB_MODULE(_native, module) {
    module.def("isas", tilefall::isas, "The instruction sets of this machine, the best one first.");

    nb::class_<tilefall::Perft>(module, "Perft")
        .def_ro("leaves", &tilefall::Perft::leaves)
        .def_ro("digest", &tilefall::Perft::digest);

    tilefall::bind_falling(module);
    tilefall::bind_search(module);
    tilefall::bind_course(module);
    tilefall::bind_population(module);
    tilefall::bind_environments(module);
    tilefall::bind_ijk(module);
    tilefall::bind_ijk_search(module);
    tilefall::bind_ijk_learning(module);
    tilefall::bind_ijk_chance(module);
    tilefall::bind_ijk_env(module);
}
