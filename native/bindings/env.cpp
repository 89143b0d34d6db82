// Games that learners step through, for Python: checks arguments, calls the kernels, converts.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "module.hpp"
#include "tilefall/base/parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tilefall {
namespace {

constexpr int64_t MOST_GAMES = 1 << 20;
constexpr int MOST_THREADS = 256;
constexpr double MOST_REWARD = 1e9;

using Flags = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Seeds = nb::ndarray<const uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Arrays = nb::typed<nb::dict, nb::str, nb::any>;

// A game that has ended and does not begin by itself.
struct NeedsReset : std::runtime_error {
    explicit NeedsReset(int64_t i)
        : std::runtime_error("environment " + std::to_string(i) + " has ended: reset it first") {}
};

struct WrongAction : std::runtime_error {
    WrongAction(int64_t i, int64_t action, int32_t allowed)
        : std::runtime_error("action " + std::to_string(action) + " of environment " + std::to_string(i) +
                             (allowed > 0 ? ", allowed are 0 to " + std::to_string(allowed - 1)
                                          : " is not legal there: its action_mask says which are")) {}
};

template <typename Choice>
Choice chosen(const std::map<std::string, Choice>& choices, const std::string& word) {
    const auto found = choices.find(word);
    if (found != choices.end()) return found->second;
    std::string allowed;
    for (const auto& choice : choices) allowed += (allowed.empty() ? "" : ", ") + choice.first;
    refuse("no such choice: " + shown(word) + ", allowed are " + allowed);
}

const std::map<std::string, Observed> OBSERVED = {{"dict", Observed::PARTS},
                                                  {"flat", Observed::BYTES},
                                                  {"float", Observed::FLOATS},
                                                  {"bits", Observed::BITS},
                                                  {"features", Observed::FEATURES}};
const std::map<std::string, Autoreset> AUTORESET = {
    {"next_step", Autoreset::NEXT_STEP}, {"same_step", Autoreset::SAME_STEP}, {"disabled", Autoreset::DISABLED}};

// What NumPy calls the type.
template <typename T>
std::string type_name() {
    if (std::is_same_v<T, bool>) return "bool";
    const char* kind = std::is_floating_point_v<T> ? "float" : std::is_signed_v<T> ? "int" : "uint";
    return kind + std::to_string(8 * sizeof(T));
}

// The memory of an array in a dictionary that has this type and shape; the array is kept.
template <typename T>
T* bound(const nb::dict& given, const std::string& name, const std::vector<int64_t>& shape,
         std::vector<nb::object>& kept) {
    const std::string wanted =
        ", needed is one of " + type_name<T>() + " and shape " + shown(nb::tuple(nb::cast(shape)));
    if (!given.contains(name.c_str())) refuse("no array " + name + wanted);
    nb::object object = given[name.c_str()];
    nb::ndarray<T, nb::c_contig, nb::device::cpu> array;
    if (!nb::try_cast(object, array, false)) {
        const nb::str type(nb::getattr(object, "dtype", object.type()));
        misfit("array " + name + " of " + type.c_str() + wanted + ", in C order and writable");
    }
    if (!std::equal(shape.begin(), shape.end(), array.shape_ptr(), array.shape_ptr() + array.ndim())) {
        refuse("array " + name + " of shape " + shown(object.attr("shape")) + wanted);
    }
    kept.push_back(std::move(object));
    return array.data();
}

// Where what is seen of so many games goes: arrays of a dictionary, which are kept.
Views bound_views(const nb::dict& given, const EnvironmentRules& rules, int64_t n, int64_t size,
                  std::vector<nb::object>& kept) {
    const int64_t pieces = rules.game.is_quintris ? 6 : 7;
    const int64_t width = rules.game.width, height = rules.game.height;
    Views views{};
    const auto array = [&]<typename T>(const char* name, const std::vector<int64_t>& shape, T*& to) {
        to = bound<T>(given, name, shape, kept);
    };
    switch (rules.observed) {
        case Observed::PARTS:
            array("board", {n, height, width}, views.boards);
            array("current", {n}, views.current);
            if (rules.game.has_preview) array("next", {n}, views.next);
            array("seen", {n, pieces}, views.seen);
            break;
        case Observed::BYTES:
        case Observed::BITS: views.observations = bound<uint8_t>(given, "observation", {n, size}, kept); break;
        case Observed::FLOATS:
        case Observed::FEATURES: views.observations = bound<float>(given, "observation", {n, size}, kept);
    }
    array("action_mask", {n, rules.actions}, views.masks);
    array("score", {n}, views.scores);
    array("turn", {n}, views.turns);
    return views;
}

// A NumPy array with memory of its own, and where that is.
template <typename T>
nb::object made_array(const std::vector<size_t>& shape, T*& memory) {
    size_t count = 1;
    for (const size_t side : shape) count *= side;
    memory = new T[count];
    const nb::capsule owner(memory, [](void* what) noexcept { delete[] static_cast<T*>(what); });
    return nb::cast(nb::ndarray<nb::numpy, T>(memory, shape.size(), shape.data(), owner));
}

// A call that works on games without Python's lock, so that other threads of Python run; the flag says so.
class AtWork {
public:
    explicit AtWork(bool& flag) : flag_(flag) {
        flag_ = true;
        thread_ = PyEval_SaveThread();
    }

    ~AtWork() {
        try {
            PyEval_RestoreThread(thread_);
        } catch (...) {
            // Python has ended meanwhile, and unwinds a thread that nobody waits for; here that would abort.
            while (true) pause();
        }
        flag_ = false;
    }

    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;

private:
    bool& flag_;
    PyThreadState* thread_;
};

// Games side by side, which write what is seen of them into memory that Python gave once.
struct Environments {
    const EnvironmentKernels& kernels;  // of the instruction set that is set when they are made
    OwnedRules owner;
    EnvironmentRules rules{};
    std::vector<Environment> games;
    std::vector<uint64_t> legal;  // bits, `legal_words` words a game
    int64_t waiting;              // games that have not begun yet
    Crew crew;
    EnvironmentBuffers buffers{};
    int64_t* actions = nullptr;    // the same that the buffers hold
    std::vector<nb::object> kept;  // so that bound memory stays
    bool is_at_work = false;

    Environments(const OwnedRules& owner_, bool with_keys, uint32_t gravity, double line_reward, double piece_reward,
                 double end_reward, uint64_t max_steps, bool refuses_illegal, const std::string& autoreset,
                 const std::string& observed, int64_t count, int threads)
        : kernels(tilefall::kernels().env), owner(owner_), waiting(count), crew(threads) {
        check_range("count", count, 1, MOST_GAMES);
        check_range("threads", threads, 1, MOST_THREADS);
        check_range("line_reward", line_reward, -MOST_REWARD, MOST_REWARD);
        check_range("piece_reward", piece_reward, -MOST_REWARD, MOST_REWARD);
        check_range("end_reward", end_reward, -MOST_REWARD, MOST_REWARD);
        rules.game = owner.get();
        rules.with_keys = with_keys;
        rules.gravity = gravity;
        rules.line_reward = line_reward;
        rules.piece_reward = piece_reward;
        rules.end_reward = end_reward;
        rules.max_steps = max_steps;
        rules.refuses_illegal = refuses_illegal;
        rules.autoreset = chosen(AUTORESET, autoreset);
        rules.observed = chosen(OBSERVED, observed);
        kernels.complete(rules);
        games.resize(static_cast<size_t>(count));
        legal.resize(static_cast<size_t>(count * legal_words()));
    }

    int64_t count() const { return static_cast<int64_t>(games.size()); }
    int64_t legal_words() const { return (rules.actions + 63) / 64; }
    EnvironmentArray all() { return {games.data(), legal.data()}; }
    int32_t action_count() const { return rules.actions; }
    int32_t observation_size() const { return kernels.observation_size(rules); }
    bool has_begun() const { return waiting == 0; }

    void bind(const Arrays& steps, const Arrays& now, const std::optional<Arrays>& last) {
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
            if (!last) refuse("last is None, needed are arrays for how games end: they begin anew in the same step");
            to.last = bound_views(*last, rules, count(), observation_size(), held);
        }
        actions = chosen_actions;
        buffers = to;
        kept = std::move(held);
    }

    Environment& game(int64_t i) {
        check_free();
        check_range("game", i, 0, count() - 1);
        return games[static_cast<size_t>(i)];
    }

    FallingState state(int64_t i) { return game(i).state; }
    uint64_t seed(int64_t i) { return game(i).seed; }

    // Games belong to one call at a time: another thread may come while it works.
    void check_free() const {
        if (is_at_work) refuse("another thread is at these games: wait for it");
    }

    void check_bound() const {
        check_free();
        if (actions == nullptr) refuse("no memory is bound: call bind first");
    }

    void check_sound(const Environment& one) const {
        if (kernels.is_sound(rules, one)) return;
        const FallingState& state = one.state;
        refuse("a game that cannot be played: shape " + shown(state.current) + " in column " + shown(state.column) +
               " and row " + shown(state.row) + ", next " + shown(state.next) + ", seen " +
               shown(std::vector<uint64_t>(state.seen, state.seen + MAX_PIECES)) +
               "; needed are a shape within the walls, a next one where it shows, and counts up to 2^48");
    }

    // A state that games can begin at, if one is given.
    void check_start(const std::optional<FallingState>& start) const {
        if (!start) return;
        Environment one{};
        kernels.begin_at(rules, checked(owner, *start), one);
        check_sound(one);
    }

    void check_begun(int64_t i) const {
        if (!games[static_cast<size_t>(i)].has_begun) {
            refuse("game " + shown(i) + " has not begun: reset it with a seed first");
        }
    }

    // Another game: that of the seed, or the next one of the seed before; from a state on, with its chance.
    void begin(int64_t i, std::optional<uint64_t> seed, const std::optional<FallingState>& start) {
        Environment& one = games[static_cast<size_t>(i)];
        kernels.begin(rules, seed.value_or(one.first_seed), seed ? 0 : one.episode + 1, one);
        if (start) kernels.begin_at(rules, *start, one);
        show(i);
    }

    void reset(int64_t i, std::optional<uint64_t> seed, const std::optional<FallingState>& start) {
        check_bound();
        check_start(start);
        const bool is_first = !game(i).has_begun;
        if (!seed) check_begun(i);
        waiting -= is_first ? 1 : 0;
        begin(i, seed, start);
    }

    // The same for every game that is chosen; those that are seeded have a seed.
    void reset_many(const Flags& chosen, const Flags& seeded, const Seeds& seeds,
                    const std::optional<FallingState>& start) {
        check_bound();
        check_start(start);
        const size_t n = games.size();
        if (chosen.shape(0) != n || seeded.shape(0) != n || seeds.shape(0) != n) {
            refuse("chosen, seeded and seeds of " + shown(chosen.shape(0)) + ", " + shown(seeded.shape(0)) + " and " +
                   shown(seeds.shape(0)) + " games, needed are " + shown(n) + " of each");
        }
        const bool *is_chosen = chosen.data(), *has_seed = seeded.data();
        for (size_t i = 0; i < n; ++i) {
            if (is_chosen[i] && !has_seed[i]) check_begun(static_cast<int64_t>(i));
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
        kernels.view(rules, all(), buffers.now, i, i + 1);
        buffers.terminated[i] = buffers.truncated[i] = false;
    }

    void check_action(int64_t i, int64_t action) const {
        check_begun(i);
        if (games[static_cast<size_t>(i)].is_done) {
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
        crew.run(count(), [&](int64_t from, int64_t to) { kernels.step(rules, all(), buffers, from, to); });
    }

    // A step of a single game, which needs no memory for its action: reward, terminated, truncated.
    std::tuple<double, bool, bool> step_one(int64_t action) {
        check_bound();
        if (count() != 1) refuse("step_one with " + shown(count()) + " games, allowed is 1");
        actions[0] = action;
        check_action(0, action);
        kernels.step(rules, all(), buffers, 0, 1);
        return {buffers.rewards[0], buffers.terminated[0], buffers.truncated[0]};
    }

    // Fills in legal actions, each as likely as any other.
    void random_actions(uint64_t seed) {
        check_bound();
        const AtWork work(is_at_work);
        crew.run(count(),
                 [&](int64_t from, int64_t to) { kernels.random_actions(rules, all(), seed, actions, from, to); });
    }

    nb::bytes snapshot() const {
        check_free();
        return nb::bytes(games.data(), games.size() * sizeof(Environment));
    }

    // Puts games back if they can be played under these rules; what is not checked here follows from their state.
    void restore(const nb::bytes& given) {
        check_bound();
        const size_t size = games.size() * sizeof(Environment);
        if (given.size() != size) {
            refuse("kept games of " + shown(given.size()) + " bytes, needed are " + shown(size) + " for " +
                   shown(count()) + " games");
        }
        std::vector<Environment> found(games.size());
        std::memcpy(static_cast<void*>(found.data()), given.c_str(), size);
        for (Environment& one : found) {
            if (!one.has_begun) {
                one = {};
                continue;
            }
            FallingState at_top = one.state;
            at_top.row = 0;  // keys lead below it in every game
            checked(owner, at_top);
            check_sound(one);
            const bool is_done = one.is_done;
            kernels.look(rules, one);
            one.is_done = is_done || one.is_over;
        }
        games = std::move(found);
        count_waiting();
        for (int64_t i = 0; i < count(); ++i) {
            if (games[static_cast<size_t>(i)].has_begun) show(i);
        }
    }

    // All placements of these states, or of the games as they stand.
    Arrays successors(const std::optional<std::vector<FallingState>>& given, bool with_columns, bool with_boards,
                      bool with_features) {
        check_free();
        if (rules.with_keys) refuse("successors of games played by keys, needed are games played by placement");
        std::vector<FallingState> states;
        if (given) {
            for (const FallingState& state : *given) states.push_back(checked(owner, state));
        } else {
            for (int64_t i = 0; i < count(); ++i) {
                check_begun(i);
                states.push_back(game(i).state);
            }
        }
        const size_t n = states.size();
        const size_t width = static_cast<size_t>(rules.game.width), height = static_cast<size_t>(rules.game.height);
        Arrays found;
        int64_t* rows = nullptr;
        found["offsets"] = made_array<int64_t>({n + 1}, rows);
        rows[0] = 0;
        for (size_t i = 0; i < n; ++i) rows[i + 1] = rows[i] + kernels.count_successors(rules, states[i]);
        const size_t total = static_cast<size_t>(rows[n]);
        Successors to{};
        found["actions"] = made_array<int64_t>({total}, to.actions);
        found["rewards"] = made_array<double>({total}, to.rewards);
        found["ends"] = made_array<bool>({total}, to.ends);
        if (with_columns) found["columns"] = made_array<uint32_t>({total, width}, to.columns);
        if (with_boards) found["boards"] = made_array<uint8_t>({total, height, width}, to.boards);
        if (with_features) found["features"] = made_array<float>({total, FEATURES}, to.features);
        const AtWork work(is_at_work);
        crew.run(static_cast<int64_t>(n), [&](int64_t from, int64_t to_end) {
            const auto table = std::make_unique_for_overwrite<FeatureTable>();
            kernels.write_successors(rules, states.data(), rows, to, *table, from, to_end);
        });
        return found;
    }
};

}  // namespace

void bind_env(nb::module_& module) {
    nb::exception<NeedsReset>(module, "NeedsReset", PyExc_ValueError);
    nb::exception<WrongAction>(module, "WrongAction", PyExc_ValueError);
    nb::class_<Environments>(module, "Environments", "Games side by side, of the instruction set that is set.")
        .def(nb::init<const OwnedRules&, bool, uint32_t, double, double, double, uint64_t, bool, const std::string&,
                      const std::string&, int64_t, int>(),
             "rules"_a, "with_keys"_a, "gravity"_a, "line_reward"_a, "piece_reward"_a, "end_reward"_a, "max_steps"_a,
             "refuses_illegal"_a, "autoreset"_a, "observed"_a, "count"_a, "threads"_a)
        .def_prop_ro("actions", &Environments::action_count)
        .def_prop_ro("observation_size", &Environments::observation_size)
        .def_prop_ro("has_begun", &Environments::has_begun)
        .def("bind", &Environments::bind, "steps"_a, "now"_a, "last"_a = nb::none())
        .def("reset", &Environments::reset, "i"_a, "seed"_a = nb::none(), "start"_a = nb::none())
        .def("reset_many", &Environments::reset_many, "chosen"_a.noconvert(), "seeded"_a.noconvert(),
             "seeds"_a.noconvert(), "start"_a = nb::none())
        .def("step", &Environments::step)
        .def("step_one", &Environments::step_one, "action"_a)
        .def("random_actions", &Environments::random_actions, "seed"_a)
        .def("state", &Environments::state, "i"_a)
        .def("seed", &Environments::seed, "i"_a)
        .def("snapshot", &Environments::snapshot)
        .def("restore", &Environments::restore, "kept"_a)
        .def("successors", &Environments::successors, "states"_a.none(), "columns"_a, "boards"_a, "features"_a);
}

}  // namespace tilefall
