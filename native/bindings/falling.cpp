// The falling games for Python: checks arguments, calls the kernels, converts.
#include "module.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "tilefall/search/root.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

constexpr int64_t MOST_WEIGHT = 65536, MOST_REPEATS = 1 << 20;
constexpr size_t WEIGHTS = size_t{FEATURES} + size_t{TABLE_ENTRIES};

// A move and what was counted after it.
using Counted = std::pair<int32_t, std::vector<int32_t>>;

FallingState make_state(const OwnedRules& owner, const Numbers& columns, const std::vector<uint64_t>& seen,
                        uint64_t score, uint64_t turn, int64_t current, int64_t column, int64_t next, int64_t row) {
    const FallingRules& rules = owner.rules;
    const uint32_t rows = (1u << rules.height) - 1;
    const std::vector<uint32_t> cells = numbers_of<uint32_t>("column", columns, 0, rows);
    check_count("columns", cells.size(), static_cast<size_t>(rules.width));
    check_count("counts of pieces seen", seen.size(), static_cast<size_t>(owner.pieces()));
    check_range("current", current, rules.is_quintris ? 0 : -1, owner.shapes() - 1);
    check_range("next", next, rules.has_preview && current >= 0 ? 0 : -1, owner.shapes() - 1);
    check_range("column of the piece", column, 0, rules.width - 1);
    check_range("row of the piece", row, 0, rules.can_slide ? rules.height - 1 : 0);
    FallingState state{};
    std::fill(state.columns, state.columns + LANES, rows);
    std::copy(cells.begin(), cells.end(), state.columns);
    std::copy(seen.begin(), seen.end(), state.seen);
    state.score = score;
    state.turn = turn;
    state.current = static_cast<int32_t>(current);
    state.column = static_cast<int32_t>(column);
    state.next = static_cast<int32_t>(next);
    state.row = static_cast<int32_t>(row);
    return state;
}

void refuse_weight(const char* why, int at, int32_t given, int32_t needed) {
    refuse(std::string(why) + std::to_string(FEATURES + at) + " is " + shown(given) + ", needed is " + shown(needed));
}

// Fast code looks these up where nothing is to be counted, and a mirror image for a bend.
void check_tables(const int32_t* weights) {
    constexpr int NOTHING[] = {WELL_TABLE,     WELL_TABLE + 8, WELL_TABLE + 16, STEP_TABLE,
                               STEP_TABLE + 8, COVER_TABLE,    COVER_TABLE + 8};
    for (const int at : NOTHING) {
        if (weights[at] != 0) refuse_weight("no wells, steps and covers of 0 are weighed: weight ", at, weights[at], 0);
    }
    for (int first = 0; first < 8; ++first) {
        for (int second = 0; second < 8; ++second) {
            const bool is_level = first == MOST_BEND && second == MOST_BEND;
            const bool is_bend = first != NO_STEP && second != NO_STEP && !is_level;
            const int at = BEND_TABLE + 8 * first + second;
            if (!is_bend && weights[at] != 0) {
                refuse_weight("a bend that is none is weighed: weight ", at, weights[at], 0);
            }
            const int mirrored = BEND_TABLE + 8 * (2 * MOST_BEND - second) + 2 * MOST_BEND - first;
            if (is_bend && weights[at] != weights[mirrored]) {
                refuse_weight("mirrored bends weigh the same: weight ", at, weights[at], weights[mirrored]);
            }
        }
    }
}

FallingState start(const OwnedRules& owner, uint64_t seed) { return kernels().falling.start(owner.get(), seed); }

std::vector<int32_t> legal_moves(const FallingKernels& falling, const OwnedRules& owner, const FallingState& state) {
    MoveList list;
    falling.moves(owner.get(), checked(owner, state), list);
    std::vector<int32_t> numbers;
    for (int i = 0; i < list.count; ++i) numbers.push_back(number_of(owner.rules, list.moves[i]));
    return numbers;
}

std::vector<int32_t> moves(const OwnedRules& owner, const FallingState& state) {
    return legal_moves(kernels().falling, owner, state);
}

std::vector<std::pair<int32_t, std::string>> keys(const OwnedRules& owner, const FallingState& state) {
    if (!owner.rules.is_quintris) refuse("keys of Tetris, allowed are those of Quintris");
    KeyMap map;
    kernels().falling.keys(owner.get(), checked(owner, state), map);
    std::vector<std::pair<int32_t, std::string>> found;
    std::vector<bool> is_known(KEY_SPOTS);
    for (int i = 0; i < map.count; ++i) {
        const uint16_t spot = map.order[i], rest = map.rest[spot];
        if (is_known[rest]) continue;
        is_known[rest] = true;
        std::string keys;
        for (uint16_t at = spot; map.key[at] != ' '; at = map.from[at]) keys += map.key[at];
        std::reverse(keys.begin(), keys.end());
        const Move move{map.first + rest / LEVELS / LANES, rest / LEVELS % LANES, rest % LEVELS};
        found.emplace_back(number_of(owner.rules, move), std::move(keys));
    }
    std::sort(found.begin(), found.end());
    return found;
}

Locked lock(const OwnedRules& owner, const FallingState& state, int32_t move) {
    const FallingKernels& falling = kernels().falling;
    const std::vector<int32_t> legal = legal_moves(falling, owner, state);
    if (!std::binary_search(legal.begin(), legal.end(), move)) {
        refuse("illegal move " + shown(move) + ", legal are " + shown(legal));
    }
    return falling.lock(owner.get(), state, move_of(owner.rules, move));
}

FallingState draw(const OwnedRules& owner, const Locked& after, uint64_t seed) {
    checked(owner, after.state);
    return kernels().falling.draw(owner.get(), after, seed);
}

uint64_t digest(const OwnedRules& owner, const FallingState& state) {
    return kernels().falling.digest(owner.get(), checked(owner, state));
}

std::vector<Counted> features(const OwnedRules& owner, const FallingState& state) {
    const auto table = std::make_unique<FeatureTable>();
    kernels().falling.features(owner.get(), checked(owner, state), *table);
    std::vector<Counted> found;
    for (int i = 0; i < table->list.count; ++i) {
        const int32_t* row = table->features[i];
        std::vector<int32_t> counts(row, row + (table->ends_game[i] ? 0 : FEATURES));
        found.emplace_back(number_of(owner.rules, table->list.moves[i]), std::move(counts));
    }
    return found;
}

std::vector<Counted> tables(const OwnedRules& owner, const FallingState& state) {
    const FallingKernels& falling = kernels().falling;
    const FallingRules rules = owner.get();
    MoveList list;
    falling.moves(rules, checked(owner, state), list);
    std::vector<Counted> found;
    for (int i = 0; i < list.count; ++i) {
        std::vector<int32_t> counts(TABLE_ENTRIES);
        if (!falling.tables(rules, state, list.moves[i], counts.data())) counts.clear();
        found.emplace_back(number_of(rules, list.moves[i]), std::move(counts));
    }
    return found;
}

// What an entry of a table is called; nothing where this game has no such one. Pieces that mirror each other share the
// names of their fits, and a bend is named from the side whose pair of steps is smaller.
std::string entry_name(const OwnedRules& owner, const std::string& table, Per per, int which, int number) {
    constexpr const char* PLACES[] = {"edge", "next", "inner"};
    constexpr const char* FITS[2][MAX_PIECES] = {{"I", "O", "T", "SZ", "SZ", "JL", "JL"},
                                                 {"X", "I", "L", "Y", "U", "N"}};
    const auto named = [&](const std::string& part, int last) { return table + "_" + part + std::to_string(last); };
    switch (per) {
        case Per::BOARD: return named("", number);
        case Per::SIDE: return named(which == 0 ? "edge_" : "inner_", number);
        case Per::PLACE: return named(std::string(PLACES[which]) + "_", number);
        case Per::PIECE:
            if (which >= owner.pieces()) return "";
            return named(std::string(FITS[owner.rules.is_quintris][which]) + "_", number);
        case Per::STEP:
            if (which == NO_STEP || number == NO_STEP) return "";
            const std::pair steps(which - MOST_BEND, number - MOST_BEND), mirrored(-steps.second, -steps.first);
            const auto [first, second] = std::min(steps, mirrored);
            return named(std::to_string(first) + "_", second);
    }
    return "";
}

std::vector<std::string> weight_names(const OwnedRules& owner) {
    std::vector<std::string> names;
#define TILEFALL_FEATURE(NAME, name, with) names.emplace_back(name);
    TILEFALL_FEATURES(TILEFALL_FEATURE)
#undef TILEFALL_FEATURE
#define TILEFALL_TABLE(NAME, name, per, cases)       \
    for (int i = 0; i <= LAST_OF_##NAME - NAME; ++i) \
        names.push_back(entry_name(owner, name, per, i / cases, i % cases));
    TILEFALL_TABLES(TILEFALL_TABLE)
#undef TILEFALL_TABLE
    return names;
}

int32_t choose(const OwnedRules& owner, const FallingState& state, const Numbers& weights) {
    const FallingKernels& falling = kernels().falling;
    const FallingRules rules = owner.get();
    check_goes_on(falling, owner, state);
    return number_of(rules, falling.choose(rules, state, weights_of(weights)).move);
}

// Placements made and valued when choosing in all these states, so many times over, and the sum of the values.
std::pair<uint64_t, int64_t> choose_all(const OwnedRules& owner, const std::vector<FallingState>& states,
                                        const Numbers& given, int64_t repeats) {
    const FallingKernels& falling = kernels().falling;
    for (const FallingState& state : states) check_goes_on(falling, owner, state);
    check_range("repeats", repeats, 0, MOST_REPEATS);
    const FallingRules rules = owner.get();
    const FeatureWeights weights = weights_of(given);
    const int count = static_cast<int>(states.size());
    uint64_t placements = 0;
    int64_t checksum = 0;
    nb::gil_scoped_release release;
    for (int i = 0; i < repeats; ++i) {
        placements += falling.choose_all(rules, states.data(), count, weights, &checksum);
    }
    return {placements, checksum};
}

Perft perft(const OwnedRules& owner, const FallingState& state, int64_t depth, uint64_t seed) {
    check_range("depth", depth, 0, 16);
    checked(owner, state);
    const FallingKernels& falling = kernels().falling;
    nb::gil_scoped_release release;
    return falling.perft(owner.get(), state, static_cast<int>(depth), seed);
}

std::vector<uint32_t> posterior(const std::vector<uint64_t>& seen) {
    check_range("counts of pieces", seen.size(), 1, MAX_PIECES);
    std::vector<uint32_t> parts(seen.size());
    kernels().falling.posterior(seen.data(), static_cast<int>(seen.size()), parts.data());
    return parts;
}

}  // namespace

OwnedRules::OwnedRules(int64_t width, int64_t height, bool is_quintris, bool can_slide, bool has_preview,
                       const std::string& draw, const Numbers& told, const Numbers& pieces)
    : rules{0, 0, is_quintris, can_slide, has_preview, Draw::HIDDEN, {}, nullptr, 0} {
    const int64_t least = is_quintris ? 6 : 4;
    if (width < least || width > 15 || height < least || height > 31) {
        refuse("a board of " + shown(width) + " x " + shown(height) + ", allowed are " + shown(least) +
               " to 15 columns and " + shown(least) + " to 31 rows");
    }
    rules.width = static_cast<int32_t>(width);
    rules.height = static_cast<int32_t>(height);
    const int kinds = this->pieces();
    if (draw == "told") {
        const std::vector<uint32_t> mix = numbers_of<uint32_t>("weight of piece", told, 0, UINT32_MAX);
        check_count("weights of pieces", mix.size(), static_cast<size_t>(kinds));
        const uint64_t total = std::accumulate(mix.begin(), mix.end(), uint64_t{0});
        check_range("sum of the weights of pieces", total, 1, UINT32_MAX);
        std::copy(mix.begin(), mix.end(), rules.told);
        rules.draw = Draw::TOLD;
    } else if (draw == "list") {
        list = numbers_of<uint8_t>("piece", pieces, 0, kinds - 1);
        if (list.empty()) refuse("a list of 0 pieces, needed is at least one");
        rules.draw = Draw::LIST;
    } else if (draw == "bag") {
        rules.draw = Draw::BAG;
    } else if (draw != "hidden") {
        refuse("draw " + shown(draw) + ", allowed are hidden, told, bag and list");
    }
}

const FallingState& checked(const OwnedRules& owner, const FallingState& state) {
    const FallingRules& rules = owner.rules;
    const uint32_t rows = (1u << rules.height) - 1;
    const int lowest = rules.is_quintris ? 0 : -1;
    bool fits = state.current >= lowest && state.current < owner.shapes() && state.next >= lowest &&
                state.next < owner.shapes() && state.column >= 0 && state.column < rules.width && state.row >= 0 &&
                state.row < (rules.can_slide ? rules.height : 1);
    for (int i = 0; i < LANES; ++i) {
        fits = fits && (i < rules.width ? (state.columns[i] & ~rows) == 0 : state.columns[i] == rows);
    }
    if (!fits) {
        refuse(std::string("a state of another game, needed is one of ") +
               (rules.is_quintris ? "Quintris " : "Tetris ") + shown(rules.width) + " x " + shown(rules.height));
    }
    return state;
}

void check_goes_on(const FallingKernels& falling, const OwnedRules& owner, const FallingState& state) {
    if (falling.is_over(owner.get(), checked(owner, state))) refuse("the game is over, needed is a state with moves");
}

FeatureWeights weights_of(const Numbers& given) {
    const std::vector<int32_t> numbers = numbers_of<int32_t>("weight", given, -MOST_WEIGHT, MOST_WEIGHT);
    if (numbers.size() != FEATURES && numbers.size() != WEIGHTS) {
        refuse("weights: " + shown(numbers.size()) + ", needed are " + std::to_string(FEATURES) + ", or " +
               std::to_string(WEIGHTS) + " with those of tables");
    }
    const auto tables_start = numbers.begin() + FEATURES;
    FeatureWeights weights{};
    std::copy(numbers.begin(), tables_start, weights.of);
    std::copy(tables_start, numbers.end(), weights.tables);
    check_tables(weights.tables);
    return weights;
}

void bind_falling(nb::module_& module) {
    nb::class_<OwnedRules>(module, "Rules")
        .def(nb::init<int64_t, int64_t, bool, bool, bool, const std::string&, const Numbers&, const Numbers&>(),
             "width"_a, "height"_a, "is_quintris"_a, "can_slide"_a, "has_preview"_a, "draw"_a, "told"_a, "pieces"_a,
             "`told` has the weights of pieces for the draw \"told\", `pieces` the list for the draw \"list\".");

    nb::class_<FallingState>(module, "State",
                             "Columns have a bit for each cell from the floor up; shapes are -1 for none.")
        .def(
            "__init__",
            [](FallingState* self, const OwnedRules& rules, const Numbers& columns, const std::vector<uint64_t>& seen,
               uint64_t score, uint64_t turn, int64_t current, int64_t column, int64_t next, int64_t row) {
                new (self) FallingState(make_state(rules, columns, seen, score, turn, current, column, next, row));
            },
            "rules"_a, "columns"_a, "seen"_a, "score"_a, "turn"_a, "current"_a, "column"_a, "next"_a, "row"_a = 0)
        .def_prop_ro("columns",
                     [](const FallingState& s) { return std::vector<uint32_t>(s.columns, s.columns + LANES); })
        .def_prop_ro("seen", [](const FallingState& s) { return std::vector<uint64_t>(s.seen, s.seen + MAX_PIECES); })
        .def_ro("score", &FallingState::score)
        .def_ro("turn", &FallingState::turn)
        .def_ro("current", &FallingState::current)
        .def_ro("column", &FallingState::column)
        .def_ro("next", &FallingState::next)
        .def_ro("row", &FallingState::row);

    nb::class_<Locked>(module, "Locked", "The certain half of a turn: `next` of the state is still to come.")
        .def(nb::init<FallingState, int32_t, bool>(), "state"_a, "reward"_a, "is_over"_a)
        .def_ro("state", &Locked::state)
        .def_ro("reward", &Locked::reward)
        .def_ro("is_over", &Locked::is_over);

    module.def("start", start, "rules"_a, "seed"_a);
    module.def("moves", moves, "rules"_a, "state"_a, "The legal moves, ascending.");
    module.def("keys", keys, "rules"_a, "state"_a, "Every move with the shortest keys to it.");
    module.def("lock", lock, "rules"_a, "state"_a, "move"_a);
    module.def("draw", draw, "rules"_a, "after"_a, "seed"_a);
    module.def("digest", digest, "rules"_a, "state"_a);
    module.def("features", features, "rules"_a, "state"_a,
               "Every legal move with its features; none for a move that ends the game.");
    module.def("tables", tables, "rules"_a, "state"_a,
               "Every legal move with how often each entry of the tables counts after it; nothing for a move that ends "
               "the game.");
    module.def("weight_names", weight_names, "rules"_a,
               "What each weight is of, in the order of weights with those of tables; empty where nothing is counted.");
    module.def(
        "wanted", [](const Numbers& weights) { return TILEFALL_ISA::wanted(weights_of(weights)); }, "weights"_a,
        "What must be made for these weights, one bit for each kind of costly feature.");
    module.attr("WITH_TABLES") = WITH_TABLES;
    module.def("choose", choose, "rules"_a, "state"_a, "weights"_a);
    module.def(
        "choose_all", choose_all, "rules"_a, "states"_a, "weights"_a, "repeats"_a,
        "Placements made and valued when choosing in all these states so many times, and the sum of the values.");
    module.def("perft", perft, "rules"_a, "state"_a, "depth"_a, "seed"_a);
    module.def("posterior", posterior, "seen"_a, "What to expect of a hidden mix after so many of each piece.");
}

}  // namespace tilefall
