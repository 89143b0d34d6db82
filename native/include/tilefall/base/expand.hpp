// Expand: bits become bytes or floats, as many at once as the instruction set can.
#pragma once

#include "tilefall/base/isa.hpp"

namespace tilefall::TILEFALL_ISA {

inline bool bit_at(const uint64_t* bits, int i) { return (bits[i / 64] >> (i % 64) & 1) != 0; }

// A row of cells, `width` bits of a word, put behind the `at` bits that there are.
inline void append_bits(uint64_t* bits, int at, uint64_t row, int width) {
    bits[at / 64] |= row << (at % 64);
    if (at % 64 + width > 64) bits[at / 64 + 1] |= row >> (64 - at % 64);
}

// Eight bytes of a word, the lowest first.
inline void put_word(uint64_t word, uint8_t* to) {
    for (int i = 0; i < 8; ++i) to[i] = static_cast<uint8_t>(word >> (8 * i));
}

#if defined(TILEFALL_AVX512)

// 1 for each bit, 2 where the second one is set.
inline void expand(const uint64_t* ones, const uint64_t* twos, int count, uint8_t* to) {
    const __m512i two = _mm512_set1_epi8(2);
    for (int i = 0; i < count; i += 64) {
        const __m512i one = _mm512_maskz_set1_epi8(ones[i / 64], 1);
        const __m512i both = _mm512_mask_mov_epi8(one, twos[i / 64], two);
        if (count - i >= 64) {
            _mm512_storeu_si512(to + i, both);
        } else {
            _mm512_mask_storeu_epi8(to + i, (uint64_t{1} << (count - i)) - 1, both);
        }
    }
}

inline void expand(const uint64_t* ones, const uint64_t* twos, int count, float* to) {
    const __m512 one = _mm512_set1_ps(1), two = _mm512_set1_ps(2);
    for (int i = 0; i < count; i += 64) {
        uint64_t first = ones[i / 64], second = twos[i / 64];
        for (int k = i; k < i + 64 && k < count; k += 16, first >>= 16, second >>= 16) {
            const __m512 some = _mm512_maskz_mov_ps(static_cast<__mmask16>(first), one);
            const __m512 both = _mm512_mask_mov_ps(some, static_cast<__mmask16>(second), two);
            if (count - k >= 16) {
                _mm512_storeu_ps(to + k, both);
            } else {
                _mm512_mask_storeu_ps(to + k, static_cast<__mmask16>((1u << (count - k)) - 1), both);
            }
        }
    }
}

#else

// Eight bits as eight bytes of 0 or 1, the first bit in the lowest byte.
inline uint64_t eight_bytes(uint64_t bits) {
    const uint64_t spread = (bits & 0xFF) * 0x0101010101010101u & 0x8040201008040201u;
    return (spread + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
}

// 1 for each bit, 2 where the second one is set.
template <typename Number>
inline void expand(const uint64_t* ones, const uint64_t* twos, int count, Number* to) {
    for (int i = 0; i < count; i += 8) {
        const uint64_t two = eight_bytes(twos[i / 64] >> (i % 64));
        const uint64_t both = (eight_bytes(ones[i / 64] >> (i % 64)) & ~two) | two << 1;
        const int rest = count - i < 8 ? count - i : 8;
        for (int k = 0; k < rest; ++k) to[i + k] = static_cast<Number>(both >> (8 * k) & 3);
    }
}

#endif

// 1 for each bit.
inline void expand(const uint64_t* ones, int count, uint8_t* to) {
    const uint64_t none[1] = {};
    for (int i = 0; i < count; i += 64) expand(ones + i / 64, none, count - i < 64 ? count - i : 64, to + i);
}

}  // namespace tilefall::TILEFALL_ISA
