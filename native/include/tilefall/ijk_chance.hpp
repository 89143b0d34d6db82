// IJK with chance: what a position of the nondeterministic game is worth some slides ahead; the twin
// of search/expectiminimax.py (J1 to J9). Values are for the player to move. A mean over cells ends
// as soon as its bounds tell enough (Star1), and one reply in each cell may be enough (Star2).
#pragma once

#include "tilefall/ijk_chance_table.hpp"
#include "tilefall/ijk_last.hpp"

namespace tilefall::TILEFALL_ISA {

// A mean on the way: the sums of what is known at least and at most of its parts. Means are rounded
// towards zero (J6), and so are the sums from which on a mean is alpha or less, beta or more.
struct Mean {
    int64_t count, low, high;
    int64_t low_enough, high_enough;

    GAME_FN bool is_low() const { return high <= low_enough; }
    GAME_FN bool is_high() const { return low >= high_enough; }
};

GAME_FN Mean mean_of(int count, int64_t farthest_value, int64_t alpha, int64_t beta) {
    const int64_t n = count;
    return {n, -n * farthest_value, n * farthest_value,
            alpha >= 0 ? (alpha + 1) * n - 1 : alpha * n, beta <= 0 ? (beta - 1) * n + 1 : beta * n};
}

// What is known of a value once a search with these bounds has found it.
GAME_FN IjkBound bound_of(int64_t value, int64_t alpha, int64_t beta) {
    return value >= beta ? IjkBound::AT_LEAST : value <= alpha ? IjkBound::AT_MOST : IjkBound::EXACT;
}

GAME_FN bool is_enough(const ChanceFact& fact, int depth, int64_t alpha, int64_t beta) {
    // Only of the same depth: that keeps a value what its depth says (J1).
    if (fact.depth != depth) return false;
    return fact.bound == IjkBound::EXACT || (fact.bound == IjkBound::AT_LEAST && fact.value >= beta) ||
           (fact.bound == IjkBound::AT_MOST && fact.value <= alpha);
}

GAME_FN bool must_stop(ChanceTask& task) {
    if (is_set(task.limits.stop) || is_set(task.limits.is_done) ||
        task.nodes >= task.limits.most_nodes)
        task.is_stopped = true;
    return task.is_stopped;
}

GAME_FN int64_t slid_value(ChanceTask& task, const IjkBoard& board, int made_by, int player,
                           int depth, int ply, int64_t alpha, int64_t beta);

// A slid board as the one who slid sees it.
struct ChanceChild {
    IjkBoard board;
    int64_t rank;  // of ends the value, otherwise what a shallow look says
    bool is_end;
};

GAME_FN void find_children(ChanceTask& task, const IjkBoard& board, int player, int depth, int ply,
                           ChanceChild (&children)[IJK_MOVES]) {
    IjkBoard slid_boards[IJK_MOVES];
    slid_all(task.rules, board, player, slid_boards);
    const int side = player == 0 ? 1 : -1;
    for (int move = 0; move < IJK_MOVES; ++move) {
        ChanceChild& child = children[move];
        child.board = slid_boards[move];
        child.is_end = is_end(task.rules, child.board, 1 - player);
        if (child.is_end) {
            child.rank = IJK_FRACTION * end_value(child.board, player, ply + 1);
        } else if (depth > 2) {
            child.rank = -last_value(task, child.board, move, 1 - player, ply + 1);
        } else {
            child.rank = side * IJK_FRACTION * evaluation(task, child.board, 1 - player);
        }
    }
    task.nodes += IJK_MOVES;
}

// The most promising first: the one that was best before, then by rank.
GAME_FN void order(const ChanceChild (&children)[IJK_MOVES], int first_move,
                   int (&ranking)[IJK_MOVES]) {
    for (int i = 0; i < IJK_MOVES; ++i) {
        int at = i;
        const auto rank = [&](int move) {
            return move == first_move ? CHANCE_INFINITE : children[move].rank;
        };
        for (; at > 0 && rank(ranking[at - 1]) < rank(i); --at) ranking[at] = ranking[at - 1];
        ranking[at] = i;
    }
}

// The value of a position with its tile, two slides or more before the depth's end. It is exact
// between alpha and beta; at alpha or below the true value is no higher, at beta or above no lower.
// A probe looks at the most promising slide alone: the true value is no lower.
GAME_FN int64_t position_value(ChanceTask& task, const IjkBoard& board, int player, int depth,
                               int ply, int64_t alpha, int64_t beta, bool is_probe) {
    if (must_stop(task)) return 0;
    ChanceKey key{};
    int first_move = -1;
    const bool has_table = task.known.entries != nullptr && depth > 2;
    if (has_table) {
        key = chance_key(board, task.rules.size, ply, false, task.options.use_symmetry);
        ChanceFact fact;
        if (find_fact(task.known, key, fact)) {
            if (is_enough(fact, depth, alpha, beta)) return fact.value;
            first_move = fact.move;
        }
    }
    ChanceChild children[IJK_MOVES];
    find_children(task, board, player, depth, ply, children);
    int ranking[IJK_MOVES];
    order(children, first_move, ranking);
    int64_t best = -CHANCE_INFINITE;
    int best_move = ranking[0];
    for (const int move : ranking) {
        const ChanceChild& child = children[move];
        const int64_t floor = best > alpha ? best : alpha;
        const int64_t value = child.is_end ? child.rank
                                           : -slid_value(task, child.board, move, 1 - player,
                                                         depth - 1, ply + 1, -beta, -floor);
        if (task.is_stopped) return 0;
        if (value > best) {
            best = value;
            best_move = move;
        }
        if (best >= beta || is_probe) break;
    }
    if (has_table && !is_probe)
        keep_fact(task.known, key, {best, depth, best_move, bound_of(best, alpha, beta)});
    return best;
}

// The better of the two slides along the lines of a board, or of the two across.
GAME_FN int64_t best_of_two(ChanceTask& task, const IjkBoard& board, int first_move, int player,
                            int ply) {
    IjkBoard slid_boards[IJK_MOVES];
    slid_all(task.rules, board, player, slid_boards);
    task.nodes += 2;
    int64_t best = -CHANCE_INFINITE;
    for (int move = first_move; move < first_move + 2; ++move) {
        const IjkBoard& slid_board = slid_boards[move];
        const int64_t value = is_end(task.rules, slid_board, 1 - player)
                                  ? IJK_FRACTION * end_value(slid_board, player, ply + 1)
                                  : -last_value(task, slid_board, move, 1 - player, ply + 1);
        best = value > best ? value : best;
    }
    return best;
}

// The value of a slid board with two tiles and two slides to come. Tiles slide over empty cells, so
// a tile anywhere between the same two tiles of a line leads to the same slid boards: along the last
// slide there is one such group in every line.
GAME_FN int64_t grouped_value(ChanceTask& task, const IjkBoard& board, int made_by, int player,
                              int ply, uint64_t cells, Mean& mean, int64_t farthest_value) {
    const bool is_vertical = made_by == UP || made_by == DOWN;
    const int along = is_vertical ? UP : LEFT, across = is_vertical ? LEFT : UP;
    const uint64_t cells_turned = transposed_cells(cells), filled = filled_cells(board);
    const uint64_t cells_along = is_vertical ? cells_turned : cells;
    const uint64_t cells_across = is_vertical ? cells : cells_turned;
    const uint64_t filled_across = is_vertical ? filled : transposed_cells(filled);
    int64_t best_along[8];
    for (int line = 0; line < task.rules.size; ++line) {
        const uint64_t here = cells_along & 0xFFull << 8 * line;
        if (here == 0) continue;
        const uint64_t cell = here & -here;
        const IjkBoard state =
            with_new_tile(board, is_vertical ? transposed_cells(cell) : cell, player);
        best_along[line] = best_of_two(task, state, along, player, ply);
        mean.low += ones(here) * (farthest_value + best_along[line]);
        if (task.options.use_star2 && mean.is_high()) return mean.low / mean.count;
    }
    for (int line = 0; line < task.rules.size; ++line) {
        const uint32_t tiles = static_cast<uint32_t>(filled_across >> 8 * line & 0xFF);
        uint32_t here = static_cast<uint32_t>(cells_across >> 8 * line & 0xFF);
        while (here != 0) {
            const uint64_t cell = uint64_t{here & -here} << 8 * line;
            const uint32_t beyond = tiles & ~((here & -here) - 1);
            uint32_t group = here & (beyond == 0 ? 0xFFu : (beyond & -beyond) - 1);
            here &= ~group;
            const IjkBoard state =
                with_new_tile(board, is_vertical ? cell : transposed_cells(cell), player);
            const int64_t best = best_of_two(task, state, across, player, ply);
            for (; group != 0; group &= group - 1) {
                const int64_t other = best_along[lowest_bit(group)];
                const int64_t value = best > other ? best : other;
                mean.low += value - other;
                mean.high += value - farthest_value;
            }
            if (task.options.use_star1) {
                if (mean.is_low()) return mean.high / mean.count;
                if (mean.is_high()) return mean.low / mean.count;
            }
        }
    }
    return mean.low / mean.count;
}

// The cells one after another, in an order that differs between threads.
GAME_FN uint64_t next_cell(uint64_t& later, uint64_t& sooner) {
    uint64_t& from = sooner != 0 ? sooner : later;
    const uint64_t cell = from & -from;
    from ^= cell;
    return cell;
}

// The value of a slid board with three tiles or more to come.
GAME_FN int64_t celled_value(ChanceTask& task, const IjkBoard& board, int player, int depth, int ply,
                             uint64_t cells, Mean& mean, int64_t farthest_value, bool is_probing) {
    int64_t known_low[64];
    const uint64_t first = nth_bit(
        cells, static_cast<uint32_t>(task.first_cell) % static_cast<uint32_t>(ones(cells)));
    const uint64_t from_first = cells & ~(first - 1);
    uint64_t later = cells ^ from_first, sooner = from_first;
    for (int i = 0; i < mean.count; ++i) {
        known_low[i] = -farthest_value;
        if (!is_probing) continue;
        const IjkBoard state = with_new_tile(board, next_cell(later, sooner), player);
        const int64_t value = position_value(task, state, player, depth, ply, -CHANCE_INFINITE,
                                             CHANCE_INFINITE, true);
        if (task.is_stopped) return 0;
        known_low[i] = value;
        mean.low += value + farthest_value;
        if (mean.is_high()) return mean.low / mean.count;
    }
    later = cells ^ from_first;
    sooner = from_first;
    for (int i = 0; i < mean.count; ++i) {
        const bool is_bounded = task.options.use_star1;
        const int64_t low_rest = mean.low - known_low[i], high_rest = mean.high - farthest_value;
        const int64_t alpha = is_bounded ? mean.low_enough - high_rest : -CHANCE_INFINITE;
        const int64_t beta = is_bounded ? mean.high_enough - low_rest : CHANCE_INFINITE;
        const IjkBoard state = with_new_tile(board, next_cell(later, sooner), player);
        const int64_t value = position_value(task, state, player, depth, ply, alpha, beta, false);
        if (task.is_stopped) return 0;
        if (value < beta) mean.high = high_rest + value;
        if (value > alpha) mean.low = low_rest + value;
        if (value <= alpha) return mean.high / mean.count;
        if (value >= beta) return mean.low / mean.count;
    }
    return mean.low / mean.count;
}

// The value of a slid board that is no end, for the player who gets a tile and moves (J5).
GAME_FN int64_t slid_value(ChanceTask& task, const IjkBoard& board, int made_by, int player,
                           int depth, int ply, int64_t alpha, int64_t beta) {
    if (depth == 1) return last_value(task, board, made_by, player, ply);
    const uint64_t cells = chosen_cells(task, board);
    if (cells == 0) return position_value(task, board, player, depth, ply, alpha, beta, false);
    if (must_stop(task)) return 0;
    const bool has_table = task.known.entries != nullptr;
    ChanceKey key{};
    if (has_table) {
        key = chance_key(board, task.rules.size, ply, true, task.options.use_symmetry);
        ChanceFact fact;
        if (find_fact(task.known, key, fact) && is_enough(fact, depth, alpha, beta))
            return fact.value;
    }
    const int64_t farthest_value = farthest(task, board, depth);
    Mean mean = mean_of(ones(cells), farthest_value, alpha, beta);
    const bool is_probing = task.options.use_star2 && beta < CHANCE_INFINITE;
    const int64_t value =
        depth == 2 && task.options.use_groups
            ? grouped_value(task, board, made_by, player, ply, cells, mean, farthest_value)
            : celled_value(task, board, player, depth, ply, cells, mean, farthest_value, is_probing);
    if (has_table && !task.is_stopped) {
        const bool is_exact = mean.low == mean.high;
        const IjkBound bound = is_exact ? IjkBound::EXACT : bound_of(value, alpha, beta);
        keep_fact(task.known, key, {value, depth, 0, bound});
    }
    return value;
}

// The best move of a position at one depth, the first of equal ones (J4), with what was found
// a slide less deep as the order to look in. If the search had to stop, that is all there is.
GAME_FN IjkChanceThought chance_thought(const IjkRules& rules, const IjkState& state,
                                        const IjkValues& values, const IjkChanceOptions& options,
                                        int depth, const IjkChanceThought& before,
                                        const IjkChanceKnown& known, const IjkChanceLimits& limits,
                                        int first_cell) {
    ChanceTask task = chance_task(rules, values, options, known, limits, first_cell);
    task.nodes = before.nodes;
    ChanceChild children[IJK_MOVES];
    find_children(task, state.board, state.player, depth, 0, children);
    for (int move = 0; move < IJK_MOVES; ++move) {
        if (depth > 1 && !children[move].is_end) children[move].rank = before.values[move];
    }
    int ranking[IJK_MOVES];
    order(children, depth > 1 ? before.move : -1, ranking);
    IjkChanceThought thought{};
    int64_t best = -CHANCE_INFINITE;
    thought.move = ranking[0];
    for (const int move : ranking) {
        const ChanceChild& child = children[move];
        // The same value is enough for a move that comes before the best one.
        const int64_t bar = move < thought.move ? best - 1 : best;
        const int64_t floor = options.every_move ? -CHANCE_INFINITE : bar;
        const int64_t value = child.is_end || depth == 1
                                  ? child.rank
                                  : -slid_value(task, child.board, move, 1 - state.player, depth - 1,
                                                1, -CHANCE_INFINITE, -floor);
        if (task.is_stopped) {
            thought = before;
            thought.nodes = task.nodes;
            return thought;
        }
        thought.values[move] = value;
        thought.is_exact[move] = child.is_end || depth == 1 || value > floor;
        if (value > bar) {
            best = value;
            thought.move = move;
        }
    }
    thought.depth = depth;
    thought.nodes = task.nodes;
    return thought;
}

}  // namespace tilefall::TILEFALL_ISA
