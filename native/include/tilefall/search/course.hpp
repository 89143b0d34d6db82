// The course programs: features of a board, what each program adds up, what it tries and what it chooses; the twins of
// rules/course.py, search/course_values.py and search/course.py (C1 to C10).
#pragma once

#include "tilefall/falling/reach.hpp"
#include "tilefall/features/lanes.hpp"
#include "tilefall/search/types.hpp"

namespace tilefall::TILEFALL_ISA {

// A board without its walls, which no course program counts as filled.
struct CourseBoard {
    const Frame& frame;
    Lanes columns;  // with walls
    Lanes filled, heights;
};

inline CourseBoard course_board(const Frame& frame, Lanes columns) {
    const Lanes filled = columns & frame.inside;
    return {frame, columns, filled, bit_length(filled)};
}

// Lanes that have a column to their right are not zero.
inline Lanes left_of_another(const Frame& frame) { return frame.inside & rotated<1>(frame.inside); }

// The step between each column and the one to its right, without a sign.
inline Lanes steps_of(const CourseBoard& board) {
    const Lanes right = rotated<1>(board.heights);
    const Lanes steps = larger(board.heights - right, right - board.heights);
    return select(nonzero(left_of_another(board.frame)), steps, splat(0));
}

inline Lanes covered_cells(const CourseBoard& board) { return hole_cells(board.filled, board.heights); }

inline Lanes short_column_cells(const CourseBoard& board) {
    const Lanes highest = splat(static_cast<uint32_t>(board.frame.height));
    return select(equal(board.heights, highest), splat(0), covered_cells(board));
}

inline Lanes enclosed_cells(const CourseBoard& board) {
    const Lanes filled = board.filled, below = up<1>(filled) | splat(1);
    const Lanes sides = rotated<-1>(filled) & rotated<1>(filled);
    return without(board.frame.inside & sides & below & down<1>(filled), filled);
}

inline int64_t summed_heights(const CourseBoard& board) { return sum(board.heights); }

inline int64_t bumpiness(const CourseBoard& board) { return sum(steps_of(board)); }

inline int64_t complete_rows(const CourseBoard& board) { return ones(full_rows(board.columns)); }

inline int64_t covered_holes(const CourseBoard& board) { return sum(ones(covered_cells(board))); }

inline int64_t short_column_holes(const CourseBoard& board) { return sum(ones(short_column_cells(board))); }

// Above the top row is the floor row, and left of the first column the last one (C6).
inline int64_t sided_holes(const CourseBoard& board) {
    const Lanes filled = board.filled, empty = without(board.frame.inside, filled);
    const Lanes above = down<1>(filled) | up(filled & splat(1), board.frame.height - 1);
    const Lanes sides = ones(empty & rotated<-1>(filled)) + ones(empty & rotated<1>(filled));
    uint32_t columns[LANES];
    store(filled, columns);
    const uint32_t last = columns[board.frame.width - 1];
    return int64_t{sum(ones(empty & above) + sides)} + ones(last & ~columns[0]);
}

inline int64_t enclosed_holes(const CourseBoard& board) { return sum(ones(enclosed_cells(board))); }

inline int64_t empty_columns(const CourseBoard& board) { return board.frame.width - ones(bits(nonzero(board.filled))); }

inline int lanes_with(Lanes cells, int level) { return ones(bits(nonzero(cells & splat(1u << level)))); }

// What empty cells cost, by their row counted from 1 at the floor (C9).
inline int64_t voids(const CourseBoard& board) {
    const Lanes covered = covered_cells(board);
    const Lanes right = board.filled ^ rotated<1>(board.filled);
    const Lanes sides = select(nonzero(left_of_another(board.frame)), right, splat(0));
    const int highest = bit_length(any_of(board.filled));
    int64_t total = 0;
    for (int level = 0; level < highest; ++level) {
        const int64_t square = int64_t{level + 3} * (level + 3);
        total += square * (square * lanes_with(covered, level) + lanes_with(sides, level));
    }
    return total;
}

inline int64_t heights_above(const CourseBoard& board, uint32_t limit) {
    return sum(select(greater(board.heights, splat(limit)), board.heights, splat(0)));
}

inline void measure_course(const CourseBoard& board, int64_t* features) {
    features[SUMMED_HEIGHTS] = summed_heights(board);
    features[BUMPINESS] = bumpiness(board);
    features[COMPLETE_ROWS] = complete_rows(board);
    features[COVERED_HOLES] = covered_holes(board);
    features[SHORT_COLUMN_HOLES] = short_column_holes(board);
    features[SIDED_HOLES] = sided_holes(board);
    features[ENCLOSED_HOLES] = enclosed_holes(board);
    features[EMPTY_COLUMNS] = empty_columns(board);
    features[VOIDS] = voids(board);
    features[HEIGHTS_ABOVE_19] = heights_above(board, 19);
    features[HEIGHTS_ABOVE_22] = heights_above(board, 22);
    features[HEIGHTS_ABOVE_23] = heights_above(board, 23);
}

inline int64_t sum_value(const CourseBoard& board) {
    const int64_t rows = complete_rows(board);
    int64_t high = 0;
    if (any(board.filled & splat(~0u << 19))) {  // few boards have columns that high
        high = 100 * heights_above(board, 19) + 1000 * heights_above(board, 22) + 100'000 * heights_above(board, 23);
    }
    return 1'000'000 * (200 * rows + (rows - 1) * high) - 21'510'066 * summed_heights(board) -
           1'600'000 * sided_holes(board) - 884'483 * bumpiness(board);
}

// All but the rows and the empty columns in one sum.
inline int64_t wavy_value(const CourseBoard& board, bool is_published) {
    const Lanes holes = is_published ? enclosed_cells(board) : short_column_cells(board);
    const Lanes costs = splat(100) * board.heights + splat(20) * steps_of(board) + splat(50) * ones(holes);
    return 500 * complete_rows(board) - 10 * empty_columns(board) - int64_t{sum(costs)};
}

inline int64_t genetic_value(const CourseProgram& program, const CourseBoard& board) {
    const uint32_t full = full_rows(board.columns);
    const Frame& frame = board.frame;
    const bool is_published = program.is_published;
    const CourseBoard seen = is_published ? course_board(frame, without_rows(frame, board.columns, full)) : board;
    const int64_t* genes = program.genes;
    const int64_t row = genes[ROW_GENE] - (is_published ? 0 : frame.width * genes[HEIGHT_GENE]);
    return genes[HEIGHT_GENE] * summed_heights(seen) + row * ones(full) + genes[HOLE_GENE] * covered_holes(seen) +
           genes[STEP_GENE] * bumpiness(seen);
}

// What a board is worth whose full rows are still there, or, for the void program, are removed.
inline int64_t course_value(const CourseProgram& program, const CourseBoard& board) {
    switch (program.kind) {
        case CourseKind::SUM: return sum_value(board);
        case CourseKind::WAVY: return wavy_value(board, program.is_published);
        case CourseKind::VOIDS: return -voids(board);
        default: return genetic_value(program, board);
    }
}

// Tries: which keys a course program tries for a piece, and in which order; the twin of
// search/tries.py. Keys are pressed in the top row, so what fits there is all that counts.

// A shape of the piece, counted from its first, and a column in the top row.
struct TopSpot {
    int32_t turn, column;
};

inline bool is_same(TopSpot a, TopSpot b) { return a.turn == b.turn && a.column == b.column; }

// The spot after a key; the same spot if the rules refuse it (F5).
inline TopSpot pressed(const PieceSet& pieces, const Drops& drops, TopSpot spot, char key) {
    const Shape& shape = pieces.shapes[drops.first + spot.turn];
    TopSpot moved = spot;
    if (key == 'b') moved.column -= 1;
    if (key == 'm') moved.column += 1;
    if (key == 'n') moved.turn = shape.rotation - drops.first;
    if (key == 'h') moved.turn = shape.flip - drops.first;
    const bool fits = moved.column >= 0 && (drops.fits[moved.turn] >> moved.column & 1) != 0;
    return fits ? moved : spot;
}

inline TopSpot turned(const PieceSet& pieces, const Drops& drops, TopSpot spot, TriedKeys keys) {
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

inline void add_try(TryMaker& maker, TriedKeys keys, TopSpot spot) {
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
inline void add_moves(TryMaker& maker, TriedKeys keys, TopSpot spot, char key) {
    for (;;) {
        const TopSpot moved = pressed(maker.pieces, maker.drops, spot, key);
        if (is_same(moved, spot)) return;
        spot = moved;
        keys.moves = static_cast<int8_t>(keys.moves + (key == 'm' ? 1 : -1));
        add_try(maker, keys, spot);
    }
}

// In the order of the alphabet: all that begin with h come between b and m.
inline void add_sum_tries(TryMaker& maker, TopSpot spawn) {
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
inline void add_wavy_tries(TryMaker& maker, TopSpot spawn) {
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
inline void add_void_tries(TryMaker& maker, TopSpot spawn) {
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
inline void list_tries(const PieceSet& pieces, const Drops& drops, CourseKind kind, int shape, int column,
                       TryList& list) {
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

// What the whole search shares.
struct CourseTask {
    const FallingRules& rules;
    CourseProgram program;
    const bool* stop;
    Frame frame;
    uint64_t placements;  // made and valued so far
};

// The board after a placement inside it; only the void program removes full rows.
inline Lanes left_by(const CourseTask& task, Lanes columns, Move move) {
    const Shape& shape = pieces_of(task.rules).shapes[move.shape];
    const Lanes after = columns | cells_of(shape, move.column, move.bottom);
    if (task.program.kind != CourseKind::VOIDS) return after;
    const uint32_t full = full_rows(after);
    return full == 0 ? after : without_rows(task.frame, after, full);
}

inline int64_t value_of_later(CourseTask& task, Lanes columns, int shape, int depth);

// The value of a placement, so many pieces deep: of the board it leaves, or of the shape that comes
// next, or, if that is -1, of all six pieces.
inline int64_t value_of_try(CourseTask& task, Lanes columns, Move move, int next, int depth) {
    task.placements += 1;
    if (ends_game(task.rules, move)) return COURSE_ENDS_GAME;
    const Lanes after = left_by(task, columns, move);
    if (depth == 1) return course_value(task.program, course_board(task.frame, after));
    if (next >= 0) return value_of_later(task, after, next, depth - 1);
    const PieceSet& pieces = pieces_of(task.rules);
    int64_t total = 0;
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        total += value_of_later(task, after, pieces.first[piece], depth - 1);
    }
    return total;
}

// The best of all placements of a piece that the wavy program finds on a board whose top is free:
// from the left wall its keys lead to every shape and column.
inline int64_t best_of_open(CourseTask& task, Lanes columns, int piece, int depth) {
    const PieceSet& pieces = pieces_of(task.rules);
    uint32_t heights[LANES];
    store(columns & task.frame.inside, heights);
    int64_t best = COURSE_NO_ROOM;
    for (int number = pieces.first[piece]; number < pieces.first[piece + 1]; ++number) {
        const Shape& shape = pieces.shapes[number];
        for (int column = 0; column + shape.width <= task.frame.width; ++column) {
            const Move move{number, column, landing_bottom(heights, shape, column)};
            const int64_t value = value_of_try(task, columns, move, -1, depth);
            best = value > best ? value : best;
        }
    }
    return best;
}

// The value of a later piece, which appears at the left wall; nothing is worth less than no room.
inline int64_t value_of_later(CourseTask& task, Lanes columns, int shape, int depth) {
    if (is_set(task.stop)) return 0;
    const PieceSet& pieces = pieces_of(task.rules);
    const int piece = pieces.shapes[shape].piece;
    const bool is_wavy = task.program.kind == CourseKind::WAVY;
    if (is_wavy && has_free_top(task.frame, columns)) {
        return best_of_open(task, columns, piece, depth);
    }
    int64_t best = is_wavy ? COURSE_NO_ROOM : -COURSE_MOST_VOIDS;
    Drops drops{};
    find_drops(task.frame, pieces, columns, piece, drops);
    if ((drops.fits[shape - drops.first] & 1) == 0) return best;
    TryList list;
    list_tries(pieces, drops, task.program.kind, shape, 0, list);
    for (int i = 0; i < list.place_count; ++i) {
        const int64_t value = value_of_try(task, columns, list.places[i], -1, depth);
        best = value > best ? value : best;
    }
    return best;
}

inline CourseTask course_task(const FallingRules& rules, const CourseProgram& program, const bool* stop) {
    return {rules, program, stop, frame_of(rules.width, rules.height), 0};
}

// All that a program tries in a state that is not over; in Tetris these are the legal moves.
inline void list_state_tries(const CourseTask& task, const FallingState& state, TryList& list) {
    const PieceSet& pieces = pieces_of(task.rules);
    if (task.rules.is_quintris) {
        Drops drops{};
        find_drops(task.frame, pieces, load(state.columns), pieces.shapes[state.current].piece, drops);
        list_tries(pieces, drops, task.program.kind, state.current, state.column, list);
        return;
    }
    MoveList moves;
    list_moves(task.rules, task.frame, state, moves);
    list.count = list.place_count = moves.count;
    for (int i = 0; i < moves.count; ++i) {
        list.places[i] = moves.moves[i];
        list.place_of[i] = static_cast<int16_t>(i);
    }
}

// The try of the highest value: of equal ones the first, for the wavy program the last.
inline int best_try(const CourseProgram& program, const TryList& list, const int64_t* values) {
    int best = 0;
    for (int i = 1; i < list.count; ++i) {
        const int64_t value = values[list.place_of[i]], before = values[list.place_of[best]];
        const bool is_later_best = program.kind == CourseKind::WAVY && value == before;
        if (value > before || is_later_best) best = i;
    }
    return best;
}

// The keys that were best for the next piece after the last try, pressed for the current one: the
// wavy program keeps its best keys by shape, and the next piece has the same.
inline Move slipped(CourseTask task, const FallingState& state, const TryList& list) {
    const PieceSet& pieces = pieces_of(task.rules);
    const int piece = pieces.shapes[state.current].piece;
    const Lanes columns = load(state.columns);
    const Lanes after = left_by(task, columns, list.places[list.place_of[list.count - 1]]);
    Drops drops{};
    find_drops(task.frame, pieces, after, piece, drops);
    TryList later;
    list_tries(pieces, drops, task.program.kind, state.next, 0, later);
    int64_t values[MAX_TRIES];
    for (int i = 0; i < later.place_count; ++i) {
        values[i] = value_of_try(task, after, later.places[i], -1, 1);
    }
    const TriedKeys keys = later.keys[best_try(task.program, later, values)];
    find_drops(task.frame, pieces, columns, piece, drops);
    TopSpot spot{state.current - drops.first, state.column};
    spot = turned(pieces, drops, spot, keys);
    for (int i = 0; i < keys.moves; ++i) spot = pressed(pieces, drops, spot, 'm');
    for (int i = 0; i > keys.moves; --i) spot = pressed(pieces, drops, spot, 'b');
    return {drops.first + spot.turn, spot.column, drops.bottom[spot.turn][spot.column]};
}

// The move that a program plays, given the value of each place that it tried.
inline Move course_choice(const CourseTask& task, const FallingState& state, const TryList& list,
                          const int64_t* values) {
    const CourseProgram& program = task.program;
    const int best = list.place_of[best_try(program, list, values)];
    const int64_t last = values[list.place_of[list.count - 1]];
    const bool forgets =
        program.kind == CourseKind::WAVY && program.depth == 2 && !program.is_published && state.current == state.next;
    if (forgets && last > COURSE_NO_ROOM && last < values[best]) {
        return slipped(task, state, list);
    }
    return list.places[best];
}

inline SearchedMove course_searched(const FallingRules& rules, const FallingState& state, const CourseProgram& program,
                                    Move move, const bool* stop) {
    CourseTask task = course_task(rules, program, stop);
    const int64_t value = value_of_try(task, load(state.columns), move, state.next, program.depth);
    return {value, task.placements};
}

// A whole game of a program.
inline PlayoutResult course_played(const FallingRules& rules, const CourseProgram& program, uint64_t seed,
                                   uint64_t max_turns, const bool* stop, KeptTurns* kept) {
    CourseTask task = course_task(rules, program, stop);
    const Chance chance = chance_of(rules, seed);
    FallingState state = started(rules, chance);
    bool over = is_over(rules, task.frame, state);
    TryList list;
    int64_t values[MAX_TRIES];
    while (!over && state.turn < max_turns && !is_set(stop)) {
        list_state_tries(task, state, list);
        for (int i = 0; i < list.place_count; ++i) {
            values[i] = value_of_try(task, load(state.columns), list.places[i], state.next, program.depth);
        }
        const Move move = course_choice(task, state, list, values);
        keep_turn(rules, state, move, kept);
        state = drawn(rules, chance, locked(rules, task.frame, state, move));
        over = is_over(rules, task.frame, state);
    }
    end_turns(rules, state, kept);
    return {state.score, state.turn, digest(rules, state), task.placements, over};
}

// The course features of every legal move, full rows still there or removed; the complete rows are
// counted before they go (C3).
inline void list_course_features(const FallingRules& rules, const FallingState& state, bool is_removed,
                                 CourseTable& table) {
    const Frame frame = frame_of(rules.width, rules.height);
    list_moves(rules, frame, state, table.list);
    for (int i = 0; i < table.list.count; ++i) {
        const Move move = table.list.moves[i];
        table.ends_game[i] = ends_game(rules, move);
        if (table.ends_game[i]) continue;
        const Shape& shape = pieces_of(rules).shapes[move.shape];
        Lanes after = load(state.columns) | cells_of(shape, move.column, move.bottom);
        const uint32_t full = full_rows(after);
        if (is_removed) after = without_rows(frame, after, full);
        measure_course(course_board(frame, after), table.features[i]);
        table.features[i][COMPLETE_ROWS] = ones(full);
    }
}

}  // namespace tilefall::TILEFALL_ISA
