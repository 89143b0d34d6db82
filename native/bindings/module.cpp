// The module tilefall._native: which instruction sets there are, and its parts put together.
#include "module.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <vector>

#include "tilefall/base/machine.hpp"

namespace nb = nanobind;

namespace tilefall {
namespace {

// An instruction set of this kind of processor.
struct Isa {
    const char* name;
    const Kernels* kernels;  // none if it was left out when this was compiled
    bool is_here;            // whether this machine has it
};

std::vector<Isa> find_isas() {
    std::vector<Isa> all;
#if defined(__x86_64__)
#if defined(TILEFALL_WITH_AVX512)
    all.push_back({"avx512", &avx512::KERNELS, has_avx512()});
#else
    all.push_back({"avx512", nullptr, has_avx512()});
#endif
#if defined(TILEFALL_WITH_AVX2)
    all.push_back({"avx2", &avx2::KERNELS, has_avx2()});
#else
    all.push_back({"avx2", nullptr, has_avx2()});
#endif
#endif
    all.push_back({"portable", &portable::KERNELS, true});
    return all;
}

// The best one first.
const std::vector<Isa>& all_isas() {
    static const std::vector<Isa> all = find_isas();
    return all;
}

std::vector<std::string> isas() {
    std::vector<std::string> names;
    for (const Isa& isa : all_isas()) {
        if (isa.kernels != nullptr && isa.is_here) names.emplace_back(isa.name);
    }
    return names;
}

std::vector<std::string> left_out_isas() {
    std::vector<std::string> names;
    for (const Isa& isa : all_isas()) {
        if (isa.kernels == nullptr) names.emplace_back(isa.name);
    }
    return names;
}

// What functions of the module take; the best one until another is set.
std::atomic<const Kernels*> chosen{nullptr};

}  // namespace

const Kernels& kernels_of(const std::string& name) {
    std::string others;
    for (const Isa& isa : all_isas()) {
        if (isa.kernels == nullptr || !isa.is_here) continue;
        if (name == isa.name) return *isa.kernels;
        others += (others.empty() ? "" : ", ") + std::string(isa.name);
    }
    refuse("there is no instruction set " + name + " here, there are " + others);
}

const Kernels& kernels() {
    const Kernels* set = chosen;
    if (set == nullptr) chosen = set = &kernels_of(isas().front());
    return *set;
}

}  // namespace tilefall

NB_MODULE(_native, module) {
    module.def("isas", tilefall::isas, "The instruction sets to be had, the best one first.");
    module.def(
        "set_isa", [](const std::string& isa) { tilefall::chosen = &tilefall::kernels_of(isa); }, nb::arg("isa"),
        "Takes this instruction set from now on, in all threads.");
    module.def("left_out_isas", tilefall::left_out_isas, "Those that were not compiled.");

    nb::class_<tilefall::Perft>(module, "Perft")
        .def_ro("leaves", &tilefall::Perft::leaves)
        .def_ro("digest", &tilefall::Perft::digest);

    module.def("allow_searches", [] { tilefall::is_ending = false; });
    module.def("end_searches", [] {
        tilefall::is_ending = true;
        nb::set_leak_warnings(false);  // what a thread still holds when Python ends is no leak
    });
    nb::class_<tilefall::Stop>(module, "Stop",
                               "Set it, in any thread, to end the searches of the threads that carry it.")
        .def(nb::init<>())
        .def("set", [](tilefall::Stop& stop) { stop.is_set = true; })
        .def_prop_ro("is_set", [](const tilefall::Stop& stop) { return stop.is_set.load(); });
    module.def("carry", [](const tilefall::Stop* stop) { tilefall::carried_stop = stop; }, nb::arg("stop").none());

    nb::module_ falling =
        module.def_submodule("falling", "Quintris and Tetris: rules, choices, searches, whole games.");
    tilefall::bind_falling(falling);
    tilefall::bind_search(falling);

    nb::module_ ijk = module.def_submodule("ijk", "IJK: rules, searches, evaluations, learning.");
    tilefall::bind_ijk(ijk);
    tilefall::bind_ijk_search(ijk);

    nb::module_ env = module.def_submodule("env", "Games of falling pieces that learners step through.");
    tilefall::bind_env(env);
}
