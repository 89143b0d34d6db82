// Lanes with AVX2: two registers of eight lanes; lanes.hpp says what lanes are.
#pragma once

namespace tilefall::TILEFALL_ISA {

struct Lanes {
    __m256i low, high;
};

struct Mask {  // all bits of a lane set or none
    __m256i low, high;
};

GAME_PART Lanes splat(uint32_t word) {
    const __m256i all = _mm256_set1_epi32(static_cast<int>(word));
    return {all, all};
}
GAME_PART Lanes load(const uint32_t* from) {
    return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)),
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 8))};
}
GAME_PART void store(Lanes a, uint32_t* to) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), a.low);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 8), a.high);
}
GAME_PART Lanes operator&(Lanes a, Lanes b) {
    return {_mm256_and_si256(a.low, b.low), _mm256_and_si256(a.high, b.high)};
}
GAME_PART Lanes operator|(Lanes a, Lanes b) { return {_mm256_or_si256(a.low, b.low), _mm256_or_si256(a.high, b.high)}; }
GAME_PART Lanes operator^(Lanes a, Lanes b) {
    return {_mm256_xor_si256(a.low, b.low), _mm256_xor_si256(a.high, b.high)};
}
GAME_PART Lanes operator+(Lanes a, Lanes b) {
    return {_mm256_add_epi32(a.low, b.low), _mm256_add_epi32(a.high, b.high)};
}
GAME_PART Lanes operator-(Lanes a, Lanes b) {
    return {_mm256_sub_epi32(a.low, b.low), _mm256_sub_epi32(a.high, b.high)};
}
GAME_PART Lanes operator*(Lanes a, Lanes b) {
    return {_mm256_mullo_epi32(a.low, b.low), _mm256_mullo_epi32(a.high, b.high)};
}
GAME_PART Lanes without(Lanes a, Lanes b) {
    return {_mm256_andnot_si256(b.low, a.low), _mm256_andnot_si256(b.high, a.high)};
}
GAME_PART Lanes up(Lanes a, int bits) {
    const __m128i by = _mm_cvtsi32_si128(bits);
    return {_mm256_sll_epi32(a.low, by), _mm256_sll_epi32(a.high, by)};
}
GAME_PART Lanes down(Lanes a, int bits) {
    const __m128i by = _mm_cvtsi32_si128(bits);
    return {_mm256_srl_epi32(a.low, by), _mm256_srl_epi32(a.high, by)};
}
template <int BITS>
GAME_PART Lanes up(Lanes a) {
    return {_mm256_slli_epi32(a.low, BITS), _mm256_slli_epi32(a.high, BITS)};
}
template <int BITS>
GAME_PART Lanes down(Lanes a) {
    return {_mm256_srli_epi32(a.low, BITS), _mm256_srli_epi32(a.high, BITS)};
}
GAME_PART Lanes up(Lanes a, Lanes bits) {
    return {_mm256_sllv_epi32(a.low, bits.low), _mm256_sllv_epi32(a.high, bits.high)};
}
GAME_PART Lanes larger(Lanes a, Lanes b) { return {_mm256_max_epi32(a.low, b.low), _mm256_max_epi32(a.high, b.high)}; }
GAME_PART Lanes smaller(Lanes a, Lanes b) { return {_mm256_min_epi32(a.low, b.low), _mm256_min_epi32(a.high, b.high)}; }
// Eight entries at a time, which the lowest three bits of an index choose among; a higher bit
// chooses between two such halves.
template <int SIZE>
GAME_PART __m256i looked_up_by(const int32_t* table, __m256i index) {
    if constexpr (SIZE == 8) {
        return _mm256_permutevar8x32_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(table)), index);
    } else {
        constexpr int TO_SIGN = SIZE == 16 ? 28 : SIZE == 32 ? 27 : 26;
        const __m256 first = _mm256_castsi256_ps(looked_up_by<SIZE / 2>(table, index));
        const __m256 second = _mm256_castsi256_ps(looked_up_by<SIZE / 2>(table + SIZE / 2, index));
        const __m256 is_second = _mm256_castsi256_ps(_mm256_slli_epi32(index, TO_SIGN));
        return _mm256_castps_si256(_mm256_blendv_ps(first, second, is_second));
    }
}
// The entries of a table of 8, 16, 32 or 64 numbers that each lane asks for.
template <int SIZE>
GAME_PART Lanes looked_up(const int32_t* table, Lanes index) {
    return {looked_up_by<SIZE>(table, index.low), looked_up_by<SIZE>(table, index.high)};
}
// AVX2 counts no bits: look up half bytes, then add the four bytes of each lane.
GAME_PART __m256i ones_of(__m256i a) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2,
                                           2, 3, 2, 3, 3, 4);
    const __m256i half = _mm256_set1_epi8(15);
    const __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(a, half));
    const __m256i high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi32(a, 4), half));
    const __m256i pairs = _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1));
    return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}
GAME_PART Lanes ones(Lanes a) { return {ones_of(a.low), ones_of(a.high)}; }
GAME_PART Lanes bit_length(Lanes a) {
    a = a | down<1>(a);
    a = a | down<2>(a);
    a = a | down<4>(a);
    a = a | down<8>(a);
    return ones(a | down<16>(a));
}
template <int BY>
GAME_PART Lanes rotated(Lanes a) {
    constexpr int STEP = (BY % LANES + LANES) % LANES, PART = STEP % 8;
    const __m256i first = STEP < 8 ? a.low : a.high, second = STEP < 8 ? a.high : a.low;
    if constexpr (PART == 0) {
        return {first, second};
    } else {
        const __m256i order = _mm256_and_si256(
            _mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(PART)), _mm256_set1_epi32(7));
        const __m256i one = _mm256_permutevar8x32_epi32(first, order);
        const __m256i two = _mm256_permutevar8x32_epi32(second, order);
        constexpr int FROM_NEXT = 0xFF & ~(0xFF >> PART);
        return {_mm256_blend_epi32(one, two, FROM_NEXT), _mm256_blend_epi32(two, one, FROM_NEXT)};
    }
}
GAME_PART Mask equal(Lanes a, Lanes b) {
    return {_mm256_cmpeq_epi32(a.low, b.low), _mm256_cmpeq_epi32(a.high, b.high)};
}
GAME_PART Mask greater(Lanes a, Lanes b) {
    return {_mm256_cmpgt_epi32(a.low, b.low), _mm256_cmpgt_epi32(a.high, b.high)};
}
GAME_PART Mask nonzero(Lanes a) {
    const Mask zero = equal(a, splat(0));
    const __m256i all = _mm256_set1_epi32(-1);
    return {_mm256_xor_si256(zero.low, all), _mm256_xor_si256(zero.high, all)};
}
GAME_PART Mask operator|(Mask a, Mask b) { return {_mm256_or_si256(a.low, b.low), _mm256_or_si256(a.high, b.high)}; }
GAME_PART Lanes select(Mask mask, Lanes a, Lanes b) {
    return {_mm256_blendv_epi8(b.low, a.low, mask.low), _mm256_blendv_epi8(b.high, a.high, mask.high)};
}
GAME_PART uint32_t bits(Mask mask) {
    const auto low = static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(mask.low)));
    const auto high = static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(mask.high)));
    return low | high << 8;
}
GAME_PART bool any(Lanes a) {
    const __m256i both = _mm256_or_si256(a.low, a.high);
    return !_mm256_testz_si256(both, both);
}
// All lanes joined into one, halves by halves.
template <typename Join>
GAME_PART uint32_t joined(Lanes a, const Join& join) {
    __m256i all = join(a.low, a.high);
    all = join(all, _mm256_permute2x128_si256(all, all, 1));
    all = join(all, _mm256_shuffle_epi32(all, 0x4E));
    return static_cast<uint32_t>(_mm256_cvtsi256_si32(join(all, _mm256_shuffle_epi32(all, 0xB1))));
}
GAME_PART uint32_t sum(Lanes a) {
    return joined(a, [](__m256i x, __m256i y) { return _mm256_add_epi32(x, y); });
}
GAME_PART int32_t largest(Lanes a) {
    return static_cast<int32_t>(joined(a, [](__m256i x, __m256i y) { return _mm256_max_epi32(x, y); }));
}
GAME_PART uint32_t all_of(Lanes a) {
    return joined(a, [](__m256i x, __m256i y) { return _mm256_and_si256(x, y); });
}
GAME_PART uint32_t any_of(Lanes a) {
    return joined(a, [](__m256i x, __m256i y) { return _mm256_or_si256(x, y); });
}

}  // namespace tilefall::TILEFALL_ISA
