// The last slides of a search of IJK with chance: means over the cells of a new tile, and what one tile and one slide
// can still change (J5 to J8).
#pragma once

#include "tilefall/ijk/minimax.hpp"
#include "tilefall/ijk/types.hpp"

namespace tilefall::TILEFALL_ISA {

// Groups: the mean over the cells of a new tile, each slid board that it can lead to made once.
// Tiles slide over empty cells, so a tile anywhere between the same two tiles of a line leads to the
// same board once that line is slid. And a tile changes one line alone: the others are slid once.

constexpr uint64_t FIRST_COLUMN = 0x0101010101010101ull;

// Rows and columns of a set of cells exchanged.
inline uint64_t transposed_cells(uint64_t cells) {
    uint64_t change = (cells ^ cells >> 7) & 0x00AA00AA00AA00AAull;
    cells ^= change ^ change << 7;
    change = (cells ^ cells >> 14) & 0x0000CCCC0000CCCCull;
    cells ^= change ^ change << 14;
    change = (cells ^ cells >> 28) & 0x00000000F0F0F0F0ull;
    return cells ^ change ^ change << 28;
}

// A slid board in two pictures: its lines along the slide that made it, and across. Along it all
// empty cells of a line are at one end. Cells are as the picture has them.
struct Weave {
    IjkBoard along, across;
    uint64_t cells_along, cells_across;  // those in which a tile may appear
    uint64_t open_ends;                  // along: the last cell of each line, where it is empty
    int first_along, first_across;       // the move to the start of lines; the next is to the end
    bool is_turned;                      // along: columns are lines
};

inline Weave woven(const IjkRules& rules, const IjkBoard& board, int made_by, uint64_t cells) {
    const bool is_turned = made_by == UP || made_by == DOWN;
    const IjkBoard turned = with_columns_as_rows(board);
    const uint64_t cells_turned = transposed_cells(cells);
    const int end = made_by == UP || made_by == LEFT ? rules.size - 1 : 0;
    const IjkBoard& along = is_turned ? turned : board;
    const uint64_t empty = all_cells(rules) & ~filled_cells(along);
    return {along,
            is_turned ? board : turned,
            is_turned ? cells_turned : cells,
            is_turned ? cells : cells_turned,
            empty & FIRST_COLUMN << end,
            is_turned ? UP : LEFT,
            is_turned ? LEFT : UP,
            is_turned};
}

// A mean on the way: the sums of what is known at least and at most of its parts. Means are rounded
// towards zero (J6), and so are the sums from which on a mean is alpha or less, beta or more.
struct Mean {
    int64_t count, low, high;
    int64_t low_enough, high_enough;
    int64_t farthest;  // no part is farther from 0

    bool is_low() const { return high <= low_enough; }
    bool is_high() const { return low >= high_enough; }
    bool is_exact() const { return low == high; }
};

inline Mean mean_of(int count, int64_t farthest, int64_t alpha, int64_t beta) {
    const int64_t n = count;
    return {n,
            -n * farthest,
            n * farthest,
            alpha >= 0 ? (alpha + 1) * n - 1 : alpha * n,
            beta <= 0 ? (beta - 1) * n + 1 : beta * n,
            farthest};
}

// The mean over the cells of the better of all slides; value_of(board, move) is for the one who
// slides. Of a mean that is beyond its bounds an earlier answer is enough.
template <typename ValueOf>
inline int64_t grouped_mean(const IjkRules& rules, const Weave& weave, int player, Mean& mean, bool use_star1,
                            bool use_star2, const ValueOf& value_of) {
    const int size = rules.size, tile = new_tile(player);
    const auto best_of_two = [&](const BothSlides& base, const BothSlides& changed, int line, bool is_turned,
                                 int first_move) {
        const IjkBoard start = with_line(base.to_start, changed.to_start, line);
        const IjkBoard end = with_line(base.to_end, changed.to_end, line);
        const int64_t a = value_of(is_turned ? with_columns_as_rows(start) : start, first_move);
        const int64_t b = value_of(is_turned ? with_columns_as_rows(end) : end, first_move + 1);
        return a > b ? a : b;
    };
    const BothSlides along = both_slides(weave.along, size, player);
    const BothSlides along_after = both_slides(with_tiles(weave.along, weave.open_ends, tile), size, player);
    int64_t best_along[8];
    for (int line = 0; line < size; ++line) {
        const uint64_t here = weave.cells_along >> 8 * line & 0xFF;
        if (here == 0) continue;
        best_along[line] = best_of_two(along, along_after, line, weave.is_turned, weave.first_along);
        mean.low += ones(here) * (mean.farthest + best_along[line]);
        if (use_star2 && mean.is_high()) return mean.low / mean.count;
    }
    const BothSlides across = both_slides(weave.across, size, player);
    const uint64_t filled = filled_cells(weave.across);
    uint64_t rest = weave.cells_across;
    for (int place = 0; place < size; ++place) {
        const uint64_t firsts = rest & FIRST_COLUMN << place;
        if (firsts == 0) continue;
        const BothSlides after = both_slides(with_tiles(weave.across, firsts, tile), size, player);
        for (uint64_t left = firsts; left != 0; left &= left - 1) {
            const int line = lowest_bit(left) / 8;
            const uint64_t in_line = 0xFFull << 8 * line;
            const uint64_t beyond = filled & in_line & ~((left & -left) - 1);
            uint64_t group = rest & in_line & (beyond == 0 ? ~uint64_t{0} : (beyond & -beyond) - 1);
            rest &= ~group;
            const int64_t best = best_of_two(across, after, line, !weave.is_turned, weave.first_across);
            for (; group != 0; group &= group - 1) {
                const int64_t other = best_along[lowest_bit(group) % 8];
                const int64_t value = best > other ? best : other;
                mean.low += value - other;
                mean.high += value - mean.farthest;
            }
            if (use_star1 && mean.is_low()) return mean.high / mean.count;
            if (use_star1 && mean.is_high()) return mean.low / mean.count;
        }
    }
    return mean.low / mean.count;
}

// The end of an IJK search with chance: what a slid board is worth by itself, what it cannot
// exceed, and what it is worth when one tile and one slide are still to come (J5 to J8).

constexpr int64_t IJK_FRACTION = 256;                  // values are in 256ths (J6)
constexpr int64_t CHANCE_INFINITE = int64_t{1} << 40;  // beyond any value
constexpr int BOUNDED_DEPTHS = 9;                      // deeper than that, nothing is known of what may come

struct ChanceTask {
    const IjkRules& rules;
    const IjkChanceOptions& options;
    const IjkChanceKnown known;
    const IjkChanceLimits limits;
    const int first_cell;  // threads begin at different ones
    IjkEvaluator evaluator;
    uint64_t first_turn;             // of the root
    TileTable most[BOUNDED_DEPTHS];  // what a tile can be part of after so many slides
    GainTable gains[2];              // by player
    int32_t new_tile_value;
    uint64_t nodes;  // slid boards valued
    bool is_stopped;
};

// The value for player 0 of a slid board before its tile, where this player is to move (J7), so many
// slides after the root.
inline int32_t evaluation(const ChanceTask& task, const IjkBoard& board, int player, int ply) {
    const uint64_t turn = task.first_turn + static_cast<uint64_t>(ply);
    return evaluated(task.rules, task.evaluator, board, player, turn);
}

// A tile of mass 2^n that is part of one of mass 2^m has a share of 2^(n - m) in its value, and a
// slide doubles a mass at most. The shares of all tiles are never less than the total to come.
inline IjkValues most_values(const IjkValues& values, int slides) {
    IjkValues most{};
    for (int letter = 1; letter <= 13; ++letter) {
        for (int more = 0; more <= slides && letter + more <= 13; ++more) {
            const int32_t value = values.of_letter[letter + more];
            const int32_t share = ((value < 0 ? -value : value) + (1 << more) - 1) >> more;
            if (share > most.of_letter[letter]) most.of_letter[letter] = share;
        }
    }
    return most;
}

inline ChanceTask chance_task(const IjkRules& rules, const IjkEvaluation& evaluation, uint64_t first_turn,
                              const IjkChanceOptions& options, const IjkChanceKnown& known,
                              const IjkChanceLimits& limits, int first_cell) {
    const IjkValues& values = evaluation.tiles;
    ChanceTask task{rules,      options, known, limits, first_cell, evaluator_of(evaluation),
                    first_turn, {},      {},    0,      0,          false};
    for (int depth = 0; depth < BOUNDED_DEPTHS; ++depth) task.most[depth] = table_of(most_values(values, depth));
    for (int player = 0; player < 2; ++player) task.gains[player] = gains_of(values, player);
    task.new_tile_value = values.of_letter[1];
    return task;
}

// True if this slid board ends the game (I12).
inline bool is_end(const IjkRules& rules, const IjkBoard& board, int player) {
    return tests_end(rules, player) && is_final(rules, board, 1);
}

// What an end is worth for this player, so many slides after the root (J3).
inline int64_t end_value(const IjkBoard& board, int player, int ply) {
    return IJK_FRACTION * (player == 0 ? 1 : -1) * leader(board) * (IJK_WIN - ply);
}

// The cells that stand for all the empty ones (J8).
inline uint64_t chosen_cells(const ChanceTask& task, const IjkBoard& board) {
    const uint64_t empty = empty_cells(task.rules, board);
    const uint32_t count = static_cast<uint32_t>(ones(empty));
    const uint32_t sample = static_cast<uint32_t>(task.options.sample);
    if (sample == 0 || count <= sample) return empty;
    uint64_t codes = 0;
    for (const uint64_t row : board.rows) codes += row * 0x0101010101010101ull >> 56;
    uint64_t chosen = 0;
    for (uint32_t i = 0; i < sample; ++i)
        chosen |= nth_bit(empty, static_cast<uint32_t>((codes + i * count / sample) % count));
    return chosen;
}

// No slide after this slid board and a tile can end the game.
inline bool is_safe(const IjkRules& rules, const IjkBoard& board, int player, int empty) {
    if (!tests_end(rules, 1 - player)) return true;
    if (empty < 3) return false;
    if (!has_letter(board, rules.winning - 1)) return true;
    if (has_letter(board, rules.winning)) return false;
    // Two of the letter before the winning one are needed; the tile to come is an A.
    int before = rules.winning == 2 ? 1 : 0;
    for (uint64_t line : board.rows) {
        for (; line != 0; line >>= 8) before += static_cast<int>(line & 15) == rules.winning - 1;
    }
    return before < 2;
}

// The sum over the cells of the best total after a tile there and a slide, for the player who
// slides, beyond the total before.
inline int64_t summed_gains(const ChanceTask& task, const Weave& weave, int player) {
    const GainTable& table = task.gains[player];
    const int tile = new_tile(player);
    const LineGains along = line_gains(table, weave.along, player);
    const LineGains along_after = line_gains(table, with_tiles(weave.along, weave.open_ends, tile), player);
    const LineGains across = line_gains(table, weave.across, player);
    const auto rest = [](const Sums& gains) { return minus(equal_sums(total(gains)), gains); };
    const Sums best_along =
        highest(plus(along_after.to_start, rest(along.to_start)), plus(along_after.to_end, rest(along.to_end)));
    const Sums start_rest = rest(across.to_start), end_rest = rest(across.to_end);
    // Cells whose group begins with them; the others lead to what the cell before them led to.
    const uint64_t firsts = weave.cells_across & ~(weave.cells_across << 1 & ~FIRST_COLUMN);
    Sums sums = equal_sums(0), best = sums;
    for (int line = 0; line < task.rules.size; ++line) {
        const uint32_t here = static_cast<uint32_t>(weave.cells_along >> 8 * line & 0xFF);
        if (here == 0) continue;
        const uint64_t place = FIRST_COLUMN << line;
        if ((firsts & place) != 0) {
            const IjkBoard next = with_tiles(weave.across, weave.cells_across & place, tile);
            const LineGains after = line_gains(table, next, player);
            best = highest(plus(after.to_start, start_rest), plus(after.to_end, end_rest));
        }
        sums = plus(sums, only(highest(best, spread(best_along, line)), here));
    }
    return total(sums);
}

// What a slide is worth at the depth's end, for the player who made it.
inline int64_t leaf_value(const ChanceTask& task, const IjkBoard& slid_board, int player, int ply) {
    return is_end(task.rules, slid_board, 1 - player)
               ? end_value(slid_board, player, ply)
               : IJK_FRACTION * (player == 0 ? 1 : -1) * evaluation(task, slid_board, 1 - player, ply);
}

inline int64_t best_leaf(const ChanceTask& task, const IjkBoard& board, int player, int ply) {
    IjkBoard slid_boards[IJK_MOVES];
    slid_all(task.rules, board, player, slid_boards);
    int64_t best = -CHANCE_INFINITE;
    for (const IjkBoard& slid_board : slid_boards) {
        const int64_t value = leaf_value(task, slid_board, player, ply + 1);
        best = value > best ? value : best;
    }
    return best;
}

inline IjkBoard with_new_tile(const IjkBoard& board, uint64_t cell, int player) {
    IjkBoard out = board;
    put(out, cell, new_tile(player));
    return out;
}

// What a slid board is worth for the player to move, with one tile and one slide to come.
inline int64_t last_value(ChanceTask& task, const IjkBoard& board, int made_by, int player, int ply) {
    uint64_t cells = chosen_cells(task, board);
    const int count = cells == 0 ? 1 : ones(cells), empty = ones(empty_cells(task.rules, board));
    task.nodes += static_cast<uint64_t>(IJK_MOVES * count);
    if (cells == 0) return best_leaf(task, board, player, ply);
    if (task.options.use_lines && is_sum_of_tiles(task.evaluator) && is_safe(task.rules, board, player, empty)) {
        const int64_t before = (player == 0 ? 1 : -1) * int64_t{summed(task.evaluator.tiles, board)};
        const int64_t gains = summed_gains(task, woven(task.rules, board, made_by, cells), player);
        return IJK_FRACTION * (gains + count * (before + task.new_tile_value)) / count;
    }
    if (task.options.use_groups) {
        Mean mean = mean_of(count, 0, -CHANCE_INFINITE, CHANCE_INFINITE);
        const Weave weave = woven(task.rules, board, made_by, cells);
        return grouped_mean(task.rules, weave, player, mean, false, false, [&](const IjkBoard& slid_board, int) {
            return leaf_value(task, slid_board, player, ply + 1);
        });
    }
    int64_t sum = 0;
    for (; cells != 0; cells &= cells - 1)
        sum += best_leaf(task, with_new_tile(board, cells & -cells, player), player, ply);
    return sum / count;
}

// So many slides may lead to the winning letter: each raises the highest letter by one at most.
inline bool may_win(const IjkRules& rules, const IjkBoard& board, int slides) {
    // a new tile is an A, the letter 1
    return rules.winning <= slides + 1 || has_letter(board, rules.winning - slides);
}

// No value of a slid board that is no end is farther from 0, so many slides on.
inline int64_t farthest(const ChanceTask& task, const IjkBoard& board, int depth) {
    const int empty = ones(empty_cells(task.rules, board));
    // Every slide fills a cell at most.
    if (depth >= BOUNDED_DEPTHS || empty < depth + 2 || may_win(task.rules, board, depth))
        return IJK_FRACTION * IJK_WIN;
    if (!is_sum_of_tiles(task.evaluator)) return IJK_FRACTION * farthest_evaluation(task.evaluator);
    IjkBoard letters;
    for (int row = 0; row < 8; ++row) letters.rows[row] = board.rows[row] & 0x0F0F0F0F0F0F0F0Full;
    return IJK_FRACTION *
           (summed(task.most[depth], letters) + int64_t{depth} * summed(task.most[depth], ijk_start().board));
}

}  // namespace tilefall::TILEFALL_ISA
