// IJK search: what a position of the deterministic game is worth some slides ahead; the twin of
// search/minimax.py (J1 to J4). Alpha-beta with a table of known positions, deepened slide by slide.
#pragma once

#include "tilefall/ijk_leaves.hpp"

namespace tilefall::TILEFALL_ISA {

// A first guess at the moves from `first` on, before any of them is searched. Near the end it is
// made by what pairs gain; farther away the evaluation is worth its time. Whether that made the
// children.
GAME_FN bool rank_moves(IjkTask& task, const IjkBoard& board, int player, int depth, int ply,
                        int first, IjkChild (&children)[IJK_MOVES], int (&moves)[IJK_MOVES]) {
    int64_t ranks[IJK_MOVES] = {};
    const bool is_guessed = depth == 2 || is_sum_of_tiles(task.evaluator);
    if (is_guessed) {
        find_gains(task, board, player, ranks);
    } else {
        make_children(task, board, player, depth, ply, children);
        for (int i = first; i < IJK_MOVES; ++i)
            ranks[moves[i]] = value_at_once(task, children[moves[i]], player, ply);
    }
    order(ranks, first, moves);
    return !is_guessed;
}

// Threads share out slides where there is enough to do below them.
constexpr int LEAST_SHARED_DEPTH = 5;

GAME_FN bool is_shared(const IjkTask& task, const IjkChild& child, int depth) {
    return task.known.busy != nullptr && depth >= LEAST_SHARED_DEPTH && !child.is_over;
}

GAME_FN bool is_busy(const IjkTask& task, const IjkChild& child, int depth) {
    return is_shared(task, child, depth) &&
           shared_word(task.known.busy[child.key % BUSY_PLACES]) == child.key;
}

GAME_FN void set_busy(const IjkTask& task, const IjkChild& child, int depth, uint64_t key) {
    if (is_shared(task, child, depth)) share_word(task.known.busy[child.key % BUSY_PLACES], key);
}

// The value for the player to move in a game that is not over. It is exact between alpha and beta;
// at alpha or below the true value is no higher, at beta or above no lower.
GAME_FN int32_t ijk_value(IjkTask& task, const IjkBoard& board, uint64_t key, int player, int depth,
                          int ply, int32_t alpha, int32_t beta) {
    if (is_set(task.stop) || task.nodes >= task.most_nodes) {
        task.is_stopped = true;
        return 0;
    }
    if (depth == 1) return last_value(task, board, player, ply, beta);
    if (depth == 2 && task.has_reply_bound && is_safe(task.rules, board, 2))
        return last_two_total(task, board, player, alpha, beta);
    IjkFact fact{0, 0, -1, IjkBound::EXACT};
    // Only of the same depth: that keeps a value what its depth says (J1). Every slide adds an A, so
    // the tiles of a position tell how far it is from the root: ends need no shift.
    if (task.knows(depth) && find_fact(task.known, key, fact) && fact.depth == depth) {
        if (fact.bound == IjkBound::EXACT) return fact.value;
        if (fact.bound == IjkBound::AT_LEAST && fact.value >= beta) return fact.value;
        if (fact.bound == IjkBound::AT_MOST && fact.value <= alpha) return fact.value;
    }
    // The first slide is mostly enough: the move that the table names, or the best by a first guess.
    // So it is made alone, and the others only if they are needed.
    IjkChild children[IJK_MOVES];
    int moves[IJK_MOVES] = {0, 1, 2, 3};
    bool are_made = false;
    if (fact.move >= 0) {
        moves[0] = fact.move;
        moves[fact.move] = 0;
    } else {
        are_made = rank_moves(task, board, player, depth, ply, 0, children, moves);
    }
    if (!are_made) {
        const IjkBoard slid_board = slid(task.rules, board, moves[0], player);
        make_child(task, slid_board, player, depth, ply, children[moves[0]]);
    }
    int32_t best = -IJK_INFINITE;
    int best_move = moves[0];
    int count = IJK_MOVES, later[2 * IJK_MOVES];
    for (int i = 0; i < IJK_MOVES; ++i) later[i] = i;
    for (int i = 0; i < count; ++i) {
        if (i == 1 && !are_made) {
            if (fact.move >= 0)
                are_made = rank_moves(task, board, player, depth, ply, 1, children, moves);
            if (!are_made) make_children(task, board, player, depth, ply, children);
        }
        const int move = moves[later[i]];
        const IjkChild& child = children[move];
        // What another thread is searching may be known when the other slides are done.
        if (i > 0 && i < IJK_MOVES && is_busy(task, child, depth)) {
            later[count++] = later[i];
            continue;
        }
        const int32_t floor = best > alpha ? best : alpha;
        set_busy(task, child, depth, child.key);
        const int32_t value = child.is_over
                                  ? child.end_value
                                  : -ijk_value(task, child.board, child.key, 1 - player, depth - 1,
                                               ply + 1, -beta, -floor);
        set_busy(task, child, depth, 0);
        if (task.is_stopped) return 0;
        if (value > best) {
            best = value;
            best_move = move;
        }
        if (best >= beta) break;
    }
    if (task.knows(depth)) {
        const IjkBound bound = best >= beta    ? IjkBound::AT_LEAST
                               : best <= alpha ? IjkBound::AT_MOST
                                               : IjkBound::EXACT;
        remember(task.known, key, {best, depth, best_move, bound});
    }
    return best;
}

// The best move of a position at one depth, the first of equal ones (J4).
GAME_FN void find_best(IjkTask& task, const IjkState& state, int depth, IjkThought& thought) {
    IjkChild children[IJK_MOVES];
    make_children(task, state.board, state.player, depth, 0, children);
    int64_t ranks[IJK_MOVES];
    for (int move = 0; move < IJK_MOVES; ++move)
        ranks[move] = value_at_once(task, children[move], state.player, 0);
    int moves[IJK_MOVES] = {0, 1, 2, 3};
    const int unknown = thought.depth > 0 ? 1 : 0;
    if (unknown == 1) {
        moves[0] = thought.move;
        moves[thought.move] = 0;
    }
    order(ranks, unknown, moves);
    int32_t best = -IJK_INFINITE;
    int best_move = moves[0];
    for (const int move : moves) {
        const IjkChild& child = children[move];
        // The same value is enough for a move that comes before the best one.
        const int32_t floor = move < best_move ? best - 1 : best;
        const int32_t value = child.is_over || depth == 1
                                  ? static_cast<int32_t>(ranks[move])
                                  : -ijk_value(task, child.board, child.key, 1 - state.player,
                                               depth - 1, 1, -IJK_INFINITE, -floor);
        if (task.is_stopped) return;
        if (value > floor) {
            best = value;
            best_move = move;
        }
    }
    thought.value = best;
    thought.move = best_move;
    thought.depth = depth;
}

// The best moves of both players from the root on, as far as the table still knows them.
GAME_FN void find_line(const IjkTask& task, IjkState state, IjkThought& thought) {
    int move = thought.move;
    thought.line_length = 0;
    for (int depth = thought.depth; depth > 0 && move >= 0; --depth) {
        thought.line[thought.line_length++] = static_cast<uint8_t>(move);
        const IjkBoard board = slid(task.rules, state.board, move, state.player);
        state = with_tile(task.rules, board, 1 - state.player, state.turn + 1, 0);
        move = -1;
        IjkFact fact{};
        if (is_over(task.rules, state) || !task.knows(depth - 1)) continue;
        if (find_fact(task.known, position_key(state.board, state.player), fact) &&
            fact.depth == depth - 1 && fact.bound == IjkBound::EXACT)
            move = fact.move;
    }
}

GAME_FN IjkTask ijk_task(const IjkRules& rules, const IjkState& state,
                         const IjkEvaluation& evaluation, uint64_t most_nodes, IjkKnown known,
                         const bool* stop) {
    const IjkValues& tiles = evaluation.tiles;
    IjkTask task{rules, evaluator_of(evaluation), {gains_of(tiles, 0), gains_of(tiles, 1)},
                 tiles.of_letter[1], false, {}, known, state.turn, most_nodes, stop, 0, false};
    IjkValues gains{};
    const IjkValues nothing{};
    task.has_reply_bound = is_sum_of_tiles(task.evaluator) && find_reply_gains(tiles, rules.winning, gains);
    task.replies[0] = table_of(gains, nothing);
    task.replies[1] = table_of(nothing, gains);
    return task;
}

// Deepens as long as depth, nodes and time allow; the deepest search that ended counts. The first
// depth is always searched to its end. Threads that share the table help each other.
GAME_FN IjkThought ijk_thought(const IjkRules& rules, const IjkState& state,
                               const IjkEvaluation& evaluation, int first_depth, int depth,
                               uint64_t most_nodes, IjkKnown known, const bool* stop) {
    IjkThought thought{};
    IjkTask task = ijk_task(rules, state, evaluation, most_nodes, known, stop);
    for (int at = first_depth; at <= depth && !task.is_stopped; ++at) {
        find_best(task, state, at, thought);
        // An end that is this near cannot be bettered by looking further.
        const int32_t sure = thought.value < 0 ? -thought.value : thought.value;
        if (sure > IJK_SURE && IJK_WIN - sure <= at) break;
    }
    find_line(task, state, thought);
    thought.nodes = task.nodes;
    return thought;
}

}  // namespace tilefall::TILEFALL_ISA
