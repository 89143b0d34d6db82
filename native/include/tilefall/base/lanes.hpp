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
