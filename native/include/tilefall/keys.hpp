// Keys: a piece that is steered key by key while gravity pulls; the twin of rules/steered.py (F13).
#pragma once

#include "tilefall/draws.hpp"
#include "tilefall/environment_types.hpp"

namespace tilefall::TILEFALL_ISA {

// The places of a shape in a column where it would lie on a filled cell: bit b with b rows below its box.
GAME_FN uint32_t blocked_places(const uint32_t* columns, const Shape& shape, int column) {
    uint32_t blocked = 0;
    for (int i = 0; i < MAX_SIDE; ++i) {
        blocked |= columns[column + shape.cell_column[i]] >> shape.cell_level[i];
    }
    return blocked;
}

// Where a shape comes to rest that falls from a place where it fits: just above the highest place below
// where it does not (F6).
GAME_FN int lowest_bottom(uint32_t blocked, int bottom) { return bit_length(blocked & ((1u << bottom) - 1)); }

GAME_FN bool is_blocked(const FallingRules& rules, const FallingState& state) {
    const Shape& shape = pieces_of(rules).shapes[state.current];
    const int bottom = rules.height - shape.height - state.row;
    return bottom < 0 || (blocked_places(state.columns, shape, state.column) >> bottom & 1) != 0;
}

// Puts a piece that was just drawn where it appears: Tetris does so in the middle.
GAME_FN void spawn(const FallingRules& rules, FallingState& state) {
    state.row = 0;
    if (!rules.is_quintris) {
        state.column = (rules.width - TETRIS_PIECES().shapes[state.current].width) / 2;
    }
}

// Moves or turns the piece if it fits there (F4, F5); the places that are blocked where it is then.
GAME_FN uint32_t press(const FallingRules& rules, FallingState& state, int key) {
    const PieceSet& pieces = pieces_of(rules);
    const Shape& shape = pieces.shapes[state.current];
    const int turned = key == ROTATE ? shape.rotation : key == FLIP ? shape.flip : state.current;
    const int column = state.column + (key == RIGHT) - (key == LEFT);
    const Shape& form = pieces.shapes[turned];
    const int bottom = rules.height - form.height - state.row;
    if (column >= 0 && column + form.width <= rules.width && bottom >= 0) {
        const uint32_t blocked = blocked_places(state.columns, form, column);
        if ((blocked >> bottom & 1) == 0) {
            state.current = turned;
            state.column = column;
            return blocked;
        }
    }
    return blocked_places(state.columns, shape, state.column);
}

// A key and then, if it is time, gravity: whether the piece locks, and where (F6, F8).
GAME_FN bool steer(const FallingRules& rules, FallingState& state, int key, bool has_gravity, Move& rest) {
    const uint32_t blocked = press(rules, state, key);
    const int start = rules.height - pieces_of(rules).shapes[state.current].height - state.row;
    const int lowest = lowest_bottom(blocked, start);
    const int ticks = key == DROP ? start - lowest : (key == DOWN) + has_gravity;
    const int bottom = start - ticks > lowest ? start - ticks : lowest;
    state.row += start - bottom;
    rest = {state.current, state.column, bottom};
    return key == DROP || (ticks > 0 && bottom == lowest);
}

}  // namespace tilefall::TILEFALL_ISA
