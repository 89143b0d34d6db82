// Actions: a piece that is steered key by key while gravity pulls, the twin of rules/steered.py (F13); and which
// actions of a learner are placements in reach, a bit each.
#pragma once

#include "tilefall/base/expand.hpp"
#include "tilefall/env/types.hpp"
#include "tilefall/falling/reach.hpp"

namespace tilefall::TILEFALL_ISA {

// The places of a shape in a column where it would lie on a filled cell: bit b with b rows below its box.
inline uint32_t blocked_places(const uint32_t* columns, const Shape& shape, int column) {
    uint32_t blocked = 0;
    for (int i = 0; i < MAX_SIDE; ++i) {
        blocked |= columns[column + shape.cell_column[i]] >> shape.cell_level[i];
    }
    return blocked;
}

// Where a shape comes to rest that falls from a place where it fits: just above the highest place below
// where it does not (F6).
inline int lowest_bottom(uint32_t blocked, int bottom) { return bit_length(blocked & ((1u << bottom) - 1)); }

inline bool is_blocked(const FallingRules& rules, const FallingState& state) {
    const Shape& shape = pieces_of(rules).shapes[state.current];
    const int bottom = rules.height - shape.height - state.row;
    return bottom < 0 || (blocked_places(state.columns, shape, state.column) >> bottom & 1) != 0;
}

// Puts a piece that was just drawn where it appears: Tetris does so in the middle.
inline void spawn(const FallingRules& rules, FallingState& state) {
    state.row = 0;
    if (!rules.is_quintris) {
        state.column = (rules.width - TETRIS_PIECES().shapes[state.current].width) / 2;
    }
}

// Moves or turns the piece if it fits there (F4, F5); the places that are blocked where it is then.
inline uint32_t press(const FallingRules& rules, FallingState& state, int key) {
    const PieceSet& pieces = pieces_of(rules);
    const Shape& shape = pieces.shapes[state.current];
    const int turned = key == ROTATE ? shape.rotation : key == FLIP ? shape.flip : state.current;
    const int column = state.column + (key == RIGHT) - (key == LEFT);
    const Shape& form = pieces.shapes[turned];
    const int bottom = rules.height - form.height - state.row;
    if (column >= 0 && column + form.width <= rules.width && bottom >= 0) {
        const uint32_t blocked = blocked_places(state.columns, form, column);
        if ((blocked >> bottom & 1) == 0) {
            state.current = turned;
            state.column = column;
            return blocked;
        }
    }
    return blocked_places(state.columns, shape, state.column);
}

// A key and then, if it is time, gravity: whether the piece locks, and where (F6, F8).
inline bool steer(const FallingRules& rules, FallingState& state, int key, bool has_gravity, Move& rest) {
    const uint32_t blocked = press(rules, state, key);
    const int start = rules.height - pieces_of(rules).shapes[state.current].height - state.row;
    const int lowest = lowest_bottom(blocked, start);
    const int ticks = key == DROP ? start - lowest : (key == DOWN) + has_gravity;
    const int bottom = start - ticks > lowest ? start - ticks : lowest;
    state.row += start - bottom;
    rest = {state.current, state.column, bottom};
    return key == DROP || (ticks > 0 && bottom == lowest);
}

// Legal: which actions of a learner are placements in reach, a bit each; and one of them for any number.

inline int legal_words(const EnvironmentRules& rules) { return (rules.actions + 63) / 64; }

// The actions of a drop, from the columns that each turn of a piece can take.
inline void join_columns(const FallingRules& rules, const uint32_t* columns, int turns, uint64_t* legal) {
    for (int turn = 0; turn < turns; ++turn) append_bits(legal, turn * rules.width, columns[turn], rules.width);
}

// Where other cells may be in the way: the placements that keys, and gravity where it may, lead to (F9).
inline void find_reached(const EnvironmentRules& rules, const Frame& frame, const FallingState& state,
                         uint64_t* legal) {
    const FallingRules& game = rules.game;
    const PieceSet& pieces = pieces_of(game);
    for (int i = 0; i < legal_words(rules); ++i) legal[i] = 0;
    if (!game.can_slide) {
        Drops drops;
        uint32_t reached[MAX_TURNS_OF_PIECE];
        find_drops(frame, pieces, load(state.columns), pieces.shapes[state.current].piece, drops);
        find_columns(pieces, drops, state.current, state.column, reached);
        return join_columns(game, reached, drops.count, legal);
    }
    const Places places = resting_places(game, frame, state);
    for (int i = 0; i < places.count; ++i) {
        uint32_t bottoms[LANES];
        store(places.of[i], bottoms);
        for (int column = 0; column < game.width; ++column) {
            append_bits(legal, (i * game.width + column) * game.height, bottoms[column], game.height);
        }
    }
}

// The placements of a state that is not over.
inline void find_legal(const EnvironmentRules& rules, const Frame& frame, const FallingState& state, uint64_t* legal) {
    const FallingRules& game = rules.game;
    if (game.is_quintris && (game.can_slide || !has_free_top(frame, load(state.columns)))) {
        return find_reached(rules, frame, state, legal);
    }
    const uint64_t* open = rules.open[pieces_of(game).shapes[state.current].piece];
    for (int i = 0; i < legal_words(rules); ++i) legal[i] = open[i];
}

// The action itself if it is legal, else the next one that is, from the last on to the first. There is one.
// One that there is not, which some other thread has written meanwhile, counts as the first.
inline int next_legal(const EnvironmentRules& rules, const uint64_t* legal, int64_t given) {
    const int action = given >= 0 && given < rules.actions ? static_cast<int>(given) : 0;
    int word = action / 64;
    uint64_t rest = legal[word] & ~uint64_t{0} << (action % 64);
    while (rest == 0) {
        word = word + 1 < legal_words(rules) ? word + 1 : 0;
        rest = legal[word];
    }
    return word * 64 + lowest_bit(rest);
}

inline int count_legal(const EnvironmentRules& rules, const uint64_t* legal) {
    int count = 0;
    for (int i = 0; i < legal_words(rules); ++i) count += ones(legal[i]);
    return count;
}

// The legal action that a random word picks, each as likely as any other.
inline int random_legal(const EnvironmentRules& rules, const uint64_t* legal, uint32_t random) {
    int left = static_cast<int>(side(random, static_cast<uint32_t>(count_legal(rules, legal))));
    int word = 0;
    while (left >= ones(legal[word])) left -= ones(legal[word++]);
    return word * 64 + lowest_bit(nth_bit(legal[word], static_cast<uint32_t>(left)));
}

// Where the piece of a state comes to rest by a legal action.
inline Move placement(const EnvironmentRules& rules, const FallingState& state, int action) {
    const FallingRules& game = rules.game;
    const PieceSet& pieces = pieces_of(game);
    const int first = pieces.first[pieces.shapes[state.current].piece];
    if (game.can_slide) {
        const int place = action / game.height;
        return {first + place / game.width, place % game.width, action % game.height};
    }
    const int turn = action / game.width, column = action % game.width;
    const Shape& shape = pieces.shapes[first + turn];
    if (!game.is_quintris) return {first + turn, column, landing_bottom(state.columns, shape, column)};
    const uint32_t blocked = blocked_places(state.columns, shape, column);
    return {first + turn, column, lowest_bottom(blocked, game.height - shape.height)};
}

// The action that makes a legal move.
inline int action_of(const EnvironmentRules& rules, Move move) {
    const FallingRules& game = rules.game;
    const PieceSet& pieces = pieces_of(game);
    const int turn = move.shape - pieces.first[pieces.shapes[move.shape].piece];
    const int place = turn * game.width + move.column;
    return game.can_slide ? place * game.height + move.bottom : place;
}

}  // namespace tilefall::TILEFALL_ISA
