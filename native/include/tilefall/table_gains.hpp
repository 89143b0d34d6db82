// Table gains: the most that tables can be worth after one more straight drop, so that a search with
// tables can leave out boards, too (S7). Every bound holds for weights of any sign, on any board
// without a full row.
#pragma once

#include "tilefall/gains.hpp"
#include "tilefall/table_lanes.hpp"

namespace tilefall::TILEFALL_ISA {

// The most that parts of tables can be worth; found once for a search.
struct TableMost {
    int32_t raised[32];   // of a column's room, by what it was before a piece came onto it
    int32_t lowered[32];  // of a column's room, by what it was before up to five rows went
    int32_t room[16];     // of the room at the top, if it is not more than this
    int32_t column_room[2], cover[2];
    int32_t well, step, bend, fits;  // the first three are worth nothing where there is none
    bool is_known = false;
};

GAME_FN int32_t largest_of(const int32_t* entries, int count, int32_t least) {
    for (int i = 0; i < count; ++i) least = entries[i] > least ? entries[i] : least;
    return least;
}

GAME_FN TableMost most_of_tables(const int32_t* tables, int pieces) {
    TableMost best;
    for (int side = 0; side < 2; ++side) {
        const int32_t* rooms = tables + COLUMN_ROOM_TABLE + 16 * side;
        for (int i = 0; i < 16; ++i) {
            // The last entry stands for more: a column there may stay in it.
            const int below = i == MOST_ROOM ? 16 : i;
            best.raised[16 * side + i] = largest_of(rooms, below, rooms[0]);
            best.lowered[16 * side + i] = largest_of(rooms + i, at_most(MAX_SIDE + 1, 16 - i), rooms[i]);
        }
        best.column_room[side] = largest_of(rooms, 16, rooms[0]);
        best.cover[side] = largest_of(tables + COVER_TABLE + 8 * side, 8, 0);
    }
    for (int i = 0; i < 16; ++i) best.room[i] = largest_of(tables + ROOM_TABLE, i + 1, tables[ROOM_TABLE]);
    best.well = largest_of(tables + WELL_TABLE, 24, 0);
    best.step = largest_of(tables + STEP_TABLE, 16, 0);
    best.bend = largest_of(tables + BEND_TABLE, 64, 0);
    best.fits = 0;
    for (int piece = 0; piece < pieces; ++piece) {
        const int32_t* ways = tables + FIT_TABLE + 8 * piece;
        best.fits += largest_of(ways, MOST_WAYS + 1, ways[0]);
    }
    best.is_known = true;
    return best;
}

// What a piece may add in its own columns, in wells and the middles of bends up to one column further, and
// in the steps between all of these: the most over all places, by its width.
template <int WIDTH>
GAME_FN void find_window_gains(const Frame& frame, Lanes of_column, Lanes before, int32_t (&most)[6]) {
    const Lanes gains = before + rotated<WIDTH - 1>(of_column);
    const uint32_t numbers[LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const Lanes last = splat(static_cast<uint32_t>(frame.width - WIDTH));
    most[WIDTH] = largest(
        select(greater(load(numbers), last), splat(static_cast<uint32_t>(NO_VALUE)), gains));
    if constexpr (WIDTH < 5) find_window_gains<WIDTH + 1>(frame, of_column, gains, most);
}

GAME_FN void find_window_gains(const Frame& frame, Lanes alone, Lanes around, Lanes steps,
                               int32_t (&most)[6]) {
    find_window_gains<1>(frame, rotated<1>(around) + steps + alone,
                         around + rotated<-1>(around + steps), most);
}

// Columns whose cells above a hole may all go with these rows, so that they become much lower.
GAME_FN bool may_open(const Frame& frame, Lanes columns, Lanes holes, uint32_t rows) {
    const Lanes lids = without(columns, splat(rows)) & frame.inside;
    const Mask is_open = greater(bit_length(holes & frame.inside), bit_length(lids));
    return bits(is_open) != 0;
}

// The most that tables can be worth after a straight drop of each piece.
GAME_FN void find_table_limits(const Frame& frame, const PieceSet& pieces, Lanes columns,
                               const int32_t* tables, const TableMost& best, int64_t* limits) {
    const TablePlaces& places = PLACES_OF_WIDTHS().of[frame.width];
    const TableColumns now = table_columns(frame, columns, tables);
    const Lanes pairs = load(places.is_pair + 1);
    const Mask is_inside = nonzero(frame.inside), is_pair = nonzero(pairs);
    const Mask is_inner = nonzero(load(places.cover + 1));
    const auto of_side = [&](const int32_t (&sides)[2]) {
        return select(is_inner, splat(static_cast<uint32_t>(sides[1])),
                      splat(static_cast<uint32_t>(sides[0])));
    };
    const auto inside = [&](Lanes values) { return select(is_inside, values, splat(0)); };
    const Lanes room = room_above(splat(static_cast<uint32_t>(frame.height)), now.heights) +
                       load(places.column_room + 1);
    // A bend has its middle where a step leads on and another one came from.
    const Lanes bends = pairs & rotated<-1>(pairs) & splat(static_cast<uint32_t>(best.bend));
    const Lanes around = inside(splat(static_cast<uint32_t>(best.well)) + bends - now.around);
    const Lanes steps =
        select(is_pair, splat(static_cast<uint32_t>(best.step)) - now.steps, splat(0));
    const Lanes covers = of_side(best.cover);
    const int top = at_most(frame.height - now.highest, MOST_ROOM);

    // Where no row is completed.
    int32_t gains[6];
    find_window_gains(frame, inside(looked_up<32>(best.raised, room) + covers - now.alone), around,
                      steps, gains);
    const int64_t kept = int64_t{static_cast<int32_t>(sum(now.around + now.steps + now.alone))} +
                         best.fits + best.room[top];

    // Where rows are: all columns come down alike, unless one of them opens.
    const Lanes holes = hole_cells(columns, bit_length(columns));
    const uint32_t rows = completable_rows(columns, holes);
    int32_t clearing_gains[6] = {};
    int64_t cleared = 0;
    if (rows != 0 && may_open(frame, columns, holes, rows)) {
        cleared = int64_t{static_cast<int32_t>(sum(inside(of_side(best.column_room) + covers)))} +
                  int64_t{frame.width} * (best.well + best.step + best.bend) + best.fits + best.room[15];
    } else if (rows != 0) {
        const Lanes lowered = inside(looked_up<32>(best.lowered, room) +
                                     select(nonzero(now.covers), covers, splat(0)));
        find_window_gains(frame, inside(of_side(best.column_room) + covers - lowered), around, steps,
                          clearing_gains);
        cleared = int64_t{static_cast<int32_t>(sum(now.around + now.steps + lowered))} + best.fits +
                  best.room[at_most(top + MAX_SIDE, MOST_ROOM)];
    }
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        limits[piece] = INT64_MIN;
        for (int i = pieces.first[piece]; i < pieces.first[piece + 1]; ++i) {
            const int width = pieces.shapes[i].width;
            if (width > frame.width) continue;
            limits[piece] = most(limits[piece], kept + gains[width]);
            if (rows != 0) limits[piece] = most(limits[piece], cleared + clearing_gains[width]);
        }
    }
}

}  // namespace tilefall::TILEFALL_ISA
