// IJK solved: whether a position of the deterministic game is worth at least so much with the best
// play of both, looked at to the end of the game. Values are those of J3, so asking for a win within
// some slides looks no further than that: nothing beyond could count.
#pragma once

#include "tilefall/ijk_solve_table.hpp"

namespace tilefall::TILEFALL_ISA {

GAME_FN int32_t higher(int32_t a, int32_t b) { return a > b ? a : b; }
GAME_FN int32_t lower(int32_t a, int32_t b) { return a < b ? a : b; }

// No game ends in fewer slides from here. To fill the board takes a slide for every empty cell. A
// tile that becomes part of the winning one merges once a slide, so within n slides only those count
// that are at most n letters below it, and new ones never count soon enough.
GAME_FN int32_t soonest_end(const IjkRules& rules, const IjkBoard& board) {
    const int32_t room = ones(empty_cells(rules, board));
    int32_t counts[16] = {};
    for (uint64_t line : board.rows) {
        for (; line != 0; line >>= 8) counts[line & 15] += 1;
    }
    int32_t worth = 0;  // in A, doubled
    for (int letter = 15; letter >= rules.winning; --letter) worth += counts[letter] << letter;
    int32_t slides = 1;
    for (; slides < rules.winning && slides < room; ++slides) {
        const int letter = rules.winning - slides;
        worth += counts[letter] << letter;
        if (worth >= 1 << rules.winning) break;
    }
    return slides;
}

template <int WORDS>
struct SolveChild {
    IjkBoard board;
    SolveKey<WORDS> key;
    int32_t low, high;  // of its value for the player who slid, counted from the root
    int32_t room;       // empty cells
};

// The positions that slides lead to, each once; those where the game is over raise `best` instead.
template <int WORDS>
GAME_FN int open_children(SolveTask<WORDS>& task, const IjkBoard& board, int player, int32_t ply,
                          SolveChild<WORDS> (&children)[IJK_MOVES], int32_t& best) {
    IjkBoard slid_boards[IJK_MOVES];
    slid_all(task.rules, board, player, slid_boards);
    const int side = player == 0 ? 1 : -1;
    int count = 0;
    for (const IjkBoard& slid_board : slid_boards) {
        const IjkState state = with_tile(task.rules, slid_board, 1 - player, 0, 0);
        if (is_over(task.rules, state)) {
            best = higher(best, side * leader(state.board) * (SOLVED_WIN - ply - 1));
            continue;
        }
        SolveChild<WORDS>& child = children[count];
        child.key = solve_key<WORDS>(state.board, task.rules.size, task.table.bits);
        bool is_new = true;
        for (int i = 0; i < count; ++i) is_new = is_new && !are_equal(child.key, children[i].key.words);
        if (!is_new) continue;
        prefetch(task.entries() + bucket_of(task, child.key));
        child.board = state.board;
        count += 1;
    }
    return count;
}

// What is known before any search: how soon the game can end, and what the table says.
template <int WORDS>
GAME_FN void bound(const SolveTask<WORDS>& task, int32_t ply, SolveChild<WORDS>& child) {
    child.room = ones(empty_cells(task.rules, child.board));
    child.high = SOLVED_WIN - ply - 1 - soonest_end(task.rules, child.board);
    child.low = -child.high;
    if (const SolvedEntry<WORDS>* entry = found(task, child.key)) {
        child.low = higher(child.low, -from_root(entry->high, ply + 1));
        child.high = lower(child.high, -from_root(entry->low, ply + 1));
    }
}

// Keeps what is known of a child, in the place of what took the least work if need be.
template <int WORDS>
GAME_FN void keep(const SolveTask<WORDS>& task, const SolveChild<WORDS>& child, int32_t ply,
                  uint64_t nodes) {
    SolvedEntry<WORDS>* place = found(task, child.key);
    if (place == nullptr) {
        SolvedEntry<WORDS>* const bucket = task.entries() + bucket_of(task, child.key);
        place = bucket;
        for (uint64_t i = 1; i < BUCKET && place->is_used; ++i) {
            if (!bucket[i].is_used || bucket[i].work < place->work) place = &bucket[i];
        }
    }
    for (int i = 0; i < WORDS; ++i) place->key[i] = child.key.words[i];
    place->low = static_cast<int16_t>(-from_root(child.high, -(ply + 1)));
    place->high = static_cast<int16_t>(-from_root(child.low, -(ply + 1)));
    place->work = static_cast<uint16_t>(nodes < UINT16_MAX ? nodes : UINT16_MAX);
    place->is_used = 1;
}

// The most promising first: the higher bounds, then the more room. Room is a sign of merged tiles.
template <int WORDS>
GAME_FN bool is_better(const SolveChild<WORDS>& a, const SolveChild<WORDS>& b) {
    if (a.high != b.high) return a.high > b.high;
    return a.low != b.low ? a.low > b.low : a.room > b.room;
}

// The value for the player to move, counted from the root: exact between alpha and beta; at alpha or
// below the true value is no higher, at beta or above no lower. The game is not over.
template <int WORDS>
GAME_FN int32_t proved(SolveTask<WORDS>& task, const IjkBoard& board, int player, int32_t ply,
                       int32_t alpha, int32_t beta) {
    if (is_set(task.stop) || ply >= MOST_SLIDES) {
        task.is_stopped = true;
        return 0;
    }
    task.nodes += 1;
    SolveChild<WORDS> children[IJK_MOVES];
    int32_t best = -SOLVED_WIN;
    const int count = open_children(task, board, player, ply, children, best);
    int ranking[IJK_MOVES];
    for (int i = 0; i < count && best < beta; ++i) {
        bound(task, ply, children[i]);
        best = higher(best, children[i].low);
        int at = i;
        for (; at > 0 && is_better(children[i], children[ranking[at - 1]]); --at) ranking[at] = ranking[at - 1];
        ranking[at] = i;
    }
    for (int i = 0; i < count && best < beta; ++i) {
        SolveChild<WORDS>& child = children[ranking[i]];
        const int32_t floor = higher(alpha, best);
        if (child.high > floor && child.low < child.high) {
            const uint64_t before = task.nodes;
            const int32_t value = -proved(task, child.board, 1 - player, ply + 1, -beta, -floor);
            if (task.is_stopped) return 0;
            if (value < beta) child.high = lower(child.high, value);
            if (value > floor) child.low = higher(child.low, value);
            keep(task, child, ply, task.nodes - before);
            best = higher(best, value);
        } else {
            best = higher(best, child.high);
        }
    }
    return best;
}

}  // namespace tilefall::TILEFALL_ISA
