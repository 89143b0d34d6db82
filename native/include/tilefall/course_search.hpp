// Course searches: what each course program chooses; the twin of search/course.py.
#pragma once

#include "tilefall/course.hpp"
#include "tilefall/kept_turns.hpp"
#include "tilefall/tries.hpp"

namespace tilefall::TILEFALL_ISA {

// What the whole search shares.
struct CourseTask {
    const FallingRules& rules;
    CourseProgram program;
    const bool* stop;
    Frame frame;
    uint64_t placements;  // made and valued so far
};

// The board after a placement inside it; only the void program removes full rows.
GAME_FN Lanes left_by(const CourseTask& task, Lanes columns, Move move) {
    const Shape& shape = pieces_of(task.rules).shapes[move.shape];
    const Lanes after = columns | cells_of(shape, move.column, move.bottom);
    if (task.program.kind != CourseKind::VOIDS) return after;
    const uint32_t full = full_rows(after);
    return full == 0 ? after : without_rows(task.frame, after, full);
}

GAME_FN int64_t value_of_later(CourseTask& task, Lanes columns, int shape, int depth);

// The value of a placement, so many pieces deep: of the board it leaves, or of the shape that comes
// next, or, if that is -1, of all six pieces.
GAME_FN int64_t value_of_try(CourseTask& task, Lanes columns, Move move, int next, int depth) {
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
GAME_FN int64_t best_of_open(CourseTask& task, Lanes columns, int piece, int depth) {
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
GAME_FN int64_t value_of_later(CourseTask& task, Lanes columns, int shape, int depth) {
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

GAME_FN CourseTask course_task(const FallingRules& rules, const CourseProgram& program,
                               const bool* stop) {
    return {rules, program, stop, frame_of(rules.width, rules.height), 0};
}

// All that a program tries in a state that is not over; in Tetris these are the legal moves.
GAME_FN void list_state_tries(const CourseTask& task, const FallingState& state, TryList& list) {
    const PieceSet& pieces = pieces_of(task.rules);
    if (task.rules.is_quintris) {
        Drops drops{};
        find_drops(task.frame, pieces, load(state.columns), pieces.shapes[state.current].piece,
                   drops);
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
GAME_FN int best_try(const CourseProgram& program, const TryList& list, const int64_t* values) {
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
GAME_FN Move slipped(CourseTask task, const FallingState& state, const TryList& list) {
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
GAME_FN Move course_choice(const CourseTask& task, const FallingState& state, const TryList& list,
                           const int64_t* values) {
    const CourseProgram& program = task.program;
    const int best = list.place_of[best_try(program, list, values)];
    const int64_t last = values[list.place_of[list.count - 1]];
    const bool forgets = program.kind == CourseKind::WAVY && program.depth == 2 &&
                         !program.is_published && state.current == state.next;
    if (forgets && last > COURSE_NO_ROOM && last < values[best]) {
        return slipped(task, state, list);
    }
    return list.places[best];
}

GAME_FN SearchedMove course_searched(const FallingRules& rules, const FallingState& state,
                                     const CourseProgram& program, Move move, const bool* stop) {
    CourseTask task = course_task(rules, program, stop);
    const int64_t value =
        value_of_try(task, load(state.columns), move, state.next, program.depth);
    return {value, task.placements};
}

// A whole game of a program.
GAME_FN PlayoutResult course_played(const FallingRules& rules, const CourseProgram& program,
                                    uint64_t seed, uint64_t max_turns, const bool* stop,
                                    KeptTurns* kept) {
    CourseTask task = course_task(rules, program, stop);
    const Chance chance = chance_of(rules, seed);
    FallingState state = started(rules, task.frame, chance);
    bool over = is_over(rules, task.frame, state);
    TryList list;
    int64_t values[MAX_TRIES];
    while (!over && state.turn < max_turns && !is_set(stop)) {
        list_state_tries(task, state, list);
        for (int i = 0; i < list.place_count; ++i) {
            values[i] = value_of_try(task, load(state.columns), list.places[i], state.next,
                                     program.depth);
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
GAME_FN void list_course_features(const FallingRules& rules, const FallingState& state,
                                  bool is_removed, CourseTable& table) {
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
