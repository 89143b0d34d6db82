// Searching: what every part of a search shares; the task, chance, single steps and known boards.
// Values are in 256ths of what weights count in (S5).
#pragma once

#include "tilefall/belief.hpp"
#include "tilefall/playout.hpp"
#include "tilefall/table_gains.hpp"

namespace tilefall::TILEFALL_ISA {

// What the whole search shares.
struct SearchTask {
    const FallingRules& rules;
    const FeatureWeights& weights;
    const SearchOptions& options;
    const uint32_t* belief;  // how likely each unknown piece is, in whole parts (S3)
    KnownBoards known;
    const bool* stop;
    Frame frame;
    PieceGains gains;
    TableMost table_most;
    int64_t slack[MAX_PIECES];  // how far values of pieces were below their limits of late
    uint64_t placements;        // made and valued so far
};

GAME_FN SearchTask task_of(const FallingRules& rules, const FeatureWeights& weights,
                           const SearchOptions& options, const uint32_t* belief, KnownBoards known,
                           const bool* stop) {
    SearchTask task{rules, weights, options, belief, known, stop,
                    frame_of(rules.width, rules.height), {}, {}, {}, 0};
    // A board's value depends on nothing else only while pieces are drawn by a fixed belief.
    const bool is_fixed = rules.draw == Draw::HIDDEN || rules.draw == Draw::TOLD;
    if (!options.use_table || !is_fixed || options.depth < 3) task.known.boards = nullptr;
    return task;
}

// What is known of the draws that are still to come.
struct Future {
    uint64_t number;  // of the next unknown draw
    uint64_t seen[MAX_PIECES];
};

GAME_FN Future after_piece(Future future, int piece) {
    future.number += 1;
    future.seen[piece] += 1;
    return future;
}

// How likely each piece is as the next unknown one (S3).
GAME_FN void expected_pieces(const SearchTask& task, const Future& future, uint32_t* weights) {
    const int pieces = pieces_of(task.rules).pieces;
    if (task.rules.draw == Draw::BAG) {
        find_bag(future.seen, pieces, weights);
        return;
    }
    for (int piece = 0; piece < pieces; ++piece) {
        weights[piece] = task.belief[piece];
        if (task.rules.draw == Draw::LIST) {
            weights[piece] = task.rules.list[future.number % task.rules.list_length] == piece;
        }
    }
}

GAME_FN int64_t rounded_down(int64_t total, int64_t parts) {
    const int64_t quotient = total / parts;
    return quotient - (total % parts < 0 ? 1 : 0);
}

// A board after a placement inside it, and what the placement is worth by itself (S2).
struct Step {
    Lanes columns;
    int64_t value;
};

GAME_FN Step step_of(const SearchTask& task, Lanes columns, Move move) {
    const Shape& shape = pieces_of(task.rules).shapes[move.shape];
    const FeatureWeights& weights = task.weights;
    const Lanes cells = cells_of(shape, move.column, move.bottom);
    Lanes after = columns | cells;
    int64_t value = int64_t{weights.of[LANDING_HEIGHT]} * (2 * move.bottom + shape.height - 1);
    if (const uint32_t full = full_rows(after)) {
        const int64_t removed = ones(full), eroded = sum(ones(cells & splat(full)));
        value += weights.of[ROWS_REMOVED] * removed + weights.of[ERODED_CELLS] * removed * eroded;
        after = without_rows(task.frame, after, full);
    }
    return {after, FRACTION * value};
}

// The place in the table where a board would be.
GAME_FN KnownBoard& known_board(const SearchTask& task, Lanes columns) {
    const uint32_t factors[LANES] = {0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F,
                                     0x165667B1, 0xD3A2646D, 0xFD7046C5, 0xB55A4F09,
                                     0x8F2E7B59, 0x6A09E667, 0xBB67AE85, 0x3C6EF373,
                                     0xA54FF53B, 0x510E527F, 0x9B05688D, 0x1F83D9AB};
    const uint32_t hash = sum((columns ^ down<15>(columns)) * load(factors));
    return task.known.boards[(hash ^ hash >> 16) * 0x9E3779B1 >> 20 & (KNOWN_BOARDS - 1)];
}

GAME_FN bool is_same(const SearchTask& task, const KnownBoard& board, Lanes columns, int shape,
                     int depth) {
    return board.search == task.known.search && board.shape == shape && board.depth == depth &&
           !any(load(board.columns) ^ columns);
}

}  // namespace tilefall::TILEFALL_ISA
