// Limits: what each piece that may come can make of a board at most (S7), in 256ths. With tables a first look
// is quick and enough for most boards; a second one is closer.
#pragma once

#include "tilefall/searching.hpp"

namespace tilefall::TILEFALL_ISA {

template <bool HAS_TABLES>
struct LimitsOfTables {};

template <>
struct LimitsOfTables<true> {
    TableLimits found;
};

template <unsigned SET>
struct Limits {
    int64_t of[MAX_PIECES];
    LimitsOfTables<(SET & WITH_TABLES) != 0> tables;
};

// A first look. It holds where drops are straight and no piece slides.
template <unsigned SET>
GAME_FN void find_limits(SearchTask& task, Lanes columns, Limits<SET>& limits) {
    int32_t features[FEATURES];
    features[LANDING_HEIGHT] = features[ERODED_CELLS] = features[ROWS_REMOVED] = 0;
    measure_board<SET>(task.frame, columns, features);
    const int64_t value = value_of<SET>(features, task.weights);
    const PieceSet& pieces = pieces_of(task.rules);
    find_gains<SET>(task.frame, pieces, columns, features, task.weights, task.gains, limits.of);
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        limits.of[piece] = FRACTION * (value + limits.of[piece]);
    }
    if constexpr ((SET & WITH_TABLES) != 0) {
        if (!task.table_most.is_known) {
            task.table_most = most_of_tables(task.weights.tables, pieces);
        }
        TableLimits& tables = limits.tables.found;
        find_table_limits(task.frame, columns, task.weights.tables, task.table_most, tables);
        for (int piece = 0; piece < pieces.pieces; ++piece) {
            limits.of[piece] += FRACTION * wide_limit(tables, pieces, piece);
        }
    }
}

// A second look at one piece.
template <unsigned SET>
GAME_FN void come_closer([[maybe_unused]] const SearchTask& task, [[maybe_unused]] int piece,
                         [[maybe_unused]] Limits<SET>& limits) {
    if constexpr ((SET & WITH_TABLES) != 0) {
        const PieceSet& pieces = pieces_of(task.rules);
        const TableLimits& tables = limits.tables.found;
        limits.of[piece] += FRACTION * (narrow_limit(tables, task.frame, pieces, task.table_most.path, piece) -
                                        wide_limit(tables, pieces, piece));
    }
}

// Pieces in the order in which they are worth looking at: first those whose values were furthest below their
// limits so far, by how likely they are and how many shapes have to be tried for that.
GAME_FN int ranked_pieces(const SearchTask& task, const uint32_t* weights, int* order) {
    const PieceSet& pieces = pieces_of(task.rules);
    int64_t worth[MAX_PIECES];
    int count = 0;
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        if (weights[piece] == 0) continue;
        const int shapes = pieces.first[piece + 1] - pieces.first[piece];
        const int64_t own = task.slack[piece] * weights[piece] / (shapes + 1);
        int at = count++;
        for (; at > 0 && worth[at - 1] < own; --at) {
            worth[at] = worth[at - 1];
            order[at] = order[at - 1];
        }
        worth[at] = own;
        order[at] = piece;
    }
    return count;
}

// Remember how far a value was below its limit.
GAME_FN void learn_slack(SearchTask& task, int piece, int64_t limit, int64_t value) {
    task.slack[piece] += ((limit - value) / FRACTION - task.slack[piece]) / 16;
}

}  // namespace tilefall::TILEFALL_ISA
