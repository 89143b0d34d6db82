// Lines a word at a time, with the eight bytes of a word side by side, for every machine without
// AVX-512. Included by lines.hpp, which says what a line is.
// No byte has its top bit set, so that adding what a number lacks to 0x80 compares with it.
#pragma once

namespace tilefall::TILEFALL_ISA {

constexpr uint64_t bytes(uint64_t value) { return value * 0x0101010101010101ull; }

// 0xFF for each byte that is 1; the others are 0.
inline uint64_t widened(uint64_t ones) { return (ones << 8) - ones; }

// Eight times the number of bytes in a mask of whole bytes. Without an instruction for it, counting
// all the bits would be a call.
GAME_PART int bits_of_bytes(uint64_t mask) { return static_cast<int>((mask & bytes(1)) * bytes(1) >> 56 << 3); }

// The bytes of a line that a mask of whole bytes selects, one after the other from byte 0 on.
// Below none of them may 2^steps or more bytes be left out.
GAME_PART uint64_t squeezed(uint64_t line, uint64_t mask, [[maybe_unused]] int steps) {
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

GAME_PART uint64_t reversed(uint64_t line) { return __builtin_bswap64(line); }

// Every second byte of each run of 0xFF, from the run's first on: the pairs that merge (I6).
// Adding 1 to the runs that start at even places turns exactly those to zeros.
GAME_PART uint64_t alternate(uint64_t runs) {
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

GAME_PART Packed packed(uint64_t line, int player) {
    const uint64_t filled = widened((line + bytes(0x7F)) >> 7 & bytes(1));
    const uint64_t tiles = squeezed(line, filled, 3), next = tiles >> 8;
    const uint64_t letters = tiles & bytes(15), differing = (tiles ^ next) & bytes(15);
    const uint64_t merging = (letters + bytes(0x7F)) & ~(letters + bytes(0x80 - 13));
    const uint64_t equal = widened((merging & ~(differing + bytes(0x7F))) >> 7 & bytes(1));
    // the majority of the two cases and the mover's is the case that the new tile has (I7)
    const uint64_t both = player == 0 ? tiles & next : tiles | next;
    return {tiles, both + bytes(1), equal, bits_of_bytes(filled)};
}

GAME_PART uint64_t merged(const Packed& line, uint64_t pairs) {
    const uint64_t tiles = line.tiles ^ ((line.tiles ^ line.joined) & pairs);
    return squeezed(tiles, ~(pairs << 8), 2);
}

GAME_PART uint64_t slid_to_start(const Packed& line) { return merged(line, alternate(line.equal)); }

GAME_PART uint64_t slid_to_end(const Packed& line, int size) {
    const uint64_t pairs = reversed(alternate(reversed(line.equal)));
    const int margin = 8 * size - line.bits + bits_of_bytes(pairs);
    return merged(line, pairs) << (margin & 63);  // 64 only if there is nothing to shift
}

inline void transpose(Lines& lines) {
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
    constexpr uint64_t LEFT_HALVES[3] = {0x00000000FFFFFFFFull, 0x0000FFFF0000FFFFull, 0x00FF00FF00FF00FFull};
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

inline Lines with_columns_as_rows(const Lines& lines) {
    Lines out = lines;
    transpose(out);
    return out;
}

// All lines slid to both ends.
inline void slide_both(const Lines& lines, int size, int player, Lines& start, Lines& end) {
    start = end = Lines{};
    for (int row = 0; row < size; ++row) {
        const Packed line = packed(lines.rows[row], player);
        start.rows[row] = slid_to_start(line);
        end.rows[row] = slid_to_end(line, size);
    }
}

inline BothSlides both_slides(const Lines& lines, int size, int player) {
    BothSlides out;
    slide_both(lines, size, player, out.to_start, out.to_end);
    return out;
}

inline void slide_all(const Lines& lines, int size, int player, Lines out[4]) {
    slide_both(with_columns_as_rows(lines), size, player, out[UP], out[DOWN]);
    transpose(out[UP]);
    transpose(out[DOWN]);
    slide_both(lines, size, player, out[LEFT], out[RIGHT]);
}

inline void slide(const Lines& lines, int size, int move, int player, Lines& out) {
    const bool is_vertical = move == UP || move == DOWN;
    out = lines;
    if (is_vertical) transpose(out);
    for (int row = 0; row < size; ++row) {
        const Packed line = packed(out.rows[row], player);
        out.rows[row] = move == UP || move == LEFT ? slid_to_start(line) : slid_to_end(line, size);
    }
    if (is_vertical) transpose(out);
}

// A bit for each byte of a line that is 1; the others are 0.
inline uint64_t gathered(uint64_t ones) { return ones * 0x0102040810204080ull >> 56; }

inline uint64_t lower_cells(const Lines& lines) {
    uint64_t cells = 0;
    for (int row = 0; row < 8; ++row) cells |= gathered(lines.rows[row] >> 4 & bytes(1)) << 8 * row;
    return cells;
}

inline uint64_t filled_cells(const Lines& lines) {
#if defined(TILEFALL_AVX2)
    const __m256i* rows = reinterpret_cast<const __m256i*>(lines.rows);
    const __m256i zero = _mm256_setzero_si256();
    const int upper = _mm256_movemask_epi8(_mm256_cmpgt_epi8(rows[0], zero));
    const int lower = _mm256_movemask_epi8(_mm256_cmpgt_epi8(rows[1], zero));
    return static_cast<uint64_t>(lower) << 32 | static_cast<uint32_t>(upper);
#else
    uint64_t cells = 0;
    for (int row = 0; row < 8; ++row) {
        const uint64_t filled = (lines.rows[row] + bytes(0x7F)) >> 7 & bytes(1);
        cells |= gathered(filled) << 8 * row;
    }
    return cells;
#endif
}

inline bool has_letter(const Lines& lines, int at_least) {
    uint64_t found = 0;
    for (const uint64_t line : lines.rows) found |= (line & bytes(15)) + bytes(0x80u - static_cast<unsigned>(at_least));
    return (found & bytes(0x80)) != 0;
}

inline Tops highest_letters(const Lines& lines) {
    int highest[2] = {0, 0};
    for (uint64_t line : lines.rows) {
        for (; line != 0; line >>= 8) {
            const int tile = static_cast<int>(line & 0xFF), owner = tile >> 4;
            if ((tile & 15) > highest[owner]) highest[owner] = tile & 15;
        }
    }
    return {highest[0], highest[1]};
}

inline uint64_t mixed(uint64_t line, uint64_t neighbours) {
    const uint64_t other = line ^ neighbours ^ bytes(16);  // 0 where only the case differs
    return line & bytes(15) & ~widened((other + bytes(0x7F)) >> 7 & bytes(1));
}

inline void find_mixed(const Lines& lines, Lines& beside, Lines& below) {
    for (int row = 0; row < 8; ++row) {
        beside.rows[row] = mixed(lines.rows[row], lines.rows[row] >> 8);
        below.rows[row] = mixed(lines.rows[row], row < 7 ? lines.rows[row + 1] : 0);
    }
}

// What every tile is worth, ready to be summed over a board.
struct TileTable {
    int32_t of_tile[32];
};

// Of tiles in upper and in lower case.
inline TileTable table_of(const IjkValues& upper, const IjkValues& lower) {
    TileTable table{};
    for (int letter = 1; letter < 16; ++letter) {
        table.of_tile[letter] = upper.of_letter[letter];
        table.of_tile[16 + letter] = lower.of_letter[letter];
    }
    return table;
}

GAME_PART int32_t summed(const TileTable& table, const Lines& lines) {
    int32_t total = 0;
    for (uint64_t line : lines.rows) {
        for (; line != 0; line >>= 8) total += table.of_tile[line & 31];
    }
    return total;
}

// Puts a tile on an empty cell.
inline void put(Lines& lines, uint64_t cell, int tile) {
    const int place = lowest_bit(cell);
    const uint64_t word = static_cast<uint64_t>(tile) << 8 * (place % 8);
    for (int row = 0; row < 8; ++row) lines.rows[row] |= row == place / 8 ? word : 0;
}

// By a tile and the case of the one after it (bit 5).
struct GainTable {
    int32_t of_pair[64];
};

inline GainTable gains_of(const IjkValues& values, int player) {
    GainTable table{};
    for (int i = 0; i < 64; ++i) table.of_pair[i] = pair_gain(values, i & 15, i >> 4, player);
    return table;
}

// A number for each of eight lines.
struct Sums {
    int64_t of[8];
};

template <typename Number>
inline Sums sums_of(const Number& number_of) {
    Sums out;
    for (int i = 0; i < 8; ++i) out.of[i] = number_of(i);
    return out;
}
inline Sums equal_sums(int64_t value) {
    return sums_of([&](int) { return value; });
}
inline Sums plus(const Sums& a, const Sums& b) {
    return sums_of([&](int i) { return a.of[i] + b.of[i]; });
}
inline Sums minus(const Sums& a, const Sums& b) {
    return sums_of([&](int i) { return a.of[i] - b.of[i]; });
}
inline Sums highest(const Sums& a, const Sums& b) {
    return sums_of([&](int i) { return a.of[i] > b.of[i] ? a.of[i] : b.of[i]; });
}
inline Sums only(const Sums& sums, uint32_t lanes) {
    return sums_of([&](int i) { return (lanes >> i & 1) != 0 ? sums.of[i] : 0; });
}
inline Sums spread(const Sums& sums, int lane) { return equal_sums(sums.of[lane]); }
inline int64_t total(const Sums& sums) {
    int64_t sum = 0;
    for (const int64_t part : sums.of) sum += part;
    return sum;
}

inline void four_totals(const Sums& a, const Sums& b, const Sums& c, const Sums& d, int64_t (&totals)[4]) {
    totals[0] = total(a);
    totals[1] = total(b);
    totals[2] = total(c);
    totals[3] = total(d);
}

struct LineGains {
    Sums to_start, to_end;
};

inline LineGains line_gains(const GainTable& table, const Lines& lines, int player) {
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

// A tile on each of these cells.
inline Lines with_tiles(const Lines& lines, uint64_t cells, int tile) {
    Lines out = lines;
    for (int row = 0; row < 8; ++row) {
        const uint64_t here = cells >> 8 * row & 0xFF;
        // eight bits spread over eight bytes
        const uint64_t spread_bits = (here * bytes(1) & 0x8040201008040201ull) + bytes(0x7F);
        out.rows[row] |= (spread_bits >> 7 & bytes(1)) * static_cast<uint64_t>(tile);
    }
    return out;
}

// One line of another board in the place of this board's.
inline Lines with_line(const Lines& lines, const Lines& other, int line) {
    Lines out = lines;
    out.rows[line] = other.rows[line];
    return out;
}

}  // namespace tilefall::TILEFALL_ISA
