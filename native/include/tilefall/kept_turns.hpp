// Kept turns: the moves of a game and a check of the state after each, noted while it is played.
#pragma once

#include "tilefall/falling.hpp"

namespace tilefall::TILEFALL_ISA {

// The checks of the states that wait, from this turn on.
GAME_FN void check_waiting(const FallingRules& rules, KeptTurns& kept, uint64_t first) {
    Digest digests[DIGESTS_AT_ONCE];
    find_digests<DIGESTS_AT_ONCE>(rules, kept.waiting, digests);
    for (uint64_t turn = first; turn < kept.count; ++turn) {
        kept.turns[turn].check = static_cast<uint16_t>(digests[turn - first].value);
    }
}

// Keeps a move and the check of the state that it led to, if that is wanted.
GAME_FN void keep_turn(const FallingRules& rules, Move move, const FallingState& state, KeptTurns* kept) {
    if (kept == nullptr) return;
    kept->turns[kept->count].move = static_cast<uint16_t>(number_of(rules, move));
    kept->waiting[kept->count % DIGESTS_AT_ONCE] = state;
    kept->count += 1;
    if (kept->count % DIGESTS_AT_ONCE == 0) {
        check_waiting(rules, *kept, kept->count - DIGESTS_AT_ONCE);
    }
}

// Makes the checks that still wait at the end of a game.
GAME_FN void end_turns(const FallingRules& rules, KeptTurns* kept) {
    if (kept == nullptr) return;
    check_waiting(rules, *kept, kept->count - kept->count % DIGESTS_AT_ONCE);
}

}  // namespace tilefall::TILEFALL_ISA
