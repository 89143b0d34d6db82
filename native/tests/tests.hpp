// Tests of features and choices, each with its number of seeds. Others register themselves.
#pragma once

#include "check.hpp"

namespace tilefall::TILEFALL_ISA::tests {

#define LISTED(name, seeds)                                                                        \
    void name(Random& random);                                                                     \
    inline const Registered name##_is_registered{Test{#name, seeds, name}};

LISTED(measure_counts_cells, 6 * SIZES)
LISTED(land_agrees_with_measure, 2 * SIZES)
LISTED(fits_are_those_of_shapes, 6 * SIZES)
LISTED(table_lanes_agree_with_columns, 6 * SIZES)
LISTED(landed_values_are_those_of_boards, 2 * SIZES)
LISTED(choices_are_the_best_measured, 3 * SIZES)
LISTED(feature_tables_are_measured, SIZES)
LISTED(no_drop_gains_more_than_its_bound, 10 * SIZES)
LISTED(no_drop_passes_the_limit_of_tables, 8 * SIZES)
LISTED(paths_are_the_best_of_all, 60)
LISTED(windows_are_sums_over_columns, 300)
LISTED(rows_are_filled_outside_of_a_piece, 300)
LISTED(no_drop_passes_limits_though_weights_are_made_for_it, 1000)
LISTED(pieces_are_ranked_by_what_looking_at_them_is_worth, 300)
#ifndef TILEFALL_WITHOUT_WORDS
LISTED(solo_choices_are_those_in_lanes, 2000)
LISTED(solo_games_are_those_in_lanes, 160)
LISTED(solo_tables_are_those_in_lanes, 420)
LISTED(solo_pairs_are_valued_as_searched, 800)
LISTED(solo_games_with_next_are_searched_ones, 48)
#endif

}  // namespace tilefall::TILEFALL_ISA::tests
