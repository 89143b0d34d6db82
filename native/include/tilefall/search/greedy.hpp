// Greedy: the move that features times weights say is best, and whole games of such moves (T7, T8).
#pragma once

#include "tilefall/falling/reach.hpp"
#include "tilefall/features/lanes.hpp"

namespace tilefall::TILEFALL_ISA {

// The number of each lane.
inline Lanes lane_numbers() {
    const uint32_t numbers[LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return load(numbers);
}

// The value of one shape at every column; NO_VALUE where it is not inside the board.
template <unsigned SET>
inline Lanes values_of(const Surface<SET>& surface, const Shape& shape, const FeatureWeights& weights, Lanes& bottom) {
    Landing landing;
    land(surface, shape, landing);
    bottom = landing.bottom;
    Lanes value = splat(0);
    // No placement that is valued here completes a row.
#define TILEFALL_FEATURE(NAME, name, with)                                        \
    if constexpr (has(SET, NAME) && NAME != ERODED_CELLS && NAME != ROWS_REMOVED) \
        value = value + landing.features[NAME] * splat(static_cast<uint32_t>(weights.of[NAME]));
    TILEFALL_FEATURES(TILEFALL_FEATURE)
#undef TILEFALL_FEATURE
    if constexpr ((SET & WITH_TABLES) != 0) {
        value = value + landed_table_values(surface.tables, shape, bottom);
    }
    const Frame& frame = surface.frame;
    const uint32_t columns = static_cast<uint32_t>(frame.width - shape.width + 1);
    const Lanes highest = splat(static_cast<uint32_t>(frame.height - shape.height));
    const Mask outside = greater(lane_numbers(), splat(columns - 1)) | greater(bottom, highest);
    value = select(outside, splat(static_cast<uint32_t>(NO_VALUE)), value);
    uint32_t clearing = bits(nonzero(landing.full)) & ~bits(outside);
    if (clearing != 0) {
        uint32_t exact[LANES], bottoms[LANES];
        store(value, exact);
        store(bottom, bottoms);
        for (; clearing != 0; clearing &= clearing - 1) {
            const int lane = lowest_bit(clearing);
            exact[lane] = static_cast<uint32_t>(value_of_placement<SET>(
                surface.is_quintris, frame, surface.columns, shape, lane, static_cast<int>(bottoms[lane]), weights));
        }
        value = load(exact);
    }
    return value;
}

// The best straight drop of a piece on a board whose top is free, the first of equal ones (T7, T8).
template <unsigned SET>
inline Choice best_drop(const PieceSet& pieces, const Surface<SET>& surface, int piece, const FeatureWeights& weights) {
    Lanes best = splat(static_cast<uint32_t>(NO_VALUE)), best_shape = splat(0), best_bottom = splat(0);
    const int first = pieces.first[piece], last = pieces.first[piece + 1];
    int placements = 0;
    for (int number = first; number < last; ++number) {
        const Shape& shape = pieces.shapes[number];
        Lanes bottom;
        const Lanes value = values_of(surface, shape, weights, bottom);
        const Mask is_better = greater(value, best);
        best = select(is_better, value, best);
        best_shape = select(is_better, splat(static_cast<uint32_t>(number)), best_shape);
        best_bottom = select(is_better, bottom, best_bottom);
        placements += surface.frame.width - shape.width + 1;
    }
    const int32_t value = largest(best);
    if (value == NO_VALUE) {
        uint32_t columns[LANES];
        store(surface.columns, columns);
        return {{first, 0, landing_bottom(columns, pieces.shapes[first], 0)}, value, placements};
    }
    // Lanes hold their first best shape; of the best lanes the lowest shape, then column, wins.
    uint32_t shapes[LANES], bottoms[LANES];
    store(best_shape, shapes);
    store(best_bottom, bottoms);
    uint32_t lanes = bits(equal(best, splat(static_cast<uint32_t>(value))));
    int lane = lowest_bit(lanes);
    for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1) {
        const int other = lowest_bit(lanes);
        if (shapes[other] < shapes[lane]) lane = other;
    }
    return {{static_cast<int32_t>(shapes[lane]), lane, static_cast<int32_t>(bottoms[lane])}, value, placements};
}

// The best of all moves, each board made in turn; for pieces that slide and boards that are high.
template <unsigned SET>
inline Choice best_of_all(const FallingRules& rules, const Frame& frame, const FallingState& state,
                          const FeatureWeights& weights) {
    MoveList list;
    list_moves(rules, frame, state, list);
    Choice best{{}, NO_VALUE, list.count};
    for (int i = 0; i < list.count; ++i) {
        const Move move = list.moves[i];
        const Shape& shape = pieces_of(rules).shapes[move.shape];
        const int32_t value = value_of_placement<SET>(rules.is_quintris, frame, load(state.columns), shape, move.column,
                                                      move.bottom, weights);
        if (value > best.value) {
            best.move = move;
            best.value = value;
        }
    }
    return best;
}

template <unsigned SET>
inline Choice chosen(const FallingRules& rules, const Frame& frame, const FallingState& state,
                     const FeatureWeights& weights) {
    const Lanes columns = load(state.columns);
    if (rules.is_quintris && (rules.can_slide || !has_free_top(frame, columns))) {
        return best_of_all<SET>(rules, frame, state, weights);
    }
    const PieceSet& pieces = pieces_of(rules);
    Surface<SET> surface;
    look_at(rules, frame, columns, weights, surface);
    return best_drop(pieces, surface, pieces.shapes[state.current].piece, weights);
}

// The features of every legal move: of all columns at once where that holds, one by one elsewhere.
inline void list_features(const FallingRules& rules, const Frame& frame, const FallingState& state,
                          FeatureTable& table) {
    list_moves(rules, frame, state, table.list);
    const Lanes columns = load(state.columns);
    const bool is_straight = !rules.is_quintris || (!rules.can_slide && has_free_top(frame, columns));
    Surface<WITH_ALL> surface;
    Landing landing;
    uint32_t full[LANES], lanes[FEATURES][LANES];
    if (is_straight) look_at(frame, columns, surface);
    for (int i = 0, shape = -1; i < table.list.count; ++i) {
        const Move move = table.list.moves[i];
        const Shape& form = pieces_of(rules).shapes[move.shape];
        table.ends_game[i] = ends_game(rules, move);
        if (table.ends_game[i]) continue;
        if (is_straight && move.shape != shape) {
            shape = move.shape;
            land(surface, form, landing);
            store(landing.full, full);
            landing.features[ERODED_CELLS] = landing.features[ROWS_REMOVED] = splat(0);
            for (int k = 0; k < FEATURES; ++k) store(landing.features[k], lanes[k]);
        }
        if (is_straight && full[move.column] == 0) {
            for (int k = 0; k < FEATURES; ++k) {
                table.features[i][k] = static_cast<int32_t>(lanes[k][move.column]);
            }
        } else {
            measure<WITH_ALL>(frame, columns, form, move.column, move.bottom, table.features[i]);
        }
    }
}

// A whole game; `stop` may be set from outside to end it early, and its turns may be kept.
template <unsigned SET>
inline PlayoutResult played(const FallingRules& rules, const FeatureWeights& weights, uint64_t seed, uint64_t max_turns,
                            const bool* stop, KeptTurns* kept) {
    const Frame frame = frame_of(rules.width, rules.height);
    const Chance chance = chance_of(rules, seed);
    FallingState state = started(rules, chance);
    uint64_t placements = 0;
    bool over = is_over(rules, frame, state);
    while (!over && state.turn < max_turns && !is_set(stop)) {
        const Choice choice = chosen<SET>(rules, frame, state, weights);
        placements += static_cast<uint64_t>(choice.placements);
        keep_turn(rules, state, choice.move, kept);
        state = drawn(rules, chance, locked(rules, frame, state, choice.move));
        over = is_over(rules, frame, state);
    }
    end_turns(rules, state, kept);
    return {state.score, state.turn, digest(rules, state), placements, over};
}

}  // namespace tilefall::TILEFALL_ISA
