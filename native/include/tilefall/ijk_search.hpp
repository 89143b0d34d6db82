// IJK search: what a position of the deterministic game is worth some slides ahead; the twin of
// search/minimax.py (J1 to J4). Alpha-beta with a table of known positions, deepened slide by slide.
#pragma once

#include "tilefall/ijk.hpp"

namespace tilefall::TILEFALL_ISA {

constexpr int32_t IJK_WIN = 1 << 28;     // a win at once; every slide until then takes one off (J3)
constexpr int32_t IJK_SURE = 1 << 27;    // values beyond are those of games that end
constexpr int32_t IJK_INFINITE = 1 << 30;

struct IjkTask {
    const IjkRules& rules;
    TileTable values;
    IjkKnown known;
    uint64_t most_nodes;
    const bool* stop;
    uint64_t nodes;  // positions valued
    bool is_stopped;
};

// Upper case less lower case, each tile by its letter (J2).
GAME_FN int32_t tile_total(const TileTable& table, const IjkBoard& board) {
    return summed(table, board);
}

// 64 bits that stand for a position; two rows are folded into one product.
GAME_FN uint64_t position_key(const IjkBoard& board, int player) {
    uint64_t key = player == 0 ? 0x9E3779B97F4A7C15ull : 0xC2B2AE3D27D4EB4Full;
    for (int row = 0; row < 8; row += 2) {
        const uint64_t a = board.rows[row] ^ 0xA0761D6478BD642Full;
        const uint64_t b = board.rows[row + 1] ^ (0xE7037ED1A0B428DBull + static_cast<uint64_t>(row));
        key = (key ^ a * b ^ high_bits(a, b)) * 0x8EBC6AF09C88C6E3ull;
        key ^= key >> 29;
    }
    return key;
}

// A position that a slide leads to, seen by the one who slid.
struct IjkChild {
    IjkBoard board;
    int32_t value;  // at once: of the end, or of the tiles
    int32_t move;
    bool is_over;
};

GAME_FN void find_children(IjkTask& task, const IjkBoard& board, int player, int ply,
                           IjkChild (&children)[IJK_MOVES]) {
    IjkBoard slid_boards[IJK_MOVES];
    slid_all(task.rules, board, player, slid_boards);
    const int side = player == 0 ? 1 : -1;
    for (int move = 0; move < IJK_MOVES; ++move) {
        IjkChild& child = children[move];
        const IjkState state = with_tile(task.rules, slid_boards[move], 1 - player, 0, 0);
        child.board = state.board;
        child.move = move;
        child.is_over = is_over(task.rules, state);
        child.value = side * (child.is_over ? leader(state.board) * (IJK_WIN - ply - 1)
                                            : tile_total(task.values, state.board));
    }
    task.nodes += IJK_MOVES;
}

// The most promising first: the one that was best before, then by value.
GAME_FN void order(IjkChild (&children)[IJK_MOVES], int first_move, int (&ranking)[IJK_MOVES]) {
    for (int i = 0; i < IJK_MOVES; ++i) {
        int at = i;
        const auto rank = [&](int move) {
            return move == first_move ? IJK_INFINITE : children[move].value;
        };
        for (; at > 0 && rank(ranking[at - 1]) < rank(i); --at) ranking[at] = ranking[at - 1];
        ranking[at] = i;
    }
}

// The value for the player to move in a game that is not over. It is exact between alpha and beta;
// at alpha or below the true value is no higher, at beta or above no lower.
GAME_FN int32_t ijk_value(IjkTask& task, const IjkBoard& board, int player, int depth, int ply,
                          int32_t alpha, int32_t beta) {
    if (is_set(task.stop) || task.nodes >= task.most_nodes) {
        task.is_stopped = true;
        return 0;
    }
    IjkChild children[IJK_MOVES];
    if (depth == 1) {
        find_children(task, board, player, ply, children);
        int32_t best = children[0].value;
        for (const IjkChild& child : children) best = child.value > best ? child.value : best;
        return best;
    }
    // Nearer to the end a position costs less to search than to look up in memory.
    IjkEntry* entry = nullptr;
    uint64_t key = 0;
    int first_move = -1;
    if (task.known.entries != nullptr && depth > 2) {
        key = position_key(board, player);
        entry = &task.known.entries[key & task.known.mask];
        if (entry->key == key && entry->search == task.known.search) {
            first_move = entry->move;
            // Only of the same depth: that keeps a value what its depth says (J1). Every slide adds
            // an A, so the tiles of a position tell how far it is from the root: ends need no shift.
            if (entry->depth == depth) {
                const int32_t value = entry->value;
                if (entry->bound == IjkBound::EXACT) return value;
                if (entry->bound == IjkBound::AT_LEAST && value >= beta) return value;
                if (entry->bound == IjkBound::AT_MOST && value <= alpha) return value;
            }
        }
    }
    find_children(task, board, player, ply, children);
    int ranking[IJK_MOVES];
    order(children, first_move, ranking);
    int32_t best = -IJK_INFINITE;
    int best_move = ranking[0];
    for (const int move : ranking) {
        const IjkChild& child = children[move];
        const int32_t floor = best > alpha ? best : alpha;
        const int32_t value = child.is_over ? child.value
                                            : -ijk_value(task, child.board, 1 - player, depth - 1,
                                                         ply + 1, -beta, -floor);
        if (task.is_stopped) return 0;
        if (value > best) {
            best = value;
            best_move = move;
        }
        if (best >= beta) break;
    }
    if (entry != nullptr) {
        const IjkBound bound = best >= beta    ? IjkBound::AT_LEAST
                               : best <= alpha ? IjkBound::AT_MOST
                                               : IjkBound::EXACT;
        *entry = {key, best, task.known.search, static_cast<uint8_t>(depth),
                  static_cast<uint8_t>(best_move), bound};
    }
    return best;
}

// The best move of a position at one depth, the first of equal ones (J4).
GAME_FN void find_best(IjkTask& task, const IjkState& state, int depth, IjkThought& thought) {
    IjkChild children[IJK_MOVES];
    find_children(task, state.board, state.player, 0, children);
    int ranking[IJK_MOVES];
    order(children, thought.depth > 0 ? thought.move : -1, ranking);
    int32_t best = -IJK_INFINITE;
    int best_move = ranking[0];
    for (const int move : ranking) {
        const IjkChild& child = children[move];
        // The same value is enough for a move that comes before the best one.
        const int32_t floor = move < best_move ? best - 1 : best;
        const int32_t value =
            child.is_over || depth == 1
                ? child.value
                : -ijk_value(task, child.board, 1 - state.player, depth - 1, 1, -IJK_INFINITE, -floor);
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

// Deepens as long as depth, nodes and time allow; the deepest search that ended counts. The first
// depth is always searched to its end.
GAME_FN IjkThought ijk_thought(const IjkRules& rules, const IjkState& state, const IjkValues& values,
                               int depth, uint64_t most_nodes, IjkKnown known, const bool* stop) {
    IjkThought thought{};
    IjkTask task{rules, table_of(values), known, most_nodes, stop, 0, false};
    for (int at = 1; at <= depth && !task.is_stopped; ++at) {
        find_best(task, state, at, thought);
        // An end that is this near cannot be bettered by looking further.
        const int32_t sure = thought.value < 0 ? -thought.value : thought.value;
        if (sure > IJK_SURE && IJK_WIN - sure <= at) break;
    }
    thought.nodes = task.nodes;
    return thought;
}

}  // namespace tilefall::TILEFALL_ISA
