// The search of IJK for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "tilefall/base/big_array.hpp"
#include "ijk_evaluations.hpp"
#include "module.hpp"
#include "tilefall/base/parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

constexpr int MAX_TABLE_BITS = 32, MAX_THREADS = 1024;
constexpr int16_t MAX_WEIGHT = 8191;
// So far from 0 that no sum reaches the values of ends.
constexpr int32_t MAX_TILE_VALUE = 1000000, MAX_CAPTURED = 500000, MAX_TERM = 100000;

// The memory of searches. Every search forgets the ones before it, so results can be repeated.
struct IjkTable {
    BigArray<IjkBucket> buckets;
    uint8_t search = 0;

    explicit IjkTable(int bits) : buckets(bucket_count(bits)) {}

    static size_t bucket_count(int bits) {
        if (bits < 0 || bits > MAX_TABLE_BITS) refuse("a table has 0 to 32 bits");
        return bits == 0 ? 0 : size_t{1} << std::max(bits - 2, 0);  // four positions each
    }

    IjkKnown renewed() {
        if (buckets.empty()) return {nullptr, 0, 0, nullptr};
        if (++search == 0) {
            buckets.clear();
            search = 1;
        }
        return {buckets.data(), buckets.size() - 1, search, nullptr};
    }
};

IjkNetwork make_network(const nb::bytes& learned) {
    std::vector<int16_t> weights(NETWORK_WEIGHTS);
    if (learned.size() != 2 * weights.size()) refuse("a network has 215552 weights of two bytes");
    std::memcpy(weights.data(), learned.c_str(), learned.size());
    for (const int16_t weight : weights) {
        // four of them are added before they are looked up
        if (weight < -MAX_WEIGHT || weight > MAX_WEIGHT) refuse("a weight beyond 8191");
    }
    IjkNetwork network{std::make_shared<std::vector<int16_t>>(READY_WEIGHTS)};
    kernels_of("portable").ijk.make_ready(weights.data(), network.ready->data());
    return network;
}

IjkEvaluationHolder make_evaluation(const std::vector<int32_t>& tiles, const std::vector<int32_t>& terms,
                                    const std::optional<IjkNetwork>& network) {
    if (tiles.size() != 14) refuse("one value a letter is needed");
    if (terms.size() != 4) refuse("four terms are needed");
    IjkEvaluationHolder holder{};
    for (const int32_t term : terms) {
        if (term < -MAX_TERM || term > MAX_TERM) refuse("a term beyond 100000");
    }
    holder.evaluation.terms = {terms[0], terms[1], terms[2], terms[3]};
    for (size_t i = 0; i < tiles.size(); ++i) {
        const int64_t captured = int64_t{tiles[i]} * terms[3] / 16;
        if (tiles[i] < -MAX_TILE_VALUE || tiles[i] > MAX_TILE_VALUE) refuse("a value beyond a million");
        if (captured < -MAX_CAPTURED || captured > MAX_CAPTURED) refuse("a captured tile beyond 500000");
        holder.evaluation.tiles.of_letter[i] = i == 0 ? 0 : tiles[i];  // an empty cell is worth nothing
    }
    if (network) {
        holder.weights = network->ready;
        holder.evaluation.network = holder.weights->data();
    }
    return holder;
}

// One instruction set with the search of the deterministic game.
struct IjkSearch {
    const Kernels& kernels;

    explicit IjkSearch(const std::string& isa) : kernels(kernels_of(isa)) {}

    // What a position is worth at once for player 0.
    int32_t value(const IjkRules& rules, const IjkState& state, const IjkEvaluationHolder& evaluation) const {
        check_network(rules, evaluation);
        return kernels.ijk.evaluate(rules, state, evaluation.evaluation);
    }

    // The best move, and whether time was left when it was found.
    std::pair<IjkThought, bool> think(const IjkRules& rules, const IjkState& state,
                                      const IjkEvaluationHolder& evaluation, int depth, int threads,
                                      uint64_t most_nodes, double seconds, IjkTable& table) const {
        if (rules.random_tile) refuse("this search knows no chance");
        if (kernels.ijk.is_over(rules, state)) refuse("the game is over");
        if (depth < 1 || depth > MAX_IJK_DEPTH) refuse("the depth is 1 to 100");
        if (threads < 1 || threads > MAX_THREADS) refuse("the number of threads is 1 to 1024");
        if (!(seconds > 0)) refuse("the seconds are more than 0");
        check_network(rules, evaluation);
        const Clock::time_point deadline = deadline_in(seconds);
        IjkKnown known = table.renewed();
        const auto think_from = [&](int first_depth, int last_depth, uint64_t nodes, const bool* stop) {
            return kernels.ijk.think(rules, state, evaluation.evaluation, first_depth, last_depth,
                                     nodes, known, stop);
        };
        // One slide deep at once, so that there is an answer whatever the time.
        const bool never = false;
        const IjkThought at_once = think_from(1, 1, ~uint64_t{0}, &never);
        // The first thread's answer counts. The others search the same, each a slide that nobody is
        // searching, fill the table that all share, and end when the first does. Without a table there is
        // nothing to share.
        const int helping = known.buckets == nullptr ? 1 : threads;
        std::vector<IjkThought> thoughts(static_cast<size_t>(helping));
        std::vector<uint64_t> busy(helping > 1 ? BUSY_PLACES : 0);
        if (helping > 1) known.busy = busy.data();
        bool is_done = false;
        const bool is_complete = run_parallel(thoughts.size(), helping, [&](size_t i, const bool* stop) {
            const uint64_t nodes = std::max<uint64_t>(most_nodes / static_cast<uint64_t>(helping), 1);
            thoughts[i] = think_from(1, depth, nodes, i == 0 ? stop : &is_done);
            if (i == 0) set_flag(is_done);
        }, deadline);
        IjkThought thought = thoughts[0].depth > 0 ? thoughts[0] : at_once;
        thought.nodes = 0;
        for (const IjkThought& each : thoughts) thought.nodes += each.nodes;
        return {thought, is_complete};
    }
};

}  // namespace

void check_network(const IjkRules& rules, const IjkEvaluationHolder& evaluation) {
    if (evaluation.weights && rules.size != 6) refuse("a network plays on 6 x 6");
}

void bind_ijk_search(nb::module_& module) {
    nb::class_<IjkThought>(module, "IjkThought")
        .def_ro("value", &IjkThought::value)
        .def_ro("move", &IjkThought::move)
        .def_ro("depth", &IjkThought::depth)
        .def_ro("nodes", &IjkThought::nodes)
        .def_prop_ro("line", [](const IjkThought& thought) {
            return std::vector<int>(thought.line, thought.line + thought.line_length);
        });
    nb::class_<IjkTable>(module, "IjkTable").def(nb::init<int>(), "bits"_a);
    nb::class_<IjkNetwork>(module, "IjkNetwork");
    module.def("ijk_network", make_network, "learned"_a);
    nb::class_<IjkEvaluationHolder>(module, "IjkEvaluation");
    module.def("ijk_evaluation", make_evaluation, "tiles"_a, "terms"_a, "network"_a = nb::none());
    nb::class_<IjkSearch>(module, "IjkSearch")
        .def(nb::init<const std::string&>(), "isa"_a)
        .def("value", &IjkSearch::value, "rules"_a, "state"_a, "evaluation"_a)
        .def("think", &IjkSearch::think, "rules"_a, "state"_a, "evaluation"_a, "depth"_a, "threads"_a,
             "most_nodes"_a, "seconds"_a, "table"_a);
}

}  // namespace tilefall
