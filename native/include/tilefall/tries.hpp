// Tries: which keys a course program tries for a piece, and in which order; the twin of
// search/tries.py. Keys are pressed in the top row, so what fits there is all that counts.
#pragma once

#include "tilefall/course_types.hpp"
#include "tilefall/turns.hpp"

namespace tilefall::TILEFALL_ISA {

// A shape of the piece, counted from its first, and a column in the top row.
struct TopSpot {
    int32_t turn, column;
};

GAME_FN bool is_same(TopSpot a, TopSpot b) { return a.turn == b.turn && a.column == b.column; }

// The spot after a key; the same spot if the rules refuse it (F5).
GAME_FN TopSpot pressed(const PieceSet& pieces, const Drops& drops, TopSpot spot, char key) {
    const Shape& shape = pieces.shapes[drops.first + spot.turn];
    TopSpot moved = spot;
    if (key == 'b') moved.column -= 1;
    if (key == 'm') moved.column += 1;
    if (key == 'n') moved.turn = shape.rotation - drops.first;
    if (key == 'h') moved.turn = shape.flip - drops.first;
    const bool fits = moved.column >= 0 && (drops.fits[moved.turn] >> moved.column & 1) != 0;
    return fits ? moved : spot;
}

GAME_FN TopSpot turned(const PieceSet& pieces, const Drops& drops, TopSpot spot, TriedKeys keys) {
    for (int i = 0; i < keys.flips; ++i) spot = pressed(pieces, drops, spot, 'h');
    for (int i = 0; i < keys.turns; ++i) spot = pressed(pieces, drops, spot, 'n');
    return spot;
}

// A list of tries in the making, with the places that it has already.
struct TryMaker {
    const PieceSet& pieces;
    const Drops& drops;
    TryList& list;
    int16_t known[MAX_TURNS_OF_PIECE][LANES];  // the number of a place, or -1
};

GAME_FN void add_try(TryMaker& maker, TriedKeys keys, TopSpot spot) {
    TryList& list = maker.list;
    int16_t& place = maker.known[spot.turn][spot.column];
    if (place < 0) {
        place = static_cast<int16_t>(list.place_count);
        list.places[list.place_count++] = {maker.drops.first + spot.turn, spot.column,
                                           maker.drops.bottom[spot.turn][spot.column]};
    }
    list.keys[list.count] = keys;
    list.place_of[list.count++] = place;
}

// One key over and over, until the rules refuse it.
GAME_FN void add_moves(TryMaker& maker, TriedKeys keys, TopSpot spot, char key) {
    for (;;) {
        const TopSpot moved = pressed(maker.pieces, maker.drops, spot, key);
        if (is_same(moved, spot)) return;
        spot = moved;
        keys.moves = static_cast<int8_t>(keys.moves + (key == 'm' ? 1 : -1));
        add_try(maker, keys, spot);
    }
}

// In the order of the alphabet: all that begin with h come between b and m.
GAME_FN void add_sum_tries(TryMaker& maker, TopSpot spawn) {
    const auto add_turned = [&](int flips, int turns) {
        const TriedKeys keys{static_cast<int8_t>(flips), static_cast<int8_t>(turns), 0};
        const TopSpot spot = turned(maker.pieces, maker.drops, spawn, keys);
        add_try(maker, keys, spot);
        add_moves(maker, keys, spot, 'b');
        if (flips + turns > 0) add_moves(maker, keys, spot, 'm');
    };
    add_turned(0, 0);
    for (int turns = 0; turns < 4; ++turns) add_turned(1, turns);
    add_moves(maker, {0, 0, 0}, spawn, 'm');
    for (int turns = 1; turns < 4; ++turns) add_turned(0, turns);
}

// A flip or a turn back to the first shape is left out.
GAME_FN void add_wavy_tries(TryMaker& maker, TopSpot spawn) {
    const auto add_turned = [&](int flips, int turns) {
        const TriedKeys keys{static_cast<int8_t>(flips), static_cast<int8_t>(turns), 0};
        const TopSpot spot = turned(maker.pieces, maker.drops, spawn, keys);
        if (flips == 0 && turns > 0 && spot.turn == spawn.turn) return false;
        add_try(maker, keys, spot);
        add_moves(maker, keys, spot, 'm');
        add_moves(maker, keys, spot, 'b');
        return true;
    };
    add_turned(0, 0);
    if (pressed(maker.pieces, maker.drops, spawn, 'h').turn != spawn.turn) {
        for (int turns = 0; turns < 4; ++turns) add_turned(1, turns);
    }
    for (int turns = 1; turns < 4 && add_turned(0, turns); ++turns) {
    }
}

// From the left wall to the right one; at each column turned, then as it is, each also flipped.
GAME_FN void add_void_tries(TryMaker& maker, TopSpot spawn) {
    TopSpot spot = spawn;
    for (TopSpot moved = spot;; spot = moved) {
        moved = pressed(maker.pieces, maker.drops, spot, 'b');
        if (is_same(moved, spot)) break;
    }
    for (;;) {
        const int8_t moves = static_cast<int8_t>(spot.column - spawn.column);
        TopSpot at = spot;
        for (int i = 1; i <= 4; ++i) {
            at = i == 4 ? spot : pressed(maker.pieces, maker.drops, at, 'n');
            const int8_t turns = static_cast<int8_t>(i % 4);
            add_try(maker, {0, turns, moves}, at);
            add_try(maker, {1, turns, moves}, pressed(maker.pieces, maker.drops, at, 'h'));
        }
        const TopSpot moved = pressed(maker.pieces, maker.drops, spot, 'm');
        if (is_same(moved, spot)) return;
        spot = moved;
    }
}

// All that a program tries for a shape that fits at this column of the top row.
GAME_FN void list_tries(const PieceSet& pieces, const Drops& drops, CourseKind kind, int shape,
                        int column, TryList& list) {
    TryMaker maker{pieces, drops, list, {}};
    for (int turn = 0; turn < drops.count; ++turn) {
        for (int i = 0; i < LANES; ++i) maker.known[turn][i] = -1;
    }
    list.count = list.place_count = 0;
    const TopSpot spawn{shape - drops.first, column};
    if (kind == CourseKind::SUM) add_sum_tries(maker, spawn);
    if (kind == CourseKind::WAVY) add_wavy_tries(maker, spawn);
    if (kind == CourseKind::VOIDS) add_void_tries(maker, spawn);
}

}  // namespace tilefall::TILEFALL_ISA
