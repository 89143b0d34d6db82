// Searches of the falling games, course programs and whole games for Python: checks arguments, calls the roots,
// converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "module.hpp"
#include "tilefall/search/root.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

constexpr int64_t MOST_DEPTH = 16;
constexpr int64_t MOST_BELIEF_PARTS = 1 << 20;
constexpr uint64_t MOST_KEPT_TURNS = 1 << 24;

SearchOptions make_options(int64_t depth, int64_t beam, bool use_bounds, bool use_table) {
    check_range("depth", depth, 1, MOST_DEPTH);
    check_range("beam", beam, 0, MAX_MOVES);
    return {static_cast<int32_t>(depth), static_cast<int32_t>(beam), use_bounds, use_table};
}

int checked_threads(int64_t threads) {
    check_range("threads", threads, 1, 1024);
    return static_cast<int>(threads);
}

GamesToPlay checked_games(std::vector<uint64_t> seeds, uint64_t max_turns, int64_t threads, bool keep_moves) {
    if (keep_moves) check_range("max_turns of games whose moves are kept", max_turns, 0, MOST_KEPT_TURNS);
    return {std::move(seeds), max_turns, checked_threads(threads), keep_moves};
}

Belief belief_named(const std::string& name) {
    if (name == "uniform") return Belief::UNIFORM;
    if (name == "told") return Belief::TOLD;
    if (name == "posterior") return Belief::POSTERIOR;
    refuse("belief " + shown(name) + ", allowed are uniform, told and posterior");
}

SearchResult search(const OwnedRules& owner, const FallingState& state, const Numbers& given, const Numbers& belief,
                    const SearchOptions& options, int64_t threads, double seconds, bool only_best) {
    const std::vector<uint32_t> parts = numbers_of<uint32_t>("part of the belief", belief, 0, MOST_BELIEF_PARTS);
    check_count("parts of the belief", parts.size(), static_cast<size_t>(owner.pieces()));
    check_range("sum of the belief", std::accumulate(parts.begin(), parts.end(), int64_t{0}), 1, MOST_BELIEF_PARTS);
    if (!(seconds > 0)) refuse("seconds " + shown(seconds) + ", needed are more than 0");
    const SearchEffort effort{checked_threads(threads), deadline_in(seconds), only_best};
    const FeatureWeights weights = weights_of(given);
    const FallingKernels& falling = kernels().falling;
    checked(owner, state);
    return unlocked([&](const Interrupt& is_interrupted) {
        return search_moves(falling, owner.get(), state, weights, options, parts.data(), effort, is_interrupted);
    });
}

WholeGames whole_linear(const OwnedRules& owner, const Numbers& weights, std::vector<uint64_t> seeds,
                        uint64_t max_turns, int64_t threads, bool keep_moves) {
    const GamesToPlay games = checked_games(std::move(seeds), max_turns, threads, keep_moves);
    const std::vector<FeatureWeights> player{weights_of(weights)};
    const FallingKernels& falling = kernels().falling;
    return unlocked([&](const Interrupt& is_interrupted) {
        return play_greedy(falling, owner.get(), player, games, is_interrupted);
    });
}

WholeGames whole_searched(const OwnedRules& owner, const Numbers& weights, const SearchOptions& options,
                          const std::string& belief, std::vector<uint64_t> seeds, uint64_t max_turns, int64_t threads,
                          bool keep_moves) {
    const Belief kind = belief_named(belief);
    const GamesToPlay games = checked_games(std::move(seeds), max_turns, threads, keep_moves);
    const std::vector<FeatureWeights> player{weights_of(weights)};
    const FallingKernels& falling = kernels().falling;
    return unlocked([&](const Interrupt& is_interrupted) {
        return play_searched(falling, owner.get(), player, options, kind, games, is_interrupted);
    });
}

WholeGames population_linear(const OwnedRules& owner, const std::vector<Numbers>& population,
                             const SearchOptions& options, const std::string& belief, std::vector<uint64_t> seeds,
                             uint64_t max_turns, int64_t threads) {
    const Belief kind = belief_named(belief);
    const GamesToPlay games = checked_games(std::move(seeds), max_turns, threads, false);
    std::vector<FeatureWeights> players;
    for (const Numbers& weights : population) players.push_back(weights_of(weights));
    const FallingKernels& falling = kernels().falling;
    return unlocked([&](const Interrupt& is_interrupted) {
        return options.depth == 1 ? play_greedy(falling, owner.get(), players, games, is_interrupted)
                                  : play_searched(falling, owner.get(), players, options, kind, games, is_interrupted);
    });
}

CourseProgram genetic_program(const OwnedRules& owner, const Numbers& genes, bool is_published) {
    if (owner.rules.is_quintris) refuse("the program plays another game: needed are rules of Tetris");
    const std::vector<int64_t> numbers = numbers_of<int64_t>("gene", genes, -LARGEST_GENE, LARGEST_GENE);
    check_count("genes", numbers.size(), COURSE_GENES);
    CourseProgram program{CourseKind::GENETIC, 1, is_published, {}};
    std::copy(numbers.begin(), numbers.end(), program.genes);
    return program;
}

CourseProgram program_of(const OwnedRules& owner, const std::string& kind, int64_t depth, bool is_published,
                         const Numbers& genes) {
    CourseProgram program{CourseKind::SUM, 1, is_published, {}};
    int64_t least = 1, most = 1;
    if (kind == "genetic") {
        program = genetic_program(owner, genes, is_published);
    } else if (kind == "wavy") {
        program.kind = CourseKind::WAVY;
        most = 3;
    } else if (kind == "voids") {
        program.kind = CourseKind::VOIDS;
        least = most = 2;
    } else if (kind != "sum") {
        refuse("no such program: " + shown(kind) + ", allowed are sum, wavy, voids and genetic");
    }
    if (kind != "genetic" && !owner.rules.is_quintris) {
        refuse("the program plays another game: needed are rules of Quintris");
    }
    check_range("depth of the program", depth, least, most);
    program.depth = static_cast<int32_t>(depth);
    return program;
}

std::vector<std::pair<int32_t, std::vector<int64_t>>> course_features(const OwnedRules& owner,
                                                                      const FallingState& state, bool removed) {
    const auto table = std::make_unique<CourseTable>();
    kernels().course.features(owner.get(), checked(owner, state), removed, *table);
    std::vector<std::pair<int32_t, std::vector<int64_t>>> found;
    for (int i = 0; i < table->list.count; ++i) {
        const int64_t* row = table->features[i];
        std::vector<int64_t> features(row, row + (table->ends_game[i] ? 0 : COURSE_FEATURES));
        found.emplace_back(number_of(owner.rules, table->list.moves[i]), std::move(features));
    }
    return found;
}

CourseResult course_search(const OwnedRules& owner, const FallingState& state, const std::string& kind, int64_t depth,
                           bool published, const Numbers& genes, int64_t threads) {
    const CourseProgram program = program_of(owner, kind, depth, published, genes);
    const int workers = checked_threads(threads);
    const Kernels& set = kernels();
    check_goes_on(set.falling, owner, state);
    return unlocked([&](const Interrupt& is_interrupted) {
        return search_tries(set.course, owner.get(), state, program, workers, is_interrupted);
    });
}

WholeGames whole_course(const OwnedRules& owner, const std::string& kind, int64_t depth, bool published,
                        const Numbers& genes, std::vector<uint64_t> seeds, uint64_t max_turns, int64_t threads,
                        bool keep_moves) {
    const std::vector<CourseProgram> player{program_of(owner, kind, depth, published, genes)};
    const GamesToPlay games = checked_games(std::move(seeds), max_turns, threads, keep_moves);
    const CourseKernels& course = kernels().course;
    return unlocked([&](const Interrupt& is_interrupted) {
        return play_course(course, owner.get(), player, games, is_interrupted);
    });
}

WholeGames population_genetic(const OwnedRules& owner, const std::vector<Numbers>& population, bool published,
                              std::vector<uint64_t> seeds, uint64_t max_turns, int64_t threads) {
    const GamesToPlay games = checked_games(std::move(seeds), max_turns, threads, false);
    std::vector<CourseProgram> players;
    for (const Numbers& genes : population) players.push_back(genetic_program(owner, genes, published));
    const CourseKernels& course = kernels().course;
    return unlocked([&](const Interrupt& is_interrupted) {
        return play_course(course, owner.get(), players, games, is_interrupted);
    });
}

std::string text_of(const nb::bytes& moves) {
    if (moves.size() % 2 != 0) refuse("moves of " + shown(moves.size()) + " bytes, needed are two for each");
    return moves_text({moves.c_str(), moves.size()});
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<SearchOptions>(module, "SearchOptions")
        .def(
            "__init__",
            [](SearchOptions* self, int64_t depth, int64_t beam, bool use_bounds, bool use_table) {
                new (self) SearchOptions(make_options(depth, beam, use_bounds, use_table));
            },
            "depth"_a, "beam"_a = 0, "use_bounds"_a = true, "use_table"_a = true);
    nb::class_<SearchResult>(module, "SearchResult", "Values mean nothing where time ran out.")
        .def_ro("moves", &SearchResult::moves)
        .def_ro("values", &SearchResult::values)
        .def_ro("placements", &SearchResult::placements)
        .def_ro("is_complete", &SearchResult::is_complete);
    module.def("search", search, "rules"_a, "state"_a, "weights"_a, "belief"_a, "options"_a, "threads"_a, "seconds"_a,
               "only_best"_a, "Every legal move with its value, or only the best one, which takes less.");

    nb::class_<CourseResult>(module, "CourseResult", "The places that a program tried, in the order of the first try.")
        .def_ro("moves", &CourseResult::moves)
        .def_ro("values", &CourseResult::values)
        .def_ro("chosen", &CourseResult::chosen)
        .def_ro("placements", &CourseResult::placements);
    module.def("course_features", course_features, "rules"_a, "state"_a, "removed"_a,
               "Every legal move with its course features; none for a move that ends the game.");
    module.def("course_search", course_search, "rules"_a, "state"_a, "kind"_a, "depth"_a, "published"_a, "genes"_a,
               "threads"_a);

    nb::class_<WholeGame>(module, "WholeGame")
        .def_ro("score", &WholeGame::score)
        .def_ro("turns", &WholeGame::turns)
        .def_ro("digest", &WholeGame::digest)
        .def_ro("placements", &WholeGame::placements)
        .def_ro("is_over", &WholeGame::is_over)
        .def_ro("seconds", &WholeGame::seconds)
        .def_prop_ro("moves", [](const WholeGame& game) { return nb::bytes(game.moves.data(), game.moves.size()); })
        .def_ro("checks", &WholeGame::checks);
    module.def("whole_linear", whole_linear, "rules"_a, "weights"_a, "seeds"_a, "max_turns"_a, "threads"_a,
               "keep_moves"_a = false, "Whole games, one a seed, in which `choose` makes every move.");
    module.def("whole_searched", whole_searched, "rules"_a, "weights"_a, "options"_a, "belief"_a, "seeds"_a,
               "max_turns"_a, "threads"_a, "keep_moves"_a = false, "Whole games, one a seed, every move searched.");
    module.def("whole_course", whole_course, "rules"_a, "kind"_a, "depth"_a, "published"_a, "genes"_a, "seeds"_a,
               "max_turns"_a, "threads"_a, "keep_moves"_a = false, "Whole games of a program, one a seed.");
    module.def("population_linear", population_linear, "rules"_a, "population"_a, "options"_a, "belief"_a, "seeds"_a,
               "max_turns"_a, "threads"_a, "All games of the first weights, then those of the second, and so on.");
    module.def("population_genetic", population_genetic, "rules"_a, "population"_a, "published"_a, "seeds"_a,
               "max_turns"_a, "threads"_a, "The same for genes of the course's genetic program.");
    module.def("moves_text", text_of, "moves"_a, "Moves of two bytes each as records write them.");
}

}  // namespace tilefall
