// Lanes: sixteen 32-bit numbers side by side, the register that boards and placements live in.
// One AVX-512 register, two AVX2 ones, or four vectors of the compiler; each gives the same bits.
#pragma once

#include "tilefall/base/isa.hpp"

#if defined(TILEFALL_AVX512)
#include "tilefall/base/lanes_avx512.hpp"
#elif defined(TILEFALL_AVX2)
#include "tilefall/base/lanes_avx2.hpp"
#else
#include "tilefall/base/lanes_vectors.hpp"
#endif

#if defined(TILEFALL_AVX2)

namespace tilefall::TILEFALL_ISA {

inline uint32_t sum(Lanes a) {
    uint32_t words[LANES], result = 0;
    store(a, words);
    for (int i = 0; i < LANES; ++i) result += words[i];
    return result;
}
inline int32_t largest(Lanes a) {
    uint32_t words[LANES];
    store(a, words);
    int32_t result = static_cast<int32_t>(words[0]);
    for (int i = 1; i < LANES; ++i) {
        const int32_t word = static_cast<int32_t>(words[i]);
        result = word > result ? word : result;
    }
    return result;
}
inline uint32_t all_of(Lanes a) {
    uint32_t words[LANES], result = ~0u;
    store(a, words);
    for (int i = 0; i < LANES; ++i) result &= words[i];
    return result;
}
inline uint32_t any_of(Lanes a) {
    uint32_t words[LANES], result = 0;
    store(a, words);
    for (int i = 0; i < LANES; ++i) result |= words[i];
    return result;
}

}  // namespace tilefall::TILEFALL_ISA

#endif
