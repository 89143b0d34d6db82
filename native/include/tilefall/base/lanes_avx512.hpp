// Lanes with AVX-512: one register, and a mask register for truth values; lanes.hpp says what lanes are.
#pragma once

namespace tilefall::TILEFALL_ISA {

struct Lanes {
    __m512i v;
};

struct Mask {  // one truth value a lane
    __mmask16 v;
};

GAME_PART Lanes splat(uint32_t word) { return {_mm512_set1_epi32(static_cast<int>(word))}; }
GAME_PART Lanes load(const uint32_t* from) { return {_mm512_loadu_si512(from)}; }
GAME_PART void store(Lanes a, uint32_t* to) { _mm512_storeu_si512(to, a.v); }
GAME_PART Lanes operator&(Lanes a, Lanes b) { return {_mm512_and_si512(a.v, b.v)}; }
GAME_PART Lanes operator|(Lanes a, Lanes b) { return {_mm512_or_si512(a.v, b.v)}; }
GAME_PART Lanes operator^(Lanes a, Lanes b) { return {_mm512_xor_si512(a.v, b.v)}; }
GAME_PART Lanes operator+(Lanes a, Lanes b) { return {_mm512_add_epi32(a.v, b.v)}; }
GAME_PART Lanes operator-(Lanes a, Lanes b) { return {_mm512_sub_epi32(a.v, b.v)}; }
GAME_PART Lanes operator*(Lanes a, Lanes b) { return {_mm512_mullo_epi32(a.v, b.v)}; }
GAME_PART Lanes without(Lanes a, Lanes b) { return {_mm512_andnot_si512(b.v, a.v)}; }
GAME_PART Lanes up(Lanes a, int bits) { return {_mm512_sll_epi32(a.v, _mm_cvtsi32_si128(bits))}; }
GAME_PART Lanes down(Lanes a, int bits) { return {_mm512_srl_epi32(a.v, _mm_cvtsi32_si128(bits))}; }
template <int BITS>
GAME_PART Lanes up(Lanes a) {
    return {_mm512_slli_epi32(a.v, BITS)};
}
template <int BITS>
GAME_PART Lanes down(Lanes a) {
    return {_mm512_srli_epi32(a.v, BITS)};
}
GAME_PART Lanes up(Lanes a, Lanes bits) { return {_mm512_sllv_epi32(a.v, bits.v)}; }
GAME_PART Lanes larger(Lanes a, Lanes b) { return {_mm512_max_epi32(a.v, b.v)}; }
GAME_PART Lanes smaller(Lanes a, Lanes b) { return {_mm512_min_epi32(a.v, b.v)}; }
// The entries of a table of 8, 16, 32 or 64 numbers that each lane asks for.
template <int SIZE>
GAME_PART Lanes looked_up(const int32_t* table, Lanes index) {
    if constexpr (SIZE == 8) {
        const __m256i eight = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(table));
        return {_mm512_permutexvar_epi32(index.v, _mm512_broadcast_i64x4(eight))};
    } else if constexpr (SIZE == 16) {
        return {_mm512_permutexvar_epi32(index.v, _mm512_loadu_si512(table))};
    } else if constexpr (SIZE == 32) {
        return {_mm512_permutex2var_epi32(_mm512_loadu_si512(table), index.v, _mm512_loadu_si512(table + 16))};
    } else {
        static_assert(SIZE == 64);
        const __mmask16 is_second = _mm512_test_epi32_mask(index.v, _mm512_set1_epi32(SIZE / 2));
        return {_mm512_mask_blend_epi32(is_second, looked_up<SIZE / 2>(table, index).v,
                                        looked_up<SIZE / 2>(table + SIZE / 2, index).v)};
    }
}
GAME_PART Lanes ones(Lanes a) { return {_mm512_popcnt_epi32(a.v)}; }
GAME_PART Lanes bit_length(Lanes a) { return {_mm512_sub_epi32(_mm512_set1_epi32(32), _mm512_lzcnt_epi32(a.v))}; }
template <int BY>
GAME_PART Lanes rotated(Lanes a) {
    constexpr int STEP = (BY % LANES + LANES) % LANES;
    return {_mm512_alignr_epi32(a.v, a.v, STEP)};
}
GAME_PART Mask equal(Lanes a, Lanes b) { return {_mm512_cmpeq_epi32_mask(a.v, b.v)}; }
GAME_PART Mask greater(Lanes a, Lanes b) { return {_mm512_cmpgt_epi32_mask(a.v, b.v)}; }
GAME_PART Mask nonzero(Lanes a) { return {_mm512_test_epi32_mask(a.v, a.v)}; }
GAME_PART Mask operator|(Mask a, Mask b) { return {static_cast<__mmask16>(a.v | b.v)}; }
GAME_PART Lanes select(Mask mask, Lanes a, Lanes b) { return {_mm512_mask_blend_epi32(mask.v, b.v, a.v)}; }
GAME_PART uint32_t bits(Mask mask) { return mask.v; }
GAME_PART bool any(Lanes a) { return _mm512_test_epi32_mask(a.v, a.v) != 0; }
// Not with _mm512_reduce_add_epi32: GCC's ends with an addition of int, which must not overflow.
GAME_PART uint32_t sum(Lanes a) {
    const __m256i eight = _mm256_add_epi32(_mm512_castsi512_si256(a.v), _mm512_extracti64x4_epi64(a.v, 1));
    const __m128i four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    return static_cast<uint32_t>(_mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1))));
}
GAME_PART int32_t largest(Lanes a) { return _mm512_reduce_max_epi32(a.v); }
GAME_PART uint32_t all_of(Lanes a) { return static_cast<uint32_t>(_mm512_reduce_and_epi32(a.v)); }
GAME_PART uint32_t any_of(Lanes a) { return static_cast<uint32_t>(_mm512_reduce_or_epi32(a.v)); }

}  // namespace tilefall::TILEFALL_ISA
