// Tables: what lanes look up, for a board and for every placement, against plain counts of cells.
#include "boards.hpp"
#include "library.hpp"
#include "tests.hpp"
#include "tilefall/falling/reach.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

FallingRules table_rules(Random& random) {
    return random.below(3) == 0 ? quintris_rules(random) : tetris_rules(random);
}

// Any weights for cases that are counted, so that no two of them are exchanged unseen.
FeatureWeights some_tables(Random& random) {
    FeatureWeights weights{};
    const int limit = random.coin() ? 3 : 65536;
    for (int32_t& weight : weights.of) weight = random.between(-limit, limit);
    for (int32_t& weight : weights.tables) weight = random.between(-65536, 65536);
    // Now and then one bend weighs anything, or none, which spares looking them up.
    const bool has_many = random.below(4) != 0;
    const int only = BEND_TABLE + random.below(64);
    for (int i = BEND_TABLE; i < TABLE_ENTRIES; ++i) weights.tables[i] = has_many || i == only ? weights.tables[i] : 0;
    settle_tables(weights.tables);
    return weights;
}

int32_t plain_table_value(const FallingRules& rules, Lanes board, const FeatureWeights& weights) {
    uint32_t columns[LANES];
    int32_t heights[LANES];
    store(board, columns);
    for (int i = 0; i < rules.width; ++i) heights[i] = bit_length(columns[i]);
    return table_value(fits_of(rules), rules.width, rules.height, columns, heights, weights.tables);
}

// Every column that a piece could rest on, tried cell by cell.
int ways_by_hand(const FallingRules& rules, const uint32_t* columns, int piece) {
    const PieceSet& pieces = pieces_of(rules);
    int ways = 0;
    for (int number = pieces.first[piece]; number < pieces.first[piece + 1]; ++number) {
        const Shape& shape = pieces.shapes[number];
        if (shape.width == 1) continue;
        for (int first = 0; first + shape.width <= rules.width; ++first) {
            const int bottom = landing_bottom(columns, shape, first);
            bool has_gap = false;
            for (int i = 0; i < shape.width; ++i) {
                has_gap = has_gap || bit_length(columns[first + i]) != bottom + shape.low[i];
            }
            ways += has_gap ? 0 : 1;
        }
    }
    return ways;
}

}  // namespace

void fits_are_those_of_shapes(Random& random) {
    const FallingRules rules = table_rules(random);
    const FallingState state = some_state(random, rules);
    int32_t counts[TABLE_ENTRIES];
    count_tables(fits_of(rules), rules.width, rules.height, state.columns, counts);
    for (int piece = 0; piece < pieces_of(rules).pieces; ++piece) {
        const int ways = at_most(ways_by_hand(rules, state.columns, piece), MOST_WAYS);
        for (int i = 0; i < 8; ++i) CHECK(counts[FIT_TABLE + 8 * piece + i] == (i == ways ? 1 : 0));
    }
}

void table_lanes_agree_with_columns(Random& random) {
    const FallingRules rules = table_rules(random);
    const FallingState state = some_state(random, rules);
    const FeatureWeights weights = some_tables(random);
    const Lanes columns = load(state.columns);
    CHECK(table_value(frame_of(rules.width, rules.height), columns, rules.is_quintris,
                      weights.tables) == plain_table_value(rules, columns, weights));
    CHECK((wanted(weights) & WITH_TABLES) != 0);
}

void landed_values_are_those_of_boards(Random& random) {
    const FallingRules rules = table_rules(random);
    const FallingState state = some_state(random, rules);
    const FeatureWeights weights = some_tables(random);
    const Frame frame = frame_of(rules.width, rules.height);
    const PieceSet& pieces = pieces_of(rules);
    uint32_t values[MAX_SHAPES][LANES];
    value_shapes(rules, state.columns, weights, values);
    for (int number = 0; number < pieces.first[pieces.pieces]; ++number) {
        const Shape& shape = pieces.shapes[number];
        for (int column = 0; column < LANES; ++column) {
            int32_t expected = NO_VALUE;
            if (column + shape.width <= rules.width) {
                const int bottom = landing_bottom(state.columns, shape, column);
                if (bottom + shape.height <= rules.height) {
                    int32_t features[FEATURES];
                    const Lanes after = measure<WITH_ALL>(frame, load(state.columns), shape, column,
                                                          bottom, features);
                    expected = value_of<WITH_ALL>(features, weights) +
                               plain_table_value(rules, after, weights);
                }
            }
            CHECK(static_cast<int32_t>(values[number][column]) == expected);
        }
    }
}

}  // namespace tilefall::TILEFALL_ISA::tests
