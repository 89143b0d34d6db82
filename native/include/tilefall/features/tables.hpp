// Tables: what the surface of a board looks like, counted case by case (E12 to E18); the twin of rules/surface.py.
#pragma once

#include "tilefall/falling/turns.hpp"
#include "tilefall/features/list.hpp"

namespace tilefall::TILEFALL_ISA {

constexpr int WALL_HEIGHT = 64;                              // more than any step from a column
constexpr int MOST_CASES = 7, MOST_ROOM = 7, MOST_WAYS = 4;  // the last case stands for more, too
constexpr int MOST_STEP = 3;                                 // between neighbouring columns below any piece
constexpr int FIT_STEPS = 2 * MOST_STEP + 1;

// The lower sides of all shapes two or more columns wide, as steps from column to column. Many
// shapes have the same one; each is here once.
struct FitSet {
    int32_t step[MAX_SHAPES][MAX_SIDE - 1];
    int32_t width[MAX_SHAPES];
    int32_t times[MAX_PIECES][MAX_SHAPES];  // how many shapes of a piece have it
    int32_t sides, pieces;
};

constexpr bool has_side(const FitSet& set, int side, const Shape& shape) {
    bool is_same = set.width[side] == shape.width;
    for (int i = 1; is_same && i < shape.width; ++i) {
        is_same = set.step[side][i - 1] == shape.low[i] - shape.low[i - 1];
    }
    return is_same;
}

constexpr FitSet fit_set(const PieceSet& pieces) {
    FitSet set{};
    set.pieces = pieces.pieces;
    for (int number = 0; number < pieces.first[pieces.pieces]; ++number) {
        const Shape& shape = pieces.shapes[number];
        if (shape.width < 2) continue;
        int side = 0;
        while (side < set.sides && !has_side(set, side, shape)) ++side;
        set.width[side] = shape.width;
        for (int i = 1; i < shape.width; ++i) {
            set.step[side][i - 1] = shape.low[i] - shape.low[i - 1];
        }
        set.sides = side < set.sides ? set.sides : side + 1;
        set.times[shape.piece][side] += 1;
    }
    return set;
}

GAME_TABLE(FitSet, QUINTRIS_FITS, fit_set(piece_set(QUINTRIS_DRAWINGS, true)))
GAME_TABLE(FitSet, TETRIS_FITS, fit_set(piece_set(TETRIS_DRAWINGS, false)))

GAME_FN const FitSet& fits_of(const FallingRules& rules) { return rules.is_quintris ? QUINTRIS_FITS() : TETRIS_FITS(); }

GAME_FN constexpr int at_most(int number, int most) { return number < most ? number : most; }

// Where a column is: 0 at an edge, 1 beside it, 2 elsewhere.
GAME_FN constexpr int well_place(int column, int width) {
    const int from_edge = at_most(column, width - 1 - column);
    return at_most(from_edge, 2);
}

// Whether something, the column or pair of columns of this number, is not the first or last.
GAME_FN constexpr int inner_place(int number, int count) { return number > 0 && number < count - 1 ? 1 : 0; }

// The filled cells above the topmost hole of a column of this height; 0 without a hole (E17).
GAME_FN int cover_of(uint32_t column, int height) {
    const uint32_t holes = ~column & ((1u << height) - 1);
    return holes == 0 ? 0 : height - bit_length(holes);
}

// A step of a bend as a number from 0 on.
GAME_FN constexpr int bend_step(int by) { return at_most(by > -MOST_BEND ? by + MOST_BEND : 0, 2 * MOST_BEND); }

// The entry of a bend, by the heights of three neighbouring columns. Mirror images have entries of their
// own, which are the same number (E18).
GAME_FN constexpr int bend_entry(int left, int here, int right) {
    return BEND_TABLE + 8 * bend_step(here - left) + bend_step(right - here);
}
constexpr int LEVEL_BEND = bend_entry(0, 0, 0);  // not counted

// In how many ways a piece can be laid onto a surface without a gap below it: by the words of
// columns from which the next one differs by -3 to 3 (E13).
GAME_FN int ways_to_fit(const FitSet& fits, int piece, const uint32_t (&steps)[FIT_STEPS]) {
    int ways = 0;
    for (int side = 0; side < fits.sides; ++side) {
        if (fits.times[piece][side] == 0) continue;
        uint32_t fitting = ~0u;
        for (int i = 0; i + 1 < fits.width[side]; ++i) {
            fitting &= steps[fits.step[side][i] + MOST_STEP] >> i;
        }
        ways += fits.times[piece][side] * ones(fitting);
    }
    return ways;
}

// Calls count(entry) for every case that occurs on a board. Its columns end at the floor with bit 0,
// and heights are those of its columns.
template <typename Count>
GAME_FN void count_cases(const FitSet& fits, int width, int height, const uint32_t* columns, const int32_t* heights,
                         const Count& count) {
    uint32_t steps[FIT_STEPS] = {};
    int highest = 0;
    for (int column = 0; column < width; ++column) {
        const int here = heights[column], place = inner_place(column, width);
        const int left = column > 0 ? heights[column - 1] : WALL_HEIGHT;
        const int right = column + 1 < width ? heights[column + 1] : WALL_HEIGHT;
        const int depth = at_most(left, right) - here;
        if (depth > 0) {
            count(WELL_TABLE + 8 * well_place(column, width) + at_most(depth, MOST_CASES));
        }
        count(COLUMN_ROOM_TABLE + 16 * place + at_most(height - here, MOST_ROOM));
        if (const int cover = cover_of(columns[column], here)) {
            count(COVER_TABLE + 8 * place + at_most(cover, MOST_CASES));
        }
        if (here > highest) highest = here;
        if (column + 1 == width) break;
        const int step = right - here, size = step < 0 ? -step : step;
        if (column > 0 && (step != 0 || here != left)) count(bend_entry(left, here, right));
        if (step != 0) {
            count(STEP_TABLE + 8 * inner_place(column, width - 1) + at_most(size, MOST_CASES));
        }
        if (size <= MOST_STEP) steps[step + MOST_STEP] |= 1u << column;
    }
    count(ROOM_TABLE + at_most(height - highest, MOST_ROOM));
    for (int piece = 0; piece < fits.pieces; ++piece) {
        count(FIT_TABLE + 8 * piece + at_most(ways_to_fit(fits, piece, steps), MOST_WAYS));
    }
}

// How often every case occurs on a board.
GAME_FN void count_tables(const FitSet& fits, int width, int height, const uint32_t* columns, int32_t* counts) {
    int32_t heights[LANES];
    for (int i = 0; i < width; ++i) heights[i] = bit_length(columns[i]);
    for (int i = 0; i < TABLE_ENTRIES; ++i) counts[i] = 0;
    count_cases(fits, width, height, columns, heights, [&](int entry) { counts[entry] += 1; });
}

}  // namespace tilefall::TILEFALL_ISA
