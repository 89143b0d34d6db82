// Table gains: the most that tables can be worth after one more straight drop, so that a search with
// tables can leave out boards, too (S7). Every bound holds for weights of any sign, on any board
// without a full row.
#pragma once

#include "tilefall/path_gains.hpp"
#include "tilefall/table_lanes.hpp"

namespace tilefall::TILEFALL_ISA {

// The most that parts of tables can be worth; found once for a search.
struct TableMost {
    int32_t raised[32];   // of a column's room, by what it was before a piece came onto it
    int32_t lowered[32];  // of a column's room, by what it was before up to five rows went
    int32_t room[16];     // of the room at the top, if it is not more than this
    int32_t column_room[2], cover[2];
    int32_t well, step, bend, fits;  // the first three are worth nothing where there is none
    PathMost path;
    bool is_known = false;
};

GAME_FN TableMost most_of_tables(const int32_t* tables, const PieceSet& pieces) {
    TableMost best;
    find_paths(tables, pieces, best.path);
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
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        const int32_t* ways = tables + FIT_TABLE + 8 * piece;
        best.fits += largest_of(ways, MOST_WAYS + 1, ways[0]);
    }
    best.is_known = true;
    return best;
}

// What the columns of a piece and those beside it may gain, wells, steps and bends being taken away, at each
// place of a piece, by its width; and whether one of its own columns lacks a cell of some rows.
struct Windows {
    Lanes gains[MAX_SIDE + 1], lacking[MAX_SIDE + 1];
    Lanes after[MAX_SIDE + 1];  // the steps after the column on the right
};

template <int WIDTH>
GAME_FN void widen(Lanes of_column, Lanes lacking, Lanes steps, Windows& windows) {
    windows.gains[WIDTH] = windows.gains[WIDTH - 1] + rotated<WIDTH - 1>(of_column);
    windows.lacking[WIDTH] = windows.lacking[WIDTH - 1] | rotated<WIDTH - 1>(lacking);
    windows.after[WIDTH] = rotated<WIDTH>(steps);
    if constexpr (WIDTH < MAX_SIDE) widen<WIDTH + 1>(of_column, lacking, steps, windows);
}

// `around` and `between` are what wells, bends and steps are worth now; `alone` is what a column may gain else.
GAME_FN void find_windows(Lanes alone, Lanes around, Lanes between, Lanes lacking, Lanes steps,
                          Windows& windows) {
    // The columns beside a piece lose their wells and bends, and the step onto it is lost, too.
    windows.gains[0] = splat(0) - (around + rotated<-1>(around + between));
    windows.lacking[0] = splat(0);
    widen<1>(alone - (rotated<1>(around) + between), lacking, steps, windows);
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
    const Mask is_inside = nonzero(frame.inside), is_inner = nonzero(load(places.cover + 1));
    const auto of_side = [&](const int32_t (&sides)[2]) {
        return select(is_inner, splat(static_cast<uint32_t>(sides[1])),
                      splat(static_cast<uint32_t>(sides[0])));
    };
    const auto inside = [&](Lanes values) { return select(is_inside, values, splat(0)); };
    const Lanes room = room_above(splat(static_cast<uint32_t>(frame.height)), now.heights) +
                       load(places.column_room + 1);
    const Lanes covers = of_side(best.cover);
    const int top = at_most(frame.height - now.highest, MOST_ROOM);
    const Lanes steps = bend_steps(now.heights, rotated<1>(now.heights),
                                   load(WALLS_OF_WIDTHS().of[frame.width].of + 2));
    const Lanes before = rotated<-2>(steps);
    const uint32_t numbers[LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const Lanes number = load(numbers), none = splat(static_cast<uint32_t>(NO_VALUE));
    const auto fitting = [&](int width, Lanes gains) {
        return select(greater(number, splat(static_cast<uint32_t>(frame.width - width))), none, gains);
    };

    // Where no row is completed: the steps inside of a piece are known.
    Windows windows;
    find_windows(inside(looked_up<32>(best.raised, room) + covers - now.alone), now.around, now.steps,
                 splat(0), steps, windows);
    const int64_t kept = int64_t{static_cast<int32_t>(sum(now.around + now.steps + now.alone))} +
                         best.fits + best.room[top];
    const PathMost& path = best.path;
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        Lanes most_of_piece = none;
        for (int i = pieces.first[piece]; i < pieces.first[piece + 1]; ++i) {
            const int width = pieces.shapes[i].width;
            const Lanes after = windows.after[width];
            const Lanes beside = width == 1 ? looked_up<64>(path.any[1], up<3>(before) + after)
                                            : looked_up<8>(path.left + 8 * path.first[i], before) +
                                                  looked_up<8>(path.right + 8 * path.last[i], after);
            const Lanes gains = windows.gains[width] + beside + splat(static_cast<uint32_t>(path.inside[i]));
            most_of_piece = larger(most_of_piece, fitting(width, gains));
        }
        limits[piece] = kept + largest(most_of_piece);
    }

    // Where rows are: all columns come down alike, unless one of them opens.
    const Lanes holes = hole_cells(columns, bit_length(columns));
    const uint32_t rows = completable_rows(columns, holes);
    if (rows == 0) return;
    int64_t cleared[MAX_SIDE + 1];
    if (may_open(frame, columns, holes, rows)) {
        const int64_t any = int64_t{static_cast<int32_t>(sum(inside(of_side(best.column_room) + covers)))} +
                            int64_t{frame.width} * (best.well + best.step + best.bend) + best.fits + best.room[15];
        for (int64_t& value : cleared) value = any;
    } else {
        const Lanes lowered = inside(looked_up<32>(best.lowered, room) +
                                     select(nonzero(now.covers), covers, splat(0)));
        find_windows(inside(of_side(best.column_room) + covers - lowered), now.around, now.steps,
                     without(splat(rows), columns) & frame.inside, steps, windows);
        const int64_t all = int64_t{static_cast<int32_t>(sum(now.around + now.steps + lowered))} + best.fits +
                            best.room[at_most(top + MAX_SIDE, MOST_ROOM)];
        for (int width = 1; width <= MAX_SIDE; ++width) {
            const Lanes gains = windows.gains[width] +
                                looked_up<64>(path.any[width], up<3>(before) + windows.after[width]);
            cleared[width] = all + largest(fitting(width, select(nonzero(windows.lacking[width]), gains, none)));
        }
    }
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        for (int i = pieces.first[piece]; i < pieces.first[piece + 1]; ++i) {
            const int width = pieces.shapes[i].width;
            if (width <= frame.width) limits[piece] = most(limits[piece], cleared[width]);
        }
    }
}

}  // namespace tilefall::TILEFALL_ISA
