// Kept turns: the moves of a game and a check of the state after each, taken while it is played.
#pragma once

#include "tilefall/falling.hpp"

namespace tilefall::TILEFALL_ISA {

// The checks of the states that wait: the first of them is the one after so many turns.
GAME_FN void check_waiting(const FallingRules& rules, KeptTurns& kept, uint64_t turns) {
    uint64_t digests[DIGESTS_AT_ONCE];
    find_digests<DIGESTS_AT_ONCE>(rules, kept.waiting, digests);
    for (uint64_t after = turns == 0 ? 1 : turns; after <= kept.count; ++after) {
        kept.turns[after - 1].check = static_cast<uint16_t>(digests[after - turns]);
    }
}

// Keeps a move, and the state in which it is made for the check of the move before; if that is wanted.
// A state is copied faster then than at once after it was made: what is on its way to memory in small
// parts cannot be read in large ones.
GAME_FN void keep_turn(const FallingRules& rules, const FallingState& state, Move move, KeptTurns* kept) {
    if (kept == nullptr) return;
    const uint64_t place = kept->count % DIGESTS_AT_ONCE;
    kept->waiting[place] = state;
    if (place == DIGESTS_AT_ONCE - 1) check_waiting(rules, *kept, kept->count - place);
    kept->turns[kept->count].move = static_cast<uint16_t>(number_of(rules, move));
    kept->count += 1;
}

// Makes the checks that still wait when a game ends in a state.
GAME_FN void end_turns(const FallingRules& rules, const FallingState& state, KeptTurns* kept) {
    if (kept == nullptr) return;
    const uint64_t place = kept->count % DIGESTS_AT_ONCE;
    kept->waiting[place] = state;
    check_waiting(rules, *kept, kept->count - place);
}

}  // namespace tilefall::TILEFALL_ISA
