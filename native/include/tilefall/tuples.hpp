// Tuples: what a board is worth by tables, each entered with two or three small numbers taken off
// the board; the twin of search/tuples.py. A board and its mirror image are worth the same.
#pragma once

#include "tilefall/kept_turns.hpp"
#include "tilefall/tuple_types.hpp"
#include "tilefall/turns.hpp"

namespace tilefall::TILEFALL_ISA {

// Where each part of the weights begins; the steps come first. Windows and columns share theirs
// with their mirror image.
struct TupleParts {
    int32_t columns, covers, tops, rows, gaps, end;
};

GAME_FN TupleParts tuple_parts(int width) {
    const int windows = (width - 2) / 2, sides = (width + 1) / 2;
    TupleParts parts;
    parts.columns = windows * STEP_KINDS * STEP_KINDS * STEP_KINDS;
    parts.covers = parts.columns + sides * HEIGHT_KINDS * COUNT_KINDS;
    parts.tops = parts.covers + sides * COUNT_KINDS * COUNT_KINDS;
    parts.rows = parts.tops + HEIGHT_KINDS * TOTAL_KINDS;
    parts.gaps = parts.rows + HEIGHT_KINDS * TOTAL_KINDS;
    parts.end = parts.gaps + TOTAL_KINDS * TOTAL_KINDS;
    return parts;
}

GAME_FN int counted(int number, int kinds) { return number < kinds ? number : kinds - 1; }

// A step from one column to the next, from 0 for far down to 10 for far up.
GAME_FN int step_kind(int from, int to) {
    const int step = to - from, most = STEP_KINDS / 2;
    return step < -most ? 0 : step > most ? STEP_KINDS - 1 : step + most;
}

GAME_FN int three_steps(int first, int second, int third) {
    return (first * STEP_KINDS + second) * STEP_KINDS + third;
}

// Each window of four columns by its three steps, seen from the side of the board that is nearer.
GAME_FN int find_steps(int width, const int* heights, int32_t* places) {
    int kinds[LANES];
    for (int i = 0; i + 1 < width; ++i) kinds[i] = step_kind(heights[i], heights[i + 1]);
    int count = 0;
    for (int left = 0; left + 3 < width; ++left) {
        const int right = width - 4 - left, back = STEP_KINDS - 1;
        const int seen = three_steps(kinds[left], kinds[left + 1], kinds[left + 2]);
        const int mirrored = three_steps(back - kinds[left + 2], back - kinds[left + 1], back - kinds[left]);
        const bool is_nearer = left < right || (left == right && seen < mirrored);
        const int window = left < right ? left : right;
        places[count++] = window * STEP_KINDS * STEP_KINDS * STEP_KINDS + (is_nearer ? seen : mirrored);
    }
    return count;
}

// The weights that make the value of a board, three for each column; how many there are.
GAME_FN int find_tuples(int width, const uint32_t* columns, int32_t* places) {
    const TupleParts parts = tuple_parts(width);
    int heights[LANES], top = 0, holes = 0, depth = 0;
    for (int i = 0; i < width; ++i) {
        heights[i] = bit_length(columns[i]);
        top = heights[i] > top ? heights[i] : top;
    }
    int count = find_steps(width, heights, places);
    const uint32_t below_top = (1u << top) - 1;
    uint32_t rows_with_holes = 0, beside = below_top;
    int gaps_in_rows = 0, gaps_in_columns = 0;
    for (int i = 0; i < width; ++i) {
        const uint32_t column = columns[i], empty = ((1u << heights[i]) - 1) & ~column;
        const int side = i < width - 1 - i ? i : width - 1 - i;
        const int own_holes = ones(empty), own_depth = ones(column & (column + 1));
        const int few_holes = counted(own_holes, COUNT_KINDS);
        places[count++] = parts.columns + (side * HEIGHT_KINDS + heights[i]) * COUNT_KINDS + few_holes;
        places[count++] =
            parts.covers + (side * COUNT_KINDS + counted(own_depth, COUNT_KINDS)) * COUNT_KINDS + few_holes;
        holes += own_holes;
        depth += own_depth;
        rows_with_holes |= empty;
        gaps_in_rows += ones(beside & ~column);
        gaps_in_columns += ones(~column & column >> 1);
        beside = column & below_top;
    }
    places[count++] = parts.tops + top * TOTAL_KINDS + counted(holes, TOTAL_KINDS);
    places[count++] = parts.rows + ones(rows_with_holes) * TOTAL_KINDS + counted(depth, TOTAL_KINDS);
    places[count++] =
        parts.gaps + counted(gaps_in_rows, TOTAL_KINDS) * TOTAL_KINDS + counted(gaps_in_columns, TOTAL_KINDS);
    return count;
}

// The board that a placement inside the board leaves, and the rows it removes.
GAME_FN int placed(const FallingRules& rules, const Frame& frame, Lanes board, Move move, uint32_t* columns) {
    Lanes after = board | cells_of(pieces_of(rules).shapes[move.shape], move.column, move.bottom);
    const uint32_t full = full_rows(after);
    if (full != 0) after = without_rows(frame, after, full);
    store(after, columns);
    return ones(full);
}

GAME_FN int32_t tuple_value(const FallingRules& rules, const Frame& frame, const TupleTables& tables,
                            Lanes board, Move move) {
    uint32_t columns[LANES];
    int32_t places[MOST_TUPLES];
    int32_t value = tables.row_worth * placed(rules, frame, board, move, columns);
    const int count = find_tuples(rules.width, columns, places);
    for (int i = 0; i < count; ++i) value += tables.weights[places[i]];
    return value;
}

// The best move, the first of equal ones; one that ends the game only if all do (T7, T8).
GAME_FN Choice tuple_choice(const FallingRules& rules, const Frame& frame, const TupleTables& tables,
                            const FallingState& state, MoveList& list) {
    list_moves(rules, frame, state, list);
    const Lanes board = load(state.columns);
    Choice best{list.moves[0], NO_VALUE, list.count};
    for (int i = 0; i < list.count; ++i) {
        if (ends_game(rules, list.moves[i])) continue;
        const int32_t value = tuple_value(rules, frame, tables, board, list.moves[i]);
        if (value > best.value) {
            best.move = list.moves[i];
            best.value = value;
        }
    }
    return best;
}

// A whole game; `stop` may be set from outside to end it early, and its turns may be kept.
GAME_FN PlayoutResult tuples_played(const FallingRules& rules, const TupleTables& tables, uint64_t seed,
                                    uint64_t max_turns, const bool* stop, KeptTurns* kept) {
    const Frame frame = frame_of(rules.width, rules.height);
    const Chance chance = chance_of(rules, seed);
    FallingState state = started(rules, frame, chance);
    MoveList list;
    uint64_t placements = 0;
    bool over = is_over(rules, frame, state);
    while (!over && state.turn < max_turns && !is_set(stop)) {
        const Choice choice = tuple_choice(rules, frame, tables, state, list);
        placements += static_cast<uint64_t>(choice.placements);
        keep_turn(rules, state, choice.move, kept);
        state = drawn(rules, chance, locked(rules, frame, state, choice.move));
        over = is_over(rules, frame, state);
    }
    end_turns(rules, state, kept);
    return {state.score, state.turn, digest(rules, state), placements, over};
}

}  // namespace tilefall::TILEFALL_ISA
