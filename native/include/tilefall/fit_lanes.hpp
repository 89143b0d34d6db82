// Fit lanes: in how many ways pieces can be laid onto a surface, for one board and for those that one
// shape leaves at every column. Lower sides of shapes are known when compiling, so that equal ones are
// looked for once and nothing is left to loop over (E13).
#pragma once

#include "tilefall/tables.hpp"

namespace tilefall::TILEFALL_ISA {

template <bool IS_QUINTRIS>
constexpr FitSet FITS = IS_QUINTRIS ? fit_set(piece_set(QUINTRIS_DRAWINGS, true))
                                    : fit_set(piece_set(TETRIS_DRAWINGS, false));

// The same few words for one board and for sixteen.
template <int BITS>
GAME_FN uint32_t down(uint32_t word) {
    return word >> BITS;
}
GAME_FN uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }
template <int SIZE>
GAME_FN uint32_t looked_up(const int32_t* table, uint32_t index) {
    return static_cast<uint32_t>(table[index]);
}
GAME_FN uint32_t count_of_ones(uint32_t word) { return static_cast<uint32_t>(ones(word)); }
GAME_FN Lanes count_of_ones(Lanes words) { return ones(words); }
template <typename Word>
GAME_FN Word all_the_same(uint32_t word) {
    if constexpr (sizeof(Word) == sizeof(word)) {
        return word;
    } else {
        return splat(word);
    }
}

// The columns at which a lower side lies on the surface without a gap.
template <bool IS_QUINTRIS, int SIDE, int AT, typename Word>
GAME_FN Word fitting(const Word (&steps)[FIT_STEPS]) {
    constexpr int STEP = FITS<IS_QUINTRIS>.step[SIDE][AT] + MOST_STEP;
    const Word here = down<AT>(steps[STEP]);
    if constexpr (AT + 2 < FITS<IS_QUINTRIS>.width[SIDE]) {
        return here & fitting<IS_QUINTRIS, SIDE, AT + 1>(steps);
    } else {
        return here;
    }
}

template <bool IS_QUINTRIS, int SIDE, typename Word>
GAME_FN void count_sides(const Word (&steps)[FIT_STEPS], Word (&found)[MAX_SHAPES]) {
    if constexpr (SIDE < FITS<IS_QUINTRIS>.sides) {
        found[SIDE] = count_of_ones(fitting<IS_QUINTRIS, SIDE, 0>(steps));
        count_sides<IS_QUINTRIS, SIDE + 1>(steps, found);
    }
}

template <bool IS_QUINTRIS, int PIECE, int SIDE, typename Word>
GAME_FN Word ways_of(const Word (&found)[MAX_SHAPES], Word ways) {
    if constexpr (SIDE < FITS<IS_QUINTRIS>.sides) {
        constexpr int TIMES = FITS<IS_QUINTRIS>.times[PIECE][SIDE];
        for (int i = 0; i < TIMES; ++i) ways = ways + found[SIDE];
        return ways_of<IS_QUINTRIS, PIECE, SIDE + 1>(found, ways);
    } else {
        return ways;
    }
}

template <bool IS_QUINTRIS, int PIECE, typename Word>
GAME_FN Word fit_values(const Word (&found)[MAX_SHAPES], const int32_t* tables, Word value) {
    if constexpr (PIECE < FITS<IS_QUINTRIS>.pieces) {
        const Word ways = ways_of<IS_QUINTRIS, PIECE, 0>(found, all_the_same<Word>(0));
        value = value + looked_up<8>(tables + FIT_TABLE + 8 * PIECE,
                                     smaller(ways, all_the_same<Word>(MOST_WAYS)));
        return fit_values<IS_QUINTRIS, PIECE + 1>(found, tables, value);
    } else {
        return value;
    }
}

// What adaptability is worth (E13), by the words of columns from which the next differs by -3 to 3.
template <bool IS_QUINTRIS, typename Word>
GAME_FN Word fit_value(const Word (&steps)[FIT_STEPS], const int32_t* tables) {
    Word found[MAX_SHAPES];
    count_sides<IS_QUINTRIS, 0>(steps, found);
    return fit_values<IS_QUINTRIS, 0>(found, tables, all_the_same<Word>(0));
}

// The same after each placement of a shape; `height` begins two columns left of it, and the steps at
// its columns are new.
template <bool IS_QUINTRIS, int WIDTH>
GAME_FN Lanes landed_fit_value(const uint32_t (&steps_before)[FIT_STEPS],
                               const Lanes (&height)[WIDTH + 4], const int32_t* tables) {
    const uint32_t numbers[LANES] = {1u << 0,  1u << 1,  1u << 2,  1u << 3, 1u << 4,  1u << 5,
                                     1u << 6,  1u << 7,  1u << 8,  1u << 9, 1u << 10, 1u << 11,
                                     1u << 12, 1u << 13, 1u << 14, 1u << 15};
    const Lanes own = load(numbers), changed = down<1>(up<WIDTH + 1>(own) - own);
    Lanes steps[FIT_STEPS];
    for (int k = 0; k < FIT_STEPS; ++k) steps[k] = without(splat(steps_before[k]), changed);
    Lanes place = down<1>(own);
    for (int i = 0; i <= WIDTH; ++i) {
        const Lanes step = height[i + 2] - height[i + 1];
        for (int k = 0; k < FIT_STEPS; ++k) {
            const uint32_t size = static_cast<uint32_t>(k - MOST_STEP);
            steps[k] = steps[k] | select(equal(step, splat(size)), place, splat(0));
        }
        place = i == 0 ? own : up<1>(place);
    }
    return fit_value<IS_QUINTRIS>(steps, tables);
}

}  // namespace tilefall::TILEFALL_ISA
