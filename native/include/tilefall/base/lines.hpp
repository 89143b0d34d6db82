// Lines: sliding and merging tiles on eight lines at once. A line is a 64-bit word whose byte c is column c; 0 is an
// empty cell, the low four bits of a tile are its letter from 1 to 13, bit 4 is set for lower case. A set of cells is a
// word as well: bit 8 * row + column.
//
// Tiles keep their order when they slide to either end of a line, so both slides share most of
// their work: the tiles are packed at the start and compared with their neighbours once. Then each
// slide picks its own pairs, packs again, and the second one shifts to the end of the line.
#pragma once

#include "tilefall/base/isa.hpp"
#include "tilefall/ijk/types.hpp"

namespace tilefall::TILEFALL_ISA {

using Lines = IjkBoard;

// The moves in the order of rules/ijk.py (I3).
enum Direction : int { UP = 0, DOWN = 1, LEFT = 2, RIGHT = 3 };

// Keeps the compiler from dropping the work that made a value nobody reads.
inline void made(uint64_t value) { asm volatile("" ::"r"(value)); }

// The first six tiles of a line, five bits each.
inline uint32_t folded(uint64_t line) {
#if defined(TILEFALL_AVX512) || defined(TILEFALL_AVX2)
    return static_cast<uint32_t>(_pext_u64(line, 0x1F1F1F1F1F1Full));
#else
    // pairs, then pairs of pairs, then all
    line = (line & 0x001F001F001F001Full) | (line & 0x1F001F001F001F00ull) >> 3;
    line = (line & 0x000003FF000003FFull) | (line & 0x03FF000003FF0000ull) >> 6;
    return (static_cast<uint32_t>(line) | static_cast<uint32_t>(line >> 32) << 20) & ((1u << 30) - 1);
#endif
}

// Every line of a board slid to both of its ends.
struct BothSlides {
    Lines to_start, to_end;
};

// The highest letter of either player; 0 for one without tiles.
struct Tops {
    int upper, lower;
};

// What a pair adds when it merges, for the player who moves.
inline int32_t pair_gain(const IjkValues& values, int letter, int cases, int player) {
    if (letter == 0 || letter > 12) return 0;
    const int32_t next = values.of_letter[letter + 1];
    const bool is_mixed = cases == 1 || cases == 2;
    if (is_mixed) return next;
    const int32_t gain = next - 2 * values.of_letter[letter];
    return (cases == 3) == (player == 1) ? gain : -gain;
}

}  // namespace tilefall::TILEFALL_ISA

// Both files below define slide, slide_all, both_slides, transpose, filled_cells, lower_cells, has_letter,
// highest_letters, put, with_tiles, with_line, the sum over tiles, and find_mixed: the letters of tiles whose
// neighbour at the right or below is the same in the other case. And they define line_gains: what sliding eight
// lines to both ends adds to the total of the tiles. A slide changes it only where two tiles merge, so the pairs of
// a line tell what its slide is worth, and for that no line has to be slid.
#if defined(TILEFALL_AVX512)
#include "tilefall/base/lines_avx512.hpp"
#else
#include "tilefall/base/lines_words.hpp"
#endif

namespace tilefall::TILEFALL_ISA {

// Lower case is worth as much less than nothing as upper case is worth.
inline TileTable table_of(const IjkValues& values) {
    IjkValues lower = values;
    for (int32_t& value : lower.of_letter) value = -value;
    return table_of(values, lower);
}

}  // namespace tilefall::TILEFALL_ISA
