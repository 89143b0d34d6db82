#include "tilefall/ijk/root.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace tilefall {
namespace {

// So many nodes that no search has them.
constexpr uint64_t ANY_NODES = ~uint64_t{0};

// Nothing later can change what is known by now: the win at once, or the loss in every line.
bool is_settled(const IjkChanceThought& thought) {
    constexpr int64_t WIN = int64_t{1} << 28, FRACTION = 256;
    const int64_t value = thought.values[thought.move];
    return value == FRACTION * (WIN - 1) || value <= -FRACTION * (WIN - thought.depth);
}

}  // namespace

// A bucket has four positions.
IjkTable::IjkTable(int bits) : buckets(bits == 0 ? 0 : size_t{1} << std::max(bits - 2, 0)) {}

IjkKnown IjkTable::renewed() {
    if (buckets.empty()) return {nullptr, 0, 0, nullptr};
    if (++search == 0) {
        buckets.clear();
        search = 1;
    }
    return {buckets.data(), buckets.size() - 1, search, nullptr};
}

IjkChanceTable::IjkChanceTable(int bits) : entries(bits == 0 ? 0 : size_t{1} << bits) {}

IjkChanceKnown IjkChanceTable::renewed() {
    if (entries.empty()) return {nullptr, 0, 0};
    if (++search == 0) {
        entries.clear();
        search = 1;
    }
    return {entries.data(), entries.size() - 1, search};
}

IjkFound<IjkThought> search_ijk(const IjkKernels& kernels, const IjkRules& rules, const IjkState& state,
                                const IjkEvaluation& evaluation, const IjkEffort& effort, IjkKnown known,
                                const Interrupt& is_interrupted) {
    const auto think = [&](int depth, uint64_t nodes, const bool* stop) {
        return kernels.think(rules, state, evaluation, 1, depth, nodes, known, stop);
    };
    // One slide deep at once, so that there is an answer whatever the time.
    const bool never = false;
    const IjkThought at_once = think(1, ANY_NODES, &never);
    // The first thread's answer counts. The others search the same, each a slide that nobody is searching, fill the
    // table that all share, and end when the first does. Without a table there is nothing to share.
    const int helping = known.buckets == nullptr ? 1 : effort.threads;
    const uint64_t nodes = std::max<uint64_t>(effort.most_nodes / static_cast<uint64_t>(helping), 1);
    std::vector<IjkThought> thoughts(static_cast<size_t>(helping));
    std::vector<uint64_t> busy(helping > 1 ? BUSY_PLACES : 0);
    if (helping > 1) known.busy = busy.data();
    bool is_done = false;
    const auto task = [&](size_t i, const bool* stop) {
        thoughts[i] = think(effort.depth, nodes, i == 0 ? stop : &is_done);
        if (i == 0) set_flag(is_done);
    };
    const bool is_complete = run_parallel(thoughts.size(), helping, task, is_interrupted, effort.deadline);
    IjkThought thought = thoughts[0].depth > 0 ? thoughts[0] : at_once;
    thought.nodes = 0;
    for (const IjkThought& each : thoughts) thought.nodes += each.nodes;
    return {thought, is_complete};
}

IjkFound<IjkChanceThought> search_chance(const IjkKernels& kernels, const IjkRules& rules, const IjkState& state,
                                         const IjkEvaluation& evaluation, const IjkChanceOptions& options,
                                         const IjkEffort& effort, IjkChanceKnown known,
                                         const Interrupt& is_interrupted) {
    if (!options.use_table) known.entries = nullptr;
    const bool never = false;
    const auto think = [&](int depth, const IjkChanceThought& before, const IjkChanceLimits& limits, int first_cell) {
        return kernels.think_chance(rules, state, evaluation, options, depth, before, known, limits, first_cell);
    };
    // One slide deep at once, so that there is an answer whatever the limits.
    IjkChanceThought thought = think(1, {}, {&never, &never, ANY_NODES}, 0);
    bool is_complete = true;
    const auto goes_on = [&](int depth) {
        return depth <= effort.depth && !is_settled(thought) && thought.depth == depth - 1;
    };
    if (effort.threads == 1) {
        const auto deepen = [&](size_t, const bool* stop) {
            for (int depth = 2; goes_on(depth); ++depth)
                thought = think(depth, thought, {stop, &never, effort.most_nodes}, 0);
        };
        is_complete = run_parallel(1, 1, deepen, is_interrupted, effort.deadline);
        return {thought, is_complete};
    }
    for (int depth = 2; is_complete && goes_on(depth); ++depth) {
        IjkChanceThought found = thought;
        bool is_done = false;
        std::mutex mutex;
        const auto task = [&](size_t i, const bool* stop) {
            const IjkChanceThought mine =
                think(depth, thought, {stop, &is_done, effort.most_nodes}, static_cast<int>(i) * 7);
            const std::lock_guard<std::mutex> guard(mutex);
            const uint64_t nodes = found.nodes + (mine.nodes - thought.nodes);
            if (mine.depth == depth) {
                found = mine;
                set_flag(is_done);
            }
            found.nodes = nodes;
        };
        const size_t threads = static_cast<size_t>(effort.threads);
        is_complete = run_parallel(threads, effort.threads, task, is_interrupted, effort.deadline);
        thought = found;
    }
    return {thought, is_complete};
}

LearnedGames learn_games(const IjkKernels& kernels, const IjkRules& rules, const IjkLesson& lesson,
                         const LearningGames& asked, float* weights, const Interrupt& is_interrupted) {
    const auto positions = std::make_unique_for_overwrite<Learned[]>(MOST_LEARNED_TURNS);
    LearnedGames all;
    const auto play = [&](size_t, const bool* stop) {
        for (uint64_t i = 0; i < asked.games && !is_flag_set(*stop); ++i) {
            const double part = static_cast<double>(i) / static_cast<double>(asked.games);
            const double rate = asked.first_rate + (asked.last_rate - asked.first_rate) * part;
            const IjkLearnedGame game =
                kernels.learn(rules, lesson, asked.first_seed + i, static_cast<float>(rate), weights, positions.get());
            all.games += 1;
            all.turns += game.turns;
            all.ties += game.winner == 0;
            all.squared_error += game.squared_error;
        }
    };
    run_parallel(1, 1, play, is_interrupted);
    return all;
}

}  // namespace tilefall
