// Successors: what every placement of many states leaves behind, for those who learn values of boards.
#pragma once

#include "tilefall/legal.hpp"
#include "tilefall/observations.hpp"
#include "tilefall/playout.hpp"

namespace tilefall::TILEFALL_ISA {

// How many placements a state has.
GAME_FN int count_successors(const EnvironmentRules& rules, const Frame& frame, const FallingState& state) {
    if (is_over(rules.game, frame, state)) return 0;
    uint64_t legal[LEGAL_WORDS];
    find_legal(rules, frame, state, legal);
    return count_legal(rules, legal);
}

// Writes those of one state from row `at` on.
GAME_FN void write_successors(const EnvironmentRules& rules, const Frame& frame, const FallingState& state,
                              FeatureTable& table, const Successors& to, int64_t at) {
    const FallingRules& game = rules.game;
    if (to.features != nullptr) {
        list_features(game, frame, state, table);
    } else {
        list_moves(game, frame, state, table.list);
    }
    for (int i = 0; i < table.list.count; ++i, ++at) {
        const Move move = table.list.moves[i];
        const Locked after = locked(game, frame, state, move);
        to.actions[at] = action_of(rules, move);
        to.ends[at] = after.is_over;
        to.rewards[at] = rules.line_reward * after.reward + rules.piece_reward +
                         (after.is_over ? rules.end_reward : 0);
        if (to.columns != nullptr) {
            for (int k = 0; k < game.width; ++k) to.columns[at * game.width + k] = after.state.columns[k];
        }
        if (to.boards != nullptr) {
            const int cells = game.width * game.height;
            uint64_t filled[CELL_WORDS];
            find_cells(game, after.state.columns, filled);
            expand(filled, cells, to.boards + at * cells);
        }
        if (to.features != nullptr) {
            for (int k = 0; k < FEATURES; ++k) {
                to.features[at * FEATURES + k] = after.is_over ? 0 : static_cast<float>(table.features[i][k]);
            }
        }
    }
}

}  // namespace tilefall::TILEFALL_ISA
