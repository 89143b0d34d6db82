// Reach: which placements keys lead to (F8, F9), and which moves a state has.
#pragma once

#include "tilefall/falling/board.hpp"

namespace tilefall::TILEFALL_ISA {

// A shape's places where it fits (F4).
inline Lanes fitting(const Frame& frame, Lanes columns, const Shape& shape) {
    Lanes blocked = splat(0), beside = columns;
    for (int i = 0; i < shape.width; ++i, beside = rotated<1>(beside)) {
        for (int level = 0; level < shape.height; ++level) {
            if (shape.strip[STRIP_START + i] >> level & 1) blocked = blocked | down(beside, level);
        }
    }
    const int places = frame.height - shape.height + 1;
    const Lanes rows = splat(places > 0 ? (1u << places) - 1 : 0);
    return without(rows & frame.inside, blocked);
}

// For each shape of a piece the places in question, in the order of the piece set.
struct Places {
    Lanes of[MAX_TURNS_OF_PIECE];
    int32_t first, count;  // the piece's shapes
};

// A place with its bottom counted for another shape, so that the box's top stays (F5).
inline Lanes with_same_top(Lanes places, int height, int other_height) {
    return height > other_height ? up(places, height - other_height) : down(places, other_height - height);
}

inline bool grown(Lanes& places, Lanes more) {
    const bool is_news = any(without(more, places));
    places = places | more;
    return is_news;
}

inline void find_drops(const Frame& frame, const PieceSet& pieces, Lanes columns, int piece, Drops& drops) {
    drops.first = pieces.first[piece];
    drops.count = pieces.first[piece + 1] - drops.first;
    for (int i = 0; i < drops.count; ++i) {
        const Shape& shape = pieces.shapes[drops.first + i];
        const uint32_t top = 1u << (frame.height - shape.height);
        uint32_t fits[LANES];
        store(fitting(frame, columns, shape), fits);
        drops.fits[i] = 0;
        for (int column = 0; column < frame.width; ++column) {
            if ((fits[column] & top) == 0) continue;
            drops.fits[i] |= 1u << column;
            // it falls to just above the highest place below the top where it does not fit
            drops.bottom[i][column] = static_cast<int8_t>(bit_length(~fits[column] & (top - 1)));
        }
    }
}

// The rows below a shape whose box begins in a row; negative if it sticks out at the floor.
inline int bottom_of(const Frame& frame, const Shape& shape, int row) { return frame.height - shape.height - row; }

// The resting places that the current piece can reach from where it is; none if it has no room (Q5, F9).
inline Places resting_places(const FallingRules& rules, const Frame& frame, const FallingState& state) {
    const PieceSet& pieces = pieces_of(rules);
    const Shape* shapes = pieces.shapes;
    const int piece = shapes[state.current].piece, first = pieces.first[piece];
    const int count = pieces.first[piece + 1] - first;
    const Lanes columns = load(state.columns);
    Places fits{}, live{};
    for (int i = 0; i < count; ++i) {
        fits.of[i] = fitting(frame, columns, shapes[first + i]);
        live.of[i] = splat(0);
    }
    live.first = first;
    live.count = count;
    uint32_t spawn[LANES] = {};
    const int bottom = bottom_of(frame, shapes[state.current], state.row);
    if (bottom >= 0) spawn[state.column] = 1u << bottom;
    const int start = state.current - first;
    live.of[start] = load(spawn) & fits.of[start];
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (int i = 0; i < count; ++i) {
            const Shape& shape = shapes[first + i];
            const int turned = shape.rotation - first, mirrored = shape.flip - first;
            const Lanes here = live.of[i], fit = fits.of[i];
            Lanes beside = rotated<1>(here) | rotated<-1>(here);
            if (rules.can_slide) {  // a tick; the piece locks if it can go no lower (F8)
                beside = beside | (down<1>(here) & up<1>(fit));
            }
            has_grown |= grown(live.of[i], beside & fit);
            const Lanes same_top = with_same_top(here, shape.height, shapes[shape.rotation].height);
            has_grown |= grown(live.of[turned], same_top & fits.of[turned]);
            has_grown |= grown(live.of[mirrored], here & fits.of[mirrored]);
        }
    }
    for (int i = 0; i < count; ++i) {
        while (grown(live.of[i], down<1>(live.of[i]) & fits.of[i])) {
        }
        live.of[i] = without(live.of[i], up<1>(fits.of[i]));
    }
    return live;
}

inline int spot_of(int shape, int column, int bottom) { return (shape * LANES + column) * LEVELS + bottom; }

// The shortest keys to every spot, breadth first in the order of the keys (F9).
inline void find_keys(const FallingRules& rules, const Frame& frame, const FallingState& state, KeyMap& map) {
    const PieceSet& pieces = pieces_of(rules);
    const Shape* shapes = pieces.shapes;
    const int piece = shapes[state.current].piece;
    uint32_t fits[MAX_TURNS_OF_PIECE][LANES];
    map.first = pieces.first[piece];
    map.count = 0;
    for (int i = 0; i < KEY_SPOTS; ++i) map.key[i] = 0;
    for (int i = map.first; i < pieces.first[piece + 1]; ++i) {
        store(fitting(frame, load(state.columns), shapes[i]), fits[i - map.first]);
    }
    const int bottom = bottom_of(frame, shapes[state.current], state.row);
    const int shape = state.current - map.first;
    if (bottom < 0 || (fits[shape][state.column] >> bottom & 1) == 0) return;
    const int start = spot_of(shape, state.column, bottom);
    map.key[start] = ' ';
    map.order[map.count++] = static_cast<uint16_t>(start);
    for (int next = 0; next < map.count; ++next) {
        const int spot = map.order[next], turn = spot / LEVELS / LANES;
        const int column = spot / LEVELS % LANES, level = spot % LEVELS;
        const Shape& here = shapes[map.first + turn];
        int rest = level;
        while (rest > 0 && (fits[turn][column] >> (rest - 1) & 1)) --rest;
        map.rest[spot] = static_cast<uint16_t>(spot_of(turn, column, rest));
        const int rotation = here.rotation - map.first, flip = here.flip - map.first;
        const int turned_level = level + here.height - shapes[here.rotation].height;
        // The order of the keys decides between strings of equal length.
        const int targets[5][3] = {
            {turn, column - 1, level},         // b
            {turn, column + 1, level},         // m
            {rotation, column, turned_level},  // n
            {flip, column, level},             // h
            {turn, column, level - 1},         // a tick of gravity
        };
        for (int key = 0; key < (rules.can_slide ? 5 : 4); ++key) {
            const int other = targets[key][0], at = targets[key][1], height = targets[key][2];
            if (at < 0 || height < 0 || (fits[other][at] >> height & 1) == 0) continue;
            if (key == 4 && (height == 0 || (fits[other][at] >> (height - 1) & 1) == 0)) continue;
            const int reached = spot_of(other, at, height);
            if (map.key[reached] != 0) continue;
            map.key[reached] = "bmnh."[key];
            map.from[reached] = static_cast<uint16_t>(spot);
            map.order[map.count++] = static_cast<uint16_t>(reached);
        }
    }
}

// Turns: the legal moves of both falling games, and the end of a game (F9, Q5, T3, T4).

// Whether every cell of the rows that a new piece may touch is empty: then keys reach every shape
// and column, and a drop meets nothing but the tops of the columns.
inline bool has_free_top(const Frame& frame, Lanes columns) {
    const uint32_t top = ~0u << (frame.height - MAX_SIDE);
    return !any(columns & frame.inside & splat(top));
}

inline bool is_over(const FallingRules& rules, const Frame& frame, const FallingState& state) {
    if (!rules.is_quintris) return state.current < 0;
    const Lanes columns = load(state.columns);
    if (state.row == 0 && has_free_top(frame, columns)) return false;
    const Shape& shape = QUINTRIS_PIECES().shapes[state.current];
    const int bottom = bottom_of(frame, shape, state.row);
    return bottom < 0 || any(columns & cells_of(shape, state.column, bottom));
}

// Every legal move, ascending.
inline void list_moves(const FallingRules& rules, const Frame& frame, const FallingState& state, MoveList& list) {
    list.count = 0;
    if (is_over(rules, frame, state)) return;
    const PieceSet& pieces = pieces_of(rules);
    if (!rules.is_quintris) {
        const int piece = pieces.shapes[state.current].piece;
        for (int shape = pieces.first[piece]; shape < pieces.first[piece + 1]; ++shape) {
            const Shape& form = pieces.shapes[shape];
            for (int column = 0; column + form.width <= rules.width; ++column) {
                const int bottom = landing_bottom(state.columns, form, column);
                list.moves[list.count++] = {shape, column, bottom};
            }
        }
        return;
    }
    if (!rules.can_slide) {
        const int piece = pieces.shapes[state.current].piece;
        Drops drops;
        uint32_t reached[MAX_TURNS_OF_PIECE];
        find_drops(frame, pieces, load(state.columns), piece, drops);
        find_columns(pieces, drops, state.current, state.column, reached);
        for (int i = 0; i < drops.count; ++i) {
            for (uint32_t rest = reached[i]; rest != 0; rest &= rest - 1) {
                const int column = lowest_bit(rest);
                list.moves[list.count++] = {drops.first + i, column, drops.bottom[i][column]};
            }
        }
        return;
    }
    const Places places = resting_places(rules, frame, state);
    for (int i = 0; i < places.count; ++i) {
        uint32_t bottoms[LANES];
        store(places.of[i], bottoms);
        for (int column = 0; column < rules.width; ++column) {
            for (uint32_t rest = bottoms[column]; rest != 0; rest &= rest - 1) {
                list.moves[list.count++] = {places.first + i, column, lowest_bit(rest)};
            }
        }
    }
}

// All games of `depth` moves from a state, chance decided by the dice, and their digests' sum.
inline Perft perft(const FallingRules& rules, const Frame& frame, const Chance& chance, const FallingState& state,
                   int depth) {
    if (depth == 0) return {1, digest(rules, state)};
    MoveList list;
    list_moves(rules, frame, state, list);
    Perft total{0, 0};
    for (int i = 0; i < list.count; ++i) {
        const Locked after = locked(rules, frame, state, list.moves[i]);
        const Perft below = perft(rules, frame, chance, drawn(rules, chance, after), depth - 1);
        total.leaves += below.leaves;
        total.digest += below.digest;
    }
    return total;
}

}  // namespace tilefall::TILEFALL_ISA
