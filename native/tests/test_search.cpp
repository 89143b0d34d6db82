// Search: spots that share a value; whole games move by move; and the course programs: features against a count cell by
// cell, values against features times weights, and tries against legal moves.
#include <memory>
#include <set>
#include <vector>

#include "boards.hpp"
#include "library.hpp"
#include "plain.hpp"
#include "tilefall/search/choices.hpp"
#include "tilefall/search/course.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

bool is_same(Move a, Move b) { return a.shape == b.shape && a.column == b.column && a.bottom == b.bottom; }

// Plays a game with play(kept) and without, then its moves again; chosen(state) is what a move has to be chosen as.
template <typename Play, typename Chosen>
PlayoutResult check_game(const FallingRules& rules, uint64_t seed, uint64_t max_turns, const Play& play,
                         const Chosen& chosen) {
    constexpr KeptTurn UNTOUCHED{0xabcd, 0xef01};
    std::vector<KeptTurn> turns(max_turns + 1, UNTOUCHED);
    KeptTurns kept{turns.data(), 0, {}};
    const PlayoutResult result = play(&kept), alone = play(nullptr);
    CHECK(result.digest == alone.digest && result.placements == alone.placements);
    CHECK(result.score == alone.score && result.turns == alone.turns);
    CHECK(result.is_over == alone.is_over && kept.count == result.turns);
    const Frame frame = frame_of(rules.width, rules.height);
    const Chance chance = chance_of(rules, seed);
    FallingState state = started(rules, chance);
    for (uint64_t turn = 0; turn < kept.count; ++turn) {
        const Move move = move_of(rules, turns[turn].move);
        chosen(state, move);
        state = drawn(rules, chance, locked(rules, frame, state, move));
        CHECK(turns[turn].check == (digest(rules, state) & 0xffff));
    }
    CHECK(digest(rules, state) == result.digest && state.score == result.score);
    CHECK(is_over(rules, frame, state) == result.is_over && (result.is_over || result.turns == max_turns));
    for (uint64_t turn = kept.count; turn <= max_turns; ++turn) {
        CHECK(turns[turn].move == UNTOUCHED.move && turns[turn].check == UNTOUCHED.check);
    }
    return result;
}

FallingRules course_rules(Random& random) {
    return random.below(4) == 0 ? quintris_rules(random) : tetris_rules(random);
}

int64_t to_the(int64_t base, int power) { return power == 0 ? 1 : base * to_the(base, power - 1); }

// Unlike the rules' boards, those of the course programs have no walls.
bool has_cell(const Board& board, int column, int level) {
    return column >= 0 && column < board.width && level >= 0 && level < board.height && board.cells[column][level];
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
    features[SIDED_HOLES] += has_cell(board, to_left, level) + right + has_cell(board, column, over);
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

TEST(spots_of_a_group_reach_the_same, 300) {
    const FallingRules rules = quintris_rules(random);
    const Frame frame = frame_of(rules.width, rules.height);
    const PieceSet& pieces = pieces_of(rules);
    uint32_t columns[LANES];
    const int density = random.below(3);
    for (int i = 0; i < LANES; ++i) {
        const uint32_t rows = (1u << rules.height) - 1;
        columns[i] = i < rules.width ? sprinkled(random, density) & rows : rows;
    }
    Drops drops;
    find_drops(frame, pieces, load(columns), random.below(pieces.pieces), drops);
    for (int turn = 0; turn < drops.count; ++turn) {
        for (uint32_t spots = drops.fits[turn]; spots != 0; spots &= spots - 1) {
            const int column = lowest_bit(spots);
            uint32_t reached[MAX_TURNS_OF_PIECE];
            Spots group;
            find_group(pieces, drops, drops.first + turn, column, reached, group);
            CHECK(group.of[turn] >> column & 1);
            for (int other = 0; other < drops.count; ++other) {
                for (uint32_t rest = group.of[other]; rest != 0; rest &= rest - 1) {
                    uint32_t same[MAX_TURNS_OF_PIECE];
                    find_columns(pieces, drops, drops.first + other, lowest_bit(rest), same);
                    for (int i = 0; i < drops.count; ++i) CHECK(same[i] == reached[i]);
                }
            }
        }
    }
}

TEST(games_are_chosen_turn_by_turn, SIZES) {
    FallingRules rules = random.below(3) == 0 ? quintris_rules(random) : tetris_rules(random);
    rules.draw = random.coin() ? Draw::BAG : Draw::HIDDEN;
    FeatureWeights weights{};  // bad ones, so that the games are short
    for (int32_t& weight : weights.of) weight = random.between(-1, 1);
    weights.of[LANDING_HEIGHT] = random.between(0, 3);
    const uint64_t seed = random.word(), most = random.coin() ? 1000 : static_cast<uint64_t>(random.below(60));
    uint64_t placements = 0;
    const auto play = [&](KeptTurns* kept) { return game_of(rules, weights, seed, most, &GOES_ON, kept); };
    const PlayoutResult game = check_game(rules, seed, most, play, [&](const FallingState& state, Move move) {
        const Choice choice = choice_of(rules, state, weights);
        CHECK(is_same(choice.move, move));
        placements += static_cast<uint64_t>(choice.placements);
    });
    CHECK(game.placements == placements);
    const bool stop = true;
    const PlayoutResult none = game_of(rules, weights, seed, most, &stop, nullptr);
    CHECK(!none.is_over && none.turns == 0 && none.score == 0 && none.placements == 0);
}

TEST(course_counts_cells, 6 * SIZES) {
    const FallingRules rules = course_rules(random);
    const Frame frame = frame_of(rules.width, rules.height);
    uint32_t columns[LANES];
    fill_columns(random, rules.width, rules.height, columns);
    int64_t expected[COURSE_FEATURES], features[COURSE_FEATURES];
    count_course(board_of(rules.width, rules.height, columns), expected);
    measure_course(course_board(frame, load(columns)), features);
    for (int i = 0; i < COURSE_FEATURES; ++i) CHECK(features[i] == expected[i]);
}

TEST(course_values_are_sums, 6 * SIZES) {
    const FallingRules rules = course_rules(random);
    const Frame frame = frame_of(rules.width, rules.height);
    uint32_t columns[LANES];
    fill_columns(random, rules.width, rules.height, columns);
    const CourseBoard board = course_board(frame, load(columns));
    int64_t f[COURSE_FEATURES];
    measure_course(board, f);
    const int64_t high = 100 * f[HEIGHTS_ABOVE_19] + 1000 * f[HEIGHTS_ABOVE_22] + 100'000 * f[HEIGHTS_ABOVE_23];
    const int64_t cost = 1'000'000 * (-(200 + high) * f[COMPLETE_ROWS] + high) + 21'510'066 * f[SUMMED_HEIGHTS] +
                         1'600'000 * f[SIDED_HOLES] + 884'483 * f[BUMPINESS];
    CHECK(sum_value(board) == -cost);
    for (const bool is_published : {false, true}) {
        const int64_t holes = f[is_published ? ENCLOSED_HOLES : SHORT_COLUMN_HOLES];
        CHECK(wavy_value(board, is_published) == 500 * f[COMPLETE_ROWS] - 20 * f[BUMPINESS] - 50 * holes -
                                                     10 * f[EMPTY_COLUMNS] - 100 * f[SUMMED_HEIGHTS]);
    }
}

TEST(course_tries_are_legal, 300) {
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
TEST(course_later_pieces_are_tried, 300) {
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

TEST(games_are_the_same_on_every_machine, 1) {
    FeatureWeights weights{};
    for (int feature = 0; feature < FEATURES; ++feature) weights.of[feature] = -1 - feature;
    const PlayoutResult game = game_of(rules_with(10, 20, false), weights, 7, 500, &GOES_ON, nullptr);
    CHECK(game.is_over && game.turns == 328 && game.score == 115);
    CHECK(game.digest == 0x2b2c96630d6b7a1e);
}

// With the largest genes there are, so that a sum that does not fit is seen.
TEST(course_games_are_those_of_their_moves, 48) {
    const FallingRules quintris = rules_with(15, 25, true), tetris = tetris_rules(random);
    const bool is_published = random.coin();
    CourseProgram genetic{CourseKind::GENETIC, 1, is_published};
    for (int64_t& gene : genetic.genes) gene = random.coin() ? LARGEST_GENE : -LARGEST_GENE;
    const CourseProgram programs[] = {{CourseKind::SUM, 1, false},
                                      {CourseKind::WAVY, random.between(1, 2), is_published},
                                      {CourseKind::VOIDS, 2, false},
                                      genetic};
    for (const CourseProgram& program : programs) {
        const FallingRules& rules = program.kind == CourseKind::GENETIC ? tetris : quintris;
        const auto play = [&](KeptTurns* kept) {
            return course_played(rules, program, random.seed, 6, &GOES_ON, kept);
        };
        const PlayoutResult game = check_game(rules, random.seed, 6, play, [](const FallingState&, Move) {});
        CHECK(game.placements >= game.turns);
        const bool stop = true;
        CHECK(course_played(rules, program, random.seed, 6, &stop, nullptr).turns == 0);
    }
    const auto table = std::make_unique<CourseTable>();
    list_course_features(tetris, some_state(random, tetris), is_published, *table);
    CHECK(table->list.count > 0);
}

}  // namespace tilefall::TILEFALL_ISA::tests
