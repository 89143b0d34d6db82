// The course programs for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <vector>

#include "tilefall/kernels.hpp"
#include "falling.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

CourseProgram program_of(const OwnedRules& owner, const std::string& kind, int depth,
                         bool is_published, const Genes& genes) {
    if (kind == "genetic") {
        if (depth != 1) refuse("the program does not look that deep");
        return genetic_program(owner, genes, is_published);
    }
    CourseProgram program{CourseKind::SUM, depth, is_published, {}};
    int deepest = 1, least = 1;
    if (kind == "wavy") {
        program.kind = CourseKind::WAVY;
        deepest = 3;
    } else if (kind == "voids") {
        program.kind = CourseKind::VOIDS;
        deepest = least = 2;
    } else if (kind != "sum") {
        refuse("programs are sum, wavy, voids and genetic");
    }
    if (!owner.rules.is_quintris) refuse("the program plays another game");
    if (depth < least || depth > deepest) refuse("the program does not look that deep");
    return program;
}

struct CourseEngine {
    const Kernels& kernels;

    explicit CourseEngine(const std::string& isa) : kernels(kernels_of(isa)) {}

    // Every legal move with its course features; none for a move that ends the game.
    std::vector<std::pair<int32_t, std::vector<int64_t>>> features(const OwnedRules& owner,
                                                                   const FallingState& state,
                                                                   bool is_removed) const {
        const auto table = std::make_unique<CourseTable>();
        kernels.course.features(owner.get(), checked(owner, state), is_removed, *table);
        std::vector<std::pair<int32_t, std::vector<int64_t>>> found;
        for (int i = 0; i < table->list.count; ++i) {
            const int64_t* row = table->features[i];
            std::vector<int64_t> features(row, row + (table->ends_game[i] ? 0 : COURSE_FEATURES));
            found.emplace_back(number_of(owner.rules, table->list.moves[i]), std::move(features));
        }
        return found;
    }

    CourseResult think(const OwnedRules& owner, const FallingState& state, const std::string& kind,
                       int depth, bool is_published, int threads, const Genes& genes) const {
        const CourseProgram program = program_of(owner, kind, depth, is_published, genes);
        if (threads < 1 || threads > 1024) refuse("the number of threads is 1 to 1024");
        const FallingRules rules = owner.get();
        if (kernels.falling.is_over(rules, checked(owner, state))) refuse("the game is over");
        return unlocked([&](const Interrupt& is_interrupted) {
            return search_tries(kernels.course, rules, state, program, threads, is_interrupted);
        });
    }

    // Whole games, one a seed.
    std::vector<WholeGame> playout(const OwnedRules& owner, const std::string& kind, int depth,
                                   bool is_published, const std::vector<uint64_t>& seeds,
                                   uint64_t max_turns, int threads, const Genes& genes,
                                   bool keep_moves) const {
        const CourseProgram program = program_of(owner, kind, depth, is_published, genes);
        const FallingRules rules = owner.get();
        const GamesToPlay games = checked_games(seeds, max_turns, threads, keep_moves);
        return unlocked([&](const Interrupt& is_interrupted) {
            return play_course(kernels.course, rules, {program}, games, is_interrupted);
        });
    }
};

}  // namespace

void bind_course(nb::module_& module) {
    nb::class_<CourseResult>(module, "CourseResult")
        .def_ro("moves", &CourseResult::moves)
        .def_ro("values", &CourseResult::values)
        .def_ro("chosen", &CourseResult::chosen)
        .def_ro("placements", &CourseResult::placements);

    nb::class_<CourseEngine>(module, "CourseEngine")
        .def(nb::init<const std::string&>(), "isa"_a)
        .def("features", &CourseEngine::features, "rules"_a, "state"_a, "removed"_a)
        .def("think", &CourseEngine::think, "rules"_a, "state"_a, "kind"_a, "depth"_a,
             "published"_a, "threads"_a, "genes"_a)
        .def("playout", &CourseEngine::playout, "rules"_a, "kind"_a, "depth"_a, "published"_a,
             "seeds"_a, "max_turns"_a, "threads"_a, "genes"_a, "keep_moves"_a = false);
}

}  // namespace tilefall
