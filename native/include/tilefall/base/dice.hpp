// Dice: randomness as a pure function of seed, turn and lane (D1 to D4); and digests, 64 bits that tell two
// states apart (D5). The twin of rules/dice.py and rules/digest.py.
#pragma once

#include "tilefall/base/isa.hpp"

namespace tilefall::TILEFALL_ISA {

// The four words that lanes 4 * block to 4 * block + 3 of a turn roll with.
struct Roll {
    uint32_t words[4];
};

// Philox4x32-10 of Salmon et al. (2011): counter in, random words out, nothing kept.
GAME_FN Roll philox(uint64_t key, uint64_t turn, uint32_t block) {
    uint32_t a = static_cast<uint32_t>(turn), b = static_cast<uint32_t>(turn >> 32), c = block, d = 0;
    uint32_t low = static_cast<uint32_t>(key), high = static_cast<uint32_t>(key >> 32);
    for (int round = 0; round < 10; ++round) {
        const uint64_t first = uint64_t{0xD2511F53u} * a, second = uint64_t{0xCD9E8D57u} * c;
        a = static_cast<uint32_t>(second >> 32) ^ b ^ low;
        b = static_cast<uint32_t>(second);
        c = static_cast<uint32_t>(first >> 32) ^ d ^ high;
        d = static_cast<uint32_t>(first);
        low += 0x9E3779B9u;
        high += 0xBB67AE85u;
    }
    return {{a, b, c, d}};
}

// A number from 0 to sides - 1 out of one word of a roll.
GAME_FN uint32_t side(uint32_t word, uint32_t sides) { return static_cast<uint32_t>(uint64_t{word} * sides >> 32); }

GAME_FN uint32_t roll(uint64_t seed, uint64_t turn, uint32_t sides, uint32_t lane) {
    return side(philox(seed, turn, lane / 4).words[lane % 4], sides);
}

// Digest: 64 bits that tell two states apart; the twin of rules/digest.py (D5).

struct Digest {
    uint64_t value = 0x74696C6566616C6Cull;

    GAME_FN void add(uint64_t word) {
        uint64_t mixed = (value ^ word) + 0x9E3779B97F4A7C15ull;
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9ull;
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBull;
        value = mixed ^ mixed >> 31;
    }
};

}  // namespace tilefall::TILEFALL_ISA
