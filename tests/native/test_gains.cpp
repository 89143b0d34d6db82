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

// The best way from a step to another over so many unknown ones, found by trying all. Only beside a wall may
// the first or the last of them be one that is not there.
int32_t best_of_all_paths(const PathMost& path, int start, int end, int unknown) {
    int32_t best = NO_VALUE;
    for (int code = 0; code < 1 << 3 * unknown; ++code) {
        int32_t value = 0;
        int before = start;
        bool is_possible = true;
        for (int i = 0; i <= unknown; ++i) {
            const int step = i == unknown ? end : code >> 3 * i & 7;
            const bool is_wall = step == NO_STEP && i < unknown;
            const bool at_start = i == 0 && start == NO_STEP, at_end = i == unknown - 1 && end == NO_STEP;
            if (is_wall && !at_start && !at_end) is_possible = false;
            // Behind a wall there is no column.
            const bool is_behind = (at_start && is_wall) || (i == unknown && end == NO_STEP && before == NO_STEP);
            if (!is_behind) value += path.column[8 * before + step];
            if (i < unknown && !is_wall) value += path.step[step];
            before = step;
        }
        if (is_possible && value > best) best = value;
    }
    return best;
}

}  // namespace

void paths_are_the_best_of_all(Random& random) {
    const PieceSet& pieces = random.coin() ? QUINTRIS_PIECES() : TETRIS_PIECES();
    int32_t tables[TABLE_ENTRIES];
    const int most = random.coin() ? 65536 : 0;  // at most 0, a step that is not there is often the best one
    for (int32_t& entry : tables) entry = random.between(-65536, most);
    PathMost path;
    find_paths(tables, pieces, path);
    const int start = random.coin() ? NO_STEP : random.below(8), end = random.coin() ? NO_STEP : random.below(8);
    for (int width = 1; width <= 4; ++width) {
        CHECK(path.any[width][8 * start + end] == best_of_all_paths(path, start, end, width + 1));
    }
    const int inside = random.below(NO_STEP);
    CHECK(path.left[8 * inside + start] == best_of_all_paths(path, start, inside, 1));
    CHECK(path.right[8 * inside + end] == best_of_all_paths(path, inside, end, 1));
}

void windows_are_sums_over_columns(Random& random) {
    uint32_t of[5][LANES];
    for (auto& lanes : of) {
        for (uint32_t& lane : lanes) lane = static_cast<uint32_t>(random.between(-1000, 1000));
    }
    for (uint32_t& lane : of[3]) lane = random.below(3) == 0 ? 1 : 0;
    Windows windows;
    find_windows(load(of[0]), load(of[1]), load(of[2]), load(of[3]), load(of[4]), windows);
    const auto at = [&](int number, int column) { return of[number][(column + LANES) % LANES]; };
    for (int width = 1; width <= MAX_SIDE; ++width) {
        uint32_t gains[LANES], lacking[LANES], after[LANES];
        store(windows.gains[width], gains);
        store(windows.lacking[width], lacking);
        store(windows.after[width], after);
        for (int column = 0; column < LANES; ++column) {
            uint32_t sum = 0, any = 0;
            for (int i = column; i < column + width; ++i) {
                sum += at(0, i);
                any |= at(3, i);
            }
            for (int i = column - 1; i <= column + width; ++i) sum -= at(1, i);
            for (int i = column - 1; i < column + width; ++i) sum -= at(2, i);
            CHECK(gains[column] == sum && lacking[column] == any && after[column] == at(4, column + width));
        }
    }
}

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
                      most_of_tables(weights.tables, pieces), limits);
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
