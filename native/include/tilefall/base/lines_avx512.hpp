// Lines with AVX-512: a board is one register, a set of cells one mask register.
// Included by lines.hpp, which says what a line is.
#pragma once

namespace tilefall::TILEFALL_ISA {

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

inline Words loaded(const Lines& lines) { return _mm512_loadu_si512(lines.rows); }
inline void store(Lines& lines, Words words) { _mm512_storeu_si512(lines.rows, words); }
inline Words bytes(int value) { return _mm512_set1_epi8(static_cast<char>(value)); }

inline Words shifted_up(Words lines) { return _mm512_maskz_slli_epi64(ALL_WORDS, lines, 8); }

inline Words transposed(Words lines) {
    return _mm512_maskz_permutexvar_epi8(ALL_BYTES, _mm512_load_si512(TRANSPOSING.from), lines);
}

inline Words reversed(Words lines) {
    const __m128i from = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    return _mm512_shuffle_epi8(lines, _mm512_maskz_broadcast_i32x4(ALL_HALVES, from));
}

// Every second byte of each run of 0xFF, from the run's first on: the pairs that merge (I6).
// Adding 1 to the runs that start at even places turns exactly those to zeros.
inline Words alternate(Words runs) {
    const Words even = _mm512_set1_epi16(0x00FF), even_ones = _mm512_set1_epi16(1);
    // runs & ~shifted & even_ones, then runs & (sum ^ even)
    const Words starts = _mm512_ternarylogic_epi64(runs, shifted_up(runs), even_ones, 0x20);
    return _mm512_ternarylogic_epi64(runs, _mm512_add_epi64(runs, starts), even, 0x60);
}

// For each word a mask of as many low bytes as an eighth of its value.
inline __mmask64 low_bytes(Words eighths) {
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

inline Packed packed(Words lines, int player) {
    constexpr int64_t MERGING = 0x1FFE1FFE1FFE1FFEll;  // bit b: a tile b is no empty cell and no M
    const __mmask64 filled = _mm512_test_epi8_mask(lines, lines);
    Packed line;
    line.bits = _mm512_popcnt_epi64(_mm512_movm_epi8(filled));
    line.mask = low_bytes(line.bits);
    line.tiles = _mm512_maskz_expand_epi8(line.mask, _mm512_maskz_compress_epi8(filled, lines));
    const Words next = _mm512_maskz_srli_epi64(ALL_WORDS, line.tiles, 8);
    const __mmask64 merging = _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(MERGING), line.tiles);
    line.equal = _mm512_movm_epi8(_mm512_mask_testn_epi8_mask(merging, _mm512_xor_si512(line.tiles, next), bytes(15)));
    // the majority of the two cases and the mover's is the case that the new tile has (I7)
    const Words both = _mm512_ternarylogic_epi64(line.tiles, next, bytes(-player), 0xE8);
    line.joined = _mm512_add_epi8(both, bytes(1));
    return line;
}

struct Slid {
    Words lines;
    Words bits;  // eight times the number of tiles
};

inline Slid merged(const Packed& line, Words pairs) {
    const Words tiles = _mm512_ternarylogic_epi64(pairs, line.joined, line.tiles, 0xCA);
    const Words gone = shifted_up(pairs);
    const __mmask64 kept = _mm512_mask_testn_epi8_mask(line.mask, gone, gone);
    const Words bits = _mm512_sub_epi64(line.bits, _mm512_popcnt_epi64(pairs));
    const Words squeezed = _mm512_maskz_compress_epi8(kept, tiles);
    return {_mm512_maskz_expand_epi8(low_bytes(bits), squeezed), bits};
}

inline Words slid_to_start(const Packed& line) { return merged(line, alternate(line.equal)).lines; }

inline Words slid_to_end(const Packed& line, int size) {
    const Slid slid = merged(line, reversed(alternate(reversed(line.equal))));
    const Words margin = _mm512_sub_epi64(_mm512_set1_epi64(8 * size), slid.bits);
    return _mm512_maskz_sllv_epi64(ALL_WORDS, slid.lines, margin);
}

inline void slide(const Lines& lines, int size, int move, int player, Lines& out) {
    const bool is_vertical = move == UP || move == DOWN;
    const Words board = loaded(lines);
    const Packed line = packed(is_vertical ? transposed(board) : board, player);
    const Words slid = move == UP || move == LEFT ? slid_to_start(line) : slid_to_end(line, size);
    store(out, is_vertical ? transposed(slid) : slid);
}

inline void slide_all(const Lines& lines, int size, int player, Lines out[4]) {
    const Packed rows = packed(loaded(lines), player);
    const Packed columns = packed(transposed(loaded(lines)), player);
    store(out[UP], transposed(slid_to_start(columns)));
    store(out[DOWN], transposed(slid_to_end(columns, size)));
    store(out[LEFT], slid_to_start(rows));
    store(out[RIGHT], slid_to_end(rows, size));
}

inline uint64_t filled_cells(const Lines& lines) { return _mm512_test_epi8_mask(loaded(lines), loaded(lines)); }

inline uint64_t lower_cells(const Lines& lines) { return _mm512_test_epi8_mask(loaded(lines), bytes(16)); }

inline bool has_letter(const Lines& lines, int at_least) {
    return _mm512_cmpge_epu8_mask(_mm512_and_si512(loaded(lines), bytes(15)), bytes(at_least)) != 0;
}

inline void transpose(Lines& lines) { store(lines, transposed(loaded(lines))); }

inline int highest(Words letters) {
    const __m256i half =
        _mm256_max_epu8(_mm512_castsi512_si256(letters), _mm512_maskz_extracti64x4_epi64(ALL_WORDS, letters, 1));
    const __m128i quarter = _mm_max_epu8(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    // there is an instruction for the least of eight halves, so the complement is looked at
    const __m128i rest = _mm_xor_si128(quarter, _mm_set1_epi8(-1));
    const __m128i least = _mm_minpos_epu16(_mm_min_epu8(rest, _mm_srli_epi16(rest, 8)));
    return 0xFF - (_mm_cvtsi128_si32(least) & 0xFF);
}

inline Tops highest_letters(const Lines& lines) {
    const Words tiles = loaded(lines), letters = _mm512_and_si512(tiles, bytes(15));
    const __mmask64 lower = _mm512_test_epi8_mask(tiles, bytes(16));
    return {highest(_mm512_maskz_mov_epi8(~lower, letters)), highest(_mm512_maskz_mov_epi8(lower, letters))};
}

inline void find_mixed(const Lines& lines, Lines& beside, Lines& below) {
    const Words tiles = loaded(lines), letters = _mm512_and_si512(tiles, bytes(15));
    const auto mixed = [&](Words neighbours) {
        const Words difference = _mm512_xor_si512(tiles, neighbours);
        return _mm512_maskz_mov_epi8(_mm512_cmpeq_epi8_mask(difference, bytes(16)), letters);
    };
    store(beside, mixed(_mm512_maskz_srli_epi64(ALL_WORDS, tiles, 8)));
    store(below, mixed(_mm512_maskz_alignr_epi64(ALL_WORDS, _mm512_setzero_si512(), tiles, 1)));
}

// Numbers by a byte of six bits, looked up for all cells at once: three bytes of each, which is never negative with
// what is added to it, in a register of their own.
struct ByteTable {
    Words low, middle, high;
};

template <typename Number>
inline ByteTable byte_table(int32_t bias, const Number& number_of) {
    uint8_t bytes[3][64] = {};
    for (int i = 0; i < 64; ++i) {
        for (int part = 0; part < 3; ++part) bytes[part][i] = static_cast<uint8_t>((bias + number_of(i)) >> 8 * part);
    }
    return {_mm512_loadu_si512(bytes[0]), _mm512_loadu_si512(bytes[1]), _mm512_loadu_si512(bytes[2])};
}

// Eight sums of bytes of each part, put together.
GAME_PART Words joined_sums(Words low, Words middle, Words high) {
    const auto sums = [](Words part) { return _mm512_sad_epu8(part, _mm512_setzero_si512()); };
    const Words upper = _mm512_maskz_slli_epi64(ALL_WORDS, sums(high), 16);
    return _mm512_add_epi64(_mm512_add_epi64(upper, _mm512_maskz_slli_epi64(ALL_WORDS, sums(middle), 8)), sums(low));
}

// What every tile is worth, ready to be summed over a board.
using TileTable = ByteTable;

inline constexpr int32_t TILE_BIAS = 1 << 20;  // values are smaller

// Of tiles in upper and in lower case.
inline TileTable table_of(const IjkValues& upper, const IjkValues& lower) {
    return byte_table(TILE_BIAS, [&](int i) { return ((i & 16) != 0 ? lower : upper).of_letter[i & 15]; });
}

GAME_PART int32_t summed(const TileTable& table, const Lines& lines) {
    const Words tiles = loaded(lines);
    const auto found = [&](Words part) { return _mm512_maskz_permutexvar_epi8(ALL_BYTES, tiles, part); };
    const Words total = joined_sums(found(table.low), found(table.middle), found(table.high));
    return static_cast<int32_t>(_mm512_reduce_add_epi64(total) - 64 * int64_t{TILE_BIAS});
}

// Puts a tile on an empty cell. Not with a masked move: compilers make it a masked store, which
// no load can be served from.
inline void put(Lines& lines, uint64_t cell, int tile) {
    store(lines, _mm512_or_si512(loaded(lines), _mm512_maskz_mov_epi8(cell, bytes(tile))));
}

// By a tile and the case of the one after it (bit 5).
using GainTable = ByteTable;

inline constexpr int GAIN_BIAS_BITS = 22;  // gains are smaller than this power of two

inline GainTable gains_of(const IjkValues& values, int player) {
    return byte_table(1 << GAIN_BIAS_BITS, [&](int i) { return pair_gain(values, i & 15, i >> 4, player); });
}

// A number for each of eight lines.
using Sums = Words;

inline Sums equal_sums(int64_t value) { return _mm512_set1_epi64(value); }
inline Sums plus(Sums a, Sums b) { return _mm512_add_epi64(a, b); }
inline Sums minus(Sums a, Sums b) { return _mm512_sub_epi64(a, b); }
inline Sums highest(Sums a, Sums b) { return _mm512_maskz_max_epi64(ALL_WORDS, a, b); }
inline Sums only(Sums sums, uint32_t lanes) { return _mm512_maskz_mov_epi64(static_cast<__mmask8>(lanes), sums); }
inline Sums spread(Sums sums, int lane) {
    return _mm512_maskz_permutexvar_epi64(ALL_WORDS, _mm512_set1_epi64(lane), sums);
}
inline int64_t total(Sums sums) { return _mm512_reduce_add_epi64(sums); }

// Four totals, added up side by side.
GAME_PART void four_totals(Sums a, Sums b, Sums c, Sums d, int64_t (&totals)[4]) {
    const auto paired = [](Sums one, Sums other) {
        return plus(_mm512_maskz_unpacklo_epi64(ALL_WORDS, one, other),
                    _mm512_maskz_unpackhi_epi64(ALL_WORDS, one, other));
    };
    const Sums ab = paired(a, b), cd = paired(c, d);
    const Sums fours =
        plus(_mm512_maskz_shuffle_i64x2(ALL_WORDS, ab, cd, 0x88), _mm512_maskz_shuffle_i64x2(ALL_WORDS, ab, cd, 0xDD));
    // the parts of a and b lie in the first two quarters, those of c and d in the last two
    const Sums eights = plus(fours, _mm512_maskz_shuffle_i64x2(ALL_WORDS, fours, fours, 0xB1));
    const __m256i halves = _mm512_castsi512_si256(_mm512_maskz_shuffle_i64x2(ALL_WORDS, eights, eights, 0x08));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(totals), halves);
}

struct LineGains {
    Sums to_start, to_end;
};

GAME_PART LineGains line_gains(const GainTable& table, const Lines& lines, int player) {
    const Packed line = packed(loaded(lines), player);
    const Words after = _mm512_maskz_srli_epi64(ALL_WORDS, line.tiles, 7);
    const Words index = _mm512_ternarylogic_epi64(line.tiles, after, bytes(0x20), 0xF8);
    const Words low = _mm512_maskz_permutexvar_epi8(ALL_BYTES, index, table.low);
    const Words middle = _mm512_maskz_permutexvar_epi8(ALL_BYTES, index, table.middle);
    const Words high = _mm512_maskz_permutexvar_epi8(ALL_BYTES, index, table.high);
    const auto gain = [&](Words pairs) {
        const auto chosen = [&](Words part) { return _mm512_and_si512(part, pairs); };
        // a pair is eight bits set
        const Words bias = _mm512_maskz_slli_epi64(ALL_WORDS, _mm512_popcnt_epi64(pairs), GAIN_BIAS_BITS - 3);
        return minus(joined_sums(chosen(low), chosen(middle), chosen(high)), bias);
    };
    return {gain(alternate(line.equal)), gain(reversed(alternate(reversed(line.equal))))};
}

inline Lines with_columns_as_rows(const Lines& lines) {
    Lines out;
    store(out, transposed(loaded(lines)));
    return out;
}

// A tile on each of these cells.
inline Lines with_tiles(const Lines& lines, uint64_t cells, int tile) {
    Lines out = lines;
    put(out, cells, tile);
    return out;
}

// Every line of a board slid to both of its ends.
inline BothSlides both_slides(const Lines& lines, int size, int player) {
    const Packed line = packed(loaded(lines), player);
    BothSlides out;
    store(out.to_start, slid_to_start(line));
    store(out.to_end, slid_to_end(line, size));
    return out;
}

// One line of another board in the place of this board's.
inline Lines with_line(const Lines& lines, const Lines& other, int line) {
    Lines out;
    store(out, _mm512_mask_mov_epi64(loaded(lines), static_cast<__mmask8>(1 << line), loaded(other)));
    return out;
}

}  // namespace tilefall::TILEFALL_ISA
