// Course programs: features against a count cell by cell, values against features times weights,
// tries against legal moves, and whole games.
#include <memory>
#include <set>

#include "boards.hpp"
#include "plain.hpp"
#include "tests.hpp"
#include "tilefall/search/course.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

FallingRules course_rules(Random& random) {
    return random.below(4) == 0 ? quintris_rules(random) : tetris_rules(random);
}

int64_t to_the(int64_t base, int power) { return power == 0 ? 1 : base * to_the(base, power - 1); }

// Unlike the rules' boards, those of the course programs have no walls.
bool has_cell(const Board& board, int column, int level) {
    return column >= 0 && column < board.width && level >= 0 && level < board.height &&
           board.cells[column][level];
}

void count_columns(const Board& board, int64_t* features) {
    int before = 0;
    for (int column = 0; column < board.width; ++column) {
        int height = 0, holes = 0, empty = 0;
        for (int level = 0; level < board.height; ++level) {
            if (board.cells[column][level]) {
                height = level + 1;
                holes = empty;
            } else {
                empty += 1;
            }
        }
        features[SUMMED_HEIGHTS] += height;
        if (column > 0) features[BUMPINESS] += height > before ? height - before : before - height;
        features[COVERED_HOLES] += holes;
        if (height < board.height) features[SHORT_COLUMN_HOLES] += holes;
        features[EMPTY_COLUMNS] += height == 0;
        if (height > 19) features[HEIGHTS_ABOVE_19] += height;
        if (height > 22) features[HEIGHTS_ABOVE_22] += height;
        if (height > 23) features[HEIGHTS_ABOVE_23] += height;
        before = height;
    }
}

void count_empty_cell(const Board& board, int column, int level, int64_t* features) {
    const bool left = has_cell(board, column - 1, level), right = has_cell(board, column + 1, level);
    const bool above = has_cell(board, column, level + 1);
    const bool below = level == 0 || has_cell(board, column, level - 1);
    bool is_covered = false;
    for (int i = level + 1; i < board.height; ++i) is_covered |= board.cells[column][i];
    features[ENCLOSED_HOLES] += left && right && above && below;
    features[VOIDS] += is_covered * to_the(level + 3, 4) + (left + right) * to_the(level + 3, 2);
    const int to_left = column == 0 ? board.width - 1 : column - 1;
    const int over = level + 1 == board.height ? 0 : level + 1;
    features[SIDED_HOLES] +=
        has_cell(board, to_left, level) + right + has_cell(board, column, over);
}

void count_course(const Board& board, int64_t (&features)[COURSE_FEATURES]) {
    for (int64_t& feature : features) feature = 0;
    count_columns(board, features);
    for (int level = 0; level < board.height; ++level) {
        features[COMPLETE_ROWS] += is_full(board, level);
        for (int column = 0; column < board.width; ++column) {
            if (!board.cells[column][level]) count_empty_cell(board, column, level, features);
        }
    }
}

}  // namespace

void course_counts_cells(Random& random) {
    const FallingRules rules = course_rules(random);
    const Frame frame = frame_of(rules.width, rules.height);
    uint32_t columns[LANES];
    fill_columns(random, rules.width, rules.height, columns);
    int64_t expected[COURSE_FEATURES], features[COURSE_FEATURES];
    count_course(board_of(rules.width, rules.height, columns), expected);
    measure_course(course_board(frame, load(columns)), features);
    for (int i = 0; i < COURSE_FEATURES; ++i) CHECK(features[i] == expected[i]);
}

void course_values_are_sums(Random& random) {
    const FallingRules rules = course_rules(random);
    const Frame frame = frame_of(rules.width, rules.height);
    uint32_t columns[LANES];
    fill_columns(random, rules.width, rules.height, columns);
    const CourseBoard board = course_board(frame, load(columns));
    int64_t f[COURSE_FEATURES];
    measure_course(board, f);
    const int64_t high = 100 * f[HEIGHTS_ABOVE_19] + 1000 * f[HEIGHTS_ABOVE_22] +
                         100'000 * f[HEIGHTS_ABOVE_23];
    const int64_t cost = 1'000'000 * (-(200 + high) * f[COMPLETE_ROWS] + high) +
                         21'510'066 * f[SUMMED_HEIGHTS] + 1'600'000 * f[SIDED_HOLES] +
                         884'483 * f[BUMPINESS];
    CHECK(sum_value(board) == -cost);
    for (const bool is_published : {false, true}) {
        const int64_t holes = f[is_published ? ENCLOSED_HOLES : SHORT_COLUMN_HOLES];
        CHECK(wavy_value(board, is_published) ==
              500 * f[COMPLETE_ROWS] - 20 * f[BUMPINESS] - 50 * holes - 10 * f[EMPTY_COLUMNS] -
                  100 * f[SUMMED_HEIGHTS]);
    }
}

void course_tries_are_legal(Random& random) {
    const FallingRules rules = quintris_rules(random);
    const FallingState state = some_state(random, rules);
    const auto legal = std::make_unique<MoveList>();
    list_moves(rules, frame_of(rules.width, rules.height), state, *legal);
    if (legal->count == 0) return;
    std::set<int32_t> numbers;
    for (int i = 0; i < legal->count; ++i) numbers.insert(number_of(rules, legal->moves[i]));
    for (const CourseKind kind : {CourseKind::SUM, CourseKind::WAVY, CourseKind::VOIDS}) {
        TryList list;
        list_state_tries(course_task(rules, {kind, 1, false}, &GOES_ON), state, list);
        CHECK(list.count > 0 && list.count <= MAX_TRIES && list.place_count <= list.count);
        std::set<int32_t> places;
        for (int i = 0; i < list.place_count; ++i) {
            const int32_t number = number_of(rules, list.places[i]);
            CHECK(numbers.count(number) == 1);
            CHECK(places.insert(number).second);
        }
        int16_t latest = -1;  // places are numbered in the order of the first try
        for (int i = 0; i < list.count; ++i) {
            CHECK(list.place_of[i] >= 0 && list.place_of[i] <= latest + 1);
            latest = list.place_of[i] > latest ? list.place_of[i] : latest;
        }
    }
}

// On a board with a free top every placement of a later piece is found without its keys.
void course_later_pieces_are_tried(Random& random) {
    const FallingRules rules = quintris_rules(random);
    const FallingState state = some_state(random, rules);
    CourseTask task = course_task(rules, {CourseKind::WAVY, 2, random.coin()}, &GOES_ON);
    const PieceSet& pieces = pieces_of(rules);
    const Lanes columns = load(state.columns);
    Drops drops{};
    find_drops(task.frame, pieces, columns, pieces.shapes[state.next].piece, drops);
    int64_t best = COURSE_NO_ROOM;
    if (drops.fits[state.next - drops.first] & 1) {
        TryList list;
        list_tries(pieces, drops, CourseKind::WAVY, state.next, 0, list);
        for (int i = 0; i < list.place_count; ++i) {
            const int64_t value = value_of_try(task, columns, list.places[i], -1, 1);
            best = value > best ? value : best;
        }
    }
    const uint64_t made = task.placements;
    CHECK(value_of_later(task, columns, state.next, 1) == best);
    CHECK(task.placements == 2 * made);
}

void course_games_end(Random& random) {
    const bool is_published = random.coin();
    const FallingRules quintris = rules_with(15, 25, true), tetris = tetris_rules(random);
    CourseProgram genetic{CourseKind::GENETIC, 1, is_published};
    // the largest genes there are, so that a sum that does not fit is seen
    for (int64_t& gene : genetic.genes) gene = random.coin() ? LARGEST_GENE : -LARGEST_GENE;
    const CourseProgram programs[] = {{CourseKind::SUM, 1, false},
                                      {CourseKind::WAVY, random.between(1, 2), is_published},
                                      {CourseKind::VOIDS, 2, false},
                                      genetic};
    const uint64_t turns = 6;
    for (const CourseProgram& program : programs) {
        const FallingRules& rules = program.kind == CourseKind::GENETIC ? tetris : quintris;
        const PlayoutResult result = course_played(rules, program, random.seed, turns, &GOES_ON, nullptr);
        CHECK(result.turns <= turns && (result.is_over || result.turns == turns));
        CHECK(result.placements >= result.turns);
        const bool stop = true;
        CHECK(course_played(rules, program, random.seed, turns, &stop, nullptr).turns == 0);
    }
    const auto table = std::make_unique<CourseTable>();
    const FallingState state = some_state(random, tetris);
    list_course_features(tetris, state, is_published, *table);
    CHECK(table->list.count > 0);
}

}  // namespace tilefall::TILEFALL_ISA::tests
