#include "tilefall/search/root.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace tilefall {
namespace {

// The same memory with what is known of this search.
KnownBoards known_boards(const SearchOptions& options) {
    thread_local KnownBoards boards = empty_boards(options);
    return boards;
}

// The legal moves, those worth most by themselves first, equal ones in their order.
template <typename ValueOf>
std::vector<Move> ranked_moves(const MoveList& list, const ValueOf& value_of) {
    const SearchOptions alone{1, 0, false, false};
    const bool never = false;
    std::vector<std::pair<int64_t, size_t>> ranked;
    for (int i = 0; i < list.count; ++i) {
        const SearchedMove found = value_of(alone, list.moves[i], NOTHING_YET, KnownBoards{nullptr, 0}, &never);
        ranked.emplace_back(-found.value, i);
    }
    std::sort(ranked.begin(), ranked.end());
    std::vector<Move> moves;
    for (const auto& [value, i] : ranked) moves.push_back(list.moves[i]);
    return moves;
}

}  // namespace

KnownBoards empty_boards(const SearchOptions& options) {
    if (!options.use_table || options.depth < 3) return {nullptr, 0};
    thread_local std::vector<KnownBoard> boards;
    boards.assign(KNOWN_BOARDS, KnownBoard{});
    return {boards.data(), 1};
}

SearchResult search_moves(const FallingKernels& kernels, const FallingRules& rules, const FallingState& state,
                          const FeatureWeights& weights, const SearchOptions& options, const uint32_t* belief,
                          const SearchEffort& effort, const Interrupt& is_interrupted) {
    const auto value_of = [&](const SearchOptions& how, Move move, int64_t floor, KnownBoards known, const bool* stop) {
        return kernels.search(rules, state, weights, how, belief, move, floor, known, stop);
    };
    MoveList list;
    kernels.moves(rules, state, list);
    const std::vector<Move> moves = ranked_moves(list, value_of);
    const size_t beam = static_cast<size_t>(options.beam);
    std::vector<SearchedMove> found(beam == 0 ? moves.size() : std::min(beam, moves.size()));
    std::atomic<int64_t> best{NOTHING_YET};
    const auto task = [&](size_t i, const bool* stop) {
        // One below the best, so that moves of the same value are exact: the first is played.
        const int64_t floor = effort.only_best ? best.load(std::memory_order_relaxed) - 1 : NOTHING_YET;
        found[i] = value_of(options, moves[i], floor, known_boards(options), stop);
        int64_t before = best;
        while (found[i].value > before && !best.compare_exchange_weak(before, found[i].value)) {
        }
    };
    SearchResult result{{}, {}, 0, true};
    result.is_complete = run_parallel(found.size(), effort.threads, task, is_interrupted, effort.deadline);
    std::vector<std::pair<int32_t, int64_t>> values;
    for (size_t i = 0; i < found.size(); ++i) {
        values.emplace_back(number_of(rules, moves[i]), found[i].value);
        result.placements += found[i].placements;
    }
    std::sort(values.begin(), values.end());
    for (const auto& [move, value] : values) {
        if (effort.only_best && (value < best || !result.moves.empty())) continue;
        result.moves.push_back(move);
        result.values.push_back(value);
    }
    return result;
}

CourseResult search_tries(const CourseKernels& kernels, const FallingRules& rules, const FallingState& state,
                          const CourseProgram& program, int threads, const Interrupt& is_interrupted) {
    TryList list;
    kernels.tries(rules, state, program, list);
    std::vector<SearchedMove> found(static_cast<size_t>(list.place_count));
    const auto task = [&](size_t i, const bool* stop) {
        found[i] = kernels.value(rules, state, program, list.places[i], stop);
    };
    run_parallel(found.size(), threads, task, is_interrupted);
    CourseResult result{{}, {}, 0, 0};
    for (size_t i = 0; i < found.size(); ++i) {
        result.moves.push_back(number_of(rules, list.places[i]));
        result.values.push_back(found[i].value);
        result.placements += found[i].placements;
    }
    result.chosen = number_of(rules, kernels.choice(rules, state, program, list, result.values.data()));
    return result;
}

}  // namespace tilefall
