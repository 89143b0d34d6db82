// Boards: states of the falling games to test with, also ones that no game reaches.
#pragma once

#include "check.hpp"
#include "tilefall/falling/board.hpp"
#include "tilefall/features/list.hpp"

namespace tilefall::TILEFALL_ISA::tests {

constexpr int TETRIS_WIDTHS = 12, TETRIS_HEIGHTS = 28;  // 4 to 15, 4 to 31

inline FallingRules rules_with(int width, int height, bool is_quintris) {
    return {width, height, is_quintris, false, is_quintris, Draw::BAG, {}, nullptr, 0};
}

// Each seed has its size: 336 in a row have them all.
inline FallingRules tetris_rules(Random& random) {
    const int size = static_cast<int>(random.seed % (TETRIS_WIDTHS * TETRIS_HEIGHTS));
    FallingRules rules = rules_with(4 + size % TETRIS_WIDTHS, 4 + size / TETRIS_WIDTHS, false);
    rules.has_preview = random.coin();
    return rules;
}

// Two times of three the usual size.
inline FallingRules quintris_rules(Random& random) {
    const bool is_usual = random.below(3) > 0;
    FallingRules rules = rules_with(15, 25, true);
    if (!is_usual) {
        rules.width = random.between(6, 15);
        rules.height = random.between(6, 31);
    }
    rules.can_slide = random.coin();
    return rules;
}

// A column of cells, each filled with a chance of 1, 2, 4, 8, 12, 14 or 15 in 16.
inline uint32_t sprinkled(Random& random, int density) {
    const auto tosses = [&](int count) {  // one in 2^count
        uint32_t word = ~0u;
        for (int i = 0; i < count; ++i) word &= random.word();
        return word;
    };
    return density < 4 ? tosses(4 - density) : ~tosses(density - 2);
}

// Fills the columns of a board; beyond them are walls.
inline void fill_columns(Random& random, int width, int height, uint32_t* columns) {
    const uint32_t rows = (1u << height) - 1;
    const int kind = random.below(8), density = random.below(7);
    const uint32_t low = (1u << random.between(0, height)) - 1;
    const uint32_t parity = random.coin() ? 0x55555555u : 0xAAAAAAAAu;
    for (int i = 0; i < LANES; ++i) {
        if (kind == 0) columns[i] = 0;
        if (kind == 1) columns[i] = rows;
        if (kind == 2) columns[i] = i % 2 == 0 ? parity : ~parity;
        if (kind == 3) columns[i] = (1u << random.between(0, height)) - 1;  // towers
        if (kind == 4) columns[i] = i == density ? 0 : low;                 // one well
        if (kind >= 5) columns[i] = sprinkled(random, density);
        if (kind >= 6) columns[i] &= low;
        columns[i] = i < width ? columns[i] & rows : rows;
    }
    if (kind != 7) return;
    for (int level = 0; level < height; ++level) {  // every row full but for one cell or two
        for (int i = 0; i < width; ++i) columns[i] |= 1u << level & low;
        columns[random.below(width)] &= ~(1u << level);
        if (random.coin()) columns[random.below(width)] &= ~(1u << level);
    }
}

// Makes entries of tables such as weights may be: 0 where nothing is counted (E12, E16 to E18), and the same
// for bends that mirror each other.
inline void settle_tables(int32_t* tables) {
    for (int place = 0; place < 3; ++place) tables[WELL_TABLE + 8 * place] = 0;
    for (int place = 0; place < 2; ++place) tables[STEP_TABLE + 8 * place] = tables[COVER_TABLE + 8 * place] = 0;
    int32_t* bends = tables + BEND_TABLE;
    for (int i = 0; i < 8; ++i) bends[8 * 7 + i] = bends[8 * i + 7] = 0;
    bends[8 * 3 + 3] = 0;
    for (int first = 0; first < 7; ++first) {
        for (int second = 0; second < 7; ++second) bends[8 * (6 - second) + 6 - first] = bends[8 * first + second];
    }
}

inline FallingState some_state(Random& random, const FallingRules& rules) {
    const PieceSet& pieces = pieces_of(rules);
    const int shapes = pieces.first[pieces.pieces];
    FallingState state{};
    fill_columns(random, rules.width, rules.height, state.columns);
    state.current = random.below(shapes);
    const int columns = rules.width - pieces.shapes[state.current].width + 1;
    state.column = rules.is_quintris ? random.below(columns) : 0;
    state.next = rules.has_preview ? random.below(shapes) : -1;
    state.turn = random.word();
    state.score = random.word();
    return state;
}

}  // namespace tilefall::TILEFALL_ISA::tests
