// Tables in words: what they say of a board and of every straight drop onto it (E12 to E18). Each feature is one
// block, in the order of the list. Of a drop only the piece's columns, their neighbours and the steps between
// them are looked up again.
#pragma once

#include "tilefall/falling/words.hpp"
#include "tilefall/features/tables.hpp"

namespace tilefall::TILEFALL_ISA::words {

template <class WELL>
inline constexpr FitSet FITS_OF_WELL =
    fit_set(WELL::IS_QUINTRIS ? piece_set(QUINTRIS_DRAWINGS, true) : piece_set(TETRIS_DRAWINGS, false));

// How many shapes of each piece have a lower side, four bits a piece. Device code may only read constants.
template <class WELL>
constexpr uint32_t times_of_side(int side) {
    uint32_t packed = 0;
    for (int piece = 0; piece < MAX_PIECES; ++piece) {
        packed |= static_cast<uint32_t>(FITS_OF_WELL<WELL>.times[piece][side]) << 4 * piece;
    }
    return packed;
}
template <class WELL, int SIDE>
inline constexpr uint32_t TIMES_OF_SIDE = times_of_side<WELL>(SIDE);

// Adds the places of every lower side to the ways of the pieces that have it.
template <class WELL, int SIDE = 0>
GAME_FN void add_ways(const uint32_t (&steps)[FIT_STEPS], uint32_t (&ways)[MAX_PIECES]) {
    if constexpr (SIDE < FITS_OF_WELL<WELL>.sides) {
        constexpr int WIDE = FITS_OF_WELL<WELL>.width[SIDE];
        constexpr uint32_t TIMES = TIMES_OF_SIDE<WELL, SIDE>;
        constexpr int FIRST = FITS_OF_WELL<WELL>.step[SIDE][0] + MOST_STEP;
        constexpr int SECOND = FITS_OF_WELL<WELL>.step[SIDE][1] + MOST_STEP;
        constexpr int THIRD = FITS_OF_WELL<WELL>.step[SIDE][2] + MOST_STEP;
        constexpr int FOURTH = FITS_OF_WELL<WELL>.step[SIDE][3] + MOST_STEP;
        uint32_t fitting = steps[FIRST];
        if constexpr (WIDE > 2) fitting &= steps[SECOND] >> 1;
        if constexpr (WIDE > 3) fitting &= steps[THIRD] >> 2;
        if constexpr (WIDE > 4) fitting &= steps[FOURTH] >> 3;
        const uint32_t found = static_cast<uint32_t>(ones(fitting));
        GAME_UNROLL
        for (int piece = 0; piece < MAX_PIECES; ++piece) ways[piece] += (TIMES >> 4 * piece & 15) * found;
        add_ways<WELL, SIDE + 1>(steps, ways);
    }
}

// What tables add for each thing that occurs. Entries that stand for nothing are 0, so they may be read.
template <class WELL, bool HAS_BENDS>
struct Cases {
    static constexpr int WIDTH = WELL::WIDTH;
    const int32_t* tables;

    GAME_FN uint32_t entry(int number) const { return static_cast<uint32_t>(tables[number]); }

    // E12: the well of a column.
    GAME_FN uint32_t well(int column, int left, int here, int right) const {
        const int depth = at_most(at_most(left, right) - here, MOST_CASES);
        return entry(WELL_TABLE + 8 * well_place(column, WIDTH) + (depth > 0 ? depth : 0));
    }
    // E13: in how many ways each piece can be laid onto the surface, by the columns of each step.
    GAME_FN uint32_t fits(const uint32_t (&steps)[FIT_STEPS]) const {
        constexpr int PIECES = FITS_OF_WELL<WELL>.pieces;
        uint32_t ways[MAX_PIECES] = {}, value = 0;
        add_ways<WELL>(steps, ways);
        GAME_UNROLL
        for (int piece = 0; piece < PIECES; ++piece) {
            value += entry(FIT_TABLE + 8 * piece + at_most(static_cast<int>(ways[piece]), MOST_WAYS));
        }
        return value;
    }
    // E14: the rows above the highest column.
    GAME_FN uint32_t room(int highest) const { return entry(ROOM_TABLE + at_most(WELL::HEIGHT - highest, MOST_ROOM)); }
    // E15: the rows above a column.
    GAME_FN uint32_t column_room(int column, int height) const {
        return entry(COLUMN_ROOM_TABLE + 16 * inner_place(column, WIDTH) + at_most(WELL::HEIGHT - height, MOST_ROOM));
    }
    // E16: the step from a column to the next one.
    GAME_FN uint32_t step(int column, int by) const {
        return entry(STEP_TABLE + 8 * inner_place(column, WIDTH - 1) + at_most(by < 0 ? -by : by, MOST_CASES));
    }
    // E17: the cells above the topmost hole of a column.
    GAME_FN uint32_t cover(int column, int cells) const {
        return entry(COVER_TABLE + 8 * inner_place(column, WIDTH) + at_most(cells, MOST_CASES));
    }
    // E18: the bend in whose middle a column is.
    GAME_FN uint32_t bend(int column, int left, int here, int right) const {
        if constexpr (!HAS_BENDS) return 0;
        return entry(inner_place(column, WIDTH) != 0 ? bend_entry(left, here, right) : LEVEL_BEND);
    }

    GAME_FN uint32_t around(int column, int left, int here, int right) const {
        return well(column, left, here, right) + bend(column, left, here, right);
    }
    GAME_FN uint32_t alone(int column, int height, int cells) const {
        return column_room(column, height) + cover(column, cells);
    }
};

GAME_FN void add_step(uint32_t (&steps)[FIT_STEPS], int by, uint32_t column) {
    GAME_UNROLL
    for (int i = 0; i < FIT_STEPS; ++i) steps[i] |= by == i - MOST_STEP ? column : 0;
}

// What the tables say of a board, made from nothing.
template <bool HAS_BENDS, class WELL>
GAME_FN uint32_t value_of_cases(const Board<WELL>& board, const int32_t* tables) {
    constexpr int WIDTH = WELL::WIDTH;
    const Cases<WELL, HAS_BENDS> cases{tables};
    uint32_t steps[FIT_STEPS] = {}, value = 0;
    int left = WALL_HEIGHT, here = bit_length(board.columns[0]), highest = 0;
    GAME_UNROLL
    for (int i = 0; i < WIDTH; ++i) {
        const int right = i + 1 < WIDTH ? bit_length(board.at(i + 1)) : WALL_HEIGHT;
        value += cases.around(i, left, here, right) + cases.alone(i, here, cover_of(board.columns[i], here));
        highest = here > highest ? here : highest;
        if (i + 1 < WIDTH) {
            value += cases.step(i, right - here);
            add_step(steps, right - here, 1u << i);
        }
        left = here;
        here = right;
    }
    return value + cases.room(highest) + cases.fits(steps);
}

// What all drops onto a board share, indexed as in Ground.
template <class WELL>
struct CaseGround {
    uint32_t steps[FIT_STEPS];  // the columns from which so far a step leads
    int32_t highest_before[WELL::WIDTH], highest_after[WELL::WIDTH + 1];
};

// Adds what is left and right of every piece to the sums that end there.
template <bool HAS_BENDS, class WELL>
GAME_FN void look_at_cases(const Board<WELL>& board, const int32_t* tables, CaseGround<WELL>& ground,
                           uint32_t (&before)[WELL::WIDTH], uint32_t (&after)[WELL::WIDTH + 1]) {
    constexpr int WIDTH = WELL::WIDTH;
    const Cases<WELL, HAS_BENDS> cases{tables};
    int heights[WIDTH + 2];  // with the walls
    heights[0] = heights[WIDTH + 1] = WALL_HEIGHT;
    uint32_t of_column[WIDTH], around[WIDTH], of_step[WIDTH];
    GAME_UNROLL
    for (int i = 0; i < FIT_STEPS; ++i) ground.steps[i] = 0;
    GAME_UNROLL
    for (int i = 0; i < WIDTH; ++i) heights[i + 1] = bit_length(board.columns[i]);
    GAME_UNROLL
    for (int i = 0; i < WIDTH; ++i) {
        const int here = heights[i + 1], by = heights[i + 2] - here;
        of_column[i] = cases.alone(i, here, cover_of(board.columns[i], here));
        around[i] = cases.around(i, heights[i], here, heights[i + 2]);
        of_step[i] = i + 1 < WIDTH ? cases.step(i, by) : 0;
        if (i + 1 < WIDTH) add_step(ground.steps, by, 1u << i);
    }
    uint32_t value = 0;
    int highest = 0;
    GAME_UNROLL
    for (int c = 0; c < WIDTH; ++c) {
        if (c >= 1) value += of_column[c - 1];
        if (c >= 1 && heights[c] > highest) highest = heights[c];
        if (c >= 2) value += around[c - 2] + of_step[c - 2];
        before[c] += value;
        ground.highest_before[c] = highest;
    }
    value = 0, highest = 0;
    GAME_UNROLL
    for (int e = WIDTH; e >= 1; --e) {
        if (e < WIDTH) value += of_column[e] + of_step[e];
        if (e < WIDTH && heights[e + 1] > highest) highest = heights[e + 1];
        if (e + 1 < WIDTH) value += around[e + 1];
        after[e] += value;
        ground.highest_after[e] = highest;
    }
}

// What the tables say of a drop that completes no row, without the sums beside it. `near` are the heights
// after it of two columns left of the piece, its own and two right of it, `covers` the filled cells above
// the topmost holes of its own.
template <int WIDE, bool HAS_BENDS, class WELL>
GAME_FN uint32_t value_of_drop(const int32_t* tables, const CaseGround<WELL>& ground, int c,
                               const int32_t (&near)[WIDE + 4], const int32_t (&covers)[WIDE]) {
    const Cases<WELL, HAS_BENDS> cases{tables};
    const bool is_first = c == 0, is_last = c + WIDE == WELL::WIDTH;
    const uint32_t before = is_first ? 0 : 1u << (c - 1), own = 1u << c;
    const uint32_t kept = ~(before | own * ((1u << WIDE) - 1));
    uint32_t steps[FIT_STEPS], value = 0;
    GAME_UNROLL
    for (int i = 0; i < FIT_STEPS; ++i) steps[i] = ground.steps[i] & kept;
    int highest = ground.highest_before[c];
    highest = ground.highest_after[c + WIDE] > highest ? ground.highest_after[c + WIDE] : highest;
    GAME_UNROLL
    for (int i = 0; i < WIDE; ++i) {
        const int here = near[i + 2], by = near[i + 3] - here;
        highest = here > highest ? here : highest;
        value += cases.alone(c + i, here, covers[i]) + cases.around(c + i, near[i + 1], here, near[i + 3]);
        if (i == WIDE - 1 && is_last) break;
        value += cases.step(c + i, by);
        add_step(steps, by, own << i);
    }
    if (!is_first) {
        value += cases.step(c - 1, near[2] - near[1]) + cases.around(c - 1, near[0], near[1], near[2]);
        add_step(steps, near[2] - near[1], before);
    }
    if (!is_last) value += cases.around(c + WIDE, near[WIDE + 1], near[WIDE + 2], near[WIDE + 3]);
    return value + cases.room(highest) + cases.fits(steps);
}

}  // namespace tilefall::TILEFALL_ISA::words
