// Course features of a board, one lane a column, and what each course program adds up; the twins of
// rules/course.py and search/course_values.py (C1 to C10).
#pragma once

#include "tilefall/course_types.hpp"
#include "tilefall/features.hpp"

namespace tilefall::TILEFALL_ISA {

// A board without its walls, which no course program counts as filled.
struct CourseBoard {
    const Frame& frame;
    Lanes columns;  // with walls
    Lanes filled, heights;
};

GAME_FN CourseBoard course_board(const Frame& frame, Lanes columns) {
    const Lanes filled = columns & frame.inside;
    return {frame, columns, filled, bit_length(filled)};
}

// Lanes that have a column to their right are not zero.
GAME_FN Lanes left_of_another(const Frame& frame) {
    return frame.inside & rotated<1>(frame.inside);
}

// The step between each column and the one to its right, without a sign.
GAME_FN Lanes steps_of(const CourseBoard& board) {
    const Lanes right = rotated<1>(board.heights);
    const Lanes steps = larger(board.heights - right, right - board.heights);
    return select(nonzero(left_of_another(board.frame)), steps, splat(0));
}

GAME_FN Lanes covered_cells(const CourseBoard& board) {
    return hole_cells(board.filled, board.heights);
}

GAME_FN Lanes short_column_cells(const CourseBoard& board) {
    const Lanes highest = splat(static_cast<uint32_t>(board.frame.height));
    return select(equal(board.heights, highest), splat(0), covered_cells(board));
}

GAME_FN Lanes enclosed_cells(const CourseBoard& board) {
    const Lanes filled = board.filled, below = up<1>(filled) | splat(1);
    const Lanes sides = rotated<-1>(filled) & rotated<1>(filled);
    return without(board.frame.inside & sides & below & down<1>(filled), filled);
}

GAME_FN int64_t summed_heights(const CourseBoard& board) { return sum(board.heights); }

GAME_FN int64_t bumpiness(const CourseBoard& board) { return sum(steps_of(board)); }

GAME_FN int64_t complete_rows(const CourseBoard& board) { return ones(full_rows(board.columns)); }

GAME_FN int64_t covered_holes(const CourseBoard& board) { return sum(ones(covered_cells(board))); }

GAME_FN int64_t short_column_holes(const CourseBoard& board) {
    return sum(ones(short_column_cells(board)));
}

// Above the top row is the floor row, and left of the first column the last one (C6).
GAME_FN int64_t sided_holes(const CourseBoard& board) {
    const Lanes filled = board.filled, empty = without(board.frame.inside, filled);
    const Lanes above = down<1>(filled) | up(filled & splat(1), board.frame.height - 1);
    const Lanes sides = ones(empty & rotated<-1>(filled)) + ones(empty & rotated<1>(filled));
    uint32_t columns[LANES];
    store(filled, columns);
    const uint32_t last = columns[board.frame.width - 1];
    return int64_t{sum(ones(empty & above) + sides)} + ones(last & ~columns[0]);
}

GAME_FN int64_t enclosed_holes(const CourseBoard& board) {
    return sum(ones(enclosed_cells(board)));
}

GAME_FN int64_t empty_columns(const CourseBoard& board) {
    return board.frame.width - ones(bits(nonzero(board.filled)));
}

GAME_FN int lanes_with(Lanes cells, int level) {
    return ones(bits(nonzero(cells & splat(1u << level))));
}

// What empty cells cost, by their row counted from 1 at the floor (C9).
GAME_FN int64_t voids(const CourseBoard& board) {
    const Lanes covered = covered_cells(board);
    const Lanes right = board.filled ^ rotated<1>(board.filled);
    const Lanes sides = select(nonzero(left_of_another(board.frame)), right, splat(0));
    const int highest = bit_length(any_of(board.filled));
    int64_t total = 0;
    for (int level = 0; level < highest; ++level) {
        const int64_t square = int64_t{level + 3} * (level + 3);
        total += square * (square * lanes_with(covered, level) + lanes_with(sides, level));
    }
    return total;
}

GAME_FN int64_t heights_above(const CourseBoard& board, uint32_t limit) {
    return sum(select(greater(board.heights, splat(limit)), board.heights, splat(0)));
}

GAME_FN void measure_course(const CourseBoard& board, int64_t* features) {
    features[SUMMED_HEIGHTS] = summed_heights(board);
    features[BUMPINESS] = bumpiness(board);
    features[COMPLETE_ROWS] = complete_rows(board);
    features[COVERED_HOLES] = covered_holes(board);
    features[SHORT_COLUMN_HOLES] = short_column_holes(board);
    features[SIDED_HOLES] = sided_holes(board);
    features[ENCLOSED_HOLES] = enclosed_holes(board);
    features[EMPTY_COLUMNS] = empty_columns(board);
    features[VOIDS] = voids(board);
    features[HEIGHTS_ABOVE_19] = heights_above(board, 19);
    features[HEIGHTS_ABOVE_22] = heights_above(board, 22);
    features[HEIGHTS_ABOVE_23] = heights_above(board, 23);
}

GAME_FN int64_t sum_value(const CourseBoard& board) {
    const int64_t rows = complete_rows(board);
    int64_t high = 0;
    if (any(board.filled & splat(~0u << 19))) {  // few boards have columns that high
        high = 100 * heights_above(board, 19) + 1000 * heights_above(board, 22) +
               100'000 * heights_above(board, 23);
    }
    return 1'000'000 * (200 * rows + (rows - 1) * high) - 21'510'066 * summed_heights(board) -
           1'600'000 * sided_holes(board) - 884'483 * bumpiness(board);
}

// All but the rows and the empty columns in one sum.
GAME_FN int64_t wavy_value(const CourseBoard& board, bool is_published) {
    const Lanes holes = is_published ? enclosed_cells(board) : short_column_cells(board);
    const Lanes costs =
        splat(100) * board.heights + splat(20) * steps_of(board) + splat(50) * ones(holes);
    return 500 * complete_rows(board) - 10 * empty_columns(board) - int64_t{sum(costs)};
}

GAME_FN int64_t genetic_value(const CourseProgram& program, const CourseBoard& board) {
    const uint32_t full = full_rows(board.columns);
    const Frame& frame = board.frame;
    const bool is_published = program.is_published;
    const CourseBoard seen =
        is_published ? course_board(frame, without_rows(frame, board.columns, full)) : board;
    const int64_t* genes = program.genes;
    const int64_t row = genes[ROW_GENE] - (is_published ? 0 : frame.width * genes[HEIGHT_GENE]);
    return genes[HEIGHT_GENE] * summed_heights(seen) + row * ones(full) +
           genes[HOLE_GENE] * covered_holes(seen) + genes[STEP_GENE] * bumpiness(seen);
}

// What a board is worth whose full rows are still there, or, for the void program, are removed.
GAME_FN int64_t course_value(const CourseProgram& program, const CourseBoard& board) {
    switch (program.kind) {
        case CourseKind::SUM: return sum_value(board);
        case CourseKind::WAVY: return wavy_value(board, program.is_published);
        case CourseKind::VOIDS: return -voids(board);
        default: return genetic_value(program, board);
    }
}

}  // namespace tilefall::TILEFALL_ISA
