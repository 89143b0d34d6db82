// Tests: all of them by name; main.cpp says how many seeds each one takes.
#pragma once

#include "check.hpp"

namespace tilefall::TILEFALL_ISA::tests {

// test_lanes.cpp
void lanes_agree_with_loops(Random& random);
void words_agree_with_loops(Random& random);

// test_pieces.cpp
void shapes_describe_their_cells(Random& random);
void keys_turn_and_mirror(Random& random);

// test_features.cpp
void measure_counts_cells(Random& random);
void land_agrees_with_measure(Random& random);

// test_solo.cpp
void solo_choices_are_those_in_lanes(Random& random);
void solo_games_are_those_in_lanes(Random& random);
void solo_tables_are_those_in_lanes(Random& random);
void solo_pairs_are_valued_as_searched(Random& random);
void solo_games_with_next_are_searched_ones(Random& random);
// test_tables.cpp
void fits_are_those_of_shapes(Random& random);
void table_lanes_agree_with_columns(Random& random);
void landed_values_are_those_of_boards(Random& random);

// test_choice.cpp
void choices_are_the_best_measured(Random& random);
void feature_tables_are_measured(Random& random);

// test_gains.cpp
void no_drop_gains_more_than_its_bound(Random& random);
void no_drop_passes_the_limit_of_tables(Random& random);
void paths_are_the_best_of_all(Random& random);
void windows_are_sums_over_columns(Random& random);
void rows_are_filled_outside_of_a_piece(Random& random);
void no_drop_passes_limits_though_weights_are_made_for_it(Random& random);
void pieces_are_ranked_by_what_looking_at_them_is_worth(Random& random);

// test_crowded.cpp
void spots_of_a_group_reach_the_same(Random& random);

// test_reach.cpp
void keys_lead_to_every_rest(Random& random);

// test_turns.cpp
void removed_rows_let_the_rest_down(Random& random);
void locked_pieces_fill_and_clear(Random& random);
void perft_counts_every_line(Random& random);
void playouts_end(Random& random);

// test_kept.cpp
void kept_turns_are_those_played(Random& random);

// test_draws.cpp
void mixes_are_never_empty(Random& random);
void bags_give_every_piece_once(Random& random);
void told_and_listed_pieces_come(Random& random);

// test_environment.cpp
void bits_become_numbers(Random& random);
void keys_steer_as_cells_do(Random& random);
void legal_actions_are_moves(Random& random);
void environments_step_within_their_memory(Random& random);

// test_course.cpp
void course_counts_cells(Random& random);
void course_values_are_sums(Random& random);
void course_tries_are_legal(Random& random);
void course_later_pieces_are_tried(Random& random);
void course_games_end(Random& random);

// test_ijk.cpp
void slides_agree_with_lines(Random& random);
void new_tiles_take_empty_cells(Random& random);
void boards_are_judged_by_cells(Random& random);
void ijk_games_end(Random& random);
void ijk_perft_counts_every_line(Random& random);

// test_ijk_views.cpp
void players_see_their_own_letters(Random& random);
void turns_are_a_slide_and_a_tile(Random& random);

// test_chance.cpp
void gains_of_lines_are_those_of_slid_boards(Random& random);
void last_values_agree(Random& random);
void means_are_known_from_their_sums(Random& random);
void no_value_is_farther_than_its_bound(Random& random);
void pictures_share_a_key(Random& random);
void chance_searches_agree(Random& random);
void bounded_values_hold(Random& random);

// test_ijk_search.cpp
void ijk_searches_agree_with_recursion(Random& random);
void ijk_searches_keep_their_limits(Random& random);
void ijk_bounds_hold(Random& random);
void gains_of_slides_are_those_of_slid_boards(Random& random);
void replies_gain_no_more_than_their_bound(Random& random);

// test_ijk_table.cpp
void facts_are_found_again(Random& random);
void positions_have_keys_of_their_own(Random& random);

// test_ijk_evaluation.cpp
void boards_are_described_by_cells(Random& random);
void values_are_sums_over_cells(Random& random);
void networks_are_sums_of_weights(Random& random);
void mirrored_weights_know_no_directions(Random& random);

// test_ijk_learning.cpp
void games_are_learned_from(Random& random);
void short_games_teach_nothing(Random& random);

}  // namespace tilefall::TILEFALL_ISA::tests
