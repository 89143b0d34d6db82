// What a player sees of a board of IJK, cell after cell in reading order: whoever looks has the
// capital letters. Learners want it so, because then one network plays both sides.
#pragma once

#include "tilefall/ijk.hpp"

namespace tilefall::TILEFALL_ISA {

inline constexpr int IJK_LETTERS = 13;

GAME_FN int tile_at(const IjkBoard& board, int row, int column) {
    return static_cast<int>(board.rows[row] >> 8 * column & 0xFF);
}

// The tile as the player sees it: 1 to 13 one's own, 16 more the other's, 0 none.
GAME_FN int tile_seen(int tile, int player) {
    return tile == 0 || player == 0 ? tile : tile ^ IJK_LOWER;
}

// A byte a cell.
GAME_FN void letters_seen(const IjkRules& rules, const IjkBoard& board, int player, uint8_t* out) {
    for (int row = 0; row < rules.size; ++row) {
        for (int column = 0; column < rules.size; ++column) {
            *out++ = static_cast<uint8_t>(tile_seen(tile_at(board, row, column), player));
        }
    }
}

// A plane a letter: thirteen of one's own, then thirteen of the other's; 1 where such a tile is.
GAME_FN void planes_seen(const IjkRules& rules, const IjkBoard& board, int player, float* out) {
    const int cells = rules.size * rules.size;
    for (int i = 0; i < 2 * IJK_LETTERS * cells; ++i) out[i] = 0;
    for (int cell = 0; cell < cells; ++cell) {
        const int tile = tile_at(board, cell / rules.size, cell % rules.size);
        if (tile == 0) continue;
        const int seen = tile_seen(tile, player);
        const int plane = seen < IJK_LOWER ? seen - 1 : seen - IJK_LOWER - 1 + IJK_LETTERS;
        out[plane * cells + cell] = 1;
    }
}

}  // namespace tilefall::TILEFALL_ISA
