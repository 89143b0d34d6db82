// Gains: the most that one more straight drop can add to what a board is worth. A search leaves out boards that cannot
// become the best even so (S7). Every bound holds for weights of any sign, on any board without a full row.
#pragma once

#include "tilefall/features/lanes.hpp"

namespace tilefall::TILEFALL_ISA {

constexpr int MOST_GAP = LEVELS + MAX_SIDE;  // a gap below a piece is smaller

inline int64_t positive(int64_t value) { return value > 0 ? value : 0; }

inline int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

// The runs of filled cells in the rows of a shape: each can end two row transitions at most.
inline int runs_of(const Shape& shape) {
    int runs = 0;
    for (int i = 0; i < shape.width; ++i) {
        const uint32_t before = i > 0 ? shape.strip[STRIP_START + i - 1] : 0;
        runs += ones(shape.strip[STRIP_START + i] & ~before);
    }
    return runs;
}

// What a piece may add by its shape alone, on boards whose gaps below it are limited.
struct PieceGain {
    int64_t keeping;   // where no row is completed
    int64_t clearing;  // where rows are: what covered something may be gone
};

inline PieceGain gain_of_shape(const Shape& shape, const FeatureWeights& weights, int height, int largest_gap) {
    const int64_t landing = weights.of[LANDING_HEIGHT], rows = weights.of[ROW_TRANSITIONS];
    const int64_t holes = weights.of[HOLES], changes = weights.of[COLUMN_TRANSITIONS];
    const int64_t depth = weights.of[HOLE_DEPTH];
    const int64_t own = 2 * runs_of(shape) * (rows < 0 ? -rows : rows) +
                        landing * (landing > 0 ? 2 * (height - shape.height) + shape.height - 1 : shape.height - 1);
    PieceGain gain{own, own};
    for (int i = 0; i < shape.width; ++i) {
        const int64_t cells = shape.cells[i], inner = shape.top[i] - shape.low[i] - cells;
        const int64_t inner_gap = holes * inner + (inner > 0 ? 2 * changes : 0);
        // Its value is linear in the size of a gap, so the smallest and the largest decide.
        const int64_t gap = 2 * changes + most(holes, holes * largest_gap);
        gain.keeping += inner_gap + most(most(depth * cells, depth * shape.above_gap[i]), gap + depth * cells);
        gain.clearing += positive(inner_gap) + positive(gap) + positive(depth) * cells;
    }
    return gain;
}

// The gains of every piece by the largest gap, each found when it is first asked for.
struct PieceGains {
    PieceGain of[MOST_GAP][MAX_PIECES];
    uint64_t is_known;
};

inline const PieceGain* gains_of_pieces(PieceGains& gains, const PieceSet& pieces, const FeatureWeights& weights,
                                        int height, int largest_gap) {
    if ((gains.is_known >> largest_gap & 1) == 0) {
        gains.is_known |= uint64_t{1} << largest_gap;
        for (int piece = 0; piece < pieces.pieces; ++piece) {
            PieceGain best{INT64_MIN, INT64_MIN};
            for (int i = pieces.first[piece]; i < pieces.first[piece + 1]; ++i) {
                const PieceGain gain = gain_of_shape(pieces.shapes[i], weights, height, largest_gap);
                best = {most(best.keeping, gain.keeping), most(best.clearing, gain.clearing)};
            }
            gains.of[largest_gap][piece] = best;
        }
    }
    return gains.of[largest_gap];
}

// The rows that one straight drop might complete: filled but for five columns side by side, none of
// whose empty cells is covered.
inline uint32_t completable_rows(Lanes columns, Lanes holes) {
    const Lanes eight = full_in_eight(columns);
    return any_of(rotated<MAX_SIDE>(eight) & rotated<8>(eight)) & ~any_of(holes);
}

// What the removal of some of these rows may add: the piece's cells in them, and what lies below.
template <unsigned SET>
inline int64_t removal_gain(const Frame& frame, Lanes columns, Lanes holes, uint32_t rows, const int32_t* features,
                            const FeatureWeights& weights) {
    const auto weight = [&](int feature) { return int64_t{weights.of[feature]}; };
    const int64_t count = ones(rows) < MAX_SIDE ? ones(rows) : MAX_SIDE;
    const auto times = [](int64_t value, int64_t largest) { return most(value, value * largest); };
    int64_t gain = times(weight(ERODED_CELLS), MAX_SIDE * count) + times(weight(ROWS_REMOVED), count) +
                   times(2 * weight(ROW_TRANSITIONS), count);
    // Holes are left wherever a cell above them is in none of these rows.
    const Lanes lids = without(columns, splat(rows)) & frame.inside;
    const Lanes kept = hole_cells(columns, bit_length(lids));
    if (any(without(holes, kept))) {
        gain += positive(-weight(HOLES)) * (features[HOLES] - int64_t{sum(ones(kept))});
        if constexpr ((SET & WITH_EXTRAS) != 0) {
            const int64_t fewer = features[ROWS_WITH_HOLES] - ones(any_of(kept));
            gain += positive(-weight(ROWS_WITH_HOLES)) * fewer;
        }
    }
    // A cell between empty ones takes two column transitions with it.
    const Lanes on_empty = without(columns & splat(rows & ~1u), up<1>(columns)) & frame.inside;
    gain += positive(-2 * weight(COLUMN_TRANSITIONS)) * sum(ones(on_empty));
    if constexpr ((SET & WITH_EXTRAS) != 0) {
        const Lanes above = columns & (columns + splat(1)) & splat(rows) & frame.inside;
        gain += positive(-weight(HOLE_DEPTH)) * sum(ones(above));
    }
    return gain;
}

// The most that a straight drop of each piece can add to a board of these features: the placement's
// own value and that of the board it leaves, less that of the board.
template <unsigned SET>
inline void find_gains(const Frame& frame, const PieceSet& pieces, Lanes columns, const int32_t* features,
                       const FeatureWeights& weights, PieceGains& known, int64_t* gains) {
    const auto weight = [&](int feature) { return int64_t{weights.of[feature]}; };
    const Lanes heights = bit_length(columns);
    const int highest = largest(select(nonzero(frame.inside), heights, splat(0)));
    const int lowest = 64 - largest(splat(64) - heights_of(frame, columns));
    const Lanes holes = hole_cells(columns, heights);
    int64_t any_piece = weight(LANDING_HEIGHT) < 0 ? 2 * lowest * weight(LANDING_HEIGHT) : 0;
    // No well is less than none, and none counts more than a well in every cell.
    const int64_t most_wells = int64_t{LANES} * frame.height * (frame.height + 1) / 2;
    const auto bounded = [](int64_t value, int64_t at, int64_t largest) {
        return value < 0 ? -value * at : value * (largest - at);
    };
    if constexpr ((SET & WITH_WELLS) != 0) {
        any_piece += bounded(weight(WELLS), features[WELLS], most_wells);
    }
    if constexpr ((SET & WITH_FAST_WELLS) != 0) {
        any_piece += bounded(weight(WELLS_FAST), features[WELLS_FAST], most_wells);
    }
    if constexpr ((SET & WITH_EXTRAS) != 0) {
        any_piece += bounded(weight(PATTERN_DIVERSITY), features[PATTERN_DIVERSITY], 5);
        any_piece += positive(weight(ROWS_WITH_HOLES)) * frame.height;
    }
    const uint32_t rows = completable_rows(columns, holes);
    const int64_t removal = rows != 0 ? removal_gain<SET>(frame, columns, holes, rows, features, weights) : 0;
    const PieceGain* of_piece = gains_of_pieces(known, pieces, weights, frame.height, highest - lowest + MAX_SIDE - 1);
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        gains[piece] = any_piece + of_piece[piece].keeping;
        if (rows != 0) {
            gains[piece] = most(gains[piece], any_piece + of_piece[piece].clearing + removal);
        }
    }
}

}  // namespace tilefall::TILEFALL_ISA
