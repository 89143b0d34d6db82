// Runs every native test for all its seeds, or the one that the arguments name: NAME [SEED [COUNT]],
// for one seed or for so many from it on. Each instruction set has seeds of its own, so that together they
// see more positions. What does not depend on the instruction set is tested with one of them: run.py says
// with which, and leaves those sources out elsewhere.
#include <cstring>

#include "tests.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

struct Test {
    const char* name;
    uint64_t seeds;
    void (*run)(Random&);
};

#define TEST(name, seeds) {#name, seeds, name}
#define NAME_OF(isa) #isa
#define NAME(isa) NAME_OF(isa)

// Boards of Tetris have 12 x 28 = 336 sizes, and a seed decides the size.
constexpr Test TESTS[] = {
    TEST(lanes_agree_with_loops, 3000),
    TEST(words_agree_with_loops, 3000),
    TEST(measure_counts_cells, 6 * 336),
    TEST(land_agrees_with_measure, 2 * 336),
    TEST(fits_are_those_of_shapes, 6 * 336),
    TEST(table_lanes_agree_with_columns, 6 * 336),
    TEST(landed_values_are_those_of_boards, 2 * 336),
    TEST(choices_are_the_best_measured, 3 * 336),
    TEST(feature_tables_are_measured, 336),
    TEST(no_drop_gains_more_than_its_bound, 10 * 336),
    TEST(no_drop_passes_the_limit_of_tables, 8 * 336),
    TEST(paths_are_the_best_of_all, 60),
    TEST(windows_are_sums_over_columns, 300),
    TEST(rows_are_filled_outside_of_a_piece, 300),
    TEST(no_drop_passes_limits_though_weights_are_made_for_it, 1000),
    TEST(pieces_are_ranked_by_what_looking_at_them_is_worth, 300),
    TEST(spots_of_a_group_reach_the_same, 300),
    TEST(keys_lead_to_every_rest, 120),
    TEST(removed_rows_let_the_rest_down, 6 * 336),
    TEST(locked_pieces_fill_and_clear, 6 * 336),
    TEST(perft_counts_every_line, 60),
    TEST(playouts_end, 336),
    TEST(kept_turns_are_those_played, 336),
    TEST(bits_become_numbers, 1000),
    TEST(keys_steer_as_cells_do, 3 * 336),
    TEST(legal_actions_are_moves, 336),
    TEST(environments_step_within_their_memory, 336),
    TEST(course_counts_cells, 6 * 336),
    TEST(course_values_are_sums, 6 * 336),
    TEST(course_tries_are_legal, 300),
    TEST(course_later_pieces_are_tried, 300),
    TEST(course_games_end, 12),
    TEST(slides_agree_with_lines, 1400),
    TEST(new_tiles_take_empty_cells, 3000),
    TEST(boards_are_judged_by_cells, 3000),
    TEST(ijk_games_end, 560),
    TEST(ijk_perft_counts_every_line, 560),
    TEST(boards_are_described_by_cells, 3000),
    TEST(values_are_sums_over_cells, 7000),
    TEST(networks_are_sums_of_weights, 3000),
    TEST(mirrored_weights_know_no_directions, 1000),
#ifndef TILEFALL_WITHOUT_WORDS
    TEST(shapes_describe_their_cells, 1),
    TEST(keys_turn_and_mirror, 1),
    TEST(solo_choices_are_those_in_lanes, 2000),
    TEST(solo_games_are_those_in_lanes, 160),
    TEST(solo_tables_are_those_in_lanes, 420),
    TEST(solo_pairs_are_valued_as_searched, 800),
    TEST(solo_games_with_next_are_searched_ones, 48),
    TEST(mixes_are_never_empty, 3000),
    TEST(bags_give_every_piece_once, 300),
    TEST(told_and_listed_pieces_come, 300),
    TEST(facts_are_found_again, 500),
    TEST(positions_have_keys_of_their_own, 3000),
#endif
#ifndef TILEFALL_WITHOUT_IJK
    TEST(players_see_their_own_letters, 3000),
    TEST(turns_are_a_slide_and_a_tile, 3000),
    TEST(gains_of_lines_are_those_of_slid_boards, 7000),
    TEST(last_values_agree, 7000),
    TEST(means_are_known_from_their_sums, 500),
    TEST(no_value_is_farther_than_its_bound, 5000),
    TEST(pictures_share_a_key, 3000),
    TEST(chance_searches_agree, 700),
    TEST(bounded_values_hold, 1050),
    TEST(ijk_searches_agree_with_recursion, 1050),
    TEST(ijk_searches_keep_their_limits, 1000),
    TEST(ijk_bounds_hold, 3000),
    TEST(gains_of_slides_are_those_of_slid_boards, 3000),
    TEST(replies_gain_no_more_than_their_bound, 5000),
    TEST(games_are_learned_from, 16),
    TEST(short_games_teach_nothing, 8),
#endif
};

// The first of the seeds that this instruction set has: the others have those before or after.
uint64_t first_seed(const Test& test) {
    const char* name = NAME(TILEFALL_ISA);
    const uint64_t place = std::strcmp(name, "portable") == 0 ? 0 : std::strcmp(name, "avx2") == 0 ? 1 : 2;
    return place * test.seeds;
}

void run(const Test& test, uint64_t first, uint64_t last) {
    for (uint64_t seed = first; seed < last; ++seed) {
        current_case = {test.name, seed};
        Random random{seed};
        test.run(random);
    }
}

int run_chosen(int count, char** words) {
    const uint64_t given = count > 2 ? std::strtoull(words[2], nullptr, 10) : 0;
    const uint64_t seeds = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1;
    int passed = 0;
    for (const Test& test : TESTS) {
        if (count > 1 && std::strcmp(words[1], test.name) != 0) continue;
        const uint64_t first = count > 2 ? given : first_seed(test);
        run(test, first, first + (count > 2 ? seeds : test.seeds));
        passed += 1;
    }
    if (passed == 0) std::printf("no test %s\n", words[1]);
    std::printf("%s: %d passed, 0 failed\n", NAME(TILEFALL_ISA), passed);
    return passed == 0 ? 1 : 0;
}

}  // namespace
}  // namespace tilefall::TILEFALL_ISA::tests

int main(int count, char** words) {
    return tilefall::TILEFALL_ISA::tests::run_chosen(count, words);
}
