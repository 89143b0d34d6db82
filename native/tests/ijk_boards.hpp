// Boards of IJK to test with: rules and tiles of any kind, also ones that no game reaches; and a network.
#pragma once

#include "check.hpp"
#include "tilefall/ijk/evaluation.hpp"

namespace tilefall::TILEFALL_ISA::tests {

inline constexpr int LAST_LETTER = 13;

struct Tiles {
    int of[8][8];  // row, column

    bool operator==(const Tiles&) const = default;
};

inline Tiles tiles_of(const IjkBoard& board) {
    Tiles tiles{};
    for (int i = 0; i < 64; ++i) tiles.of[i / 8][i % 8] = board.rows[i / 8] >> 8 * (i % 8) & 0xFF;
    return tiles;
}

inline IjkRules some_rules(Random& random) {
    const bool random_tile = random.coin(), end_by_round = random.coin();
    return {static_cast<int32_t>(2 + random.seed % 7), random_tile, end_by_round, random.between(2, 11)};
}

// Few letters make many pairs; many empty cells, or none; all letters up to the one that stays.
inline IjkBoard some_board(Random& random, int size) {
    IjkBoard board{};
    const int letters = random.coin() ? random.between(1, 2) : LAST_LETTER;
    const int first = random.below(4) == 0 ? LAST_LETTER + 1 - letters : 1;
    const int filled = random.between(0, 8);
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
            const uint32_t word = random.word();
            if (static_cast<int>(word & 7) >= filled) continue;
            const int letter = first + static_cast<int>(word >> 8) % letters;
            const int tile = letter | (word >> 3 & 1 ? IJK_LOWER : 0);
            board.rows[row] |= static_cast<uint64_t>(tile) << 8 * column;
        }
    }
    return board;
}

// Of any kind, or so that a merged tile is worth two of its parts or more.
inline IjkValues some_values(Random& random) {
    IjkValues values{};
    if (random.below(3) == 0) {
        values.of_letter[1] = random.between(0, 100);
        for (int letter = 2; letter <= LAST_LETTER; ++letter) {
            const int32_t before = values.of_letter[letter - 1];
            values.of_letter[letter] = 2 * before + random.between(0, before / (random.coin() ? 1 : 9) / 9 + 1);
        }
        return values;
    }
    const int most = random.coin() ? 1'000'000 : 20;
    for (int letter = 1; letter <= LAST_LETTER; ++letter) values.of_letter[letter] = random.between(-most, most);
    return values;
}

// By tiles alone, or by terms too.
inline IjkEvaluation some_evaluation(Random& random) {
    if (random.coin()) return {some_values(random), {}, nullptr};
    IjkValues values{};
    for (int letter = 1; letter <= LAST_LETTER; ++letter) values.of_letter[letter] = random.between(-1000, 1000);
    return {values,
            {random.between(-99, 99), random.between(-99, 99), random.between(-99, 99), random.between(-64, 64)},
            nullptr};
}

inline constexpr int MOST_WEIGHT = 8191;  // as much as the bindings allow

struct Network {
    int16_t learned[NETWORK_WEIGHTS], ready[READY_WEIGHTS];
};

// The same network for all cases: to make one takes longer than to use it.
inline const Network& random_network() {
    static Network network;
    static const bool is_made = [] {
        Random random{1};
        for (int16_t& weight : network.learned)
            weight = static_cast<int16_t>(random.between(-MOST_WEIGHT, MOST_WEIGHT));
        make_ready(network.learned, network.ready);
        return true;
    }();
    static_cast<void>(is_made);
    return network;
}

}  // namespace tilefall::TILEFALL_ISA::tests
