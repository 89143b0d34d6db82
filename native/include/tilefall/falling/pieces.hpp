// Pieces: the shapes of both falling games as tables, made while compiling from the same drawings
// and in the same order as rules/pieces.py (F1). Bit 0 of a column is the lowest row of its box.
#pragma once

#include "tilefall/base/isa.hpp"
#include "tilefall/falling/types.hpp"

namespace tilefall::TILEFALL_ISA {

constexpr int MAX_SIDE = 5;  // the longest bar
constexpr int STRIP_START = 16;
constexpr int MAX_SHAPES = 32;  // of a game

struct Shape {
    // Filled cells of each column of the box, with room to read it as sixteen lanes that begin at
    // any column of a board: the box's column i is strip[STRIP_START + i].
    uint32_t strip[STRIP_START + MAX_SIDE + STRIP_START];
    int32_t low[MAX_SIDE];        // empty cells below the lowest filled one
    int32_t top[MAX_SIDE];        // height of the highest filled one, counted from the box's floor
    int32_t cells[MAX_SIDE];      // how many are filled
    int32_t above_gap[MAX_SIDE];  // how many are filled above a gap inside the column
    // Where each filled cell is in the box; one that is not there repeats the last.
    int32_t cell_column[MAX_SIDE], cell_level[MAX_SIDE];
    int32_t width, height, piece;
    int32_t rotation, flip;  // the shapes that the keys n and h make of it
};

struct PieceSet {
    Shape shapes[MAX_SHAPES];
    int32_t first[MAX_PIECES + 1];  // a piece's shapes are first[piece] to first[piece + 1] - 1
    int32_t pieces;
};

struct Drawing {
    char rows[3][MAX_SIDE + 1];
};

struct Grid {  // a drawing with row 0 on top
    bool filled[MAX_SIDE][MAX_SIDE];
    int width, height;
};

constexpr Grid grid_of(const Drawing& drawing) {
    Grid grid{};
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < MAX_SIDE && drawing.rows[row][column] != 0; ++column) {
            grid.filled[row][column] = drawing.rows[row][column] == 'x';
            grid.width = column + 1 > grid.width ? column + 1 : grid.width;
            grid.height = row + 1;
        }
    }
    return grid;
}

constexpr Grid turned(const Grid& grid) {
    Grid result{};
    result.width = grid.height;
    result.height = grid.width;
    for (int row = 0; row < result.height; ++row) {
        for (int column = 0; column < result.width; ++column) {
            result.filled[row][column] = grid.filled[grid.height - 1 - column][row];
        }
    }
    return result;
}

constexpr Grid mirrored(const Grid& grid) {
    Grid result = grid;
    for (int row = 0; row < grid.height; ++row) {
        for (int column = 0; column < grid.width; ++column) {
            result.filled[row][column] = grid.filled[row][grid.width - 1 - column];
        }
    }
    return result;
}

constexpr bool same(const Grid& a, const Grid& b) {
    bool equal = a.width == b.width && a.height == b.height;
    for (int row = 0; row < MAX_SIDE; ++row) {
        for (int column = 0; column < MAX_SIDE; ++column) {
            equal = equal && a.filled[row][column] == b.filled[row][column];
        }
    }
    return equal;
}

constexpr Shape shape_of(const Grid& grid, int piece) {
    Shape shape{};
    shape.width = grid.width;
    shape.height = grid.height;
    shape.piece = piece;
    int count = 0;
    for (int column = 0; column < grid.width; ++column) {
        bool has_gap = false;
        for (int level = 0; level < grid.height; ++level) {
            if (!grid.filled[grid.height - 1 - level][column]) {
                has_gap = has_gap || shape.cells[column] > 0;
                continue;
            }
            if (shape.cells[column] == 0) shape.low[column] = level;
            shape.strip[STRIP_START + column] |= 1u << level;
            shape.top[column] = level + 1;
            shape.cells[column] += 1;
            shape.above_gap[column] += has_gap;
            for (int i = count++; i < MAX_SIDE; ++i) {
                shape.cell_column[i] = column;
                shape.cell_level[i] = level;
            }
        }
    }
    return shape;
}

template <int PIECES>
constexpr PieceSet piece_set(const Drawing (&drawings)[PIECES], bool flips) {
    PieceSet set{};
    Grid grids[MAX_SHAPES] = {};
    int count = 0;
    set.pieces = PIECES;
    for (int piece = 0; piece < PIECES; ++piece) {
        const int first = count;
        set.first[piece] = first;
        for (int flip = 0; flip < (flips ? 2 : 1); ++flip) {
            Grid grid = grid_of(drawings[piece]);
            if (flip == 1) grid = mirrored(grid);
            for (int turn = 0; turn < 4; ++turn, grid = turned(grid)) {
                bool is_new = true;
                for (int i = first; i < count; ++i) is_new = is_new && !same(grids[i], grid);
                if (!is_new) continue;
                grids[count] = grid;
                set.shapes[count++] = shape_of(grid, piece);
            }
        }
        for (int i = first; i < count; ++i) {
            for (int j = first; j < count; ++j) {
                if (same(turned(grids[i]), grids[j])) set.shapes[i].rotation = j;
                if (same(mirrored(grids[i]), grids[j])) set.shapes[i].flip = j;
            }
        }
    }
    set.first[PIECES] = count;
    return set;
}

constexpr Drawing QUINTRIS_DRAWINGS[] = {
    {{".x.", "xxx", ".x."}}, {{"xxxxx"}}, {{"xxxx", "...x"}}, {{"xxxx", "..x."}}, {{"xxx", "x.x"}}, {{"xxx.", "..xx"}},
};
constexpr Drawing TETRIS_DRAWINGS[] = {
    {{"xxxx"}},       {{"xx", "xx"}},   {{".x.", "xxx"}}, {{"xx.", ".xx"}},
    {{".xx", "xx."}}, {{"x..", "xxx"}}, {{"..x", "xxx"}},
};

GAME_TABLE(PieceSet, QUINTRIS_PIECES, piece_set(QUINTRIS_DRAWINGS, true))
GAME_TABLE(PieceSet, TETRIS_PIECES, piece_set(TETRIS_DRAWINGS, false))

}  // namespace tilefall::TILEFALL_ISA
