// IJK search: what a position of the deterministic game is worth some slides ahead; the twin of
// search/minimax.py (J1 to J4). Alpha-beta with a table of known positions, deepened slide by slide.
#pragma once

#include "tilefall/ijk_evaluation.hpp"
#include "tilefall/ijk_table.hpp"

namespace tilefall::TILEFALL_ISA {

constexpr int32_t IJK_WIN = 1 << 28;     // a win at once; every slide until then takes one off (J3)
constexpr int32_t IJK_SURE = 1 << 27;    // values beyond are those of games that end
constexpr int32_t IJK_INFINITE = 1 << 30;
// Nearer to the end a position costs less to search than to look up in memory.
constexpr int LEAST_KNOWN_DEPTH = 3;

struct IjkTask {
    const IjkRules& rules;
    IjkEvaluator evaluator;
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
    uint64_t key;
    int32_t value;  // at once, for the one who slid
    bool is_over;
};

GAME_FN void find_children(const IjkTask& task, const IjkBoard& board, int player,
                           IjkChild (&children)[IJK_MOVES]) {
    IjkBoard slid_boards[IJK_MOVES];
    slid_all(task.rules, board, player, slid_boards);
    for (int move = 0; move < IJK_MOVES; ++move) {
        IjkChild& child = children[move];
        const IjkState state = with_tile(task.rules, slid_boards[move], 1 - player, 0, 0);
        child.board = state.board;
        child.is_over = is_over(task.rules, state);
    }
}

// What a position is worth at once for the one whose slide led to it: the end, or the evaluation.
GAME_FN int32_t value_at_once(IjkTask& task, const IjkChild& child, int player, int ply) {
    const int side = player == 0 ? 1 : -1;
    task.nodes += 1;
    if (child.is_over) return side * leader(child.board) * (IJK_WIN - ply - 1);
    const uint64_t turn = task.first_turn + static_cast<uint64_t>(ply) + 1;
    return side * evaluated(task.rules, task.evaluator, child.board, 1 - player, turn);
}

// The best of the last slides. Those after one that is good enough are not looked at.
GAME_FN int32_t last_value(IjkTask& task, const IjkBoard& board, int player, int ply, int32_t beta) {
    IjkChild children[IJK_MOVES];
    find_children(task, board, player, children);
    int32_t best = -IJK_INFINITE;
    for (const IjkChild& child : children) {
        const int32_t value = value_at_once(task, child, player, ply);
        best = value > best ? value : best;
        if (best >= beta) break;
    }
    return best;
}

// The moves from `first` on, the most promising first.
GAME_FN void order(const IjkChild (&children)[IJK_MOVES], int first, int (&moves)[IJK_MOVES]) {
    for (int i = first + 1; i < IJK_MOVES; ++i) {
        const int move = moves[i];
        int at = i;
        for (; at > first && children[moves[at - 1]].value < children[move].value; --at)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
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
    IjkFact fact{0, 0, -1, IjkBound::EXACT};
    // Only of the same depth: that keeps a value what its depth says (J1). Every slide adds an A, so
    // the tiles of a position tell how far it is from the root: ends need no shift.
    if (task.knows(depth) && find_fact(task.known, key, fact) && fact.depth == depth) {
        if (fact.bound == IjkBound::EXACT) return fact.value;
        if (fact.bound == IjkBound::AT_LEAST && fact.value >= beta) return fact.value;
        if (fact.bound == IjkBound::AT_MOST && fact.value <= alpha) return fact.value;
    }
    IjkChild children[IJK_MOVES];
    find_children(task, board, player, children);
    if (task.knows(depth - 1)) {
        for (IjkChild& child : children) {
            child.key = position_key(child.board, 1 - player);
            prefetch(&bucket_of(task.known, child.key));
        }
    }
    int moves[IJK_MOVES] = {0, 1, 2, 3};
    // A move that the table names comes first; often the others need no value then.
    const int unknown = fact.move >= 0 ? 1 : 0;
    if (unknown == 1) {
        moves[0] = fact.move;
        moves[fact.move] = 0;
        IjkChild& child = children[fact.move];
        if (child.is_over) child.value = value_at_once(task, child, player, ply);
    }
    int32_t best = -IJK_INFINITE;
    int best_move = moves[0];
    for (int i = 0; i < IJK_MOVES; ++i) {
        if (i == unknown) {
            for (int j = i; j < IJK_MOVES; ++j)
                children[moves[j]].value = value_at_once(task, children[moves[j]], player, ply);
            order(children, i, moves);
        }
        const int move = moves[i];
        const IjkChild& child = children[move];
        const int32_t floor = best > alpha ? best : alpha;
        const int32_t value =
            child.is_over ? child.value
                          : -ijk_value(task, child.board, child.key, 1 - player, depth - 1, ply + 1,
                                       -beta, -floor);
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
    find_children(task, state.board, state.player, children);
    for (IjkChild& child : children) {
        child.key = position_key(child.board, 1 - state.player);
        child.value = value_at_once(task, child, state.player, 0);
    }
    int moves[IJK_MOVES] = {0, 1, 2, 3};
    const int unknown = thought.depth > 0 ? 1 : 0;
    if (unknown == 1) {
        moves[0] = thought.move;
        moves[thought.move] = 0;
    }
    order(children, unknown, moves);
    int32_t best = -IJK_INFINITE;
    int best_move = moves[0];
    for (const int move : moves) {
        const IjkChild& child = children[move];
        // The same value is enough for a move that comes before the best one.
        const int32_t floor = move < best_move ? best - 1 : best;
        const int32_t value = child.is_over || depth == 1
                                  ? child.value
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

// Deepens as long as depth, nodes and time allow; the deepest search that ended counts. The first
// depth is always searched to its end. Threads that share the table help each other: those that
// start deeper fill it with what the others will need.
GAME_FN IjkThought ijk_thought(const IjkRules& rules, const IjkState& state,
                               const IjkEvaluation& evaluation, int first_depth, int depth,
                               uint64_t most_nodes, IjkKnown known, const bool* stop) {
    IjkThought thought{};
    IjkTask task{rules, evaluator_of(evaluation), known, state.turn, most_nodes, stop, 0, false};
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
