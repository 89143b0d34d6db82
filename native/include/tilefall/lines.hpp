// Lines: sliding and merging tiles on eight lines at once, and all that differs here between
// instruction sets. A line is a 64-bit word whose byte c is column c; 0 is an empty cell, the low
// four bits of a tile are its letter from 1 to 13, bit 4 is set for lower case.
// A set of cells is a 64-bit word too: bit 8 * row + column.
//
// Tiles keep their order when they slide to either end of a line, so both slides share most of
// their work: the tiles are packed at the start and compared with their neighbours once. Then each
// slide picks its own pairs, packs again, and the second one shifts to the end of the line.
#pragma once

#include "tilefall/portable.hpp"
#include "tilefall/types.hpp"

namespace tilefall::TILEFALL_ISA {

using Lines = IjkBoard;

// The moves in the order of rules/ijk.py (I3).
enum Direction : int { UP = 0, DOWN = 1, LEFT = 2, RIGHT = 3 };

// Keeps the compiler from dropping the work that made a value nobody reads.
GAME_FN void made(uint64_t value) {
#if defined(__CUDA_ARCH__)
    asm volatile("" ::"l"(value));
#else
    asm volatile("" ::"r"(value));
#endif
}

#if defined(TILEFALL_AVX512)

// A board is one register, and a byte mask one mask register.
using Words = __m512i;

struct Index {
    alignas(64) uint8_t from[64];
};

constexpr Index transposing() {
    Index index{};
    for (int i = 0; i < 64; ++i) index.from[i] = static_cast<uint8_t>(i % 8 * 8 + i / 8);
    return index;
}

inline constexpr Index TRANSPOSING = transposing();

// All bytes, all words: the intrinsics without a mask draw false warnings from GCC 12.
inline constexpr __mmask64 ALL_BYTES = ~0ull;
inline constexpr __mmask16 ALL_HALVES = 0xFFFF;
inline constexpr __mmask8 ALL_WORDS = 0xFF;

GAME_FN Words loaded(const Lines& lines) { return _mm512_load_si512(lines.rows); }
GAME_FN void store(Lines& lines, Words words) { _mm512_store_si512(lines.rows, words); }
GAME_FN Words bytes(int value) { return _mm512_set1_epi8(static_cast<char>(value)); }

GAME_FN Words shifted_up(Words lines) { return _mm512_maskz_slli_epi64(ALL_WORDS, lines, 8); }

GAME_FN Words transposed(Words lines) {
    return _mm512_maskz_permutexvar_epi8(ALL_BYTES, _mm512_load_si512(TRANSPOSING.from), lines);
}

GAME_FN Words reversed(Words lines) {
    const __m128i from = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    return _mm512_shuffle_epi8(lines, _mm512_maskz_broadcast_i32x4(ALL_HALVES, from));
}

// Every second byte of each run of 0xFF, from the run's first on: the pairs that merge (I6).
// Adding 1 to the runs that start at even places turns exactly those to zeros.
GAME_FN Words alternate(Words runs) {
    const Words even = _mm512_set1_epi16(0x00FF), even_ones = _mm512_set1_epi16(1);
    const Words starts =
        _mm512_ternarylogic_epi64(runs, shifted_up(runs), even_ones, 0x20);
    return _mm512_ternarylogic_epi64(runs, _mm512_add_epi64(runs, starts), even, 0x60);
}

// For each word a mask of as many low bytes as an eighth of its value.
GAME_FN __mmask64 low_bytes(Words eighths) {
    const Words beyond = _mm512_maskz_sllv_epi64(ALL_WORDS, bytes(-1), eighths);
    return _mm512_testn_epi8_mask(beyond, beyond);
}

struct Packed {
    Words tiles;     // of each line, from byte 0 on
    Words joined;    // what each becomes together with its successor
    Words equal;     // 0xFF where the two merge
    Words bits;      // eight times the number of tiles
    __mmask64 mask;  // where tiles are
};

GAME_FN Packed packed(Words lines, int player) {
    constexpr int64_t MERGING = 0x1FFE1FFE1FFE1FFEll;  // bit b: a tile b is no empty cell and no M
    const __mmask64 filled = _mm512_test_epi8_mask(lines, lines);
    Packed line;
    line.bits = _mm512_popcnt_epi64(_mm512_movm_epi8(filled));
    line.mask = low_bytes(line.bits);
    line.tiles = _mm512_maskz_expand_epi8(line.mask, _mm512_maskz_compress_epi8(filled, lines));
    const Words next = _mm512_maskz_srli_epi64(ALL_WORDS, line.tiles, 8);
    const __mmask64 merging = _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(MERGING), line.tiles);
    line.equal = _mm512_movm_epi8(_mm512_mask_testn_epi8_mask(
        merging, _mm512_xor_si512(line.tiles, next), bytes(15)));
    // the majority of the two cases and the mover's is the case that the new tile has (I7)
    const Words both = _mm512_ternarylogic_epi64(line.tiles, next, bytes(-player), 0xE8);
    line.joined = _mm512_add_epi8(both, bytes(1));
    return line;
}

struct Slid {
    Words lines;
    Words bits;  // eight times the number of tiles
};

GAME_FN Slid merged(const Packed& line, Words pairs) {
    const Words tiles = _mm512_ternarylogic_epi64(pairs, line.joined, line.tiles, 0xCA);
    const Words gone = shifted_up(pairs);
    const __mmask64 kept = _mm512_mask_testn_epi8_mask(line.mask, gone, gone);
    const Words bits = _mm512_sub_epi64(line.bits, _mm512_popcnt_epi64(pairs));
    return {_mm512_maskz_expand_epi8(low_bytes(bits), _mm512_maskz_compress_epi8(kept, tiles)), bits};
}

GAME_FN Words slid_to_start(const Packed& line) { return merged(line, alternate(line.equal)).lines; }

GAME_FN Words slid_to_end(const Packed& line, int size) {
    const Slid slid = merged(line, reversed(alternate(reversed(line.equal))));
    const Words margin = _mm512_sub_epi64(_mm512_set1_epi64(8 * size), slid.bits);
    return _mm512_maskz_sllv_epi64(ALL_WORDS, slid.lines, margin);
}

GAME_FN void slide(const Lines& lines, int size, int move, int player, Lines& out) {
    const bool is_vertical = move == UP || move == DOWN;
    const Words board = loaded(lines);
    const Packed line = packed(is_vertical ? transposed(board) : board, player);
    const Words slid =
        move == UP || move == LEFT ? slid_to_start(line) : slid_to_end(line, size);
    store(out, is_vertical ? transposed(slid) : slid);
}

GAME_FN void slide_all(const Lines& lines, int size, int player, Lines out[4]) {
    const Packed rows = packed(loaded(lines), player);
    const Packed columns = packed(transposed(loaded(lines)), player);
    store(out[UP], transposed(slid_to_start(columns)));
    store(out[DOWN], transposed(slid_to_end(columns, size)));
    store(out[LEFT], slid_to_start(rows));
    store(out[RIGHT], slid_to_end(rows, size));
}

GAME_FN uint64_t filled_cells(const Lines& lines) {
    return _mm512_test_epi8_mask(loaded(lines), loaded(lines));
}

GAME_FN bool has_letter(const Lines& lines, int at_least) {
    return _mm512_cmpge_epu8_mask(_mm512_and_si512(loaded(lines), bytes(15)), bytes(at_least)) != 0;
}

// Puts a tile on an empty cell. Not with a masked move: compilers make it a masked store, which
// no load can be served from.
GAME_FN void put(Lines& lines, uint64_t cell, int tile) {
    store(lines, _mm512_or_si512(loaded(lines), _mm512_maskz_mov_epi8(cell, bytes(tile))));
}

#else

// One text for all other machines, a word at a time, with the eight bytes of a word side by side.
// No byte has its top bit set, so that adding what a number lacks to 0x80 compares with it.

GAME_FN constexpr uint64_t bytes(uint64_t value) { return value * 0x0101010101010101ull; }

// 0xFF for each byte that is 1; the others are 0.
GAME_FN uint64_t widened(uint64_t ones) { return (ones << 8) - ones; }

// Eight times the number of bytes in a mask of whole bytes. Without an instruction for it, counting
// all the bits would be a call.
GAME_FN int bits_of_bytes(uint64_t mask) {
    return static_cast<int>((mask & bytes(1)) * bytes(1) >> 56 << 3);
}

// The bytes of a line that a mask of whole bytes selects, one after the other from byte 0 on.
// Below none of them may 2^steps or more bytes be left out.
GAME_FN uint64_t squeezed(uint64_t line, uint64_t mask, [[maybe_unused]] int steps) {
#if defined(TILEFALL_AVX2)
    return _pext_u64(line, mask);
#else
    // each tile carries in bits 5 to 7 how far it goes: the number of bytes left out below it
    uint64_t gaps = ~mask & bytes(1);
    gaps += gaps << 8;
    gaps += gaps << 16;
    gaps += gaps << 32;
    line = (line | gaps << 5) & mask;
    for (int bit = 0; bit < steps; ++bit) {
        const uint64_t moving = line & widened(line >> (5 + bit) & bytes(1));
        line = (line ^ moving) | moving >> (8 << bit);
    }
    return line & bytes(0x1F);
#endif
}

GAME_FN uint64_t reversed(uint64_t line) {
#if defined(__CUDA_ARCH__)
    const uint64_t low = __byte_perm(static_cast<uint32_t>(line >> 32), 0, 0x0123);
    return uint64_t{__byte_perm(static_cast<uint32_t>(line), 0, 0x0123)} << 32 | low;
#else
    return __builtin_bswap64(line);
#endif
}

// Every second byte of each run of 0xFF, from the run's first on: the pairs that merge (I6).
// Adding 1 to the runs that start at even places turns exactly those to zeros.
GAME_FN uint64_t alternate(uint64_t runs) {
    constexpr uint64_t EVEN = 0x00FF00FF00FF00FFull;
    const uint64_t starts = runs & ~(runs << 8) & (EVEN & bytes(1));
    return runs & ((runs + starts) ^ EVEN);
}

struct Packed {
    uint64_t tiles;   // from byte 0 on
    uint64_t joined;  // what each becomes together with its successor
    uint64_t equal;   // 0xFF where the two merge
    int bits;         // eight times the number of tiles
};

GAME_FN Packed packed(uint64_t line, int player) {
    const uint64_t filled = widened((line + bytes(0x7F)) >> 7 & bytes(1));
    const uint64_t tiles = squeezed(line, filled, 3), next = tiles >> 8;
    const uint64_t letters = tiles & bytes(15), differing = (tiles ^ next) & bytes(15);
    const uint64_t merging = (letters + bytes(0x7F)) & ~(letters + bytes(0x80 - 13));
    const uint64_t equal = widened((merging & ~(differing + bytes(0x7F))) >> 7 & bytes(1));
    // the majority of the two cases and the mover's is the case that the new tile has (I7)
    const uint64_t both = player == 0 ? tiles & next : tiles | next;
    return {tiles, both + bytes(1), equal, bits_of_bytes(filled)};
}

GAME_FN uint64_t merged(const Packed& line, uint64_t pairs) {
    const uint64_t tiles = line.tiles ^ ((line.tiles ^ line.joined) & pairs);
    return squeezed(tiles, ~(pairs << 8), 2);
}

GAME_FN uint64_t slid_to_start(const Packed& line) { return merged(line, alternate(line.equal)); }

GAME_FN uint64_t slid_to_end(const Packed& line, int size) {
    const uint64_t pairs = reversed(alternate(reversed(line.equal)));
    const int margin = 8 * size - line.bits + bits_of_bytes(pairs);
    return merged(line, pairs) << (margin & 63);  // 64 only if there is nothing to shift
}

GAME_FN void transpose(Lines& lines) {
#if defined(TILEFALL_AVX2)
    // two rows woven into pairs, two pairs into fours, two fours into columns
    const __m128i weave = _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
    __m128i* rows = reinterpret_cast<__m128i*>(lines.rows);
    const __m128i a = _mm_shuffle_epi8(rows[0], weave), b = _mm_shuffle_epi8(rows[1], weave);
    const __m128i c = _mm_shuffle_epi8(rows[2], weave), d = _mm_shuffle_epi8(rows[3], weave);
    const __m128i upper_left = _mm_unpacklo_epi16(a, b), upper_right = _mm_unpackhi_epi16(a, b);
    const __m128i lower_left = _mm_unpacklo_epi16(c, d), lower_right = _mm_unpackhi_epi16(c, d);
    rows[0] = _mm_unpacklo_epi32(upper_left, lower_left);
    rows[1] = _mm_unpackhi_epi32(upper_left, lower_left);
    rows[2] = _mm_unpacklo_epi32(upper_right, lower_right);
    rows[3] = _mm_unpackhi_epi32(upper_right, lower_right);
#else
    // blocks of 4 x 4, then of 2 x 2, then single bytes change places
    constexpr uint64_t LEFT_HALVES[3] = {
        0x00000000FFFFFFFFull, 0x0000FFFF0000FFFFull, 0x00FF00FF00FF00FFull};
    for (int step = 0; step < 3; ++step) {
        const int distance = 4 >> step, shift = 8 * distance;
        for (int i = 0; i < 8; ++i) {
            if (i & distance) continue;
            uint64_t &above = lines.rows[i], &below = lines.rows[i + distance];
            const uint64_t change = (above >> shift ^ below) & LEFT_HALVES[step];
            above ^= change << shift;
            below ^= change;
        }
    }
#endif
}

// All lines slid to both ends.
GAME_FN void slide_both(const Lines& lines, int size, int player, Lines& start, Lines& end) {
    start = end = Lines{};
    for (int row = 0; row < size; ++row) {
        const Packed line = packed(lines.rows[row], player);
        start.rows[row] = slid_to_start(line);
        end.rows[row] = slid_to_end(line, size);
    }
}

GAME_FN void slide_all(const Lines& lines, int size, int player, Lines out[4]) {
    Lines columns = lines;
    transpose(columns);
    slide_both(columns, size, player, out[UP], out[DOWN]);
    transpose(out[UP]);
    transpose(out[DOWN]);
    slide_both(lines, size, player, out[LEFT], out[RIGHT]);
}

GAME_FN void slide(const Lines& lines, int size, int move, int player, Lines& out) {
    const bool is_vertical = move == UP || move == DOWN;
    out = lines;
    if (is_vertical) transpose(out);
    for (int row = 0; row < size; ++row) {
        const Packed line = packed(out.rows[row], player);
        out.rows[row] = move == UP || move == LEFT ? slid_to_start(line) : slid_to_end(line, size);
    }
    if (is_vertical) transpose(out);
}

GAME_FN uint64_t filled_cells(const Lines& lines) {
#if defined(TILEFALL_AVX2)
    const __m256i* rows = reinterpret_cast<const __m256i*>(lines.rows);
    const __m256i zero = _mm256_setzero_si256();
    const uint32_t upper = static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpgt_epi8(rows[0], zero)));
    const uint32_t lower = static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpgt_epi8(rows[1], zero)));
    return uint64_t{lower} << 32 | upper;
#else
    uint64_t cells = 0;
    for (int row = 0; row < 8; ++row) {
        const uint64_t filled = (lines.rows[row] + bytes(0x7F)) >> 7 & bytes(1);
        cells |= filled * 0x0102040810204080ull >> 56 << 8 * row;
    }
    return cells;
#endif
}

GAME_FN bool has_letter(const Lines& lines, int at_least) {
    uint64_t found = 0;
    for (const uint64_t line : lines.rows)
        found |= (line & bytes(15)) + bytes(0x80u - static_cast<unsigned>(at_least));
    return (found & bytes(0x80)) != 0;
}

// Puts a tile on an empty cell.
GAME_FN void put(Lines& lines, uint64_t cell, int tile) {
    const int place = lowest_bit(cell);
    const uint64_t word = static_cast<uint64_t>(tile) << 8 * (place % 8);
    for (int row = 0; row < 8; ++row) lines.rows[row] |= row == place / 8 ? word : 0;
}

#endif

// The set bit of a word that has `count` set bits below it.
GAME_FN uint64_t nth_bit(uint64_t word, uint32_t count) {
#if defined(TILEFALL_AVX512) || defined(TILEFALL_AVX2)
    return _pdep_u64(1ull << count, word);
#else
    for (; count > 0; --count) word &= word - 1;
    return word & -word;
#endif
}

}  // namespace tilefall::TILEFALL_ISA
