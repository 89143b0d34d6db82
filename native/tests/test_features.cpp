// Features: measure() against a count cell by cell, and land() of all columns against measure().
#include <set>

#include "boards.hpp"
#include "library.hpp"
#include "plain.hpp"
#include "tests.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

int height_of(const Board& board, int column) {
    int height = 0;
    for (int level = 0; level < board.height; ++level) {
        height = board.cells[column][level] ? level + 1 : height;
    }
    return height;
}

// Consecutive empty cells downward, this one included.
int empties_down(const Board& board, int column, int level) {
    int count = 0;
    while (!board.is_filled(column, level - count)) count += 1;
    return count;
}

void count_transitions(const Board& board, int32_t* features) {
    features[ROW_TRANSITIONS] = features[COLUMN_TRANSITIONS] = 0;
    for (int level = 0; level < board.height; ++level) {
        for (int column = 0; column <= board.width; ++column) {
            const bool here = board.is_filled(column, level);
            features[ROW_TRANSITIONS] += here != board.is_filled(column - 1, level);
        }
    }
    for (int column = 0; column < board.width; ++column) {
        for (int level = 0; level <= board.height; ++level) {  // the sky is empty
            const bool here = level < board.height && board.is_filled(column, level);
            features[COLUMN_TRANSITIONS] += here != board.is_filled(column, level - 1);
        }
    }
}

void count_holes(const Board& board, int32_t* features) {
    std::set<int> rows;
    features[HOLES] = features[HOLE_DEPTH] = 0;
    for (int column = 0; column < board.width; ++column) {
        const int height = height_of(board, column);
        bool is_above_gap = false;
        for (int level = 0; level < height; ++level) {
            if (board.cells[column][level]) {
                features[HOLE_DEPTH] += is_above_gap;
                continue;
            }
            is_above_gap = true;
            features[HOLES] += 1;
            rows.insert(level);
        }
    }
    features[ROWS_WITH_HOLES] = static_cast<int32_t>(rows.size());
}

void count_wells(const Board& board, int32_t* features) {
    features[WELLS] = features[WELLS_FAST] = 0;
    for (int column = 0; column < board.width; ++column) {
        int counted = 0;  // cells below that already belong to a well
        for (int level = board.height - 1; level >= 0; --level, --counted) {
            const int depth = empties_down(board, column, level);
            const bool is_well = depth > 0 && board.is_filled(column - 1, level) &&
                                 board.is_filled(column + 1, level);
            if (!is_well) continue;
            features[WELLS] += depth;
            if (counted > 0) continue;
            features[WELLS_FAST] += depth * (depth + 1) / 2;
            counted = depth;
        }
    }
}

void count_steps(const Board& board, int32_t* features) {
    std::set<int> steps;
    for (int column = 1; column < board.width; ++column) {
        const int step = height_of(board, column) - height_of(board, column - 1);
        if (step >= -2 && step <= 2) steps.insert(step);
    }
    features[PATTERN_DIVERSITY] = static_cast<int32_t>(steps.size());
}

void count_cells(Board board, const Shape& shape, int column, int bottom, int32_t* features) {
    fill(board, shape, column, bottom);
    int of_piece = 0;
    for (const Cell cell : Cells(shape)) of_piece += is_full(board, bottom + cell.level);
    const int removed = clear(board);
    features[LANDING_HEIGHT] = 2 * bottom + shape.height - 1;
    features[ERODED_CELLS] = removed * of_piece;
    features[ROWS_REMOVED] = removed;
    count_transitions(board, features);
    count_holes(board, features);
    count_wells(board, features);
    count_steps(board, features);
}

FallingRules feature_rules(Random& random) {
    return random.below(4) == 0 ? quintris_rules(random) : tetris_rules(random);
}

const Shape& some_shape(Random& random, const FallingRules& rules) {
    const PieceSet& pieces = pieces_of(rules);
    return pieces.shapes[random.below(pieces.first[pieces.pieces])];
}

// Rows that are full once the shape is where it rests.
uint32_t rows_filled(Board board, const Shape& shape, int column, int bottom) {
    fill(board, shape, column, bottom);
    uint32_t rows = 0;
    for (int level = 0; level < board.height; ++level) {
        rows |= is_full(board, level) ? 1u << level : 0;
    }
    return rows;
}

void check_lanes(const FallingRules& rules, const uint32_t* columns, const Shape& shape,
                 const Landing& landing) {
    const Frame frame = frame_of(rules.width, rules.height);
    const Board board = board_of(rules.width, rules.height, columns);
    uint32_t bottoms[LANES], full[LANES], features[FEATURES][LANES];
    store(landing.bottom, bottoms);
    store(landing.full, full);
    for (int k = 0; k < FEATURES; ++k) {
        if (k != ERODED_CELLS && k != ROWS_REMOVED) store(landing.features[k], features[k]);
    }
    for (int column = 0; column + shape.width <= rules.width; ++column) {
        const int bottom = rest_from_the_sky(board, shape, column);
        CHECK(static_cast<int>(bottoms[column]) == bottom);
        if (bottom + shape.height > rules.height) continue;
        CHECK(full[column] == rows_filled(board, shape, column, bottom));
        if (full[column] != 0) continue;
        int32_t expected[FEATURES];
        measure<WITH_ALL>(frame, load(columns), shape, column, bottom, expected);
        for (int k = 0; k < FEATURES; ++k) {
            if (k == ERODED_CELLS || k == ROWS_REMOVED) continue;
            CHECK(static_cast<int32_t>(features[k][column]) == expected[k]);
        }
    }
}

}  // namespace

void measure_counts_cells(Random& random) {
    const FallingRules rules = feature_rules(random);
    const FallingState state = some_state(random, rules);
    const Board board = board_of(rules.width, rules.height, state.columns);
    for (int i = 0; i < 8; ++i) {
        const Shape& shape = some_shape(random, rules);
        const int column = random.between(0, rules.width - shape.width);
        int bottom = rest_from_the_sky(board, shape, column);
        const int highest = rules.height - shape.height;
        if (bottom > highest) bottom = random.between(0, highest);  // overlaps: any board will do
        int32_t expected[FEATURES], measured[FEATURES];
        count_cells(board, shape, column, bottom, expected);
        measure<WITH_ALL>(frame_of(rules.width, rules.height), load(state.columns), shape, column,
                          bottom, measured);
        for (int k = 0; k < FEATURES; ++k) CHECK(measured[k] == expected[k]);
    }
}

void land_agrees_with_measure(Random& random) {
    const FallingRules rules = feature_rules(random);
    const FallingState state = some_state(random, rules);
    const PieceSet& pieces = pieces_of(rules);
    Landing landings[MAX_SHAPES];
    land_shapes(frame_of(rules.width, rules.height), state.columns, pieces, landings);
    for (int i = 0; i < pieces.first[pieces.pieces]; ++i) {
        check_lanes(rules, state.columns, pieces.shapes[i], landings[i]);
    }
}

}  // namespace tilefall::TILEFALL_ISA::tests
