// Lanes: sixteen 32-bit numbers side by side, the register that boards and placements live in.
// One AVX-512 register, two AVX2 ones, or an array; every path gives the same bits.
#pragma once

#include "tilefall/portable.hpp"
#include "tilefall/types.hpp"

namespace tilefall::TILEFALL_ISA {

#if defined(TILEFALL_AVX512)

struct Lanes {
    __m512i v;
};

struct Mask {  // one truth value a lane
    __mmask16 v;
};

GAME_FN Lanes splat(uint32_t word) { return {_mm512_set1_epi32(static_cast<int>(word))}; }
GAME_FN Lanes load(const uint32_t* from) { return {_mm512_loadu_si512(from)}; }
GAME_FN void store(Lanes a, uint32_t* to) { _mm512_storeu_si512(to, a.v); }
GAME_FN Lanes operator&(Lanes a, Lanes b) { return {_mm512_and_si512(a.v, b.v)}; }
GAME_FN Lanes operator|(Lanes a, Lanes b) { return {_mm512_or_si512(a.v, b.v)}; }
GAME_FN Lanes operator^(Lanes a, Lanes b) { return {_mm512_xor_si512(a.v, b.v)}; }
GAME_FN Lanes operator+(Lanes a, Lanes b) { return {_mm512_add_epi32(a.v, b.v)}; }
GAME_FN Lanes operator-(Lanes a, Lanes b) { return {_mm512_sub_epi32(a.v, b.v)}; }
GAME_FN Lanes operator*(Lanes a, Lanes b) { return {_mm512_mullo_epi32(a.v, b.v)}; }
GAME_FN Lanes without(Lanes a, Lanes b) { return {_mm512_andnot_si512(b.v, a.v)}; }
GAME_FN Lanes up(Lanes a, int bits) { return {_mm512_sll_epi32(a.v, _mm_cvtsi32_si128(bits))}; }
GAME_FN Lanes down(Lanes a, int bits) { return {_mm512_srl_epi32(a.v, _mm_cvtsi32_si128(bits))}; }
template <int BITS>
GAME_FN Lanes up(Lanes a) {
    return {_mm512_slli_epi32(a.v, BITS)};
}
template <int BITS>
GAME_FN Lanes down(Lanes a) {
    return {_mm512_srli_epi32(a.v, BITS)};
}
GAME_FN Lanes up(Lanes a, Lanes bits) { return {_mm512_sllv_epi32(a.v, bits.v)}; }
GAME_FN Lanes larger(Lanes a, Lanes b) { return {_mm512_max_epi32(a.v, b.v)}; }
GAME_FN Lanes ones(Lanes a) { return {_mm512_popcnt_epi32(a.v)}; }
GAME_FN Lanes bit_length(Lanes a) {
    return {_mm512_sub_epi32(_mm512_set1_epi32(32), _mm512_lzcnt_epi32(a.v))};
}
template <int BY>
GAME_FN Lanes rotated(Lanes a) {
    constexpr int STEP = (BY % LANES + LANES) % LANES;
    return {_mm512_alignr_epi32(a.v, a.v, STEP)};
}
GAME_FN Mask equal(Lanes a, Lanes b) { return {_mm512_cmpeq_epi32_mask(a.v, b.v)}; }
GAME_FN Mask greater(Lanes a, Lanes b) { return {_mm512_cmpgt_epi32_mask(a.v, b.v)}; }
GAME_FN Mask nonzero(Lanes a) { return {_mm512_test_epi32_mask(a.v, a.v)}; }
GAME_FN Mask operator|(Mask a, Mask b) { return {static_cast<__mmask16>(a.v | b.v)}; }
GAME_FN Lanes select(Mask mask, Lanes a, Lanes b) {
    return {_mm512_mask_blend_epi32(mask.v, b.v, a.v)};
}
GAME_FN uint32_t bits(Mask mask) { return mask.v; }
GAME_FN bool any(Lanes a) { return _mm512_test_epi32_mask(a.v, a.v) != 0; }
// Not with _mm512_reduce_add_epi32: GCC's ends with an addition of int, which must not overflow.
GAME_FN uint32_t sum(Lanes a) {
    const __m256i eight =
        _mm256_add_epi32(_mm512_castsi512_si256(a.v), _mm512_extracti64x4_epi64(a.v, 1));
    const __m128i four =
        _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    return static_cast<uint32_t>(_mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1))));
}
GAME_FN int32_t largest(Lanes a) { return _mm512_reduce_max_epi32(a.v); }
GAME_FN uint32_t all_of(Lanes a) { return static_cast<uint32_t>(_mm512_reduce_and_epi32(a.v)); }
GAME_FN uint32_t any_of(Lanes a) { return static_cast<uint32_t>(_mm512_reduce_or_epi32(a.v)); }

#elif defined(TILEFALL_AVX2)

struct Lanes {
    __m256i low, high;
};

struct Mask {  // all bits of a lane set or none
    __m256i low, high;
};


GAME_FN Lanes splat(uint32_t word) {
    const __m256i all = _mm256_set1_epi32(static_cast<int>(word));
    return {all, all};
}
GAME_FN Lanes load(const uint32_t* from) {
    return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)),
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 8))};
}
GAME_FN void store(Lanes a, uint32_t* to) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), a.low);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 8), a.high);
}
GAME_FN Lanes operator&(Lanes a, Lanes b) {
    return {_mm256_and_si256(a.low, b.low), _mm256_and_si256(a.high, b.high)};
}
GAME_FN Lanes operator|(Lanes a, Lanes b) {
    return {_mm256_or_si256(a.low, b.low), _mm256_or_si256(a.high, b.high)};
}
GAME_FN Lanes operator^(Lanes a, Lanes b) {
    return {_mm256_xor_si256(a.low, b.low), _mm256_xor_si256(a.high, b.high)};
}
GAME_FN Lanes operator+(Lanes a, Lanes b) {
    return {_mm256_add_epi32(a.low, b.low), _mm256_add_epi32(a.high, b.high)};
}
GAME_FN Lanes operator-(Lanes a, Lanes b) {
    return {_mm256_sub_epi32(a.low, b.low), _mm256_sub_epi32(a.high, b.high)};
}
GAME_FN Lanes operator*(Lanes a, Lanes b) {
    return {_mm256_mullo_epi32(a.low, b.low), _mm256_mullo_epi32(a.high, b.high)};
}
GAME_FN Lanes without(Lanes a, Lanes b) {
    return {_mm256_andnot_si256(b.low, a.low), _mm256_andnot_si256(b.high, a.high)};
}
GAME_FN Lanes up(Lanes a, int bits) {
    const __m128i by = _mm_cvtsi32_si128(bits);
    return {_mm256_sll_epi32(a.low, by), _mm256_sll_epi32(a.high, by)};
}
GAME_FN Lanes down(Lanes a, int bits) {
    const __m128i by = _mm_cvtsi32_si128(bits);
    return {_mm256_srl_epi32(a.low, by), _mm256_srl_epi32(a.high, by)};
}
template <int BITS>
GAME_FN Lanes up(Lanes a) {
    return {_mm256_slli_epi32(a.low, BITS), _mm256_slli_epi32(a.high, BITS)};
}
template <int BITS>
GAME_FN Lanes down(Lanes a) {
    return {_mm256_srli_epi32(a.low, BITS), _mm256_srli_epi32(a.high, BITS)};
}
GAME_FN Lanes up(Lanes a, Lanes bits) {
    return {_mm256_sllv_epi32(a.low, bits.low), _mm256_sllv_epi32(a.high, bits.high)};
}
GAME_FN Lanes larger(Lanes a, Lanes b) {
    return {_mm256_max_epi32(a.low, b.low), _mm256_max_epi32(a.high, b.high)};
}
// AVX2 counts no bits: look up half bytes, then add the four bytes of each lane.
GAME_FN __m256i ones_of(__m256i a) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1,
                                           2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i half = _mm256_set1_epi8(15);
    const __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(a, half));
    const __m256i high =
        _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi32(a, 4), half));
    const __m256i pairs = _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1));
    return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}
GAME_FN Lanes ones(Lanes a) { return {ones_of(a.low), ones_of(a.high)}; }
GAME_FN Lanes bit_length(Lanes a) {
    a = a | down<1>(a);
    a = a | down<2>(a);
    a = a | down<4>(a);
    a = a | down<8>(a);
    return ones(a | down<16>(a));
}
template <int BY>
GAME_FN Lanes rotated(Lanes a) {
    constexpr int STEP = (BY % LANES + LANES) % LANES, PART = STEP % 8;
    const __m256i first = STEP < 8 ? a.low : a.high, second = STEP < 8 ? a.high : a.low;
    if constexpr (PART == 0) {
        return {first, second};
    } else {
        const __m256i order = _mm256_and_si256(
            _mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(PART)),
            _mm256_set1_epi32(7));
        const __m256i one = _mm256_permutevar8x32_epi32(first, order);
        const __m256i two = _mm256_permutevar8x32_epi32(second, order);
        constexpr int FROM_NEXT = 0xFF & ~(0xFF >> PART);
        return {_mm256_blend_epi32(one, two, FROM_NEXT), _mm256_blend_epi32(two, one, FROM_NEXT)};
    }
}
GAME_FN Mask equal(Lanes a, Lanes b) {
    return {_mm256_cmpeq_epi32(a.low, b.low), _mm256_cmpeq_epi32(a.high, b.high)};
}
GAME_FN Mask greater(Lanes a, Lanes b) {
    return {_mm256_cmpgt_epi32(a.low, b.low), _mm256_cmpgt_epi32(a.high, b.high)};
}
GAME_FN Mask nonzero(Lanes a) {
    const Mask zero = equal(a, splat(0));
    const __m256i all = _mm256_set1_epi32(-1);
    return {_mm256_xor_si256(zero.low, all), _mm256_xor_si256(zero.high, all)};
}
GAME_FN Mask operator|(Mask a, Mask b) {
    return {_mm256_or_si256(a.low, b.low), _mm256_or_si256(a.high, b.high)};
}
GAME_FN Lanes select(Mask mask, Lanes a, Lanes b) {
    return {_mm256_blendv_epi8(b.low, a.low, mask.low),
            _mm256_blendv_epi8(b.high, a.high, mask.high)};
}
GAME_FN uint32_t bits(Mask mask) {
    const auto low = static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(mask.low)));
    const auto high = static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(mask.high)));
    return low | high << 8;
}
GAME_FN bool any(Lanes a) {
    const __m256i both = _mm256_or_si256(a.low, a.high);
    return !_mm256_testz_si256(both, both);
}


#else

struct Lanes {
    uint32_t v[LANES];
};

struct Mask {  // all bits of a lane set or none
    uint32_t v[LANES];
};

// Applies an expression in i to every lane.
#define TILEFALL_LANES(Type, EXPRESSION)                                                           \
    Type result;                                                                                   \
    for (int i = 0; i < LANES; ++i) result.v[i] = (EXPRESSION);                                    \
    return result

GAME_FN Lanes splat(uint32_t word) { TILEFALL_LANES(Lanes, word); }
GAME_FN Lanes load(const uint32_t* from) { TILEFALL_LANES(Lanes, from[i]); }
GAME_FN void store(Lanes a, uint32_t* to) {
    for (int i = 0; i < LANES; ++i) to[i] = a.v[i];
}
GAME_FN Lanes operator&(Lanes a, Lanes b) { TILEFALL_LANES(Lanes, a.v[i] & b.v[i]); }
GAME_FN Lanes operator|(Lanes a, Lanes b) { TILEFALL_LANES(Lanes, a.v[i] | b.v[i]); }
GAME_FN Lanes operator^(Lanes a, Lanes b) { TILEFALL_LANES(Lanes, a.v[i] ^ b.v[i]); }
GAME_FN Lanes operator+(Lanes a, Lanes b) { TILEFALL_LANES(Lanes, a.v[i] + b.v[i]); }
GAME_FN Lanes operator-(Lanes a, Lanes b) { TILEFALL_LANES(Lanes, a.v[i] - b.v[i]); }
GAME_FN Lanes operator*(Lanes a, Lanes b) { TILEFALL_LANES(Lanes, a.v[i] * b.v[i]); }
GAME_FN Lanes without(Lanes a, Lanes b) { TILEFALL_LANES(Lanes, a.v[i] & ~b.v[i]); }
GAME_FN Lanes up(Lanes a, int bits) { TILEFALL_LANES(Lanes, a.v[i] << bits); }
GAME_FN Lanes down(Lanes a, int bits) { TILEFALL_LANES(Lanes, a.v[i] >> bits); }
template <int BITS>
GAME_FN Lanes up(Lanes a) {
    TILEFALL_LANES(Lanes, a.v[i] << BITS);
}
template <int BITS>
GAME_FN Lanes down(Lanes a) {
    TILEFALL_LANES(Lanes, a.v[i] >> BITS);
}
GAME_FN Lanes up(Lanes a, Lanes bits) {
    TILEFALL_LANES(Lanes, bits.v[i] < 32 ? a.v[i] << (bits.v[i] & 31) : 0);
}
GAME_FN int32_t as_signed(uint32_t word) { return static_cast<int32_t>(word); }
GAME_FN Lanes larger(Lanes a, Lanes b) {
    TILEFALL_LANES(Lanes, as_signed(a.v[i]) > as_signed(b.v[i]) ? a.v[i] : b.v[i]);
}
GAME_FN uint32_t ones_of(uint32_t word) {
#if defined(__CUDA_ARCH__)
    return static_cast<uint32_t>(ones(word));
#else  // without a popcount instruction this is what a compiler turns into vectors
    word = word - (word >> 1 & 0x55555555u);
    word = (word & 0x33333333u) + (word >> 2 & 0x33333333u);
    return ((word + (word >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24;
#endif
}
GAME_FN Lanes ones(Lanes a) { TILEFALL_LANES(Lanes, ones_of(a.v[i])); }
GAME_FN Lanes bit_length(Lanes a) {
    TILEFALL_LANES(Lanes, static_cast<uint32_t>(bit_length(a.v[i])));
}
template <int BY>
GAME_FN Lanes rotated(Lanes a) {
    constexpr int STEP = (BY % LANES + LANES) % LANES;
    TILEFALL_LANES(Lanes, a.v[(i + STEP) % LANES]);
}
GAME_FN Mask equal(Lanes a, Lanes b) { TILEFALL_LANES(Mask, a.v[i] == b.v[i] ? ~0u : 0u); }
GAME_FN Mask greater(Lanes a, Lanes b) {
    TILEFALL_LANES(Mask, as_signed(a.v[i]) > as_signed(b.v[i]) ? ~0u : 0u);
}
GAME_FN Mask nonzero(Lanes a) { TILEFALL_LANES(Mask, a.v[i] != 0 ? ~0u : 0u); }
GAME_FN Mask operator|(Mask a, Mask b) { TILEFALL_LANES(Mask, a.v[i] | b.v[i]); }
GAME_FN Lanes select(Mask mask, Lanes a, Lanes b) {
    TILEFALL_LANES(Lanes, (a.v[i] & mask.v[i]) | (b.v[i] & ~mask.v[i]));
}
GAME_FN uint32_t bits(Mask mask) {
    uint32_t result = 0;
    for (int i = 0; i < LANES; ++i) result |= (mask.v[i] & 1u) << i;
    return result;
}
GAME_FN bool any(Lanes a) {
    uint32_t all = 0;
    for (int i = 0; i < LANES; ++i) all |= a.v[i];
    return all != 0;
}

#undef TILEFALL_LANES

#endif

#if !defined(TILEFALL_AVX512)

GAME_FN uint32_t sum(Lanes a) {
    uint32_t words[LANES], result = 0;
    store(a, words);
    for (int i = 0; i < LANES; ++i) result += words[i];
    return result;
}
GAME_FN int32_t largest(Lanes a) {
    uint32_t words[LANES];
    store(a, words);
    int32_t result = static_cast<int32_t>(words[0]);
    for (int i = 1; i < LANES; ++i) {
        const int32_t word = static_cast<int32_t>(words[i]);
        result = word > result ? word : result;
    }
    return result;
}
GAME_FN uint32_t all_of(Lanes a) {
    uint32_t words[LANES], result = ~0u;
    store(a, words);
    for (int i = 0; i < LANES; ++i) result &= words[i];
    return result;
}
GAME_FN uint32_t any_of(Lanes a) {
    uint32_t words[LANES], result = 0;
    store(a, words);
    for (int i = 0; i < LANES; ++i) result |= words[i];
    return result;
}

#endif

}  // namespace tilefall::TILEFALL_ISA
