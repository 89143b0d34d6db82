// A learned network for IJK on 6 x 6: what a position is worth as a sum of weights (J11). The weights belong to three
// neighbours in a row or column, to a tile on its cell, and to who leads with how many cells free. They say how good a
// position is for the player to move, whose tiles count as upper case.
#pragma once

#include "tilefall/ijk/rules.hpp"

namespace tilefall::TILEFALL_ISA {

inline constexpr int NETWORK_SIZE = 6, NETWORK_WINDOWS = 4;  // of three neighbours in a line
inline constexpr int TRIPLES = 1 << 15, TILE_KINDS = 32, NETWORK_CELLS = 64, LEADS = 16 * 16 * 64;
inline constexpr int LINE_STAGES = 3, TILE_STAGES = 16;

// Weights as they are learned, one part behind the other.
inline constexpr int LINE_WEIGHTS = 0;
inline constexpr int TILE_WEIGHTS = LINE_WEIGHTS + LINE_STAGES * 2 * TRIPLES;
inline constexpr int CELL_WEIGHTS = TILE_WEIGHTS + TILE_STAGES * TILE_KINDS;
inline constexpr int LEAD_WEIGHTS = CELL_WEIGHTS + NETWORK_CELLS * TILE_KINDS;
static_assert(LEAD_WEIGHTS + LEADS == NETWORK_WEIGHTS);

// Weights as they are looked up: those of tiles and cells are added, for two neighbouring cells at
// once, and either player to move has a copy that gives the value for player 0.
inline constexpr int ROW_PAIRS = NETWORK_SIZE / 2, PAIRS = NETWORK_SIZE * ROW_PAIRS, PAIR_KINDS = 1 << 10;
inline constexpr int READY_LINES = 0;
inline constexpr int READY_TILES = READY_LINES + LINE_STAGES * 2 * TRIPLES;
inline constexpr int READY_LEAD = READY_TILES + TILE_STAGES * PAIRS * PAIR_KINDS;
inline constexpr int READY_HALF = READY_LEAD + LEADS;
static_assert(2 * READY_HALF == READY_WEIGHTS);

// Boards change as they fill, so neighbours have other weights in other parts of a game.
inline int line_stage(uint64_t turn) { return turn < 128 ? 0 : turn < 320 ? 1 : 2; }
inline int tile_stage(uint64_t turn) { return turn < 48 * TILE_STAGES ? static_cast<int>(turn / 48) : TILE_STAGES - 1; }

// The same tile in the other player's case.
inline int recased(int tile) { return tile == 0 ? 0 : tile ^ IJK_LOWER; }

inline int recased_triple(int triple) {
    return recased(triple & 31) | recased(triple >> 5 & 31) << 5 | recased(triple >> 10) << 10;
}

// What a tile on a cell counts, seen by this player.
inline int tile_weight(const int16_t* learned, int player, int stage, int cell, int tile) {
    if (tile == 0) return 0;
    const int seen = player == 0 ? tile : recased(tile);
    return learned[TILE_WEIGHTS + stage * TILE_KINDS + seen] + learned[CELL_WEIGHTS + cell * TILE_KINDS + seen];
}

// Makes weights ready to be looked up.
inline void make_ready(const int16_t* learned, int16_t* ready) {
    for (int player = 0; player < 2; ++player) {
        int16_t* half = ready + player * READY_HALF;
        const int side = player == 0 ? 1 : -1;
        for (int i = 0; i < LINE_STAGES * 2 * TRIPLES; ++i) {
            const int triple = i % TRIPLES, seen = player == 0 ? triple : recased_triple(triple);
            half[READY_LINES + i] = static_cast<int16_t>(side * learned[LINE_WEIGHTS + i - triple + seen]);
        }
        for (int i = 0; i < TILE_STAGES * PAIRS * PAIR_KINDS; ++i) {
            const int pair = i / PAIR_KINDS % PAIRS, stage = i / PAIR_KINDS / PAIRS;
            const int cell = pair / ROW_PAIRS * 8 + pair % ROW_PAIRS * 2;
            const int first = tile_weight(learned, player, stage, cell, i % TILE_KINDS);
            const int second = tile_weight(learned, player, stage, cell + 1, i / TILE_KINDS % TILE_KINDS);
            half[READY_TILES + i] = static_cast<int16_t>(side * (first + second));
        }
        for (int i = 0; i < LEADS; ++i) {
            const int upper = i >> 10, lower = i >> 6 & 15, cells = i & 63;
            const int seen = player == 0 ? i : lower << 10 | upper << 6 | cells;
            half[READY_LEAD + i] = static_cast<int16_t>(side * learned[LEAD_WEIGHTS + seen]);
        }
    }
}

inline int32_t line_total(const int16_t* triples, uint32_t line) {
    int32_t total = 0;
    for (int i = 0; i < NETWORK_WINDOWS; ++i) total += triples[line >> 5 * i & (TRIPLES - 1)];
    return total;
}

// What a position of this turn is worth for player 0.
inline int32_t network_total(const int16_t* ready, const IjkBoard& board, int player, uint64_t turn) {
    const int16_t* half = ready + player * READY_HALF;
    const int16_t* rows = half + READY_LINES + line_stage(turn) * 2 * TRIPLES;
    const int16_t* columns = rows + TRIPLES;
    const int16_t* pairs = half + READY_TILES + tile_stage(turn) * PAIRS * PAIR_KINDS;
    IjkBoard turned = board;
    transpose(turned);
    int32_t total = 0;
    for (int i = 0; i < NETWORK_SIZE; ++i) {
        const uint32_t row = folded(board.rows[i]);
        total += line_total(rows, row) + line_total(columns, folded(turned.rows[i]));
        for (int pair = 0; pair < ROW_PAIRS; ++pair)
            total += pairs[(ROW_PAIRS * i + pair) * PAIR_KINDS + (row >> 10 * pair & (PAIR_KINDS - 1))];
    }
    const Tops tops = highest_letters(board);
    const int free = NETWORK_SIZE * NETWORK_SIZE - ones(filled_cells(board));
    return total + half[READY_LEAD + (tops.upper << 10 | tops.lower << 6 | free)];
}

// What a position of IJK is worth at once, for player 0: by its tiles (J2), by hand-made terms
// (J10), or by a learned network (J11).

struct IjkEvaluator {
    TileTable tiles, captures;
    IjkTerms terms;
    bool has_terms;
    const int16_t* network;
};

inline IjkEvaluator evaluator_of(const IjkEvaluation& evaluation) {
    IjkValues captures = evaluation.tiles;
    for (int32_t& value : captures.of_letter) value = value * evaluation.terms.captured / 16;
    const IjkTerms& terms = evaluation.terms;
    const bool has_terms = terms.lead != 0 || terms.owned != 0 || terms.free != 0 || terms.captured != 0;
    return {table_of(evaluation.tiles), table_of(captures), terms, has_terms, evaluation.network};
}

inline bool is_sum_of_tiles(const IjkEvaluator& evaluator) {
    return evaluator.network == nullptr && !evaluator.has_terms;
}

// No value is farther from 0: what the bindings allow sees to that.
inline int32_t farthest_evaluation(const IjkEvaluator& evaluator) {
    return evaluator.network != nullptr ? 1 << 21 : 1 << 27;
}

inline int32_t term_total(const IjkRules& rules, const IjkEvaluator& evaluator, const IjkBoard& board, int player) {
    const IjkTerms& terms = evaluator.terms;
    const Tops tops = highest_letters(board);
    const uint64_t filled = filled_cells(board), lower = lower_cells(board);
    IjkBoard beside, below;
    find_mixed(board, beside, below);
    const int32_t captured = summed(evaluator.captures, beside) + summed(evaluator.captures, below);
    return terms.lead * (tops.upper - tops.lower) + terms.owned * (ones(filled & ~lower) - ones(lower)) +
           terms.free * ones(all_cells(rules) & ~filled) * leader(board) + (player == 0 ? captured : -captured);
}

// `player` is the one to move.
inline int32_t evaluated(const IjkRules& rules, const IjkEvaluator& evaluator, const IjkBoard& board, int player,
                         uint64_t turn) {
    if (evaluator.network != nullptr) return network_total(evaluator.network, board, player, turn);
    const int32_t tiles = summed(evaluator.tiles, board);
    return evaluator.has_terms ? tiles + term_total(rules, evaluator, board, player) : tiles;
}

}  // namespace tilefall::TILEFALL_ISA
