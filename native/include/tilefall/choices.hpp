// Choices: the placements of a piece among which a search chooses, each with what it is worth by
// itself, and which of them to look at first.
#pragma once

#include "tilefall/searching.hpp"

namespace tilefall::TILEFALL_ISA {

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
GAME_FN int32_t value_alone(const SearchTask& task, Lanes columns, Move move) {
    const Shape& shape = pieces_of(task.rules).shapes[move.shape];
    if (move.bottom + shape.height > task.frame.height) return NO_VALUE;
    return value_of_placement<SET>(task.rules.is_quintris, task.frame, columns, shape, move.column,
                                   move.bottom, task.weights);
}

// All straight drops of a piece, valued a shape at a time.
template <unsigned SET>
GAME_FN void add_straight(const SearchTask& task, const Surface<SET>& surface, int piece,
                          Options& options) {
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

// The places below an overhang that a sliding piece reaches on a board whose top is free: from any
// spawn the same ones.
template <unsigned SET>
GAME_FN void add_tucks(const SearchTask& task, Lanes columns, int piece, Options& options) {
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
GAME_FN void add_reached(const SearchTask& task, Lanes columns, int shape, int column,
                         Options& options) {
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
GAME_FN void keep_best(Options& options, int count) {
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

}  // namespace tilefall::TILEFALL_ISA
