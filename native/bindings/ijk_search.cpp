// Searches, evaluations and learning of IJK for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "module.hpp"
#include "tilefall/ijk/root.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

constexpr int MAX_THREADS = 1024, MAX_SAMPLE = 64;
constexpr size_t LETTERS = 14, TERMS = 4;  // an empty cell counts as a letter
// So far from 0 that no sum reaches the values of ends.
constexpr int32_t MAX_TILE_VALUE = 1000000, MAX_CAPTURED = 500000, MAX_TERM = 100000;
constexpr int16_t MAX_WEIGHT = 8191;  // of a network: four of them are added before they are looked up
// A game changes a weight by steps of at most 1, and beyond this number such a step is rounded away.
constexpr float MAX_KEPT = 1 << 24;
constexpr double MAX_SCALE = 1e6;
constexpr uint32_t MAX_OPENING = 100;

struct Network {
    std::shared_ptr<std::vector<int16_t>> ready;
};

// The weights of a network live as long as they are used.
struct Evaluation {
    IjkEvaluation evaluation;
    std::shared_ptr<std::vector<int16_t>> weights;  // that the evaluation points to, or none
};

template <typename Weight>
std::vector<Weight> weights_of(const nb::bytes& given, Weight most) {
    std::vector<Weight> weights(NETWORK_WEIGHTS);
    const size_t size = weights.size() * sizeof(Weight);
    if (given.size() != size) {
        refuse("a network of " + shown(given.size()) + " bytes, needed are " + shown(size) + ": " +
               shown(weights.size()) + " weights of " + shown(sizeof(Weight)) + " bytes");
    }
    std::memcpy(weights.data(), given.c_str(), size);
    for (const Weight weight : weights) check_range("weight", weight, static_cast<Weight>(-most), most);
    return weights;
}

Network make_network(const nb::bytes& learned) {
    Network network{std::make_shared<std::vector<int16_t>>(READY_WEIGHTS)};
    kernels_of("portable").ijk.make_ready(weights_of(learned, MAX_WEIGHT).data(), network.ready->data());
    return network;
}

Evaluation make_evaluation(const Numbers& given_tiles, const Numbers& given_terms,
                           const std::optional<Network>& network) {
    const auto tiles = numbers_of<int32_t>("value of tile", given_tiles, -MAX_TILE_VALUE, MAX_TILE_VALUE);
    const auto terms = numbers_of<int32_t>("term", given_terms, -MAX_TERM, MAX_TERM);
    check_count("tiles", tiles.size(), LETTERS);
    check_count("terms", terms.size(), TERMS);
    Evaluation made{};
    made.evaluation.terms = {terms[0], terms[1], terms[2], terms[3]};
    for (size_t i = 0; i < LETTERS; ++i) {
        check_range("value of a captured tile", int64_t{tiles[i]} * terms[3] / 16, -MAX_CAPTURED, MAX_CAPTURED);
        made.evaluation.tiles.of_letter[i] = i == 0 ? 0 : tiles[i];  // an empty cell is worth nothing
    }
    if (network) {
        made.weights = network->ready;
        made.evaluation.network = made.weights->data();
    }
    return made;
}

void check_network_plays(const IjkRules& rules) {
    if (rules.size != 6) refuse("a network on a board of size " + shown(rules.size) + ", needed is size 6");
}

void check_position(const IjkRules& rules, const IjkState& state, const Evaluation& evaluation) {
    checked(rules, state);
    if (evaluation.weights) check_network_plays(rules);
}

// What a position is worth at once for player 0.
int32_t value(const IjkRules& rules, const IjkState& state, const Evaluation& evaluation) {
    check_position(rules, state, evaluation);
    return kernels().ijk.evaluate(rules, state, evaluation.evaluation);
}

// What both searches ask for.
IjkEffort checked_effort(const IjkKernels& ijk, const IjkRules& rules, const IjkState& state,
                         const Evaluation& evaluation, int depth, int threads, uint64_t most_nodes, double seconds) {
    check_position(rules, state, evaluation);
    if (ijk.is_over(rules, state)) refuse("the game is over, needed is a state with a move");
    check_range("depth", depth, 1, MAX_IJK_DEPTH);
    check_range("threads", threads, 1, MAX_THREADS);
    if (!(seconds > 0)) refuse("seconds " + shown(seconds) + ", allowed are more than 0");
    return {depth, threads, most_nodes, deadline_in(seconds)};
}

// The best move of the deterministic game, and whether time was left when it was found.
std::pair<IjkThought, bool> think(const IjkRules& rules, const IjkState& state, const Evaluation& evaluation, int depth,
                                  int threads, uint64_t most_nodes, double seconds, IjkTable& table) {
    if (rules.random_tile) refuse("rules with random tiles, needed are rules without: think_chance plays by these");
    const IjkKernels& ijk = kernels().ijk;
    const IjkEffort effort = checked_effort(ijk, rules, state, evaluation, depth, threads, most_nodes, seconds);
    const IjkKnown known = table.renewed();
    const IjkFound<IjkThought> found = unlocked([&](const Interrupt& is_interrupted) {
        return search_ijk(ijk, rules, state, evaluation.evaluation, effort, known, is_interrupted);
    });
    return {found.thought, found.is_complete};
}

// What is known of the moves of the game with chance, and whether time was left.
std::pair<IjkChanceThought, bool> think_chance(const IjkRules& rules, const IjkState& state,
                                               const Evaluation& evaluation, int depth, const IjkChanceOptions& options,
                                               int threads, uint64_t most_nodes, double seconds,
                                               IjkChanceTable& table) {
    if (!rules.random_tile) refuse("rules without random tiles, needed are rules with them: think plays by these");
    const IjkKernels& ijk = kernels().ijk;
    const IjkEffort effort = checked_effort(ijk, rules, state, evaluation, depth, threads, most_nodes, seconds);
    const IjkChanceKnown known = table.renewed();
    const IjkFound<IjkChanceThought> found = unlocked([&](const Interrupt& is_interrupted) {
        return search_chance(ijk, rules, state, evaluation.evaluation, options, effort, known, is_interrupted);
    });
    return {found.thought, found.is_complete};
}

// The weights of a network that learns, as fractions of what they will be rounded to.
struct Learner {
    const IjkKernels& kernels;  // of the instruction set that is set when it is made
    IjkRules rules;
    IjkLesson lesson;
    std::vector<float> weights;

    Learner(const IjkRules& rules_, double trust, double random_moves, uint32_t opening, uint32_t opening_span)
        : kernels(tilefall::kernels().ijk), rules(rules_), weights(NETWORK_WEIGHTS) {
        check_network_plays(rules);
        check_range("trust", trust, 0, 1);
        if (!(random_moves >= 0 && random_moves < 1)) {
            refuse("random_moves " + shown(random_moves) + ", allowed are 0 to less than 1");
        }
        check_range("opening", opening, 0, MAX_OPENING);
        check_range("opening_span", opening_span, 1, MAX_OPENING);
        lesson = {static_cast<float>(trust), static_cast<uint32_t>(random_moves * 4294967296.0), opening, opening_span};
    }

    // Plays games of these seeds one after the other, the rate going evenly from first to last.
    LearnedGames play(uint64_t first_seed, uint64_t games, double first_rate, double last_rate) {
        for (const double rate : {first_rate, last_rate}) check_range("rate", rate, 0, 1);
        const LearningGames asked{first_seed, games, first_rate, last_rate};
        return unlocked([&](const Interrupt& is_interrupted) {
            return learn_games(kernels, rules, lesson, asked, weights.data(), is_interrupted);
        });
    }

    // The weights as they are kept between lessons.
    nb::bytes state() const { return nb::bytes(weights.data(), weights.size() * sizeof(float)); }

    void restore(const nb::bytes& kept) { weights = weights_of(kept, MAX_KEPT); }

    // The weights rounded to whole numbers, `scale` for each unit of the logarithm of odds.
    nb::bytes rounded(double scale) const {
        if (!(scale > 0 && scale <= MAX_SCALE)) {
            refuse("scale " + shown(scale) + ", allowed are more than 0 and at most " + shown(MAX_SCALE));
        }
        std::vector<int16_t> out(weights.size());
        for (size_t i = 0; i < weights.size(); ++i) {
            const auto from = static_cast<int32_t>(i);
            const size_t place = rules.random_tile ? static_cast<size_t>(kernels.mirrored_place(from)) : i;
            const double most = MAX_WEIGHT;
            out[i] = static_cast<int16_t>(std::clamp(std::round(weights[place] * scale), -most, most));
        }
        return nb::bytes(out.data(), out.size() * sizeof(int16_t));
    }
};

}  // namespace

void bind_ijk_search(nb::module_& module) {
    nb::class_<IjkThought>(module, "Thought")
        .def_ro("value", &IjkThought::value)
        .def_ro("move", &IjkThought::move)
        .def_ro("depth", &IjkThought::depth)
        .def_ro("nodes", &IjkThought::nodes)
        .def_prop_ro("line", [](const IjkThought& thought) {
            return std::vector<int>(thought.line, thought.line + thought.line_length);
        });
    nb::class_<IjkTable>(module, "Table")
        .def(
            "__init__",
            [](IjkTable* self, int bits) {
                check_range("bits of a table", bits, 0, MAX_TABLE_BITS);
                new (self) IjkTable(bits);
            },
            "bits"_a);
    nb::class_<Network>(module, "Network")
        .def(
            "__init__", [](Network* self, const nb::bytes& learned) { new (self) Network(make_network(learned)); },
            "learned"_a);
    nb::class_<Evaluation>(module, "Evaluation")
        .def(
            "__init__",
            [](Evaluation* self, const Numbers& tiles, const Numbers& terms, const std::optional<Network>& network) {
                new (self) Evaluation(make_evaluation(tiles, terms, network));
            },
            "tiles"_a, "terms"_a, "network"_a = nb::none());
    module.def("value", value, "rules"_a, "state"_a, "evaluation"_a);
    module.def("think", think, "rules"_a, "state"_a, "evaluation"_a, "depth"_a, "threads"_a, "most_nodes"_a,
               "seconds"_a, "table"_a);

    nb::class_<IjkChanceThought>(module, "ChanceThought")
        .def_prop_ro("values",
                     [](const IjkChanceThought& thought) {
                         return std::vector<int64_t>(thought.values, thought.values + IJK_SLIDES);
                     })
        .def_prop_ro("exact",
                     [](const IjkChanceThought& thought) {
                         return std::vector<bool>(thought.is_exact, thought.is_exact + IJK_SLIDES);
                     })
        .def_ro("move", &IjkChanceThought::move)
        .def_ro("depth", &IjkChanceThought::depth)
        .def_ro("nodes", &IjkChanceThought::nodes);
    nb::class_<IjkChanceTable>(module, "ChanceTable")
        .def(
            "__init__",
            [](IjkChanceTable* self, int bits) {
                check_range("bits of a table", bits, 0, MAX_TABLE_BITS);
                new (self) IjkChanceTable(bits);
            },
            "bits"_a);
    nb::class_<IjkChanceOptions>(module, "ChanceOptions")
        .def(
            "__init__",
            [](IjkChanceOptions* self, int sample, bool every_move, bool use_table, bool use_symmetry, bool use_star1,
               bool use_star2, bool use_groups, bool use_lines) {
                check_range("sample", sample, 0, MAX_SAMPLE);
                // The cells of a sample are not those of the mirrored board.
                use_symmetry = use_symmetry && sample == 0;
                new (self) IjkChanceOptions{sample,    every_move, use_table,  use_symmetry,
                                            use_star1, use_star2,  use_groups, use_lines};
            },
            "sample"_a = 0, "every_move"_a = false, "use_table"_a = true, "use_symmetry"_a = false,
            "use_star1"_a = true, "use_star2"_a = true, "use_groups"_a = true, "use_lines"_a = true);
    module.def("think_chance", think_chance, "rules"_a, "state"_a, "evaluation"_a, "depth"_a, "options"_a, "threads"_a,
               "most_nodes"_a, "seconds"_a, "table"_a);

    nb::class_<LearnedGames>(module, "LearnedGames")
        .def_ro("games", &LearnedGames::games)
        .def_ro("turns", &LearnedGames::turns)
        .def_ro("ties", &LearnedGames::ties)
        .def_ro("squared_error", &LearnedGames::squared_error);
    nb::class_<Learner>(module, "Learner", "A network that learns, by the instruction set that is set.")
        .def(nb::init<const IjkRules&, double, double, uint32_t, uint32_t>(), "rules"_a, "trust"_a, "random_moves"_a,
             "opening"_a, "opening_span"_a)
        .def("play", &Learner::play, "first_seed"_a, "games"_a, "first_rate"_a, "last_rate"_a)
        .def("state", &Learner::state)
        .def("restore", &Learner::restore, "kept"_a)
        .def("rounded", &Learner::rounded, "scale"_a);
}

}  // namespace tilefall
