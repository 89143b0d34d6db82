// IJK solved in full: every position that play can reach, visited once, depth first. A visit that
// ends early loses nothing: what is in the table is known when the next one begins.
#pragma once

#include "tilefall/ijk_solve.hpp"

namespace tilefall::TILEFALL_ISA {

// What is known of a position: its value for the player to move and its longest game.
struct SolvedPosition {
    int32_t value, longest;
};

// The best of the slides that lead here, each a slide further away.
GAME_FN SolvedPosition better(const SolvedPosition& best, const SolvedPosition& next) {
    return {higher(best.value, -from_root(next.value, 1)), higher(best.longest, next.longest + 1)};
}

template <int WORDS>
GAME_FN SolvedPosition visited(SolveTask<WORDS>& task, const IjkBoard& board, int player, int32_t ply,
                               uint64_t most, SolveVisit& visit) {
    // Beyond this many the search for a free place grows long.
    visit.is_full = visit.positions >= task.table.count / 16 * 15;
    visit.is_too_long = ply >= MOST_SLIDES;
    if (is_set(task.stop) || visit.positions >= most || visit.is_full || visit.is_too_long) {
        task.is_stopped = true;
        return {};
    }
    SolveChild<WORDS> children[IJK_MOVES];
    int32_t ended = -SOLVED_WIN;
    const int count = open_children(task, board, player, 0, children, ended);
    SolvedPosition best{ended, 1};
    for (int i = 0; i < count; ++i) {
        const SolveKey<WORDS>& key = children[i].key;
        if (const SolvedEntry<WORDS>* entry = place_of(task, key); entry->is_used) {
            best = better(best, {entry->low, entry->work});
            continue;
        }
        const SolvedPosition next =
            visited(task, children[i].board, 1 - player, ply + 1, most, visit);
        if (task.is_stopped) return {};
        SolvedEntry<WORDS>* const place = place_of(task, key);
        for (int word = 0; word < WORDS; ++word) place->key[word] = key.words[word];
        place->low = place->high = static_cast<int16_t>(next.value);
        place->work = static_cast<uint16_t>(next.longest);
        place->is_used = 1;
        best = better(best, next);
    }
    const int32_t value = player == 0 ? best.value : -best.value;
    visit.outcomes[value > 0 ? 2 : value < 0 ? 0 : 1] += 1;
    visit.positions += 1;
    return best;
}

// The value of a position that was visited after the first one, or nothing.
template <int WORDS>
GAME_FN bool look_up(const SolveTask<WORDS>& task, const IjkBoard& board, SolvedPosition& position) {
    if (has_letter(board, 1 << (task.table.bits - 1))) return false;  // more than a key can hold
    const SolvedEntry<WORDS>* entry =
        place_of(task, solve_key<WORDS>(board, task.rules.size, task.table.bits));
    if (!entry->is_used) return false;
    position = {entry->low, entry->work};
    return true;
}

}  // namespace tilefall::TILEFALL_ISA
