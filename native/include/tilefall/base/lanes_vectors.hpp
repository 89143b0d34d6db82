// Lanes as four vectors of the compiler, for processors without AVX2 (SSE2, NEON); lanes.hpp says what lanes are.
#pragma once

namespace tilefall::TILEFALL_ISA {

using Four = uint32_t __attribute__((vector_size(16)));
using FourSigned = int32_t __attribute__((vector_size(16)));
using EightHalves = int16_t __attribute__((vector_size(16)));
using FourFloats = float __attribute__((vector_size(16)));

struct Lanes {
    Four a, b, c, d;
};

struct Mask {  // all bits of a lane set or none
    Four a, b, c, d;
};

GAME_PART FourSigned as_signed(Four words) { return reinterpret_cast<FourSigned>(words); }

// Four words of eight, those of the second four counted from 4 on.
template <int A, int B, int C, int D>
GAME_PART Four shuffled(Four first, Four second) {
#if defined(__clang__)
    return __builtin_shufflevector(first, second, A, B, C, D);
#else
    return __builtin_shuffle(first, second, Four{A, B, C, D});
#endif
}

// The four words from such a place on. SSE2 needs two steps, which GCC does not find by itself.
template <int PLACE>
GAME_PART Four from_place(Four first, Four second) {
#if defined(__SSE2__)
    const Four edge = shuffled<3, 3, 4, 4>(first, second);
    if constexpr (PLACE == 1) return shuffled<1, 2, 4, 6>(first, edge);
    if constexpr (PLACE == 3) return shuffled<0, 2, 5, 6>(edge, second);
#endif
    return shuffled<PLACE, PLACE + 1, PLACE + 2, PLACE + 3>(first, second);
}

GAME_PART Four four_of(uint32_t word) { return Four{word, word, word, word}; }

GAME_PART Four loaded(const uint32_t* from) {
    Four words;
    __builtin_memcpy(&words, from, sizeof words);
    return words;
}

GAME_PART Lanes splat(uint32_t word) {
    const Four all = four_of(word);
    return {all, all, all, all};
}
GAME_PART Lanes load(const uint32_t* from) {
    return {loaded(from), loaded(from + 4), loaded(from + 8), loaded(from + 12)};
}
GAME_PART void store(Lanes x, uint32_t* to) { __builtin_memcpy(to, &x, sizeof x); }
GAME_PART Lanes operator&(Lanes x, Lanes y) { return {x.a & y.a, x.b & y.b, x.c & y.c, x.d & y.d}; }
GAME_PART Lanes operator|(Lanes x, Lanes y) { return {x.a | y.a, x.b | y.b, x.c | y.c, x.d | y.d}; }
GAME_PART Lanes operator^(Lanes x, Lanes y) { return {x.a ^ y.a, x.b ^ y.b, x.c ^ y.c, x.d ^ y.d}; }
GAME_PART Lanes operator+(Lanes x, Lanes y) { return {x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d}; }
GAME_PART Lanes operator-(Lanes x, Lanes y) { return {x.a - y.a, x.b - y.b, x.c - y.c, x.d - y.d}; }
GAME_PART Lanes operator*(Lanes x, Lanes y) { return {x.a * y.a, x.b * y.b, x.c * y.c, x.d * y.d}; }
GAME_PART Lanes without(Lanes x, Lanes y) { return {x.a & ~y.a, x.b & ~y.b, x.c & ~y.c, x.d & ~y.d}; }
GAME_PART Lanes up(Lanes x, int bits) {
    const Four by = four_of(static_cast<uint32_t>(bits));
    return {x.a << by, x.b << by, x.c << by, x.d << by};
}
GAME_PART Lanes down(Lanes x, int bits) {
    const Four by = four_of(static_cast<uint32_t>(bits));
    return {x.a >> by, x.b >> by, x.c >> by, x.d >> by};
}
template <int BITS>
GAME_PART Lanes up(Lanes x) {
    return {x.a << BITS, x.b << BITS, x.c << BITS, x.d << BITS};
}
template <int BITS>
GAME_PART Lanes down(Lanes x) {
    return {x.a >> BITS, x.b >> BITS, x.c >> BITS, x.d >> BITS};
}
// A shift by another number in every lane, which SSE2 does not have, is a product: the exponent of a float
// makes powers of two. They are negative, since the largest one is a number of 32 bits only then.
GAME_PART Four up_by(Four words, Four bits) {
    const Four is_left = reinterpret_cast<Four>(bits < 32);
    const Four minus_one = four_of(0xBF800000u);
    const FourFloats powers = reinterpret_cast<FourFloats>(((bits & 31) << 23) + minus_one);
    const Four negative = reinterpret_cast<Four>(__builtin_convertvector(powers, FourSigned));
    return (0 - words * negative) & is_left;
}
GAME_PART Lanes up(Lanes x, Lanes bits) {
    return {up_by(x.a, bits.a), up_by(x.b, bits.b), up_by(x.c, bits.c), up_by(x.d, bits.d)};
}
GAME_PART Four picked(Four mask, Four x, Four y) { return (x & mask) | (y & ~mask); }
GAME_PART Four is_greater(Four x, Four y) { return reinterpret_cast<Four>(as_signed(x) > as_signed(y)); }
GAME_PART Four larger_of(Four x, Four y) { return picked(is_greater(x, y), x, y); }
GAME_PART Four smaller_of(Four x, Four y) { return picked(is_greater(x, y), y, x); }
GAME_PART Lanes larger(Lanes x, Lanes y) {
    return {larger_of(x.a, y.a), larger_of(x.b, y.b), larger_of(x.c, y.c), larger_of(x.d, y.d)};
}
GAME_PART Lanes smaller(Lanes x, Lanes y) {
    return {smaller_of(x.a, y.a), smaller_of(x.b, y.b), smaller_of(x.c, y.c), smaller_of(x.d, y.d)};
}
template <int SIZE>
GAME_PART Four looked_up_by(const int32_t* table, Four index) {
    const Four at = index & (SIZE - 1);
    return reinterpret_cast<Four>(FourSigned{table[at[0]], table[at[1]], table[at[2]], table[at[3]]});
}
// The entries of a table of 8, 16, 32 or 64 numbers that each lane asks for.
template <int SIZE>
GAME_PART Lanes looked_up(const int32_t* table, Lanes index) {
    return {looked_up_by<SIZE>(table, index.a), looked_up_by<SIZE>(table, index.b), looked_up_by<SIZE>(table, index.c),
            looked_up_by<SIZE>(table, index.d)};
}
GAME_PART Four ones_of(Four words) {
    words = words - (words >> 1 & 0x55555555u);
    words = (words & 0x33333333u) + (words >> 2 & 0x33333333u);
    words = (words + (words >> 4)) & 0x0F0F0F0Fu;
    words = words + (words >> 16);
    return (words + (words >> 8)) & 63;
}
GAME_PART Lanes ones(Lanes x) { return {ones_of(x.a), ones_of(x.b), ones_of(x.c), ones_of(x.d)}; }
// The highest bit is the exponent of a float: from 127 on, 0 of none, and 256 more with a sign. Without
// the bit below it no number is rounded up to the next power of two.
GAME_PART Four bit_length_of(Four words) {
    const FourSigned highest = as_signed(words & ~(words >> 1));
    const Four exponent = reinterpret_cast<Four>(__builtin_convertvector(highest, FourFloats)) >> 23;
    const EightHalves length = reinterpret_cast<EightHalves>(exponent) - int16_t{126};
    const EightHalves most = EightHalves{} + int16_t{32};
    const EightHalves with_sign = length < most ? length : most;
    return reinterpret_cast<Four>(with_sign > 0 ? with_sign : EightHalves{});
}
GAME_PART Lanes bit_length(Lanes x) {
    return {bit_length_of(x.a), bit_length_of(x.b), bit_length_of(x.c), bit_length_of(x.d)};
}
template <int BY>
GAME_PART Lanes rotated(Lanes x) {
    constexpr int STEP = (BY % LANES + LANES) % LANES, PART = STEP % 4;
    if constexpr (STEP >= 4) {
        return rotated<STEP - 4>(Lanes{x.b, x.c, x.d, x.a});
    } else if constexpr (PART == 0) {
        return x;
    } else {
        return {from_place<PART>(x.a, x.b), from_place<PART>(x.b, x.c), from_place<PART>(x.c, x.d),
                from_place<PART>(x.d, x.a)};
    }
}
GAME_PART Four is_equal(Four x, Four y) { return reinterpret_cast<Four>(x == y); }
GAME_PART Mask equal(Lanes x, Lanes y) {
    return {is_equal(x.a, y.a), is_equal(x.b, y.b), is_equal(x.c, y.c), is_equal(x.d, y.d)};
}
GAME_PART Mask greater(Lanes x, Lanes y) {
    return {is_greater(x.a, y.a), is_greater(x.b, y.b), is_greater(x.c, y.c), is_greater(x.d, y.d)};
}
GAME_PART Mask nonzero(Lanes x) {
    const Mask zero = equal(x, splat(0));
    return {~zero.a, ~zero.b, ~zero.c, ~zero.d};
}
GAME_PART Mask operator|(Mask x, Mask y) { return {x.a | y.a, x.b | y.b, x.c | y.c, x.d | y.d}; }
GAME_PART Lanes select(Mask mask, Lanes x, Lanes y) {
    return {picked(mask.a, x.a, y.a), picked(mask.b, x.b, y.b), picked(mask.c, x.c, y.c), picked(mask.d, x.d, y.d)};
}
GAME_PART Four crossed(Four x) { return shuffled<2, 3, 0, 1>(x, x); }
GAME_PART Four shifted_round(Four x) { return shuffled<1, 2, 3, 0>(x, x); }
GAME_PART uint32_t sum(Lanes x) {
    const Four four = x.a + x.b + x.c + x.d, two = four + crossed(four);
    return (two + shifted_round(two))[0];
}
GAME_PART int32_t largest(Lanes x) {
    const Four four = larger_of(larger_of(x.a, x.b), larger_of(x.c, x.d));
    const Four two = larger_of(four, crossed(four));
    return static_cast<int32_t>(larger_of(two, shifted_round(two))[0]);
}
GAME_PART uint32_t all_of(Lanes x) {
    const Four four = x.a & x.b & x.c & x.d, two = four & crossed(four);
    return (two & shifted_round(two))[0];
}
GAME_PART uint32_t any_of(Lanes x) {
    const Four four = x.a | x.b | x.c | x.d, two = four | crossed(four);
    return (two | shifted_round(two))[0];
}
GAME_PART bool any(Lanes x) { return any_of(x) != 0; }
GAME_PART uint32_t bits(Mask mask) {
    return any_of({mask.a & Four{1, 2, 4, 8}, mask.b & Four{1 << 4, 2 << 4, 4 << 4, 8 << 4},
                   mask.c & Four{1 << 8, 2 << 8, 4 << 8, 8 << 8}, mask.d & Four{1 << 12, 2 << 12, 4 << 12, 8 << 12}});
}

}  // namespace tilefall::TILEFALL_ISA
