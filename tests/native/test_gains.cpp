// Gains: no straight drop adds more to a board than the bound says, whatever the weights.
#include "boards.hpp"
#include "tests.hpp"
#include "tilefall/table_gains.hpp"
#include "tilefall/turns.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

// Any signs; some weights are so large that one feature decides, some are left out.
FeatureWeights any_weights(Random& random) {
    FeatureWeights weights{};
    for (int32_t& weight : weights.of) {
        const int limit = random.coin() ? 65536 : 40;
        weight = random.below(4) == 0 ? 0 : random.between(-limit, limit);
    }
    return weights;
}

// Rows that one piece may complete: filled but for some columns side by side, which are open.
void open_a_window(Random& random, const FallingRules& rules, uint32_t* columns) {
    const int first = random.below(rules.width), width = random.between(1, 5);
    const int floor = random.below(rules.height), rows = random.between(1, 5);
    for (int i = 0; i < rules.width; ++i) {
        const uint32_t below = (1u << floor) - 1, inside = (1u << rules.height) - 1;
        if (i >= first && i < first + width) {
            columns[i] &= below >> random.below(3);
        } else {
            columns[i] |= ((1u << rows) - 1) << floor & inside;
        }
    }
}

// A board as it is after a placement: no full row is left.
FallingState board_to_drop_on(Random& random, const FallingRules& rules) {
    FallingState state = some_state(random, rules);
    if (random.coin()) open_a_window(random, rules, state.columns);
    const Lanes columns = load(state.columns);
    store(without_rows(frame_of(rules.width, rules.height), columns, full_rows(columns)), state.columns);
    return state;
}

int64_t weighed(const int32_t* features, const FeatureWeights& weights) {
    int64_t value = 0;
    for (int k = 0; k < FEATURES; ++k) value += int64_t{weights.of[k]} * features[k];
    return value;
}

constexpr int TABLES = 7;
constexpr int FIRST_OF_TABLE[TABLES + 1] = {WELL_TABLE, FIT_TABLE,   ROOM_TABLE, COLUMN_ROOM_TABLE,
                                            STEP_TABLE, COVER_TABLE, BEND_TABLE, TABLE_ENTRIES};

}  // namespace

void no_drop_passes_the_limit_of_tables(Random& random) {
    const FallingRules rules = random.coin() ? quintris_rules(random) : tetris_rules(random);
    const Frame frame = frame_of(rules.width, rules.height);
    const PieceSet& pieces = pieces_of(rules);
    const FallingState state = board_to_drop_on(random, rules);
    FeatureWeights weights{};
    // Of one sign or of any; often of some entries or of one table alone, which then cannot hide behind others.
    const int least = random.coin() ? -65536 : 0, most = random.coin() ? 65536 : 0;
    const int kind = random.below(2 * TABLES);
    const int first = kind < TABLES ? FIRST_OF_TABLE[kind] : random.coin() ? 0 : random.below(TABLE_ENTRIES);
    const int last = kind < TABLES ? FIRST_OF_TABLE[kind + 1] - 1 : random.between(first, TABLE_ENTRIES - 1);
    for (int i = first; i <= last; ++i) weights.tables[i] = random.between(least, most);
    settle_tables(weights.tables);
    int64_t limits[MAX_PIECES];
    find_table_limits(frame, pieces, load(state.columns), weights.tables,
                      most_of_tables(weights.tables, pieces.pieces), limits);
    for (int i = 0; i < pieces.first[pieces.pieces]; ++i) {
        const Shape& shape = pieces.shapes[i];
        for (int column = 0; column + shape.width <= rules.width; ++column) {
            const int bottom = landing_bottom(state.columns, shape, column);
            if (bottom + shape.height > rules.height) continue;
            int32_t features[FEATURES];
            const Lanes after =
                measure<0>(frame, load(state.columns), shape, column, bottom, features);
            const int32_t value = table_value(frame, after, rules.is_quintris, weights.tables);
            CHECK(value <= limits[shape.piece]);
        }
    }
}

void no_drop_gains_more_than_its_bound(Random& random) {
    const FallingRules rules = random.coin() ? quintris_rules(random) : tetris_rules(random);
    const Frame frame = frame_of(rules.width, rules.height);
    const PieceSet& pieces = pieces_of(rules);
    const FallingState state = board_to_drop_on(random, rules);
    const FeatureWeights weights = any_weights(random);
    int32_t board[FEATURES] = {};
    measure_board<WITH_ALL>(frame, load(state.columns), board);
    int64_t gains[MAX_PIECES];
    PieceGains known{};
    find_gains<WITH_ALL>(frame, pieces, load(state.columns), board, weights, known, gains);
    for (int i = 0; i < pieces.first[pieces.pieces]; ++i) {
        const Shape& shape = pieces.shapes[i];
        for (int column = 0; column + shape.width <= rules.width; ++column) {
            const int bottom = landing_bottom(state.columns, shape, column);
            if (bottom + shape.height > rules.height) continue;
            int32_t features[FEATURES];
            measure<WITH_ALL>(frame, load(state.columns), shape, column, bottom, features);
            CHECK(weighed(features, weights) - weighed(board, weights) <= gains[shape.piece]);
        }
    }
}

}  // namespace tilefall::TILEFALL_ISA::tests
