// Falling: boards, states and the certain half of a turn; the twin of rules/falling.py (F3 to F7).
// A board is one lane a column, bit 0 the floor; lanes beyond the width are walls, filled to the top.
#pragma once

#include "tilefall/digest.hpp"
#include "tilefall/lanes.hpp"
#include "tilefall/pieces.hpp"
#include "tilefall/types.hpp"

namespace tilefall::TILEFALL_ISA {

// What a board of this size always has: its own cells, and the walls around them.
struct Frame {
    Lanes inside, walls;
    int32_t width, height;
};

GAME_FN const PieceSet& pieces_of(const FallingRules& rules) {
    return rules.is_quintris ? QUINTRIS_PIECES() : TETRIS_PIECES();
}

GAME_FN Frame frame_of(int width, int height) {
    const uint32_t rows = (1u << height) - 1;
    uint32_t inside[LANES], walls[LANES];
    for (int lane = 0; lane < LANES; ++lane) {
        inside[lane] = lane < width ? rows : 0;
        walls[lane] = lane < width ? 0 : rows;
    }
    return {load(inside), load(walls), width, height};
}

GAME_FN Move move_of(const FallingRules& rules, int32_t number) {
    return {number / LEVELS / rules.width, number / LEVELS % rules.width, number % LEVELS};
}

GAME_FN int32_t number_of(const FallingRules& rules, Move move) {
    return (move.shape * rules.width + move.column) * LEVELS + move.bottom;
}

// The cells of a shape at a place, in the lanes of the board; those above bit 31 are lost.
GAME_FN Lanes cells_of(const Shape& shape, int column, int bottom) {
    const Lanes strip = load(shape.strip + STRIP_START - column);
    return bottom < 32 ? up(strip, bottom) : splat(0);
}

// The rows that are full in every column (F7).
GAME_FN uint32_t full_rows(Lanes columns) { return all_of(columns); }

// The board without these rows; what is above comes down, row by row from the top (F7).
GAME_FN Lanes without_rows(const Frame& frame, Lanes columns, uint32_t rows) {
    while (rows != 0) {
        const int row = bit_length(rows) - 1;
        const Lanes below = splat((1u << row) - 1);
        columns = (columns & below) | without(down<1>(columns), below);
        rows &= ~(1u << row);
    }
    return columns | frame.walls;
}

// Locks the piece where the move says, removes full rows and counts them (F6, F7, T4, T5). Whether the game is over with it.
GAME_FN bool lock_piece(const FallingRules& rules, const Frame& frame, Move move, FallingState& state,
                        int32_t& reward) {
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
GAME_FN Locked locked(const FallingRules& rules, const Frame& frame, const FallingState& state,
                      Move move) {
    Locked after{state, 0, false};
    after.is_over = lock_piece(rules, frame, move, after.state, after.reward);
    return after;
}

// The digests of some states (D5). A word of each in turn: a digest is a chain of products that wait
// for each other, and those of other states need not wait.
template <int COUNT>
GAME_FN void find_digests(const FallingRules& rules, const FallingState* states, uint64_t* found) {
    Digest digests[COUNT];
    const auto add = [&](const auto& word) {
        for (int i = 0; i < COUNT; ++i) digests[i].add(static_cast<uint64_t>(word(states[i])));
    };
    for (int column = 0; column < rules.width; ++column) {
        add([column](const FallingState& state) { return state.columns[column]; });
    }
    add([](const FallingState& state) { return state.current + 1; });
    add([](const FallingState& state) { return state.column; });
    add([](const FallingState& state) { return state.next + 1; });
    const int pieces = pieces_of(rules).pieces;
    for (int piece = 0; piece < pieces; ++piece) {
        add([piece](const FallingState& state) { return state.seen[piece]; });
    }
    add([](const FallingState& state) { return state.score; });
    add([](const FallingState& state) { return state.turn; });
    for (int i = 0; i < COUNT; ++i) found[i] = digests[i].value;
}

GAME_FN uint64_t digest(const FallingRules& rules, const FallingState& state) {
    uint64_t found;
    find_digests<1>(rules, &state, &found);
    return found;
}

}  // namespace tilefall::TILEFALL_ISA
