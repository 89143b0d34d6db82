// The table of positions that a search of IJK knows: buckets of four, shared by threads.
#pragma once

#include "tilefall/ijk.hpp"

namespace tilefall::TILEFALL_ISA {

// 64 bits that stand for a position; two rows are folded into one product.
GAME_FN uint64_t position_key(const IjkBoard& board, int player) {
    uint64_t key = player == 0 ? 0x9E3779B97F4A7C15ull : 0xC2B2AE3D27D4EB4Full;
    for (int row = 0; row < 8; row += 2) {
        const uint64_t a = board.rows[row] ^ 0xA0761D6478BD642Full;
        const uint64_t b = board.rows[row + 1] ^ (0xE7037ED1A0B428DBull + static_cast<uint64_t>(row));
        key = (key ^ a * b ^ high_bits(a, b)) * 0x8EBC6AF09C88C6E3ull;
        key ^= key >> 29;
    }
    return key;
}

// What is known of a position: a value or a bound of it, and the move that gave it.
struct IjkFact {
    int32_t value;
    int32_t depth, move;
    IjkBound bound;
};

constexpr int FACT_DEPTH = 32, FACT_MOVE = 40, FACT_BOUND = 48, FACT_SEARCH = 56;  // first bits

GAME_FN uint64_t packed_fact(const IjkFact& fact, uint8_t search) {
    return static_cast<uint32_t>(fact.value) | static_cast<uint64_t>(fact.depth) << FACT_DEPTH |
           static_cast<uint64_t>(fact.move) << FACT_MOVE |
           static_cast<uint64_t>(fact.bound) << FACT_BOUND |
           static_cast<uint64_t>(search) << FACT_SEARCH;
}

GAME_FN IjkFact unpacked_fact(uint64_t fact) {
    return {static_cast<int32_t>(static_cast<uint32_t>(fact)), static_cast<int32_t>(fact >> FACT_DEPTH & 0xFF),
            static_cast<int32_t>(fact >> FACT_MOVE & 0xFF), static_cast<IjkBound>(fact >> FACT_BOUND & 0xFF)};
}

GAME_FN IjkBucket& bucket_of(const IjkKnown& known, uint64_t key) {
    return known.buckets[key & known.mask];
}

// Whether this search knows the position; if so, what.
GAME_FN bool find_fact(const IjkKnown& known, uint64_t key, IjkFact& fact) {
    for (const IjkEntry& entry : bucket_of(known, key).entries) {
        const uint64_t packed = shared_word(entry.fact);
        if ((shared_word(entry.mixed_key) ^ packed) == key && packed >> FACT_SEARCH == known.search) {
            fact = unpacked_fact(packed);
            return true;
        }
    }
    return false;
}

// Remembers a fact in the place of what the table knew of the position, of a position of another
// search, or of the one that took the least work.
GAME_FN void remember(const IjkKnown& known, uint64_t key, const IjkFact& fact) {
    IjkEntry* place = nullptr;
    int least = 256;
    for (IjkEntry& entry : bucket_of(known, key).entries) {
        const uint64_t packed = shared_word(entry.fact);
        const bool is_mine = packed >> FACT_SEARCH == known.search;
        if (is_mine && (shared_word(entry.mixed_key) ^ packed) == key) {
            place = &entry;
            break;
        }
        const int work = is_mine ? unpacked_fact(packed).depth : -1;
        if (work < least) {
            least = work;
            place = &entry;
        }
    }
    const uint64_t packed = packed_fact(fact, known.search);
    share_word(place->mixed_key, key ^ packed);
    share_word(place->fact, packed);
}

}  // namespace tilefall::TILEFALL_ISA
