// The falling games for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <string>

#include "falling.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

// One instruction set with every question that the engine protocol asks about falling games.
struct FallingEngine {
    const Kernels& kernels;

    explicit FallingEngine(const std::string& isa) : kernels(kernels_of(isa)) {}

    FallingState start(const OwnedRules& owner, uint64_t seed) const {
        return kernels.falling.start(owner.get(), seed);
    }

    std::vector<int32_t> moves(const OwnedRules& owner, const FallingState& state) const {
        MoveList list;
        kernels.falling.moves(owner.get(), checked(owner, state), list);
        return numbers_of(owner.rules, list);
    }

    std::vector<std::pair<int32_t, std::string>> keys(const OwnedRules& owner,
                                                      const FallingState& state) const {
        if (!owner.rules.is_quintris) refuse("only Quintris has keys");
        KeyMap map;
        kernels.falling.keys(owner.get(), checked(owner, state), map);
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

    Locked lock(const OwnedRules& owner, const FallingState& state, int32_t number) const {
        const std::vector<int32_t> legal = moves(owner, state);
        if (!std::binary_search(legal.begin(), legal.end(), number)) refuse("an illegal move");
        const int width = owner.rules.width;
        const Move move{number / LEVELS / width, number / LEVELS % width, number % LEVELS};
        return kernels.falling.lock(owner.get(), state, move);
    }

    FallingState draw(const OwnedRules& owner, const Locked& after, uint64_t seed) const {
        checked(owner, after.state);
        return kernels.falling.draw(owner.get(), after, seed);
    }

    uint64_t digest(const OwnedRules& owner, const FallingState& state) const {
        return kernels.falling.digest(owner.get(), checked(owner, state));
    }

    // Every legal move with its features; no features for a move that ends the game.
    std::vector<std::pair<int32_t, std::vector<int32_t>>> features(const OwnedRules& owner,
                                                                   const FallingState& state) const {
        const auto table = std::make_unique<FeatureTable>();
        kernels.falling.features(owner.get(), checked(owner, state), *table);
        std::vector<std::pair<int32_t, std::vector<int32_t>>> found;
        for (int i = 0; i < table->list.count; ++i) {
            const int32_t* row = table->features[i];
            std::vector<int32_t> features(row, row + (table->ends_game[i] ? 0 : FEATURES));
            found.emplace_back(number_of(owner.rules, table->list.moves[i]), std::move(features));
        }
        return found;
    }

    // Every legal move with how often each entry of the tables counts after it; nothing for a move
    // that ends the game.
    std::vector<std::pair<int32_t, std::vector<int32_t>>> tables(const OwnedRules& owner,
                                                                 const FallingState& state) const {
        const FallingRules rules = owner.get();
        MoveList list;
        kernels.falling.moves(rules, checked(owner, state), list);
        std::vector<std::pair<int32_t, std::vector<int32_t>>> found;
        for (int i = 0; i < list.count; ++i) {
            std::vector<int32_t> counts(TABLE_ENTRIES);
            if (!kernels.falling.tables(rules, state, list.moves[i], counts.data())) counts.clear();
            found.emplace_back(number_of(rules, list.moves[i]), std::move(counts));
        }
        return found;
    }

    int32_t choose(const OwnedRules& owner, const FallingState& state, const Weights& weights) const {
        if (moves(owner, state).empty()) refuse("the game is over");
        const Choice choice = kernels.falling.choose(owner.get(), state, weights_of(weights));
        return number_of(owner.rules, choice.move);
    }

    Perft perft(const OwnedRules& owner, const FallingState& state, int depth, uint64_t seed) const {
        if (depth < 0 || depth > 16) refuse("the depth is 0 to 16");
        checked(owner, state);
        nb::gil_scoped_release release;
        return kernels.falling.perft(owner.get(), state, depth, seed);
    }

    std::vector<WholeGame> playout(const OwnedRules& owner, const Weights& given,
                                   const std::vector<uint64_t>& seeds, uint64_t max_turns, int threads,
                                   bool keep_moves) const {
        const FallingRules rules = owner.get();
        const FeatureWeights weights = weights_of(given);
        const GamesToPlay games = checked_games(seeds, max_turns, threads, keep_moves);
        return unlocked([&](const Interrupt& is_interrupted) {
            return play_greedy(kernels.falling, rules, {weights}, games, is_interrupted);
        });
    }

    // Placements made and valued when choosing in all these states, so many times over.
    std::pair<uint64_t, int64_t> choose_all(const OwnedRules& owner,
                                            const std::vector<FallingState>& states,
                                            const Weights& given, int repeats) const {
        for (const FallingState& state : states) {
            if (kernels.falling.is_over(owner.get(), checked(owner, state))) refuse("a game is over");
        }
        const FeatureWeights weights = weights_of(given);
        uint64_t placements = 0;
        int64_t checksum = 0;
        nb::gil_scoped_release release;
        for (int i = 0; i < repeats; ++i) {
            placements += kernels.falling.choose_all(owner.get(), states.data(),
                                             static_cast<int>(states.size()), weights, &checksum);
        }
        return {placements, checksum};
    }
};

}  // namespace

void bind_falling(nb::module_& module) {
    nb::class_<OwnedRules>(module, "FallingRules")
        .def(nb::init<int, int, bool, bool, bool, const std::string&, const std::vector<uint32_t>&,
                      std::vector<uint8_t>>(),
             "width"_a, "height"_a, "is_quintris"_a, "can_slide"_a, "has_preview"_a, "draw"_a,
             "told"_a, "pieces"_a);

    nb::class_<FallingState>(module, "FallingState")
        .def_prop_ro("columns",
                     [](const FallingState& s) {
                         return std::vector<uint32_t>(s.columns, s.columns + LANES);
                     })
        .def_prop_ro("seen",
                     [](const FallingState& s) {
                         return std::vector<uint64_t>(s.seen, s.seen + MAX_PIECES);
                     })
        .def_ro("score", &FallingState::score)
        .def_ro("turn", &FallingState::turn)
        .def_ro("current", &FallingState::current)
        .def_ro("column", &FallingState::column)
        .def_ro("next", &FallingState::next)
        .def_ro("row", &FallingState::row);
    module.def("falling_state", make_falling_state, "rules"_a, "columns"_a, "seen"_a, "score"_a, "turn"_a,
               "current"_a, "column"_a, "next"_a, "row"_a = 0);

    nb::class_<Locked>(module, "Locked")
        .def(nb::init<FallingState, int32_t, bool>(), "state"_a, "reward"_a, "is_over"_a)
        .def_ro("state", &Locked::state)
        .def_ro("reward", &Locked::reward)
        .def_ro("is_over", &Locked::is_over);

    nb::class_<PlayoutResult>(module, "PlayoutResult")
        .def_ro("score", &PlayoutResult::score)
        .def_ro("turns", &PlayoutResult::turns)
        .def_ro("digest", &PlayoutResult::digest)
        .def_ro("placements", &PlayoutResult::placements)
        .def_ro("is_over", &PlayoutResult::is_over);

    nb::class_<WholeGame, PlayoutResult>(module, "WholeGame")
        .def_ro("seconds", &WholeGame::seconds)
        .def_prop_ro("moves", [](const WholeGame& game) {
            return nb::bytes(game.moves.data(), game.moves.size());
        })
        .def_ro("checks", &WholeGame::checks);
    module.def(
        "moves_text",
        [](const nb::bytes& moves) {
            if (moves.size() % 2 != 0) refuse("moves have two bytes each");
            return moves_text({moves.c_str(), moves.size()});
        },
        "moves"_a);

    nb::class_<FallingEngine>(module, "FallingEngine")
        .def(nb::init<const std::string&>(), "isa"_a)
        .def("start", &FallingEngine::start, "rules"_a, "seed"_a)
        .def("moves", &FallingEngine::moves, "rules"_a, "state"_a)
        .def("keys", &FallingEngine::keys, "rules"_a, "state"_a)
        .def("lock", &FallingEngine::lock, "rules"_a, "state"_a, "move"_a)
        .def("draw", &FallingEngine::draw, "rules"_a, "after"_a, "seed"_a)
        .def("digest", &FallingEngine::digest, "rules"_a, "state"_a)
        .def("features", &FallingEngine::features, "rules"_a, "state"_a)
        .def("tables", &FallingEngine::tables, "rules"_a, "state"_a)
        .def("choose", &FallingEngine::choose, "rules"_a, "state"_a, "weights"_a)
        .def("perft", &FallingEngine::perft, "rules"_a, "state"_a, "depth"_a, "seed"_a)
        .def("playout", &FallingEngine::playout, "rules"_a, "weights"_a, "seeds"_a, "max_turns"_a,
             "threads"_a, "keep_moves"_a = false)
        .def("choose_all", &FallingEngine::choose_all, "rules"_a, "states"_a, "weights"_a, "repeats"_a);
}

}  // namespace tilefall
