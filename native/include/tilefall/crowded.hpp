// Crowded boards: cells in the rows where pieces appear, so that the spawn decides what a piece can
// reach (Q4, Q5). Spawns that lead to each other reach the same places and are looked at once.
#pragma once

#include "tilefall/choices.hpp"

namespace tilefall::TILEFALL_ISA {

// A piece in the top row: where its shapes fit, one bit a column, and what a drop from there is
// worth by itself.
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
GAME_FN bool has_top_overhang(const Frame& frame, Lanes columns) {
    const uint32_t top = ~0u << (frame.height - MAX_SIDE);
    return any(hole_cells(columns, bit_length(columns)) & splat(top));
}

// Fills a row from straight drops; `surface` is that of the board.
template <unsigned SET>
GAME_FN void find_straight_top(const SearchTask& task, const Surface<SET>& surface, int piece,
                               TopRow& row) {
    const PieceSet& pieces = pieces_of(task.rules);
    Drops& drops = row.drops;
    drops.first = pieces.first[piece];
    drops.count = pieces.first[piece + 1] - drops.first;
    for (int i = 0; i < drops.count; ++i) {
        Lanes bottom;
        const Lanes value =
            values_of(surface, pieces.shapes[drops.first + i], task.weights, bottom);
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
GAME_FN void find_any_top(const SearchTask& task, Lanes columns, int piece, TopRow& row) {
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
GAME_FN void find_sources(const PieceSet& pieces, const Drops& drops, int shape, int column,
                          uint32_t* sources) {
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
GAME_FN void find_group(const PieceSet& pieces, const Drops& drops, int shape, int column,
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

GAME_FN const SpotGroup* group_of(const SpotGroups& groups, int turn, int column) {
    for (int i = 0; i < groups.count; ++i) {
        if (groups.of[i].spots.of[turn] >> column & 1) return &groups.of[i];
    }
    return nullptr;
}

// The drops from these spots.
GAME_FN void add_drops(const TopRow& row, const uint32_t* spots, Options& options) {
    const Drops& drops = row.drops;
    for (int i = 0; i < drops.count; ++i) {
        for (uint32_t rest = spots[i]; rest != 0; rest &= rest - 1) {
            const int at = lowest_bit(rest);
            options.of[options.count++] = {{drops.first + i, at, drops.bottom[i][at]},
                                           row.alone[i][at]};
        }
    }
}

}  // namespace tilefall::TILEFALL_ISA
