// What a position of IJK is worth at once, for player 0: by its tiles (J2), by hand-made terms
// (J10), or by a learned network (J11).
#pragma once

#include "tilefall/ijk_network.hpp"

namespace tilefall::TILEFALL_ISA {

struct IjkEvaluator {
    TileTable tiles, captures;
    IjkTerms terms;
    bool has_terms;
    const int16_t* network;
};

GAME_FN IjkEvaluator evaluator_of(const IjkEvaluation& evaluation) {
    IjkValues captures = evaluation.tiles;
    for (int32_t& value : captures.of_letter) value = value * evaluation.terms.captured / 16;
    const IjkTerms& terms = evaluation.terms;
    const bool has_terms =
        terms.lead != 0 || terms.owned != 0 || terms.free != 0 || terms.captured != 0;
    return {table_of(evaluation.tiles), table_of(captures), terms, has_terms, evaluation.network};
}

GAME_FN bool is_sum_of_tiles(const IjkEvaluator& evaluator) {
    return evaluator.network == nullptr && !evaluator.has_terms;
}

// No value is farther from 0: what the bindings allow sees to that.
GAME_FN int32_t farthest_evaluation(const IjkEvaluator& evaluator) {
    return evaluator.network != nullptr ? 1 << 21 : 1 << 27;
}

// Upper case less lower case, each tile by its letter.
GAME_FN int32_t tile_total(const TileTable& table, const IjkBoard& board) {
    return summed(table, board);
}

GAME_FN int32_t term_total(const IjkRules& rules, const IjkEvaluator& evaluator,
                           const IjkBoard& board, int player) {
    const IjkTerms& terms = evaluator.terms;
    const Tops tops = highest_letters(board);
    const uint64_t filled = filled_cells(board), lower = lower_cells(board);
    IjkBoard beside, below;
    find_mixed(board, beside, below);
    const int32_t captured =
        summed(evaluator.captures, beside) + summed(evaluator.captures, below);
    return terms.lead * (tops.upper - tops.lower) +
           terms.owned * (ones(filled & ~lower) - ones(lower)) +
           terms.free * ones(all_cells(rules) & ~filled) * leader(board) +
           (player == 0 ? captured : -captured);
}

// `player` is the one to move.
GAME_FN int32_t evaluated(const IjkRules& rules, const IjkEvaluator& evaluator,
                          const IjkBoard& board, int player, uint64_t turn) {
    if (evaluator.network != nullptr) return network_total(evaluator.network, board, player, turn);
    const int32_t tiles = tile_total(evaluator.tiles, board);
    return evaluator.has_terms ? tiles + term_total(rules, evaluator, board, player) : tiles;
}

}  // namespace tilefall::TILEFALL_ISA
