// Choices: what a search believes, what it can choose between, and what it may leave out (S1 to S7, F11).
#pragma once

#include "tilefall/base/isa.hpp"
#include "tilefall/falling/types.hpp"
#include "tilefall/features/table_gains.hpp"
#include "tilefall/search/greedy.hpp"
#include "tilefall/search/types.hpp"

namespace tilefall::TILEFALL_ISA {

constexpr uint32_t BELIEF_PARTS = 1 << 16;
constexpr int LARGEST_MIX_WEIGHT = 10;
constexpr int MIX_SUMS = MAX_PIECES * LARGEST_MIX_WEIGHT + 1;

// mantissa * 2^exponent; the mantissa's top bit is set, or all of it is 0.
struct Scaled {
    uint64_t mantissa;
    int64_t exponent;
};

inline Scaled normal(uint64_t mantissa, int64_t exponent) {
    if (mantissa == 0) return {0, 0};
    while (mantissa >> 63 == 0) {
        mantissa <<= 1;
        exponent -= 1;
    }
    return {mantissa, exponent};
}

inline Scaled product(Scaled a, Scaled b) {
    return normal(high_bits(a.mantissa, b.mantissa), a.exponent + b.exponent + 64);
}

inline Scaled total(Scaled a, Scaled b) {
    if (a.mantissa == 0) return b;
    if (b.mantissa == 0) return a;
    if (a.exponent < b.exponent) {
        const Scaled larger = b;
        b = a;
        a = larger;
    }
    const int64_t apart = a.exponent - b.exponent;
    // one bit down, so that the sum of two full mantissas has room
    const uint64_t rest = apart < 63 ? b.mantissa >> (apart + 1) : 0;
    return normal((a.mantissa >> 1) + rest, a.exponent + 1);
}

inline Scaled power(Scaled base, uint64_t times) {
    Scaled result = normal(1, 0);
    for (; times != 0; times >>= 1) {
        if (times & 1) result = product(result, base);
        base = product(base, base);
    }
    return result;
}

// The parts of 65536 that each piece is expected with.
inline void posterior(const uint64_t* seen, int pieces, uint32_t* parts) {
    Scaled shares[MAX_PIECES], sum{0, 0};
    uint64_t draws = 1;
    for (int piece = 0; piece < pieces; ++piece) draws += seen[piece];
    for (int piece = 0; piece < pieces; ++piece) {
        Scaled by_sum[MIX_SUMS] = {};  // by the sum of the weights: summed product of weight^count
        by_sum[0] = normal(1, 0);
        for (int other = 0; other < pieces; ++other) {
            const uint64_t count = seen[other] + (other == piece ? 1 : 0);
            Scaled folded[MIX_SUMS] = {};
            for (uint64_t weight = 0; weight <= LARGEST_MIX_WEIGHT; ++weight) {
                const Scaled factor = power(normal(weight, 0), count);
                if (factor.mantissa == 0) continue;
                for (uint64_t at = 0; at <= uint64_t(other) * LARGEST_MIX_WEIGHT; ++at) {
                    folded[at + weight] = total(folded[at + weight], product(by_sum[at], factor));
                }
            }
            for (int at = 0; at < MIX_SUMS; ++at) by_sum[at] = folded[at];
        }
        shares[piece] = {0, 0};
        for (uint64_t at = 1; at < MIX_SUMS; ++at) {
            const Scaled inverse = normal(~uint64_t{0} / at, -64);
            shares[piece] = total(shares[piece], product(by_sum[at], power(inverse, draws)));
        }
        sum = total(sum, shares[piece]);
    }
    for (int piece = 0; piece < pieces; ++piece) {
        const int64_t apart = sum.exponent - shares[piece].exponent;
        const uint64_t share = apart < 64 ? shares[piece].mantissa >> apart >> 18 : 0;
        const uint64_t whole = sum.mantissa >> 18;
        parts[piece] = static_cast<uint32_t>((share * 2 * BELIEF_PARTS + whole) / (2 * whole));
    }
}

// Searching: what every part of a search shares; the task, chance, single steps and known boards.
// Values are in 256ths of what weights count in (S5).

// What the whole search shares.
struct SearchTask {
    const FallingRules& rules;
    const FeatureWeights& weights;
    const SearchOptions& options;
    const uint32_t* belief;  // how likely each unknown piece is, in whole parts (S3)
    KnownBoards known;
    const bool* stop;
    Frame frame;
    PieceGains gains;
    TableMost table_most;
    int64_t slack[MAX_PIECES];  // how far values of pieces were below their limits of late
    uint64_t placements;        // made and valued so far
};

inline SearchTask task_of(const FallingRules& rules, const FeatureWeights& weights, const SearchOptions& options,
                          const uint32_t* belief, KnownBoards known, const bool* stop) {
    SearchTask task{rules, weights, options, belief, known, stop, frame_of(rules.width, rules.height), {}, {}, {}, 0};
    // A board's value depends on nothing else only while pieces are drawn by a fixed belief.
    const bool is_fixed = rules.draw == Draw::HIDDEN || rules.draw == Draw::TOLD;
    if (!options.use_table || !is_fixed || options.depth < 3) task.known.boards = nullptr;
    return task;
}

// What is known of the draws that are still to come.
struct Future {
    uint64_t number;  // of the next unknown draw
    uint64_t seen[MAX_PIECES];
};

inline Future after_piece(Future future, int piece) {
    future.number += 1;
    future.seen[piece] += 1;
    return future;
}

// How likely each piece is as the next unknown one (S3).
inline void expected_pieces(const SearchTask& task, const Future& future, uint32_t* weights) {
    const int pieces = pieces_of(task.rules).pieces;
    if (task.rules.draw == Draw::BAG) {
        find_bag(future.seen, pieces, weights);
        return;
    }
    for (int piece = 0; piece < pieces; ++piece) {
        weights[piece] = task.belief[piece];
        if (task.rules.draw == Draw::LIST) {
            weights[piece] = task.rules.list[future.number % task.rules.list_length] == piece;
        }
    }
}

// A board after a placement inside it, and what the placement is worth by itself (S2).
struct Step {
    Lanes columns;
    int64_t value;
};

inline Step step_of(const SearchTask& task, Lanes columns, Move move) {
    const Shape& shape = pieces_of(task.rules).shapes[move.shape];
    const FeatureWeights& weights = task.weights;
    const Lanes cells = cells_of(shape, move.column, move.bottom);
    Lanes after = columns | cells;
    int64_t value = int64_t{weights.of[LANDING_HEIGHT]} * LandingHeight::measure(shape, move.bottom);
    if (const uint32_t full = full_rows(after)) {
        value += int64_t{weights.of[ERODED_CELLS]} * ErodedCells::measure(cells, full) +
                 int64_t{weights.of[ROWS_REMOVED]} * RowsRemoved::measure(full);
        after = without_rows(task.frame, after, full);
    }
    return {after, FRACTION * value};
}

// The place in the table where a board would be.
inline KnownBoard& known_board(const SearchTask& task, Lanes columns) {
    const uint32_t factors[LANES] = {0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1, 0xD3A2646D,
                                     0xFD7046C5, 0xB55A4F09, 0x8F2E7B59, 0x6A09E667, 0xBB67AE85, 0x3C6EF373,
                                     0xA54FF53B, 0x510E527F, 0x9B05688D, 0x1F83D9AB};
    const uint32_t hash = sum((columns ^ down<15>(columns)) * load(factors));
    return task.known.boards[(hash ^ hash >> 16) * 0x9E3779B1 >> 20 & (KNOWN_BOARDS - 1)];
}

inline bool is_same(const SearchTask& task, const KnownBoard& board, Lanes columns, int shape, int depth) {
    return board.search == task.known.search && board.shape == shape && board.depth == depth &&
           !any(load(board.columns) ^ columns);
}

// Choices: the placements of a piece among which a search chooses, each with what it is worth by
// itself, and which of them to look at first.

struct Option {
    Move move;
    int32_t value;  // at depth 1; NO_VALUE if the move ends the game
};

struct Options {
    Option of[MAX_MOVES];
    int32_t count;
};

// What a placement is worth by itself, the board made for it.
template <unsigned SET>
inline int32_t value_alone(const SearchTask& task, Lanes columns, Move move) {
    const Shape& shape = pieces_of(task.rules).shapes[move.shape];
    if (move.bottom + shape.height > task.frame.height) return NO_VALUE;
    return value_of_placement<SET>(task.rules.is_quintris, task.frame, columns, shape, move.column, move.bottom,
                                   task.weights);
}

// All straight drops of a piece, valued a shape at a time.
template <unsigned SET>
inline void add_straight(const SearchTask& task, const Surface<SET>& surface, int piece, Options& options) {
    const PieceSet& pieces = pieces_of(task.rules);
    for (int number = pieces.first[piece]; number < pieces.first[piece + 1]; ++number) {
        const Shape& shape = pieces.shapes[number];
        Lanes bottom;
        uint32_t values[LANES], bottoms[LANES];
        store(values_of(surface, shape, task.weights, bottom), values);
        store(bottom, bottoms);
        for (int column = 0; column + shape.width <= task.frame.width; ++column) {
            options.of[options.count++] = {{number, column, static_cast<int32_t>(bottoms[column])},
                                           static_cast<int32_t>(values[column])};
        }
    }
}

// The places below an overhang that a sliding piece reaches on a board whose top is free: from any spawn the same ones.
template <unsigned SET>
inline void add_tucks(const SearchTask& task, Lanes columns, int piece, Options& options) {
    FallingState state{};
    store(columns, state.columns);
    state.current = pieces_of(task.rules).first[piece];
    const Places places = resting_places(task.rules, task.frame, state);
    for (int i = 0; i < places.count; ++i) {
        uint32_t bottoms[LANES];
        store(places.of[i], bottoms);
        const Shape& shape = pieces_of(task.rules).shapes[places.first + i];
        for (int column = 0; column < task.frame.width; ++column) {
            for (uint32_t rest = bottoms[column]; rest != 0; rest &= rest - 1) {
                const Move move{places.first + i, column, lowest_bit(rest)};
                if (move.bottom == landing_bottom(state.columns, shape, column)) continue;
                options.of[options.count++] = {move, value_alone<SET>(task, columns, move)};
            }
        }
    }
}

// All places that a piece reaches from its spawn; none if it has no room.
template <unsigned SET>
inline void add_reached(const SearchTask& task, Lanes columns, int shape, int column, Options& options) {
    FallingState state{};
    store(columns, state.columns);
    state.current = shape;
    state.column = column;
    MoveList list;
    list_moves(task.rules, task.frame, state, list);
    for (int i = 0; i < list.count; ++i) {
        options.of[options.count++] = {list.moves[i], value_alone<SET>(task, columns, list.moves[i])};
    }
}

// Puts the best `count` options in front, best first, equal ones in their order; others are lost.
inline void keep_best(Options& options, int count) {
    int kept = 0;
    for (int i = 0; i < options.count; ++i) {
        const Option option = options.of[i];
        if (kept == count && option.value <= options.of[kept - 1].value) continue;
        int at = kept < count ? kept++ : kept - 1;
        for (; at > 0 && options.of[at - 1].value < option.value; --at) {
            options.of[at] = options.of[at - 1];
        }
        options.of[at] = option;
    }
    options.count = kept;
}

// Crowded boards: cells in the rows where pieces appear, so that the spawn decides what a piece can
// reach (Q4, Q5). Spawns that lead to each other reach the same places and are looked at once.

// A piece in the top row: where its shapes fit, one bit a column, and what a drop from there is worth by itself.
struct TopRow {
    Drops drops;
    int32_t alone[MAX_TURNS_OF_PIECE][LANES];
};

// Spots in the top row, one bit a column for each shape of a piece.
struct Spots {
    uint32_t of[MAX_TURNS_OF_PIECE];
};

// Whether a filled cell in the rows where pieces appear has an empty one below it there. If not,
// every piece in the top row is above all columns, and its drop is a straight one.
inline bool has_top_overhang(const Frame& frame, Lanes columns) {
    const uint32_t top = ~0u << (frame.height - MAX_SIDE);
    return any(hole_cells(columns, bit_length(columns)) & splat(top));
}

// Fills a row from straight drops; `surface` is that of the board.
template <unsigned SET>
inline void find_straight_top(const SearchTask& task, const Surface<SET>& surface, int piece, TopRow& row) {
    const PieceSet& pieces = pieces_of(task.rules);
    Drops& drops = row.drops;
    drops.first = pieces.first[piece];
    drops.count = pieces.first[piece + 1] - drops.first;
    for (int i = 0; i < drops.count; ++i) {
        Lanes bottom;
        const Lanes value = values_of(surface, pieces.shapes[drops.first + i], task.weights, bottom);
        uint32_t values[LANES], bottoms[LANES];
        store(value, values);
        store(bottom, bottoms);
        drops.fits[i] = ~bits(equal(value, splat(static_cast<uint32_t>(NO_VALUE)))) & 0xFFFF;
        for (int column = 0; column < LANES; ++column) {
            row.alone[i][column] = static_cast<int32_t>(values[column]);
            drops.bottom[i][column] = static_cast<int8_t>(bottoms[column]);
        }
    }
}

// Fills a row spot by spot.
template <unsigned SET>
inline void find_any_top(const SearchTask& task, Lanes columns, int piece, TopRow& row) {
    Drops& drops = row.drops;
    find_drops(task.frame, pieces_of(task.rules), columns, piece, drops);
    for (int i = 0; i < drops.count; ++i) {
        for (uint32_t rest = drops.fits[i]; rest != 0; rest &= rest - 1) {
            const int at = lowest_bit(rest);
            const Move move{drops.first + i, at, drops.bottom[i][at]};
            row.alone[i][at] = value_alone<SET>(task, columns, move);
        }
    }
}

// The spots from which keys lead to this one.
inline void find_sources(const PieceSet& pieces, const Drops& drops, int shape, int column, uint32_t* sources) {
    for (int i = 0; i < drops.count; ++i) sources[i] = 0;
    sources[shape - drops.first] = 1u << column;
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (int i = 0; i < drops.count; ++i) {
            const Shape& form = pieces.shapes[drops.first + i];
            const uint32_t beside = sources[i] << 1 | sources[i] >> 1;
            const uint32_t turned = sources[form.rotation - drops.first];
            const uint32_t mirrored = sources[form.flip - drops.first];
            has_grown |= joined(sources[i], (beside | turned | mirrored) & drops.fits[i]);
        }
    }
}

// What a spot leads to, and the spots that it leads to and back from: they lead to the same.
inline void find_group(const PieceSet& pieces, const Drops& drops, int shape, int column,
                       uint32_t (&reached)[MAX_TURNS_OF_PIECE], Spots& group) {
    find_columns(pieces, drops, shape, column, reached);
    find_sources(pieces, drops, shape, column, group.of);
    for (int i = 0; i < drops.count; ++i) group.of[i] &= reached[i];
}

// Spots that lead to each other, and the value that all of them have.
struct SpotGroup {
    Spots spots;
    int64_t value;
};

struct SpotGroups {
    SpotGroup of[MAX_TURNS_OF_PIECE * LANES];
    int32_t count;
};

inline const SpotGroup* group_of(const SpotGroups& groups, int turn, int column) {
    for (int i = 0; i < groups.count; ++i) {
        if (groups.of[i].spots.of[turn] >> column & 1) return &groups.of[i];
    }
    return nullptr;
}

// The drops from these spots.
inline void add_drops(const TopRow& row, const uint32_t* spots, Options& options) {
    const Drops& drops = row.drops;
    for (int i = 0; i < drops.count; ++i) {
        for (uint32_t rest = spots[i]; rest != 0; rest &= rest - 1) {
            const int at = lowest_bit(rest);
            options.of[options.count++] = {{drops.first + i, at, drops.bottom[i][at]}, row.alone[i][at]};
        }
    }
}

// Limits: what each piece that may come can make of a board at most (S7), in 256ths. With tables a first look
// is quick and enough for most boards; a second one is closer.

template <bool HAS_TABLES>
struct LimitsOfTables {};

template <>
struct LimitsOfTables<true> {
    TableLimits found;
};

template <unsigned SET>
struct Limits {
    int64_t of[MAX_PIECES];
    LimitsOfTables<(SET & WITH_TABLES) != 0> tables;
};

// A first look. It holds where drops are straight and no piece slides.
template <unsigned SET>
inline void find_limits(SearchTask& task, Lanes columns, Limits<SET>& limits) {
    int32_t features[FEATURES];
    features[LANDING_HEIGHT] = features[ERODED_CELLS] = features[ROWS_REMOVED] = 0;
    measure_board<SET>(task.frame, columns, features);
    const int64_t value = value_of<SET>(features, task.weights);
    const PieceSet& pieces = pieces_of(task.rules);
    find_gains<SET>(task.frame, pieces, columns, features, task.weights, task.gains, limits.of);
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        limits.of[piece] = FRACTION * (value + limits.of[piece]);
    }
    if constexpr ((SET & WITH_TABLES) != 0) {
        if (!task.table_most.is_known) {
            task.table_most = most_of_tables(task.weights.tables, pieces);
        }
        TableLimits& tables = limits.tables.found;
        find_table_limits(task.frame, columns, task.weights.tables, task.table_most, tables);
        for (int piece = 0; piece < pieces.pieces; ++piece) {
            limits.of[piece] += FRACTION * wide_limit(tables, pieces, piece);
        }
    }
}

// A second look at one piece.
template <unsigned SET>
inline void come_closer([[maybe_unused]] const SearchTask& task, [[maybe_unused]] int piece,
                        [[maybe_unused]] Limits<SET>& limits) {
    if constexpr ((SET & WITH_TABLES) != 0) {
        const PieceSet& pieces = pieces_of(task.rules);
        const TableLimits& tables = limits.tables.found;
        limits.of[piece] += FRACTION * (narrow_limit(tables, task.frame, pieces, task.table_most.path, piece) -
                                        wide_limit(tables, pieces, piece));
    }
}

// Pieces in the order in which they are worth looking at: first those whose values were furthest below their
// limits so far, by how likely they are and how many shapes have to be tried for that.
inline int ranked_pieces(const SearchTask& task, const uint32_t* weights, int* order) {
    const PieceSet& pieces = pieces_of(task.rules);
    int64_t worth[MAX_PIECES];
    int count = 0;
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        if (weights[piece] == 0) continue;
        const int shapes = pieces.first[piece + 1] - pieces.first[piece];
        const int64_t own = task.slack[piece] * weights[piece] / (shapes + 1);
        int at = count++;
        for (; at > 0 && worth[at - 1] < own; --at) {
            worth[at] = worth[at - 1];
            order[at] = order[at - 1];
        }
        worth[at] = own;
        order[at] = piece;
    }
    return count;
}

// Remember how far a value was below its limit.
inline void learn_slack(SearchTask& task, int piece, int64_t limit, int64_t value) {
    task.slack[piece] += ((limit - value) / FRACTION - task.slack[piece]) / 16;
}

}  // namespace tilefall::TILEFALL_ISA
