// Path gains: the most that wells, steps and bends can be worth where a piece has come down. They hang
// together: a column's well and bend are made by the step onto it and the step off it, and every step is
// shared by two columns. So what they are worth is a path from step to step, and the best path between two
// known steps is far below the sum of the best parts (S7).
//
// Steps are numbered as those of bends: 0 to 6 for 3 down to 3 up, and NO_STEP where a wall is.
#pragma once

#include "tilefall/bend_lanes.hpp"
#include "tilefall/gains.hpp"

namespace tilefall::TILEFALL_ISA {

struct PathMost {
    int32_t column[64];           // a column's well and bend: 8 times the step onto it, and the step off it
    int32_t step[8];
    // What a piece has beside the steps inside of it: 8 times the first of these and the step before the
    // column on its left, or 8 times the last of these and the step after the column on its right.
    int32_t left[64], right[64];
    // Whatever heights the columns have that a piece of this width may change: 8 times the step before the
    // column on their left, and the step after the column on their right.
    int32_t any[MAX_SIDE + 1][64];
    int32_t most[MAX_SIDE + 1];   // of these, whatever the steps beside them are
    int32_t inside[MAX_SHAPES];   // the steps inside a shape, and the columns between two of these
    int8_t first[MAX_SHAPES], last[MAX_SHAPES];  // of these steps
};

GAME_FN int32_t largest_of(const int32_t* entries, int count, int32_t least) {
    for (int i = 0; i < count; ++i) least = entries[i] > least ? entries[i] : least;
    return least;
}

// The most that a table of eight can be worth at a depth of which all that counts is known up to 3.
GAME_FN int32_t most_at(const int32_t* eight, int depth) {
    return depth < MOST_BEND ? eight[depth] : largest_of(eight + MOST_BEND, 8 - MOST_BEND, eight[MOST_BEND]);
}

GAME_FN int32_t most_of_column(const int32_t* tables, int onto, int off) {
    constexpr int WALL = 64;
    const int fall = onto == NO_STEP ? WALL : MOST_BEND - onto, rise = off == NO_STEP ? WALL : off - MOST_BEND;
    const int depth = at_most(fall, rise) > 0 ? at_most(fall, rise) : 0;
    int32_t well = most_at(tables + WELL_TABLE, depth);
    for (int place = 1; place < 3; ++place) {
        const int32_t other = most_at(tables + WELL_TABLE + 8 * place, depth);
        well = other > well ? other : well;
    }
    return well + tables[BEND_TABLE + 8 * onto + off];
}

// The best way over one unknown step from a known one to another. At a wall it may not be there at all:
// then the piece lies against the wall.
GAME_FN int32_t most_between(const PathMost& path, int from, int to) {
    int32_t best = from == NO_STEP || to == NO_STEP ? path.column[8 * from + to] : NO_VALUE;
    for (int step = 0; step < NO_STEP; ++step) {
        const int32_t value = path.column[8 * from + step] + path.step[step] + path.column[8 * step + to];
        best = value > best ? value : best;
    }
    return best;
}

// One more unknown step, and the column before it.
GAME_FN void lengthen(const PathMost& path, const int32_t (&before)[8], int32_t (&after)[8]) {
    for (int to = 0; to < NO_STEP; ++to) {
        int32_t best = NO_VALUE;
        for (int from = 0; from < 8; ++from) {
            if (before[from] == NO_VALUE) continue;
            const int32_t value = before[from] + path.column[8 * from + to] + path.step[to];
            best = value > best ? value : best;
        }
        after[to] = best;
    }
    after[NO_STEP] = NO_VALUE;
}

// What is left of a path that ends with a step: the column after it, or the wall instead of it.
GAME_FN int32_t most_to_end(const PathMost& path, const int32_t (&before)[8], int end) {
    int32_t last[8], best = NO_VALUE;
    lengthen(path, before, last);
    for (int step = 0; step < NO_STEP; ++step) {
        const int32_t value = last[step] + path.column[8 * step + end];
        best = value > best ? value : best;
    }
    for (int step = 0; step < 8 && end == NO_STEP; ++step) {
        if (before[step] == NO_VALUE) continue;
        const int32_t value = before[step] + path.column[8 * step + NO_STEP];
        best = value > best ? value : best;
    }
    return best;
}

GAME_FN void find_any_paths(PathMost& path) {
    for (int start = 0; start < 8; ++start) {
        int32_t steps[8], more[8];  // by the step onto the first column that may change, then the next ...
        for (int step = 0; step < NO_STEP; ++step) steps[step] = path.column[8 * start + step] + path.step[step];
        steps[NO_STEP] = start == NO_STEP ? 0 : NO_VALUE;
        for (int width = 1; width <= MAX_SIDE; ++width) {
            for (int end = 0; end < 8; ++end) path.any[width][8 * start + end] = most_to_end(path, steps, end);
            lengthen(path, steps, more);
            for (int step = 0; step < 8; ++step) steps[step] = more[step];
        }
    }
}

GAME_FN void find_shapes(const PieceSet& pieces, PathMost& path) {
    for (int i = 0; i < pieces.first[pieces.pieces]; ++i) {
        const Shape& shape = pieces.shapes[i];
        int32_t value = 0;
        int before = NO_STEP;
        path.first[i] = NO_STEP;
        for (int column = 1; column < shape.width; ++column) {
            const int size = shape.top[column] - shape.top[column - 1];
            const int step = at_most(size < -MOST_BEND ? -MOST_BEND : size, MOST_BEND) + MOST_BEND;
            if (column == 1) path.first[i] = static_cast<int8_t>(step);
            if (column > 1) value += path.column[8 * before + step];
            value += path.step[step];
            before = step;
        }
        path.last[i] = static_cast<int8_t>(before);
        path.inside[i] = value;
    }
}

GAME_FN void find_paths(const int32_t* tables, const PieceSet& pieces, PathMost& path) {
    for (int i = 0; i < 64; ++i) path.column[i] = most_of_column(tables, i >> 3, i & 7);
    for (int step = 0; step < NO_STEP; ++step) {
        const int size = step < MOST_BEND ? MOST_BEND - step : step - MOST_BEND;
        const int32_t edge = most_at(tables + STEP_TABLE, size), inner = most_at(tables + STEP_TABLE + 8, size);
        path.step[step] = edge > inner ? edge : inner;
    }
    for (int i = 0; i < 64; ++i) {
        const int inside = i >> 3, outside = i & 7;
        path.left[i] = most_between(path, outside, inside);
        path.right[i] = most_between(path, inside, outside);
    }
    find_any_paths(path);
    for (int width = 1; width <= MAX_SIDE; ++width) path.most[width] = largest_of(path.any[width], 64, NO_VALUE);
    find_shapes(pieces, path);
}

}  // namespace tilefall::TILEFALL_ISA
