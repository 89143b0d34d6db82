// Boards, states and the certain half of a turn; the twin of rules/falling.py (F3 to F7); and the turns of a game
// that is kept. A board is one lane a column, bit 0 the floor; lanes beyond the width are walls, filled to the top.
#pragma once

#include "tilefall/base/dice.hpp"
#include "tilefall/base/lanes.hpp"
#include "tilefall/falling/pieces.hpp"
#include "tilefall/falling/types.hpp"

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

// The rows that are filled in all of the eight columns from each lane on.
GAME_FN Lanes full_in_eight(Lanes columns) {
    const Lanes two = columns & rotated<1>(columns), four = two & rotated<2>(two);
    return four & rotated<4>(four);
}

// The empty cells with a filled cell anywhere above them (E5).
GAME_FN Lanes hole_cells(Lanes columns, Lanes heights) {
    return without(up(splat(1), heights) - splat(1), columns);
}

// Column heights; a wall is higher than any step from a column could be.
GAME_FN Lanes heights_of(const Frame& frame, Lanes columns) {
    return select(nonzero(frame.walls), splat(64), bit_length(columns));
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

// Kept turns: the moves of a game and a check of the state after each, taken while it is played.

// The checks of the states that wait: the first of them is the one after so many turns.
GAME_FN void check_waiting(const FallingRules& rules, KeptTurns& kept, uint64_t turns) {
    uint64_t digests[DIGESTS_AT_ONCE];
    find_digests<DIGESTS_AT_ONCE>(rules, kept.waiting, digests);
    for (uint64_t after = turns == 0 ? 1 : turns; after <= kept.count; ++after) {
        kept.turns[after - 1].check = static_cast<uint16_t>(digests[after - turns]);
    }
}

// Keeps a move, and the state in which it is made for the check of the move before; if that is wanted.
// A state is copied faster then than at once after it was made: what is on its way to memory in small
// parts cannot be read in large ones.
GAME_FN void keep_turn(const FallingRules& rules, const FallingState& state, Move move, KeptTurns* kept) {
    if (kept == nullptr) return;
    const uint64_t place = kept->count % DIGESTS_AT_ONCE;
    kept->waiting[place] = state;
    if (place == DIGESTS_AT_ONCE - 1) check_waiting(rules, *kept, kept->count - place);
    kept->turns[kept->count].move = static_cast<uint16_t>(number_of(rules, move));
    kept->count += 1;
}

// Makes the checks that still wait when a game ends in a state.
GAME_FN void end_turns(const FallingRules& rules, const FallingState& state, KeptTurns* kept) {
    if (kept == nullptr) return;
    const uint64_t place = kept->count % DIGESTS_AT_ONCE;
    kept->waiting[place] = state;
    check_waiting(rules, *kept, kept->count - place);
}

}  // namespace tilefall::TILEFALL_ISA
