// Minimax: the alpha-beta search of deterministic IJK; the twin of search/minimax.py (J1 to J4, J10).
#pragma once

#include "tilefall/ijk/evaluation.hpp"

namespace tilefall::TILEFALL_ISA {

// The table of positions that a search knows: buckets of four, shared by threads.

inline uint64_t position_key(const IjkBoard& board, int player) {
    return board_key(board, player == 0 ? 0x9E3779B97F4A7C15ull : 0xC2B2AE3D27D4EB4Full);
}

// What is known of a position: a value or a bound of it, and the move that gave it.
struct IjkFact {
    int32_t value;
    int32_t depth, move;
    IjkBound bound;
};

constexpr int FACT_DEPTH = 32, FACT_MOVE = 40, FACT_BOUND = 48, FACT_SEARCH = 56;  // first bits

inline uint64_t packed_fact(const IjkFact& fact, uint8_t search) {
    return static_cast<uint32_t>(fact.value) | static_cast<uint64_t>(fact.depth) << FACT_DEPTH |
           static_cast<uint64_t>(fact.move) << FACT_MOVE | static_cast<uint64_t>(fact.bound) << FACT_BOUND |
           static_cast<uint64_t>(search) << FACT_SEARCH;
}

inline IjkFact unpacked_fact(uint64_t fact) {
    return {static_cast<int32_t>(static_cast<uint32_t>(fact)), static_cast<int32_t>(fact >> FACT_DEPTH & 0xFF),
            static_cast<int32_t>(fact >> FACT_MOVE & 0xFF), static_cast<IjkBound>(fact >> FACT_BOUND & 0xFF)};
}

inline IjkBucket& bucket_of(const IjkKnown& known, uint64_t key) { return known.buckets[key & known.mask]; }

// Whether this search knows the position; if so, what.
inline bool find_fact(const IjkKnown& known, uint64_t key, IjkFact& fact) {
    for (const IjkEntry& entry : bucket_of(known, key).entries) {
        const uint64_t packed = shared_word(entry.fact);
        if ((shared_word(entry.mixed_key) ^ packed) == key && packed >> FACT_SEARCH == known.search) {
            fact = unpacked_fact(packed);
            return true;
        }
    }
    return false;
}

// Remembers a fact in the place of what the table knew of the position, of a position of another
// search, or of the one that took the least work.
inline void remember(const IjkKnown& known, uint64_t key, const IjkFact& fact) {
    IjkEntry* place = nullptr;
    int least = 256;
    for (IjkEntry& entry : bucket_of(known, key).entries) {
        const uint64_t packed = shared_word(entry.fact);
        const bool is_mine = packed >> FACT_SEARCH == known.search;
        if (is_mine && (shared_word(entry.mixed_key) ^ packed) == key) {
            place = &entry;
            break;
        }
        const int work = is_mine ? unpacked_fact(packed).depth : -1;
        if (work < least) {
            least = work;
            place = &entry;
        }
    }
    const uint64_t packed = packed_fact(fact, known.search);
    share_word(place->mixed_key, key ^ packed);
    share_word(place->fact, packed);
}

// The last slides of a search of deterministic IJK: the positions that slides lead to, what they are
// worth at once, and what sums of tiles tell without making them.

constexpr int32_t IJK_WIN = 1 << 28;   // a win at once; every slide until then takes one off (J3)
constexpr int32_t IJK_SURE = 1 << 27;  // values beyond are those of games that end
constexpr int32_t IJK_INFINITE = 1 << 30;
// Nearer to the end a position costs less to search than to look up in memory.
constexpr int LEAST_KNOWN_DEPTH = 3;

struct IjkTask {
    const IjkRules& rules;
    IjkEvaluator evaluator;
    GainTable gains[2];  // of pairs that merge, by the player who moves
    int32_t new_tile_value;
    bool has_reply_bound;
    TileTable replies[2];  // what a player's tiles can gain by a slide of the other
    IjkKnown known;
    uint64_t first_turn;  // of the root
    uint64_t most_nodes;
    const bool* stop;
    uint64_t nodes;  // positions valued
    bool is_stopped;

    bool knows(int depth) const { return known.buckets != nullptr && depth >= LEAST_KNOWN_DEPTH; }
};

// A position that a slide leads to.
struct IjkChild {
    IjkBoard board;
    uint64_t key;       // if the table may know it
    int32_t end_value;  // of a game that is over, for the one who slid
    bool is_over;
};

inline void make_child(IjkTask& task, const IjkBoard& slid_board, int player, int depth, int ply, IjkChild& child) {
    const IjkState state = with_tile(task.rules, slid_board, 1 - player, 0, 0);
    child.board = state.board;
    child.is_over = is_over(task.rules, state);
    if (child.is_over) child.end_value = (player == 0 ? 1 : -1) * leader(child.board) * (IJK_WIN - ply - 1);
    if (task.knows(depth - 1)) {
        child.key = position_key(child.board, 1 - player);
        prefetch(&bucket_of(task.known, child.key));
    }
    task.nodes += 1;
}

inline void make_children(IjkTask& task, const IjkBoard& board, int player, int depth, int ply,
                          IjkChild (&children)[IJK_MOVES]) {
    IjkBoard slid_boards[IJK_MOVES];
    slid_all(task.rules, board, player, slid_boards);
    for (int move = 0; move < IJK_MOVES; ++move)
        make_child(task, slid_boards[move], player, depth, ply, children[move]);
}

// What a position is worth at once for the one whose slide led to it: the end, or the evaluation.
inline int32_t value_at_once(const IjkTask& task, const IjkChild& child, int player, int ply) {
    if (child.is_over) return child.end_value;
    const uint64_t turn = task.first_turn + static_cast<uint64_t>(ply) + 1;
    return (player == 0 ? 1 : -1) * evaluated(task.rules, task.evaluator, child.board, 1 - player, turn);
}

// So many slides with their tiles end no game: cells stay empty, and the winning letter is far away.
inline bool is_safe(const IjkRules& rules, const IjkBoard& board, int slides) {
    return rules.winning > slides && ones(empty_cells(rules, board)) > slides &&
           !has_letter(board, rules.winning - slides);
}

// What the slides add to the total of the tiles for the one who slides.
inline void find_gains(const IjkTask& task, const IjkBoard& board, int player, int64_t (&gains)[IJK_MOVES]) {
    const LineGains rows = line_gains(task.gains[player], board, player);
    const LineGains columns = line_gains(task.gains[player], with_columns_as_rows(board), player);
    four_totals(columns.to_start, columns.to_end, rows.to_start, rows.to_end, gains);
}

// The moves from `first` on, those of the highest ranks first.
inline void order(const int64_t (&ranks)[IJK_MOVES], int first, int (&moves)[IJK_MOVES]) {
    for (int i = first + 1; i < IJK_MOVES; ++i) {
        const int move = moves[i];
        int at = i;
        for (; at > first && ranks[moves[at - 1]] < ranks[move]; --at) moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

// What the best slide adds to the total of the tiles.
inline int32_t best_gain(const IjkTask& task, const IjkBoard& board, int player) {
    int64_t gains[IJK_MOVES];
    find_gains(task, board, player, gains);
    int64_t best = gains[0];
    for (const int64_t gain : gains) best = gain > best ? gain : best;
    return static_cast<int32_t>(best);
}

// Where a merged tile is worth two of its parts or more, the other's slide only gains something for a
// player whose own pairs it merges. By then a tile may have become the next letter. Letters that
// merge to the winning one are not asked about.
inline bool find_reply_gains(const IjkValues& values, int winning, IjkValues& gains) {
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
inline int32_t last_two_total(IjkTask& task, const IjkBoard& board, int player, int32_t alpha, int32_t beta) {
    int64_t gains[IJK_MOVES];
    find_gains(task, board, player, gains);
    int moves[IJK_MOVES] = {0, 1, 2, 3};
    order(gains, 0, moves);
    const int32_t before = (player == 0 ? 1 : -1) * summed(task.evaluator.tiles, board);
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
inline int32_t last_value(IjkTask& task, const IjkBoard& board, int player, int ply, int32_t beta) {
    if (is_sum_of_tiles(task.evaluator) && is_safe(task.rules, board, 1)) {
        // pairs that merge tell all, nothing is slid
        task.nodes += IJK_MOVES;
        const int32_t before = (player == 0 ? 1 : -1) * summed(task.evaluator.tiles, board);
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

// IJK search: what a position of the deterministic game is worth some slides ahead; the twin of
// search/minimax.py (J1 to J4). Alpha-beta with a table of known positions, deepened slide by slide.

// A first guess at the moves from `first` on, before any of them is searched. Near the end it is made by what pairs
// gain; farther away the evaluation is worth its time. Whether that made the children.
inline bool rank_moves(IjkTask& task, const IjkBoard& board, int player, int depth, int ply, int first,
                       IjkChild (&children)[IJK_MOVES], int (&moves)[IJK_MOVES]) {
    int64_t ranks[IJK_MOVES] = {};
    const bool is_guessed = depth == 2 || is_sum_of_tiles(task.evaluator);
    if (is_guessed) {
        find_gains(task, board, player, ranks);
    } else {
        make_children(task, board, player, depth, ply, children);
        for (int i = first; i < IJK_MOVES; ++i) ranks[moves[i]] = value_at_once(task, children[moves[i]], player, ply);
    }
    order(ranks, first, moves);
    return !is_guessed;
}

// Threads share out slides where there is enough to do below them.
constexpr int LEAST_SHARED_DEPTH = 5;

inline bool is_shared(const IjkTask& task, const IjkChild& child, int depth) {
    return task.known.busy != nullptr && depth >= LEAST_SHARED_DEPTH && !child.is_over;
}

inline bool is_busy(const IjkTask& task, const IjkChild& child, int depth) {
    return is_shared(task, child, depth) && shared_word(task.known.busy[child.key % BUSY_PLACES]) == child.key;
}

inline void set_busy(const IjkTask& task, const IjkChild& child, int depth, uint64_t key) {
    if (is_shared(task, child, depth)) share_word(task.known.busy[child.key % BUSY_PLACES], key);
}

// The value for the player to move in a game that is not over. It is exact between alpha and beta;
// at alpha or below the true value is no higher, at beta or above no lower.
inline int32_t ijk_value(IjkTask& task, const IjkBoard& board, uint64_t key, int player, int depth, int ply,
                         int32_t alpha, int32_t beta) {
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
            if (fact.move >= 0) are_made = rank_moves(task, board, player, depth, ply, 1, children, moves);
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
        const int32_t value =
            child.is_over ? child.end_value
                          : -ijk_value(task, child.board, child.key, 1 - player, depth - 1, ply + 1, -beta, -floor);
        set_busy(task, child, depth, 0);
        if (task.is_stopped) return 0;
        if (value > best) {
            best = value;
            best_move = move;
        }
        if (best >= beta) break;
    }
    if (task.knows(depth)) {
        const IjkBound bound = best >= beta ? IjkBound::AT_LEAST : best <= alpha ? IjkBound::AT_MOST : IjkBound::EXACT;
        remember(task.known, key, {best, depth, best_move, bound});
    }
    return best;
}

// The best move of a position at one depth, the first of equal ones (J4).
inline void find_best(IjkTask& task, const IjkState& state, int depth, IjkThought& thought) {
    IjkChild children[IJK_MOVES];
    make_children(task, state.board, state.player, depth, 0, children);
    int64_t ranks[IJK_MOVES];
    for (int move = 0; move < IJK_MOVES; ++move) ranks[move] = value_at_once(task, children[move], state.player, 0);
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
        const int32_t value = child.is_over || depth == 1 ? static_cast<int32_t>(ranks[move])
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
inline void find_line(const IjkTask& task, const IjkState& root, IjkThought& thought) {
    IjkState state = root;
    int move = thought.move;
    thought.line_length = 0;
    for (int depth = thought.depth; depth > 0 && move >= 0; --depth) {
        thought.line[thought.line_length++] = static_cast<uint8_t>(move);
        const IjkBoard board = slid(task.rules, state.board, move, state.player);
        state = with_tile(task.rules, board, 1 - state.player, state.turn + 1, 0);
        move = -1;
        IjkFact fact{};
        if (is_over(task.rules, state) || !task.knows(depth - 1)) continue;
        if (find_fact(task.known, position_key(state.board, state.player), fact) && fact.depth == depth - 1 &&
            fact.bound == IjkBound::EXACT)
            move = fact.move;
    }
}

inline IjkTask ijk_task(const IjkRules& rules, const IjkState& state, const IjkEvaluation& evaluation,
                        uint64_t most_nodes, IjkKnown known, const bool* stop) {
    const IjkValues& tiles = evaluation.tiles;
    IjkTask task{rules,
                 evaluator_of(evaluation),
                 {gains_of(tiles, 0), gains_of(tiles, 1)},
                 tiles.of_letter[1],
                 false,
                 {},
                 known,
                 state.turn,
                 most_nodes,
                 stop,
                 0,
                 false};
    IjkValues gains{};
    const IjkValues nothing{};
    task.has_reply_bound = is_sum_of_tiles(task.evaluator) && find_reply_gains(tiles, rules.winning, gains);
    task.replies[0] = table_of(gains, nothing);
    task.replies[1] = table_of(nothing, gains);
    return task;
}

// Deepens as long as depth, nodes and time allow; the deepest search that ended counts. The first
// depth is always searched to its end. Threads that share the table help each other.
inline IjkThought ijk_thought(const IjkRules& rules, const IjkState& state, const IjkEvaluation& evaluation,
                              int first_depth, int depth, uint64_t most_nodes, IjkKnown known, const bool* stop) {
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
