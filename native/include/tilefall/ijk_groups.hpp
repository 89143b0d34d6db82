// Groups: the mean over the cells of a new tile, each slid board that it can lead to made once.
// Tiles slide over empty cells, so a tile anywhere between the same two tiles of a line leads to the
// same board once that line is slid. And a tile changes one line alone: the others are slid once.
#pragma once

#include "tilefall/line_gains.hpp"

namespace tilefall::TILEFALL_ISA {

constexpr uint64_t FIRST_COLUMN = 0x0101010101010101ull;

// Rows and columns of a set of cells exchanged.
GAME_FN uint64_t transposed_cells(uint64_t cells) {
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

GAME_FN Weave woven(const IjkRules& rules, const IjkBoard& board, int made_by, uint64_t cells) {
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

    GAME_FN bool is_low() const { return high <= low_enough; }
    GAME_FN bool is_high() const { return low >= high_enough; }
    GAME_FN bool is_exact() const { return low == high; }
};

GAME_FN Mean mean_of(int count, int64_t farthest, int64_t alpha, int64_t beta) {
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
GAME_FN int64_t grouped_mean(const IjkRules& rules, const Weave& weave, int player, Mean& mean,
                             bool use_star1, bool use_star2, const ValueOf& value_of) {
    const int size = rules.size, tile = new_tile(player);
    const auto best_of_two = [&](const BothSlides& base, const BothSlides& changed, int line,
                                 bool is_turned, int first_move) {
        const IjkBoard start = with_line(base.to_start, changed.to_start, line);
        const IjkBoard end = with_line(base.to_end, changed.to_end, line);
        const int64_t a = value_of(is_turned ? with_columns_as_rows(start) : start, first_move);
        const int64_t b = value_of(is_turned ? with_columns_as_rows(end) : end, first_move + 1);
        return a > b ? a : b;
    };
    const BothSlides along = both_slides(weave.along, size, player);
    const BothSlides along_after =
        both_slides(with_tiles(weave.along, weave.open_ends, tile), size, player);
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
            const int64_t best =
                best_of_two(across, after, line, !weave.is_turned, weave.first_across);
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

}  // namespace tilefall::TILEFALL_ISA
