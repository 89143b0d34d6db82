// Digest: 64 bits that tell two states apart; the twin of rules/digest.py (D5).
#pragma once

#include "tilefall/portable.hpp"

namespace tilefall::TILEFALL_ISA {

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
