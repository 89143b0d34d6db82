// Belief: how likely each piece is under a hidden mix, given what was seen; the twin of
// rules/draws.py's posterior in whole parts (F11, S3). Numbers are kept as mantissa and exponent in
// whole numbers, so that every machine gives the same parts and no count is too large.
#pragma once

#include "tilefall/portable.hpp"
#include "tilefall/types.hpp"

namespace tilefall::TILEFALL_ISA {

constexpr uint32_t BELIEF_PARTS = 1 << 16;
constexpr int LARGEST_MIX_WEIGHT = 10;
constexpr int MIX_SUMS = MAX_PIECES * LARGEST_MIX_WEIGHT + 1;

// mantissa * 2^exponent; the mantissa's top bit is set, or all of it is 0.
struct Scaled {
    uint64_t mantissa;
    int64_t exponent;
};

GAME_FN Scaled normal(uint64_t mantissa, int64_t exponent) {
    if (mantissa == 0) return {0, 0};
    while (mantissa >> 63 == 0) {
        mantissa <<= 1;
        exponent -= 1;
    }
    return {mantissa, exponent};
}

GAME_FN Scaled product(Scaled a, Scaled b) {
    return normal(high_bits(a.mantissa, b.mantissa), a.exponent + b.exponent + 64);
}

GAME_FN Scaled total(Scaled a, Scaled b) {
    if (a.mantissa == 0) return b;
    if (b.mantissa == 0) return a;
    if (a.exponent < b.exponent) {
        const Scaled larger = b;
        b = a;
        a = larger;
    }
    const int64_t apart = a.exponent - b.exponent;
    // one bit down, so that the sum of two full mantissas has room
    const uint64_t rest = apart < 63 ? b.mantissa >> (apart + 1) : 0;
    return normal((a.mantissa >> 1) + rest, a.exponent + 1);
}

GAME_FN Scaled power(Scaled base, uint64_t times) {
    Scaled result = normal(1, 0);
    for (; times != 0; times >>= 1) {
        if (times & 1) result = product(result, base);
        base = product(base, base);
    }
    return result;
}

// The parts of 65536 that each piece is expected with.
GAME_FN void posterior(const uint64_t* seen, int pieces, uint32_t* parts) {
    Scaled shares[MAX_PIECES], sum{0, 0};
    uint64_t draws = 1;
    for (int piece = 0; piece < pieces; ++piece) draws += seen[piece];
    for (int piece = 0; piece < pieces; ++piece) {
        Scaled by_sum[MIX_SUMS] = {};  // by the sum of the weights: summed product of weight^count
        by_sum[0] = normal(1, 0);
        for (int other = 0; other < pieces; ++other) {
            const uint64_t count = seen[other] + (other == piece ? 1 : 0);
            Scaled folded[MIX_SUMS] = {};
            for (uint64_t weight = 0; weight <= LARGEST_MIX_WEIGHT; ++weight) {
                const Scaled factor = power(normal(weight, 0), count);
                if (factor.mantissa == 0) continue;
                for (uint64_t at = 0; at <= uint64_t(other) * LARGEST_MIX_WEIGHT; ++at) {
                    folded[at + weight] = total(folded[at + weight], product(by_sum[at], factor));
                }
            }
            for (int at = 0; at < MIX_SUMS; ++at) by_sum[at] = folded[at];
        }
        shares[piece] = {0, 0};
        for (uint64_t at = 1; at < MIX_SUMS; ++at) {
            const Scaled inverse = normal(~uint64_t{0} / at, -64);
            shares[piece] = total(shares[piece], product(by_sum[at], power(inverse, draws)));
        }
        sum = total(sum, shares[piece]);
    }
    for (int piece = 0; piece < pieces; ++piece) {
        const int64_t apart = sum.exponent - shares[piece].exponent;
        const uint64_t share = apart < 64 ? shares[piece].mantissa >> apart >> 18 : 0;
        const uint64_t whole = sum.mantissa >> 18;
        parts[piece] = static_cast<uint32_t>((share * 2 * BELIEF_PARTS + whole) / (2 * whole));
    }
}

}  // namespace tilefall::TILEFALL_ISA
