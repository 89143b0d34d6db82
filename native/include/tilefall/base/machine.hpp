// Machine: which instruction sets the processor has that this runs on.
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace tilefall {

#if defined(__x86_64__)
// Clang before 17 does not know it by name.
inline bool has_lzcnt() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(0x80000001u, &a, &b, &c, &d) != 0 && (c >> 5 & 1) != 0;
}

inline bool has_avx2() {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") && has_lzcnt();
}

inline bool has_avx512() {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vpopcntdq") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
           __builtin_cpu_supports("avx512bitalg");
}
#else
inline bool has_avx2() { return false; }
inline bool has_avx512() { return false; }
#endif

}  // namespace tilefall
