// Boards in lanes and the certain half of a turn; the twin of rules/falling.py (F3 to F7). A board is one lane a
// column, bit 0 the floor; lanes beyond the width are walls, filled to the top.
#pragma once

#include "tilefall/base/lanes.hpp"
#include "tilefall/falling/turns.hpp"

namespace tilefall::TILEFALL_ISA {

// What a board of this size always has: its own cells, and the walls around them.
struct Frame {
    Lanes inside, walls;
    int32_t width, height;
};

inline Frame frame_of(int width, int height) {
    const uint32_t rows = (1u << height) - 1;
    uint32_t inside[LANES], walls[LANES];
    for (int lane = 0; lane < LANES; ++lane) {
        inside[lane] = lane < width ? rows : 0;
        walls[lane] = lane < width ? 0 : rows;
    }
    return {load(inside), load(walls), width, height};
}

// The cells of a shape at a place, in the lanes of the board; those above bit 31 are lost.
inline Lanes cells_of(const Shape& shape, int column, int bottom) {
    const Lanes strip = load(shape.strip + STRIP_START - column);
    return bottom < 32 ? up(strip, bottom) : splat(0);
}

// The rows that are full in every column (F7).
inline uint32_t full_rows(Lanes columns) { return all_of(columns); }

// The board without these rows; what is above comes down, row by row from the top (F7).
inline Lanes without_rows(const Frame& frame, Lanes columns, uint32_t rows) {
    while (rows != 0) {
        const int row = bit_length(rows) - 1;
        const Lanes below = splat((1u << row) - 1);
        columns = (columns & below) | without(down<1>(columns), below);
        rows &= ~(1u << row);
    }
    return columns | frame.walls;
}

// The rows that are filled in all of the eight columns from each lane on.
GAME_PART Lanes full_in_eight(Lanes columns) {
    const Lanes two = columns & rotated<1>(columns), four = two & rotated<2>(two);
    return four & rotated<4>(four);
}

// The empty cells with a filled cell anywhere above them (E5).
GAME_PART Lanes hole_cells(Lanes columns, Lanes heights) { return without(up(splat(1), heights) - splat(1), columns); }

// Column heights; a wall is higher than any step from a column could be.
GAME_PART Lanes heights_of(const Frame& frame, Lanes columns) {
    return select(nonzero(frame.walls), splat(64), bit_length(columns));
}

// Locks the piece where the move says, removes full rows and counts them (F6, F7, T4, T5). Whether the game is over
// with it.
inline bool lock_piece(const FallingRules& rules, const Frame& frame, Move move, FallingState& state, int32_t& reward) {
    const Shape& shape = pieces_of(rules).shapes[move.shape];
    const bool is_over = move.bottom + shape.height > rules.height;
    Lanes columns = load(state.columns) | cells_of(shape, move.column, move.bottom);
    reward = 0;
    if (is_over) {
        columns = columns & (frame.inside | frame.walls);
    } else if (const uint32_t full = full_rows(columns)) {
        reward = ones(full);
        columns = without_rows(frame, columns, full);
    }
    store(columns, state.columns);
    state.score += static_cast<uint64_t>(reward);
    state.turn += 1;
    return is_over;
}

// The certain half of a turn.
inline Locked locked(const FallingRules& rules, const Frame& frame, const FallingState& state, Move move) {
    Locked after{state, 0, false};
    after.is_over = lock_piece(rules, frame, move, after.state, after.reward);
    return after;
}

}  // namespace tilefall::TILEFALL_ISA
