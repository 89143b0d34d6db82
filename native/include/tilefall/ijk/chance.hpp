// IJK with chance: what a position of the nondeterministic game is worth some slides ahead, and the table of known
// positions; the twin of search/expectiminimax.py (J1 to J9).
#pragma once

#include "tilefall/ijk/last.hpp"
#include "tilefall/ijk/types.hpp"

namespace tilefall::TILEFALL_ISA {

// The table: keys of positions, the same for turned and mirrored ones if asked for, and what is known of each. Two
// entries share a place: the deepest and the latest.

// A position in the table; `image` is which of its eight pictures the key was made of.
struct ChanceKey {
    uint64_t key;
    int image;
};

struct ChanceFact {
    int64_t value;
    int depth, move;
    IjkBound bound;
};

inline IjkBoard upside_down(const IjkBoard& board, int size) {
    IjkBoard out{};
    for (int row = 0; row < size; ++row) out.rows[row] = board.rows[size - 1 - row];
    return out;
}

// The eight pictures of a board: upside down and transposed by turns.
inline IjkBoard next_image(const IjkBoard& board, int size, int image) {
    return image % 2 == 1 ? upside_down(board, size) : with_columns_as_rows(board);
}

// What a move is called in the next picture, and back.
inline int next_move(int move, int image) {
    if (image % 2 == 0) return move ^ 2;
    return move < 2 ? move ^ 1 : move;
}

// The distance from the root is part of a key: it decides what ends are worth (J3).
inline ChanceKey chance_key(const IjkBoard& board, int size, int ply, bool is_slid, bool use_symmetry) {
    const uint64_t salt = static_cast<uint64_t>(2 * ply + (is_slid ? 1 : 0) + 1) * 0x9E3779B97F4A7C15ull;
    ChanceKey found{board_key(board, salt), 0};
    if (!use_symmetry) return found;
    IjkBoard picture = board;
    for (int image = 1; image < 8; ++image) {
        picture = next_image(picture, size, image);
        const uint64_t key = board_key(picture, salt);
        if (key < found.key) found = {key, image};
    }
    return found;
}

constexpr int FACT_VALUE_BITS = 40;

inline uint64_t fact_data(const ChanceFact& fact, uint8_t search, int image) {
    int move = fact.move;
    for (int i = 1; i <= image; ++i) move = next_move(move, i);
    const uint64_t value = static_cast<uint64_t>(fact.value + (int64_t{1} << (FACT_VALUE_BITS - 1)));
    const uint64_t rest = static_cast<uint64_t>(fact.depth) | uint64_t{search} << 8 |
                          static_cast<uint64_t>(move) << 16 | static_cast<uint64_t>(fact.bound) << 18;
    return value | rest << FACT_VALUE_BITS;
}

inline ChanceFact fact_of(uint64_t data, int image) {
    const int64_t value = static_cast<int64_t>(data & ((uint64_t{1} << FACT_VALUE_BITS) - 1));
    const uint64_t rest = data >> FACT_VALUE_BITS;
    int move = static_cast<int>(rest >> 16 & 3);
    for (int i = image; i >= 1; --i) move = next_move(move, i);
    return {value - (int64_t{1} << (FACT_VALUE_BITS - 1)), static_cast<int>(rest & 0xFF), move,
            static_cast<IjkBound>(rest >> 18 & 3)};
}

inline int fact_depth(uint64_t data) { return static_cast<int>(data >> FACT_VALUE_BITS & 0xFF); }
inline uint8_t fact_search(uint64_t data) { return static_cast<uint8_t>(data >> (FACT_VALUE_BITS + 8) & 0xFF); }

// What is known of a position; false if nothing is.
inline bool find_fact(const IjkChanceKnown& known, const ChanceKey& key, ChanceFact& fact) {
    IjkChanceEntry* place = known.entries + (key.key & known.mask & ~uint64_t{1});
    for (int i = 0; i < 2; ++i) {
        const uint64_t data = shared_word(place[i].data);
        if ((shared_word(place[i].check) ^ data) != key.key || fact_search(data) != known.search) continue;
        fact = fact_of(data, key.image);
        return true;
    }
    return false;
}

inline void keep_fact(const IjkChanceKnown& known, const ChanceKey& key, const ChanceFact& fact) {
    IjkChanceEntry* place = known.entries + (key.key & known.mask & ~uint64_t{1});
    const uint64_t data = fact_data(fact, known.search, key.image);
    const uint64_t first = shared_word(place[0].data);
    const bool is_same = (shared_word(place[0].check) ^ first) == key.key;
    const bool is_deeper = fact_search(first) == known.search && fact_depth(first) > fact.depth;
    IjkChanceEntry& entry = place[is_deeper && !is_same ? 1 : 0];
    share_word(entry.data, data);
    share_word(entry.check, key.key ^ data);
}

// IJK with chance: what a position of the nondeterministic game is worth some slides ahead; the twin
// of search/expectiminimax.py (J1 to J9). Values are for the player to move. A mean over cells ends
// as soon as its bounds tell enough (Star1), and one reply in each cell may be enough (Star2).

// What is known of a value once a search with these bounds has found it.
inline IjkBound bound_of(int64_t value, int64_t alpha, int64_t beta) {
    return value >= beta ? IjkBound::AT_LEAST : value <= alpha ? IjkBound::AT_MOST : IjkBound::EXACT;
}

inline bool is_enough(const ChanceFact& fact, int depth, int64_t alpha, int64_t beta) {
    // Only of the same depth: that keeps a value what its depth says (J1).
    if (fact.depth != depth) return false;
    return fact.bound == IjkBound::EXACT || (fact.bound == IjkBound::AT_LEAST && fact.value >= beta) ||
           (fact.bound == IjkBound::AT_MOST && fact.value <= alpha);
}

inline bool must_stop(ChanceTask& task) {
    if (is_set(task.limits.stop) || is_set(task.limits.is_done) || task.nodes >= task.limits.most_nodes)
        task.is_stopped = true;
    return task.is_stopped;
}

inline int64_t slid_value(ChanceTask& task, const IjkBoard& board, int made_by, int player, int depth, int ply,
                          int64_t alpha, int64_t beta);

// A slid board as the one who slid sees it.
struct ChanceChild {
    IjkBoard board;
    int64_t rank;  // of ends the value, otherwise what a shallow look says
    bool is_end;
};

inline void find_children(ChanceTask& task, const IjkBoard& board, int player, int depth, int ply,
                          ChanceChild (&children)[IJK_MOVES]) {
    IjkBoard slid_boards[IJK_MOVES];
    slid_all(task.rules, board, player, slid_boards);
    for (int move = 0; move < IJK_MOVES; ++move) {
        ChanceChild& child = children[move];
        child.board = slid_boards[move];
        child.is_end = is_end(task.rules, child.board, 1 - player);
        child.rank = child.is_end || depth <= 2 ? leaf_value(task, child.board, player, ply + 1)
                                                : -last_value(task, child.board, move, 1 - player, ply + 1);
    }
    task.nodes += IJK_MOVES;
}

// The most promising first: the one that was best before, then by rank.
inline void order(const ChanceChild (&children)[IJK_MOVES], int first_move, int (&ranking)[IJK_MOVES]) {
    for (int i = 0; i < IJK_MOVES; ++i) {
        int at = i;
        const auto rank = [&](int move) { return move == first_move ? CHANCE_INFINITE : children[move].rank; };
        for (; at > 0 && rank(ranking[at - 1]) < rank(i); --at) ranking[at] = ranking[at - 1];
        ranking[at] = i;
    }
}

// The value of a position with its tile, two slides or more before the depth's end. It is exact
// between alpha and beta; at alpha or below the true value is no higher, at beta or above no lower.
// A probe looks at the most promising slide alone: the true value is no lower.
inline int64_t position_value(ChanceTask& task, const IjkBoard& board, int player, int depth, int ply, int64_t alpha,
                              int64_t beta, bool is_probe) {
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
        const int64_t value = child.is_end
                                  ? child.rank
                                  : -slid_value(task, child.board, move, 1 - player, depth - 1, ply + 1, -beta, -floor);
        if (task.is_stopped) return 0;
        if (value > best) {
            best = value;
            best_move = move;
        }
        if (best >= beta || is_probe) break;
    }
    if (has_table && !is_probe) keep_fact(task.known, key, {best, depth, best_move, bound_of(best, alpha, beta)});
    return best;
}

// The value of a slid board with two tiles and two slides to come.
inline int64_t grouped_value(ChanceTask& task, const IjkBoard& board, int made_by, int player, int ply, uint64_t cells,
                             Mean& mean) {
    const auto value_of = [&](const IjkBoard& slid_board, int move) {
        task.nodes += 1;
        return is_end(task.rules, slid_board, 1 - player) ? end_value(slid_board, player, ply + 1)
                                                          : -last_value(task, slid_board, move, 1 - player, ply + 1);
    };
    return grouped_mean(task.rules, woven(task.rules, board, made_by, cells), player, mean, task.options.use_star1,
                        task.options.use_star2, value_of);
}

// The cells one after another, in an order that differs between threads.
inline uint64_t next_cell(uint64_t& later, uint64_t& sooner) {
    uint64_t& from = sooner != 0 ? sooner : later;
    const uint64_t cell = from & -from;
    from ^= cell;
    return cell;
}

// The value of a slid board with three tiles or more to come.
inline int64_t celled_value(ChanceTask& task, const IjkBoard& board, int player, int depth, int ply, uint64_t cells,
                            Mean& mean, bool is_probing) {
    int64_t known_low[64];
    const uint64_t first = nth_bit(cells, static_cast<uint32_t>(task.first_cell) % static_cast<uint32_t>(ones(cells)));
    const uint64_t from_first = cells & ~(first - 1);
    uint64_t later = cells ^ from_first, sooner = from_first;
    for (int i = 0; i < mean.count; ++i) {
        known_low[i] = -mean.farthest;
        if (!is_probing) continue;
        const IjkBoard state = with_new_tile(board, next_cell(later, sooner), player);
        const int64_t value = position_value(task, state, player, depth, ply, -CHANCE_INFINITE, CHANCE_INFINITE, true);
        if (task.is_stopped) return 0;
        known_low[i] = value;
        mean.low += value + mean.farthest;
        if (mean.is_high()) return mean.low / mean.count;
    }
    later = cells ^ from_first;
    sooner = from_first;
    for (int i = 0; i < mean.count; ++i) {
        const bool is_bounded = task.options.use_star1;
        const int64_t low_rest = mean.low - known_low[i], high_rest = mean.high - mean.farthest;
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
inline int64_t slid_value(ChanceTask& task, const IjkBoard& board, int made_by, int player, int depth, int ply,
                          int64_t alpha, int64_t beta) {
    if (must_stop(task)) return 0;
    if (depth == 1) return last_value(task, board, made_by, player, ply);
    const uint64_t cells = chosen_cells(task, board);
    if (cells == 0) return position_value(task, board, player, depth, ply, alpha, beta, false);
    const bool has_table = task.known.entries != nullptr;
    ChanceKey key{};
    if (has_table) {
        key = chance_key(board, task.rules.size, ply, true, task.options.use_symmetry);
        ChanceFact fact;
        if (find_fact(task.known, key, fact) && is_enough(fact, depth, alpha, beta)) return fact.value;
    }
    Mean mean = mean_of(ones(cells), farthest(task, board, depth), alpha, beta);
    const bool is_probing = task.options.use_star2 && beta < CHANCE_INFINITE;
    const int64_t value = depth == 2 && task.options.use_groups
                              ? grouped_value(task, board, made_by, player, ply, cells, mean)
                              : celled_value(task, board, player, depth, ply, cells, mean, is_probing);
    if (has_table && !task.is_stopped) {
        const IjkBound bound = mean.is_exact() ? IjkBound::EXACT : bound_of(value, alpha, beta);
        keep_fact(task.known, key, {value, depth, 0, bound});
    }
    return value;
}

// The best move of a position at one depth, the first of equal ones (J4), with what was found
// a slide less deep as the order to look in. If the search had to stop, that is all there is.
inline IjkChanceThought chance_thought(const IjkRules& rules, const IjkState& state, const IjkEvaluation& evaluation,
                                       const IjkChanceOptions& options, int depth, const IjkChanceThought& before,
                                       const IjkChanceKnown& known, const IjkChanceLimits& limits, int first_cell) {
    ChanceTask task = chance_task(rules, evaluation, state.turn, options, known, limits, first_cell);
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
        const int64_t value = child.is_end || depth == 1 ? child.rank
                                                         : -slid_value(task, child.board, move, 1 - state.player,
                                                                       depth - 1, 1, -CHANCE_INFINITE, -floor);
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
