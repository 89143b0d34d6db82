// The table of an IJK search with chance: keys of positions, the same for turned and mirrored ones
// if asked for, and what is known of each. Two entries share a place: the deepest and the latest.
#pragma once

#include "tilefall/ijk_chance_types.hpp"
#include "tilefall/line_gains.hpp"

namespace tilefall::TILEFALL_ISA {

// A position in the table; `image` is which of its eight pictures the key was made of.
struct ChanceKey {
    uint64_t key;
    int image;
};

struct ChanceFact {
    int64_t value;
    int depth, move;
    IjkBound bound;
};

// 64 bits that stand for a board; two rows are folded into one product.
GAME_FN uint64_t board_key(const IjkBoard& board, uint64_t salt) {
    uint64_t key = salt * 0x9E3779B97F4A7C15ull;
    for (int row = 0; row < 8; row += 2) {
        const uint64_t a = board.rows[row] ^ 0xA0761D6478BD642Full;
        const uint64_t b = board.rows[row + 1] ^ (0xE7037ED1A0B428DBull + static_cast<uint64_t>(row));
        key = (key ^ a * b ^ high_bits(a, b)) * 0x8EBC6AF09C88C6E3ull;
        key ^= key >> 29;
    }
    return key;
}

GAME_FN IjkBoard upside_down(const IjkBoard& board, int size) {
    IjkBoard out{};
    for (int row = 0; row < size; ++row) out.rows[row] = board.rows[size - 1 - row];
    return out;
}

// The eight pictures of a board: upside down and transposed by turns.
GAME_FN IjkBoard next_image(const IjkBoard& board, int size, int image) {
    return image % 2 == 1 ? upside_down(board, size) : with_columns_as_rows(board);
}

// What a move is called in the next picture, and back.
GAME_FN int next_move(int move, int image) {
    if (image % 2 == 0) return move ^ 2;
    return move < 2 ? move ^ 1 : move;
}

// The distance from the root is part of a key: it decides what ends are worth (J3).
GAME_FN ChanceKey chance_key(const IjkBoard& board, int size, int ply, bool is_slid,
                             bool use_symmetry) {
    const uint64_t salt = static_cast<uint64_t>(2 * ply + (is_slid ? 1 : 0) + 1);
    ChanceKey found{board_key(board, salt), 0};
    if (!use_symmetry) return found;
    IjkBoard picture = board;
    for (int image = 1; image < 8; ++image) {
        picture = next_image(picture, size, image);
        const uint64_t key = board_key(picture, salt);
        if (key < found.key) found = {key, image};
    }
    return found;
}

constexpr int FACT_VALUE_BITS = 40;

GAME_FN uint64_t fact_data(const ChanceFact& fact, uint8_t search, int image) {
    int move = fact.move;
    for (int i = 1; i <= image; ++i) move = next_move(move, i);
    const uint64_t value = static_cast<uint64_t>(fact.value + (int64_t{1} << (FACT_VALUE_BITS - 1)));
    const uint64_t rest = static_cast<uint64_t>(fact.depth) | uint64_t{search} << 8 |
                          static_cast<uint64_t>(move) << 16 |
                          static_cast<uint64_t>(fact.bound) << 18;
    return value | rest << FACT_VALUE_BITS;
}

GAME_FN ChanceFact fact_of(uint64_t data, int image) {
    const int64_t value = static_cast<int64_t>(data & ((uint64_t{1} << FACT_VALUE_BITS) - 1));
    const uint64_t rest = data >> FACT_VALUE_BITS;
    int move = static_cast<int>(rest >> 16 & 3);
    for (int i = image; i >= 1; --i) move = next_move(move, i);
    return {value - (int64_t{1} << (FACT_VALUE_BITS - 1)), static_cast<int>(rest & 0xFF), move,
            static_cast<IjkBound>(rest >> 18 & 3)};
}

GAME_FN int fact_depth(uint64_t data) { return static_cast<int>(data >> FACT_VALUE_BITS & 0xFF); }
GAME_FN uint8_t fact_search(uint64_t data) {
    return static_cast<uint8_t>(data >> (FACT_VALUE_BITS + 8) & 0xFF);
}

// What is known of a position; false if nothing is.
GAME_FN bool find_fact(const IjkChanceKnown& known, const ChanceKey& key, ChanceFact& fact) {
    IjkChanceEntry* place = known.entries + (key.key & known.mask & ~uint64_t{1});
    for (int i = 0; i < 2; ++i) {
        const uint64_t data = shared_word(place[i].data);
        if ((shared_word(place[i].check) ^ data) != key.key || fact_search(data) != known.search)
            continue;
        fact = fact_of(data, key.image);
        return true;
    }
    return false;
}

GAME_FN void keep_fact(const IjkChanceKnown& known, const ChanceKey& key, const ChanceFact& fact) {
    IjkChanceEntry* place = known.entries + (key.key & known.mask & ~uint64_t{1});
    const uint64_t data = fact_data(fact, known.search, key.image);
    const uint64_t first = shared_word(place[0].data);
    const bool is_same = (shared_word(place[0].check) ^ first) == key.key;
    const bool is_deeper = fact_search(first) == known.search && fact_depth(first) > fact.depth;
    IjkChanceEntry& entry = place[is_deeper && !is_same ? 1 : 0];
    share_word(entry.data, data);
    share_word(entry.check, key.key ^ data);
}

}  // namespace tilefall::TILEFALL_ISA
