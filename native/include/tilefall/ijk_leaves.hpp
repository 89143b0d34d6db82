// The last slides of a search of deterministic IJK: the positions that slides lead to, what they are
// worth at once, and what sums of tiles tell without making them.
#pragma once

#include "tilefall/ijk_evaluation.hpp"
#include "tilefall/ijk_table.hpp"
#include "tilefall/line_gains.hpp"

namespace tilefall::TILEFALL_ISA {

constexpr int32_t IJK_WIN = 1 << 28;     // a win at once; every slide until then takes one off (J3)
constexpr int32_t IJK_SURE = 1 << 27;    // values beyond are those of games that end
constexpr int32_t IJK_INFINITE = 1 << 30;
// Nearer to the end a position costs less to search than to look up in memory.
constexpr int LEAST_KNOWN_DEPTH = 3;

struct IjkTask {
    const IjkRules& rules;
    IjkEvaluator evaluator;
    GainTable gains[2];      // of pairs that merge, by the player who moves
    int32_t new_tile_value;
    bool has_reply_bound;
    TileTable replies[2];  // what a player's tiles can gain by a slide of the other
    IjkKnown known;
    uint64_t first_turn;  // of the root
    uint64_t most_nodes;
    const bool* stop;
    uint64_t nodes;  // positions valued
    bool is_stopped;

    GAME_FN bool knows(int depth) const { return known.buckets != nullptr && depth >= LEAST_KNOWN_DEPTH; }
};

// A position that a slide leads to.
struct IjkChild {
    IjkBoard board;
    uint64_t key;       // if the table may know it
    int32_t end_value;  // of a game that is over, for the one who slid
    bool is_over;
};

GAME_FN void make_child(IjkTask& task, const IjkBoard& slid_board, int player, int depth, int ply,
                        IjkChild& child) {
    const IjkState state = with_tile(task.rules, slid_board, 1 - player, 0, 0);
    child.board = state.board;
    child.is_over = is_over(task.rules, state);
    if (child.is_over)
        child.end_value = (player == 0 ? 1 : -1) * leader(child.board) * (IJK_WIN - ply - 1);
    if (task.knows(depth - 1)) {
        child.key = position_key(child.board, 1 - player);
        prefetch(&bucket_of(task.known, child.key));
    }
    task.nodes += 1;
}

GAME_FN void make_children(IjkTask& task, const IjkBoard& board, int player, int depth, int ply,
                           IjkChild (&children)[IJK_MOVES]) {
    IjkBoard slid_boards[IJK_MOVES];
    slid_all(task.rules, board, player, slid_boards);
    for (int move = 0; move < IJK_MOVES; ++move)
        make_child(task, slid_boards[move], player, depth, ply, children[move]);
}

// What a position is worth at once for the one whose slide led to it: the end, or the evaluation.
GAME_FN int32_t value_at_once(const IjkTask& task, const IjkChild& child, int player, int ply) {
    if (child.is_over) return child.end_value;
    const uint64_t turn = task.first_turn + static_cast<uint64_t>(ply) + 1;
    return (player == 0 ? 1 : -1) *
           evaluated(task.rules, task.evaluator, child.board, 1 - player, turn);
}

// So many slides with their tiles end no game: cells stay empty, and the winning letter is far away.
GAME_FN bool is_safe(const IjkRules& rules, const IjkBoard& board, int slides) {
    return rules.winning > slides && ones(empty_cells(rules, board)) > slides &&
           !has_letter(board, rules.winning - slides);
}

// What the slides add to the total of the tiles for the one who slides.
GAME_FN void find_gains(const IjkTask& task, const IjkBoard& board, int player,
                        int64_t (&gains)[IJK_MOVES]) {
    const LineGains rows = line_gains(task.gains[player], board, player);
    const LineGains columns = line_gains(task.gains[player], with_columns_as_rows(board), player);
    four_totals(columns.to_start, columns.to_end, rows.to_start, rows.to_end, gains);
}

// The moves from `first` on, those of the highest ranks first.
GAME_FN void order(const int64_t (&ranks)[IJK_MOVES], int first, int (&moves)[IJK_MOVES]) {
    for (int i = first + 1; i < IJK_MOVES; ++i) {
        const int move = moves[i];
        int at = i;
        for (; at > first && ranks[moves[at - 1]] < ranks[move]; --at) moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

// What the best slide adds to the total of the tiles.
GAME_FN int32_t best_gain(const IjkTask& task, const IjkBoard& board, int player) {
    int64_t gains[IJK_MOVES];
    find_gains(task, board, player, gains);
    int64_t best = gains[0];
    for (const int64_t gain : gains) best = gain > best ? gain : best;
    return static_cast<int32_t>(best);
}

// Where a merged tile is worth two of its parts or more, the other's slide only gains something for a
// player whose own pairs it merges. By then a tile may have become the next letter. Letters that
// merge to the winning one are not asked about.
GAME_FN bool find_reply_gains(const IjkValues& values, int winning, IjkValues& gains) {
    int32_t next_gain = 0;
    for (int letter = winning - 2; letter >= 1; --letter) {
        const int32_t value = values.of_letter[letter];
        const int32_t gain = values.of_letter[letter + 1] - 2 * value;
        if (value < 0 || gain < 0) return false;
        gains.of_letter[letter] = ((gain > next_gain ? gain : next_gain) + 1) / 2;
        next_gain = gain;
    }
    return true;
}

// The value with two slides to come where tiles alone count and no end is near. Slides that cannot
// be good enough, whatever the reply, are not made.
GAME_FN int32_t last_two_total(IjkTask& task, const IjkBoard& board, int player, int32_t alpha,
                               int32_t beta) {
    int64_t gains[IJK_MOVES];
    find_gains(task, board, player, gains);
    int moves[IJK_MOVES] = {0, 1, 2, 3};
    order(gains, 0, moves);
    const int32_t before = (player == 0 ? 1 : -1) * tile_total(task.evaluator.tiles, board);
    const int32_t reply_bound = summed(task.replies[player], board);
    int32_t best = -IJK_INFINITE;
    for (const int move : moves) {
        const int32_t after = before + static_cast<int32_t>(gains[move]);
        const int32_t most = after + reply_bound, floor = best > alpha ? best : alpha;
        if (most <= floor) return most > best ? most : best;
        task.nodes += 1 + IJK_MOVES;
        const IjkBoard slid_board = slid(task.rules, board, move, player);
        const IjkState child = with_tile(task.rules, slid_board, 1 - player, 0, 0);
        // both new tiles are worth the same
        const int32_t value = after - best_gain(task, child.board, 1 - player);
        best = value > best ? value : best;
        if (best >= beta) break;
    }
    return best;
}

// The best of the last slides. Those after one that is good enough are not looked at.
GAME_FN int32_t last_value(IjkTask& task, const IjkBoard& board, int player, int ply, int32_t beta) {
    if (is_sum_of_tiles(task.evaluator) && is_safe(task.rules, board, 1)) {
        // pairs that merge tell all, nothing is slid
        task.nodes += IJK_MOVES;
        const int32_t before = (player == 0 ? 1 : -1) * tile_total(task.evaluator.tiles, board);
        return before + best_gain(task, board, player) - task.new_tile_value;
    }
    IjkChild children[IJK_MOVES];
    make_children(task, board, player, 1, ply, children);
    int32_t best = -IJK_INFINITE;
    for (const IjkChild& child : children) {
        const int32_t value = value_at_once(task, child, player, ply);
        best = value > best ? value : best;
        if (best >= beta) break;
    }
    return best;
}

}  // namespace tilefall::TILEFALL_ISA
