// Lanes as an array: for the GPU, whose compilers take no vectors.
// Included by lanes.hpp, which says what lanes are.
#pragma once

namespace tilefall::TILEFALL_ISA {

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
GAME_FN Lanes smaller(Lanes a, Lanes b) {
    TILEFALL_LANES(Lanes, as_signed(a.v[i]) < as_signed(b.v[i]) ? a.v[i] : b.v[i]);
}
// The entries of a table of 8, 16, 32 or 64 numbers that each lane asks for.
template <int SIZE>
GAME_FN Lanes looked_up(const int32_t* table, Lanes index) {
    TILEFALL_LANES(Lanes, static_cast<uint32_t>(table[index.v[i] & (SIZE - 1)]));
}
GAME_FN Lanes ones(Lanes a) { TILEFALL_LANES(Lanes, static_cast<uint32_t>(ones(a.v[i]))); }
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

}  // namespace tilefall::TILEFALL_ISA
