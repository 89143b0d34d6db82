// Gains: no straight drop adds more to a board than the bound says, whatever the weights.
#include "boards.hpp"
#include "tilefall/falling/reach.hpp"
#include "tilefall/search/choices.hpp"

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

// Rows that a shape completes where it lands. The other columns may have holes below these rows and nothing above
// them, so that they open: some of them, or one of every few above even ground.
void prepare_for(Random& random, const FallingRules& rules, const Shape& shape, uint32_t* columns) {
    if (shape.width > rules.width) return;
    const int first = random.below(rules.width - shape.width + 1);
    const int floor = random.below(rules.height - shape.height + 1);
    const uint32_t rows = ((1u << shape.height) - 1) << floor, below = (1u << floor) - 1;
    const bool is_even = random.coin();
    const int every = random.between(2, 4), phase = random.below(4), depth = random.between(1, 4);
    const uint32_t hole = below & ~(below >> (is_even ? depth : 1));
    for (int i = 0; i < rules.width; ++i) {
        if (i >= first && i < first + shape.width) {
            columns[i] = (1u << (floor + shape.low[i - first])) - 1;
            continue;
        }
        const uint32_t above = !is_even && random.below(4) == 0 ? columns[i] & ~(below | rows) : 0;
        columns[i] = (is_even ? below : columns[i] & below) | rows | above;
        if (is_even ? (i + phase) % every == 0 : random.coin()) columns[i] &= ~hole;
    }
}

// A board as it is after a placement: no full row is left.
FallingState board_to_drop_on(Random& random, const FallingRules& rules) {
    FallingState state = some_state(random, rules);
    if (random.coin()) {
        open_a_window(random, rules, state.columns);
    } else if (random.coin()) {
        const PieceSet& pieces = pieces_of(rules);
        prepare_for(random, rules, pieces.shapes[random.below(pieces.first[pieces.pieces])], state.columns);
    }
    const Lanes columns = load(state.columns);
    store(without_rows(frame_of(rules.width, rules.height), columns, full_rows(columns)), state.columns);
    return state;
}

// Calls `look` with what every straight drop leaves behind: its shape, the features and the board.
template <unsigned SET, typename Look>
void for_each_drop(const FallingRules& rules, const FallingState& state, const Look& look) {
    const Frame frame = frame_of(rules.width, rules.height);
    const PieceSet& pieces = pieces_of(rules);
    for (int i = 0; i < pieces.first[pieces.pieces]; ++i) {
        const Shape& shape = pieces.shapes[i];
        for (int column = 0; column + shape.width <= rules.width; ++column) {
            const int bottom = landing_bottom(state.columns, shape, column);
            if (bottom + shape.height > rules.height) continue;
            int32_t features[FEATURES];
            const Lanes after = measure<SET>(frame, load(state.columns), shape, column, bottom, features);
            look(shape, features, after);
        }
    }
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

TEST(paths_are_the_best_of_all, 60) {
    const PieceSet& pieces = random.coin() ? QUINTRIS_PIECES() : TETRIS_PIECES();
    int32_t tables[TABLE_ENTRIES];
    const int most = random.coin() ? 65536 : 0;  // at most 0, a step that is not there is often the best one
    for (int32_t& entry : tables) entry = random.between(-65536, most);
    PathMost path;
    find_paths(tables, pieces, path);
    const int start = random.coin() ? NO_STEP : random.below(8), end = random.coin() ? NO_STEP : random.below(8);
    for (int width = 1; width <= 4; ++width) {
        CHECK(path.any[width][8 * start + end] == best_of_all_paths(path, start, end, width + 1));
        CHECK(path.any[width][8 * start + end] <= path.most[width]);
    }
    const int inside = random.below(NO_STEP);
    CHECK(path.left[8 * inside + start] == best_of_all_paths(path, start, inside, 1));
    CHECK(path.right[8 * inside + end] == best_of_all_paths(path, inside, end, 1));
}

TEST(windows_are_sums_over_columns, 300) {
    uint32_t of[4][LANES];
    for (auto& lanes : of) {
        for (uint32_t& lane : lanes) lane = static_cast<uint32_t>(random.between(-1000, 1000));
    }
    Windows windows;
    find_windows(load(of[0]), load(of[1]), load(of[2]), load(of[3]), windows);
    const auto at = [&](int number, int column) { return of[number][(column + LANES) % LANES]; };
    for (int width = 1; width <= MAX_SIDE; ++width) {
        uint32_t gains[LANES], after[LANES];
        store(windows.gains[width], gains);
        store(windows.after[width], after);
        for (int column = 0; column < LANES; ++column) {
            uint32_t sum = 0;
            for (int i = column; i < column + width; ++i) sum += at(0, i);
            for (int i = column - 1; i <= column + width; ++i) sum -= at(1, i);
            for (int i = column - 1; i < column + width; ++i) sum -= at(2, i);
            CHECK(gains[column] == sum && after[column] == at(3, column + width));
        }
    }
}

TEST(rows_are_filled_outside_of_a_piece, 300) {
    uint32_t columns[LANES];
    for (uint32_t& column : columns) column = random.below(4) == 0 ? random.below(8) : 7;
    Lanes outside[MAX_SIDE + 1];
    fill_outside<1>(full_in_eight(load(columns)), outside);
    for (int width = 1; width <= MAX_SIDE; ++width) {
        uint32_t found[LANES];
        store(outside[width], found);
        for (int first = 0; first < LANES; ++first) {
            uint32_t rows = 7;
            for (int i = width; i < LANES; ++i) rows &= columns[(first + i) % LANES];
            CHECK(found[first] == rows);
        }
    }
}

TEST(no_drop_passes_the_limit_of_tables, 8 * SIZES) {
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
    const TableMost most_of_all = most_of_tables(weights.tables, pieces);
    TableLimits found;
    find_table_limits(frame, load(state.columns), weights.tables, most_of_all, found);
    int64_t limits[MAX_PIECES];
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        limits[piece] = narrow_limit(found, frame, pieces, most_of_all.path, piece);
        CHECK(limits[piece] <= wide_limit(found, pieces, piece));
    }
    for_each_drop<0>(rules, state, [&](const Shape& shape, const int32_t*, Lanes after) {
        const int32_t value = table_value(frame, after, rules.is_quintris, weights.tables);
        CHECK(value <= limits[shape.piece]);
    });
}

namespace {

// Weights for one board: what occurs on it is worth something, and all else less than nothing.
FeatureWeights weights_for(Random& random, const FallingRules& rules, const uint32_t* columns) {
    int32_t counts[TABLE_ENTRIES];
    count_tables(fits_of(rules), rules.width, rules.height, columns, counts);
    // Bends see most: they tell steps on both sides of a column apart.
    const int table = random.coin() ? TABLES - 1 : random.below(TABLES + 1) - 1;
    const int most = random.coin() ? 65536 : 1, least = random.coin() ? most : 0;
    FeatureWeights weights{};
    for (int i = 0; i < TABLE_ENTRIES; ++i) {
        if (table >= 0 && (i < FIRST_OF_TABLE[table] || i >= FIRST_OF_TABLE[table + 1])) continue;
        const int first = (i - BEND_TABLE) / 8, second = (i - BEND_TABLE) % 8;
        const bool has_mirror = i >= BEND_TABLE && first < 7 && second < 7;
        const int mirror = has_mirror ? BEND_TABLE + 8 * (6 - second) + 6 - first : i;
        weights.tables[i] = counts[i] + counts[mirror] > 0 ? random.between(least, most) : -65536;
    }
    settle_tables(weights.tables);
    return weights;
}

}  // namespace

TEST(no_drop_passes_limits_though_weights_are_made_for_it, 1000) {
    const FallingRules rules = random.coin() ? quintris_rules(random) : tetris_rules(random);
    const Frame frame = frame_of(rules.width, rules.height);
    const PieceSet& pieces = pieces_of(rules);
    const FallingState state = board_to_drop_on(random, rules);
    for_each_drop<0>(rules, state, [&](const Shape& shape, const int32_t* features, Lanes after) {
        if (features[ROWS_REMOVED] == 0 && random.below(32) != 0) return;
        uint32_t left[LANES];
        store(after, left);
        const FeatureWeights weights = weights_for(random, rules, left);
        const TableMost most_of_all = most_of_tables(weights.tables, pieces);
        TableLimits found;
        find_table_limits(frame, load(state.columns), weights.tables, most_of_all, found);
        const int32_t value = table_value(frame, after, rules.is_quintris, weights.tables);
        CHECK(value <= narrow_limit(found, frame, pieces, most_of_all.path, shape.piece));
    });
}

TEST(pieces_are_ranked_by_what_looking_at_them_is_worth, 300) {
    const FallingRules rules = random.coin() ? quintris_rules(random) : tetris_rules(random);
    const FeatureWeights weights{};
    const SearchOptions options{};
    uint32_t belief[MAX_PIECES] = {};
    const bool stop = false;
    SearchTask task = task_of(rules, weights, options, belief, {}, &stop);
    const PieceSet& pieces = pieces_of(rules);
    int likely = 0;
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        belief[piece] = static_cast<uint32_t>(random.below(3) == 0 ? 0 : random.below(65536));
        likely += belief[piece] > 0;
        for (int i = 0; i < 50; ++i) learn_slack(task, piece, FRACTION * 1000 * (piece + 1), 0);
        CHECK(task.slack[piece] > 900 * (piece + 1) && task.slack[piece] <= 1000 * (piece + 1));
    }
    int order[MAX_PIECES];
    CHECK(ranked_pieces(task, belief, order) == likely);
    uint32_t seen = 0;
    int64_t before = INT64_MAX;
    for (int i = 0; i < likely; ++i) {
        const int piece = order[i], shapes = pieces.first[piece + 1] - pieces.first[piece];
        const int64_t worth = task.slack[piece] * belief[piece] / (shapes + 1);
        CHECK(belief[piece] > 0 && worth <= before && (seen >> piece & 1) == 0);
        seen |= 1u << piece;
        before = worth;
    }
}

TEST(no_drop_gains_more_than_its_bound, 10 * SIZES) {
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
    for_each_drop<WITH_ALL>(rules, state, [&](const Shape& shape, const int32_t* features, Lanes) {
        CHECK(weighed(features, weights) - weighed(board, weights) <= gains[shape.piece]);
    });
}

}  // namespace tilefall::TILEFALL_ISA::tests
