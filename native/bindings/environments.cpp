// Games that learners step through, for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tilefall/base/parallel.hpp"
#include "environments.hpp"
#include "falling.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

constexpr int64_t MOST_GAMES = 1 << 20;
constexpr int MOST_THREADS = 256;

template <typename Choice>
Choice chosen(const std::map<std::string, Choice>& choices, const std::string& word) {
    const auto found = choices.find(word);
    if (found == choices.end()) refuse("no such choice: " + word);
    return found->second;
}

const std::map<std::string, Observed> OBSERVED = {{"dict", Observed::PARTS},
                                                  {"flat", Observed::BYTES},
                                                  {"float", Observed::FLOATS},
                                                  {"bits", Observed::BITS},
                                                  {"features", Observed::FEATURES}};
const std::map<std::string, Autoreset> AUTORESET = {{"next_step", Autoreset::NEXT_STEP},
                                                    {"same_step", Autoreset::SAME_STEP},
                                                    {"disabled", Autoreset::DISABLED}};

// Games side by side, which write what is seen of them into memory that Python gave once.
struct Environments {
    const Kernels& kernels;
    const EnvironmentKernels& own;
    OwnedRules owner;
    EnvironmentRules rules{};
    std::vector<Environment> games;
    std::vector<uint64_t> legal;  // bits, `legal_words` words a game
    int64_t waiting;  // games that have not begun yet
    Crew crew;
    EnvironmentBuffers buffers{};
    int64_t* actions = nullptr;  // the same that the buffers hold
    std::vector<nb::object> kept;  // so that bound memory stays
    bool is_at_work = false;

    Environments(const std::string& isa, const OwnedRules& owner_, bool with_keys, uint32_t gravity,
                 double line_reward, double piece_reward, double end_reward, uint64_t max_steps,
                 bool refuses_illegal, const std::string& autoreset, const std::string& observed,
                 int64_t count, int threads)
        : kernels(kernels_of(isa)), own(kernels.env), owner(owner_), crew(threads) {
        if (count < 1 || count > MOST_GAMES) refuse("1 to 1048576 games");
        if (threads < 1 || threads > MOST_THREADS) refuse("1 to 256 threads");
        rules.game = owner.get();
        rules.with_keys = with_keys;
        rules.gravity = gravity;
        rules.line_reward = checked_reward(line_reward);
        rules.piece_reward = checked_reward(piece_reward);
        rules.end_reward = checked_reward(end_reward);
        rules.max_steps = max_steps;
        rules.refuses_illegal = refuses_illegal;
        rules.autoreset = chosen(AUTORESET, autoreset);
        rules.observed = chosen(OBSERVED, observed);
        own.complete(rules);
        games.resize(static_cast<size_t>(count));
        legal.resize(static_cast<size_t>(count * legal_words()));
        waiting = count;
    }

    int64_t count() const { return static_cast<int64_t>(games.size()); }
    int64_t legal_words() const { return (rules.actions + 63) / 64; }
    EnvironmentArray all() { return {games.data(), legal.data()}; }
    int32_t action_count() const { return rules.actions; }
    int32_t observation_size() const { return own.observation_size(rules); }

    void bind(const nb::dict& steps, const nb::dict& now, const std::optional<nb::dict>& last) {
        check_free();
        const std::vector<int64_t> shape = {count()};
        std::vector<nb::object> held;  // what is bound now stays so if something is wrong with what is given
        EnvironmentBuffers to{};
        int64_t* chosen_actions = bound<int64_t>(steps, "action", shape, held);
        to.actions = chosen_actions;
        to.rewards = bound<double>(steps, "reward", shape, held);
        to.terminated = bound<bool>(steps, "terminated", shape, held);
        to.truncated = bound<bool>(steps, "truncated", shape, held);
        to.now = bound_views(now, rules, count(), observation_size(), held);
        if (rules.autoreset == Autoreset::SAME_STEP) {
            if (!last) refuse("how a game ended needs memory, too");
            to.last = bound_views(*last, rules, count(), observation_size(), held);
        }
        actions = chosen_actions;
        buffers = to;
        kept = std::move(held);
    }

    Environment& game(int64_t i) {
        check_free();
        if (i < 0 || i >= count()) refuse("no such game");
        return games[static_cast<size_t>(i)];
    }

    // Games belong to one call at a time: another thread may come while it works.
    void check_free() const {
        if (is_at_work) refuse("another thread is at these games: wait for it");
    }

    void check_bound() const {
        check_free();
        if (actions == nullptr) refuse("no memory is bound");
    }

    // A state that games can begin at, if one is given.
    void check_start(const std::optional<FallingState>& start) const {
        if (!start) return;
        Environment one{};
        own.begin_at(rules, checked(owner, *start), one);
        if (!own.is_sound(rules, one)) refuse("a position that cannot be played");
    }

    void check_seed(const Environment& one, bool has_seed) const {
        if (!has_seed && !one.has_begun) refuse("the first game needs a seed");
    }

    // Another game: that of the seed, or the next one of the seed before; from a state on, with its chance.
    void begin(int64_t i, std::optional<uint64_t> seed, const std::optional<FallingState>& start) {
        Environment& one = games[static_cast<size_t>(i)];
        own.begin(rules, seed.value_or(one.first_seed), seed ? 0 : one.episode + 1, one);
        if (start) own.begin_at(rules, *start, one);
        show(i);
    }

    void reset(int64_t i, std::optional<uint64_t> seed, const std::optional<FallingState>& start) {
        check_bound();
        check_start(start);
        check_seed(game(i), seed.has_value());
        waiting -= game(i).has_begun ? 0 : 1;
        begin(i, seed, start);
    }

    // The same for every game that is chosen; those that are seeded have a seed.
    void reset_many(const Flags& chosen, const Flags& seeded, const Seeds& seeds,
                    const std::optional<FallingState>& start) {
        check_bound();
        check_start(start);
        const size_t n = games.size();
        if (chosen.shape(0) != n || seeded.shape(0) != n || seeds.shape(0) != n) refuse("a seed and two flags a game");
        const bool *is_chosen = chosen.data(), *has_seed = seeded.data();
        for (size_t i = 0; i < n; ++i) {
            if (is_chosen[i]) check_seed(games[i], has_seed[i]);
        }
        const AtWork work(is_at_work);
        crew.run(count(), [&](int64_t from, int64_t to) {
            for (int64_t i = from; i < to; ++i) {
                if (is_chosen[i]) begin(i, has_seed[i] ? std::optional(seeds.data()[i]) : std::nullopt, start);
            }
        });
        count_waiting();
    }

    void count_waiting() {
        waiting = std::count_if(games.begin(), games.end(), [](const Environment& one) { return !one.has_begun; });
    }

    void show(int64_t i) {
        own.view(rules, all(), buffers.now, i, i + 1);
        buffers.terminated[i] = buffers.truncated[i] = false;
    }

    void check_action(int64_t i, int64_t action) const {
        const Environment& one = games[static_cast<size_t>(i)];
        if (!one.has_begun) refuse("the first game needs a seed");
        if (one.is_done) {
            if (rules.autoreset != Autoreset::NEXT_STEP) throw NeedsReset(i);
            return;
        }
        if (action < 0 || action >= action_count()) throw WrongAction(i, action, action_count());
        if (rules.refuses_illegal && !rules.with_keys && !is_legal(i, action)) throw WrongAction(i, action, 0);
    }

    // Most often a look at the actions alone is enough, and games need not be fetched twice.
    void check_actions() const {
        const uint64_t allowed = static_cast<uint64_t>(action_count());
        bool is_doubtful = waiting > 0 || rules.refuses_illegal || rules.autoreset != Autoreset::NEXT_STEP;
        for (int64_t i = 0; i < count(); ++i) is_doubtful |= static_cast<uint64_t>(actions[i]) >= allowed;
        for (int64_t i = 0; is_doubtful && i < count(); ++i) check_action(i, actions[i]);
    }

    bool is_legal(int64_t i, int64_t action) const {
        return (legal[static_cast<size_t>(i * legal_words() + action / 64)] >> (action % 64) & 1) != 0;
    }

    void step() {
        check_bound();
        check_actions();
        const AtWork work(is_at_work);
        crew.run(count(), [&](int64_t from, int64_t to) { own.step(rules, all(), buffers, from, to); });
    }

    // A step of a single game, which needs no memory for its action.
    nb::tuple step_one(int64_t action) {
        check_bound();
        if (count() != 1) refuse("there are several games");
        actions[0] = action;
        check_action(0, action);
        own.step(rules, all(), buffers, 0, 1);
        return nb::make_tuple(buffers.rewards[0], buffers.terminated[0], buffers.truncated[0]);
    }

    // Fills in legal actions, each as likely as any other.
    void random_actions(uint64_t seed) {
        check_bound();
        const AtWork work(is_at_work);
        crew.run(count(), [&](int64_t from, int64_t to) {
            own.random_actions(rules, all(), seed, actions, from, to);
        });
    }

    nb::bytes snapshot() const {
        check_free();
        return nb::bytes(games.data(), games.size() * sizeof(Environment));
    }

    void restore(const nb::bytes& given) {
        check_bound();
        if (given.size() != games.size() * sizeof(Environment)) refuse("this was not kept by such games");
        std::vector<Environment> found(games.size());
        std::memcpy(static_cast<void*>(found.data()), given.c_str(), given.size());
        for (Environment& one : found) {
            if (!one.has_begun) one = {};
            check_kept(owner, own, rules, one);
            const bool is_done = one.is_done;
            if (one.has_begun) own.look(rules, one);
            one.is_done = is_done || one.is_over;
        }
        games = std::move(found);
        count_waiting();
        for (int64_t i = 0; i < count(); ++i) {
            if (games[static_cast<size_t>(i)].has_begun) show(i);
        }
    }

    // All placements of these states, or of the games as they stand.
    nb::dict successors(const std::optional<std::vector<FallingState>>& given, bool with_columns,
                        bool with_boards, bool with_features) {
        check_free();
        if (rules.with_keys) refuse("keys lead to no placement");
        std::vector<FallingState> states;
        if (given) {
            for (const FallingState& state : *given) states.push_back(checked(owner, state));
        } else {
            for (const Environment& one : games) {
                if (!one.has_begun) refuse("the first game needs a seed");
                states.push_back(one.state);
            }
        }
        return all_successors(own, rules, states, crew, is_at_work, with_columns, with_boards, with_features);
    }
};

}  // namespace

void bind_environments(nb::module_& module) {
    nb::exception<NeedsReset>(module, "NeedsReset", PyExc_ValueError);
    nb::exception<WrongAction>(module, "WrongAction", PyExc_ValueError);
    nb::class_<Environments>(module, "Environments")
        .def(nb::init<const std::string&, const OwnedRules&, bool, uint32_t, double, double, double, uint64_t,
                      bool, const std::string&, const std::string&, int64_t, int>(),
             "isa"_a, "rules"_a, "with_keys"_a, "gravity"_a, "line_reward"_a, "piece_reward"_a, "end_reward"_a,
             "max_steps"_a, "refuses_illegal"_a, "autoreset"_a, "observed"_a, "count"_a, "threads"_a)
        .def_prop_ro("actions", &Environments::action_count)
        .def_prop_ro("observation_size", &Environments::observation_size)
        .def_prop_ro("has_begun", [](const Environments& self) { return self.waiting == 0; })
        .def("bind", &Environments::bind, "steps"_a, "now"_a, "last"_a = nb::none())
        .def("reset", &Environments::reset, "i"_a, "seed"_a = nb::none(), "start"_a = nb::none())
        .def("reset_many", &Environments::reset_many, "chosen"_a.noconvert(), "seeded"_a.noconvert(),
             "seeds"_a.noconvert(), "start"_a = nb::none())
        .def("step", &Environments::step)
        .def("step_one", &Environments::step_one, "action"_a)
        .def("random_actions", &Environments::random_actions, "seed"_a)
        .def("state", [](Environments& self, int64_t i) { return self.game(i).state; }, "i"_a)
        .def("seed", [](Environments& self, int64_t i) { return self.game(i).seed; }, "i"_a)
        .def("snapshot", &Environments::snapshot)
        .def("restore", &Environments::restore, "kept"_a)
        .def("successors", &Environments::successors, "states"_a, "columns"_a, "boards"_a, "features"_a);
}

}  // namespace tilefall
