// Line gains: eight lines slid to both ends at once, and what that adds to the total of the tiles.
// A slide changes the total only where two tiles merge. So the pairs of a line tell what its slide
// to either end is worth, and for that no line has to be slid.
#pragma once

#include "tilefall/ijk/rules.hpp"

namespace tilefall::TILEFALL_ISA {

// What a pair adds when it merges, for the player who moves.
GAME_FN int32_t pair_gain(const IjkValues& values, int letter, int cases, int player) {
    if (letter == 0 || letter > 12) return 0;
    const int32_t next = values.of_letter[letter + 1];
    const bool is_mixed = cases == 1 || cases == 2;
    if (is_mixed) return next;
    const int32_t gain = next - 2 * values.of_letter[letter];
    return (cases == 3) == (player == 1) ? gain : -gain;
}

#if defined(TILEFALL_AVX512)

// By a tile and the case of the one after it (bit 5): three bytes of a number that is never
// negative, each in a register of its own.
struct GainTable {
    Words low, middle, high;
};

inline constexpr int GAIN_BIAS_BITS = 22;  // gains are smaller than this power of two

GAME_FN GainTable gains_of(const IjkValues& values, int player) {
    uint8_t bytes[3][64] = {};
    for (int i = 0; i < 64; ++i) {
        const int32_t biased = (1 << GAIN_BIAS_BITS) + pair_gain(values, i & 15, i >> 4, player);
        for (int part = 0; part < 3; ++part) bytes[part][i] = static_cast<uint8_t>(biased >> 8 * part);
    }
    return {_mm512_loadu_si512(bytes[0]), _mm512_loadu_si512(bytes[1]), _mm512_loadu_si512(bytes[2])};
}

// A number for each of eight lines.
using Sums = Words;

GAME_FN Sums equal_sums(int64_t value) { return _mm512_set1_epi64(value); }
GAME_FN Sums plus(Sums a, Sums b) { return _mm512_add_epi64(a, b); }
GAME_FN Sums minus(Sums a, Sums b) { return _mm512_sub_epi64(a, b); }
GAME_FN Sums highest(Sums a, Sums b) { return _mm512_maskz_max_epi64(ALL_WORDS, a, b); }
GAME_FN Sums only(Sums sums, uint32_t lanes) {
    return _mm512_maskz_mov_epi64(static_cast<__mmask8>(lanes), sums);
}
GAME_FN Sums spread(Sums sums, int lane) {
    return _mm512_maskz_permutexvar_epi64(ALL_WORDS, _mm512_set1_epi64(lane), sums);
}
GAME_FN int64_t total(Sums sums) { return _mm512_reduce_add_epi64(sums); }

// Four totals, added up side by side.
GAME_FN void four_totals(Sums a, Sums b, Sums c, Sums d, int64_t (&totals)[4]) {
    const auto paired = [](Sums one, Sums other) {
        return plus(_mm512_maskz_unpacklo_epi64(ALL_WORDS, one, other),
                    _mm512_maskz_unpackhi_epi64(ALL_WORDS, one, other));
    };
    const Sums ab = paired(a, b), cd = paired(c, d);
    const Sums fours = plus(_mm512_maskz_shuffle_i64x2(ALL_WORDS, ab, cd, 0x88),
                            _mm512_maskz_shuffle_i64x2(ALL_WORDS, ab, cd, 0xDD));
    // the parts of a and b lie in the first two quarters, those of c and d in the last two
    const Sums eights = plus(fours, _mm512_maskz_shuffle_i64x2(ALL_WORDS, fours, fours, 0xB1));
    const __m256i halves = _mm512_castsi512_si256(
        _mm512_maskz_shuffle_i64x2(ALL_WORDS, eights, eights, 0x08));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(totals), halves);
}

struct LineGains {
    Sums to_start, to_end;
};

GAME_FN LineGains line_gains(const GainTable& table, const Lines& lines, int player) {
    const Packed line = packed(loaded(lines), player);
    const Words after = _mm512_maskz_srli_epi64(ALL_WORDS, line.tiles, 7);
    const Words index = _mm512_ternarylogic_epi64(line.tiles, after, bytes(0x20), 0xF8);
    const Words low = _mm512_maskz_permutexvar_epi8(ALL_BYTES, index, table.low);
    const Words middle = _mm512_maskz_permutexvar_epi8(ALL_BYTES, index, table.middle);
    const Words high = _mm512_maskz_permutexvar_epi8(ALL_BYTES, index, table.high);
    const auto gain = [&](Words pairs) {
        const auto sums = [&](Words part) {
            return _mm512_sad_epu8(_mm512_and_si512(part, pairs), _mm512_setzero_si512());
        };
        // a pair is eight bits set
        const Words bias = _mm512_maskz_slli_epi64(ALL_WORDS, _mm512_popcnt_epi64(pairs),
                                                   GAIN_BIAS_BITS - 3);
        const Words upper = _mm512_maskz_slli_epi64(ALL_WORDS, sums(high), 16);
        const Words lower = _mm512_maskz_slli_epi64(ALL_WORDS, sums(middle), 8);
        return minus(plus(plus(upper, lower), sums(low)), bias);
    };
    return {gain(alternate(line.equal)), gain(reversed(alternate(reversed(line.equal))))};
}

GAME_FN Lines with_columns_as_rows(const Lines& lines) {
    Lines out;
    store(out, transposed(loaded(lines)));
    return out;
}

// A tile on each of these cells.
GAME_FN Lines with_tiles(const Lines& lines, uint64_t cells, int tile) {
    Lines out = lines;
    put(out, cells, tile);
    return out;
}

// Every line of a board slid to both of its ends.
struct BothSlides {
    Lines to_start, to_end;
};

GAME_FN BothSlides both_slides(const Lines& lines, int size, int player) {
    const Packed line = packed(loaded(lines), player);
    BothSlides out;
    store(out.to_start, slid_to_start(line));
    store(out.to_end, slid_to_end(line, size));
    return out;
}

// One line of another board in the place of this board's.
GAME_FN Lines with_line(const Lines& lines, const Lines& other, int line) {
    Lines out;
    store(out, _mm512_mask_mov_epi64(loaded(lines), static_cast<__mmask8>(1 << line), loaded(other)));
    return out;
}

#else

// By a tile and the case of the one after it (bit 5).
struct GainTable {
    int32_t of_pair[64];
};

GAME_FN GainTable gains_of(const IjkValues& values, int player) {
    GainTable table{};
    for (int i = 0; i < 64; ++i) table.of_pair[i] = pair_gain(values, i & 15, i >> 4, player);
    return table;
}

// A number for each of eight lines.
struct Sums {
    int64_t of[8];
};

GAME_FN Sums equal_sums(int64_t value) {
    Sums out;
    for (int64_t& sum : out.of) sum = value;
    return out;
}
GAME_FN Sums plus(const Sums& a, const Sums& b) {
    Sums out;
    for (int i = 0; i < 8; ++i) out.of[i] = a.of[i] + b.of[i];
    return out;
}
GAME_FN Sums minus(const Sums& a, const Sums& b) {
    Sums out;
    for (int i = 0; i < 8; ++i) out.of[i] = a.of[i] - b.of[i];
    return out;
}
GAME_FN Sums highest(const Sums& a, const Sums& b) {
    Sums out;
    for (int i = 0; i < 8; ++i) out.of[i] = a.of[i] > b.of[i] ? a.of[i] : b.of[i];
    return out;
}
GAME_FN Sums only(const Sums& sums, uint32_t lanes) {
    Sums out;
    for (int i = 0; i < 8; ++i) out.of[i] = (lanes >> i & 1) != 0 ? sums.of[i] : 0;
    return out;
}
GAME_FN Sums spread(const Sums& sums, int lane) { return equal_sums(sums.of[lane]); }
GAME_FN int64_t total(const Sums& sums) {
    int64_t sum = 0;
    for (const int64_t part : sums.of) sum += part;
    return sum;
}

GAME_FN void four_totals(const Sums& a, const Sums& b, const Sums& c, const Sums& d,
                         int64_t (&totals)[4]) {
    totals[0] = total(a);
    totals[1] = total(b);
    totals[2] = total(c);
    totals[3] = total(d);
}

struct LineGains {
    Sums to_start, to_end;
};

GAME_FN LineGains line_gains(const GainTable& table, const Lines& lines, int player) {
    LineGains gains;
    for (int row = 0; row < 8; ++row) {
        gains.to_start.of[row] = gains.to_end.of[row] = 0;
        const Packed line = packed(lines.rows[row], player);
        if (line.equal == 0) continue;
        const uint64_t index = line.tiles | (line.tiles >> 7 & bytes(0x20));
        const auto gain = [&](uint64_t pairs) {
            int64_t sum = 0;
            for (pairs &= bytes(1); pairs != 0; pairs &= pairs - 1)
                sum += table.of_pair[index >> lowest_bit(pairs) & 63];
            return sum;
        };
        gains.to_start.of[row] = gain(alternate(line.equal));
        gains.to_end.of[row] = gain(reversed(alternate(reversed(line.equal))));
    }
    return gains;
}

GAME_FN Lines with_columns_as_rows(const Lines& lines) {
    Lines out = lines;
    transpose(out);
    return out;
}

// A tile on each of these cells.
GAME_FN Lines with_tiles(const Lines& lines, uint64_t cells, int tile) {
    Lines out = lines;
    for (int row = 0; row < 8; ++row) {
        const uint64_t here = cells >> 8 * row & 0xFF;
        // eight bits spread over eight bytes
        const uint64_t spread_bits = (here * bytes(1) & 0x8040201008040201ull) + bytes(0x7F);
        out.rows[row] |= (spread_bits >> 7 & bytes(1)) * static_cast<uint64_t>(tile);
    }
    return out;
}

// Every line of a board slid to both of its ends.
struct BothSlides {
    Lines to_start, to_end;
};

GAME_FN BothSlides both_slides(const Lines& lines, int size, int player) {
    BothSlides out{};
    for (int row = 0; row < size; ++row) {
        const Packed line = packed(lines.rows[row], player);
        out.to_start.rows[row] = slid_to_start(line);
        out.to_end.rows[row] = slid_to_end(line, size);
    }
    return out;
}

// One line of another board in the place of this board's.
GAME_FN Lines with_line(const Lines& lines, const Lines& other, int line) {
    Lines out = lines;
    out.rows[line] = other.rows[line];
    return out;
}

#endif

}  // namespace tilefall::TILEFALL_ISA
