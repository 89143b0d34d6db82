#include "tilefall/search/root.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstring>
#include <memory>
#include <new>
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

// Every byte in two hexadecimal digits.
struct HexTexts {
    char texts[256][2];

    HexTexts() {
        const char* digits = "0123456789abcdef";
        for (int byte = 0; byte < 256; ++byte) {
            texts[byte][0] = digits[byte >> 4];
            texts[byte][1] = digits[byte & 15];
        }
    }
};

// Every number that a move may have with a comma after it: looking one up is faster than making it.
struct MoveTexts {
    struct Text {
        char digits[7];
        uint8_t size;
    };
    std::vector<Text> texts;

    MoveTexts() : texts(1 << 16) {
        for (uint32_t move = 0; move < texts.size(); ++move) {
            Text& text = texts[move];
            char* const end = std::to_chars(text.digits, text.digits + 6, move).ptr;
            *end = ',';
            text.size = static_cast<uint8_t>(end + 1 - text.digits);
        }
    }
};

void keep_turns(const KeptTurns& kept, WholeGame& game) {
    static const HexTexts HEX;
    game.moves.resize(2 * kept.count);
    game.checks.resize(4 * kept.count);
    char* move = game.moves.data();
    char* check = game.checks.data();
    for (uint64_t i = 0; i < kept.count; ++i) {
        const KeptTurn turn = kept.turns[i];
        *move++ = static_cast<char>(turn.move & 255);
        *move++ = static_cast<char>(turn.move >> 8);
        std::memcpy(check, HEX.texts[turn.check >> 8], 2);
        std::memcpy(check + 2, HEX.texts[turn.check & 255], 2);
        check += 4;
    }
}

// Calls play(player, seed, stop, kept) for every player and seed, with room for the turns if moves are kept. The first
// game of every player comes first, so that one who plays long games is not left for the end.
template <typename Play>
WholeGames play_all(size_t players, const GamesToPlay& games, const Interrupt& is_interrupted, const Play& play) {
    WholeGames played(players * games.seeds.size());
    std::atomic<bool> has_memory{true};
    const auto task = [&](size_t i, const bool* stop) {
        const size_t player = i % players, game = i / players;
        WholeGame& whole = played[player * games.seeds.size() + game];
        try {
            // Not set to anything: pages that a game does not reach take no memory.
            const std::unique_ptr<KeptTurn[]> turns(games.keep_moves ? new KeptTurn[games.max_turns] : nullptr);
            KeptTurns kept{turns.get(), 0, {}};
            const auto start = Clock::now();
            static_cast<PlayoutResult&>(whole) =
                play(player, games.seeds[game], stop, games.keep_moves ? &kept : nullptr);
            whole.seconds = std::chrono::duration<double>(Clock::now() - start).count();
            if (games.keep_moves) keep_turns(kept, whole);
        } catch (const std::bad_alloc&) {  // which would end the process if it left the thread
            has_memory = false;
        }
    };
    run_parallel(played.size(), games.threads, task, is_interrupted);
    if (!has_memory) throw std::bad_alloc();
    return played;
}

template <typename Kernels, typename Player>
WholeGames play_alike(const Kernels& kernels, const FallingRules& rules, const std::vector<Player>& players,
                      const GamesToPlay& games, const Interrupt& is_interrupted) {
    const auto play = [&](size_t player, uint64_t seed, const bool* stop, KeptTurns* kept) {
        return kernels.play(rules, players[player], seed, games.max_turns, stop, kept);
    };
    return play_all(players.size(), games, is_interrupted, play);
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

WholeGames play_greedy(const FallingKernels& kernels, const FallingRules& rules,
                       const std::vector<FeatureWeights>& players, const GamesToPlay& games,
                       const Interrupt& is_interrupted) {
    return play_alike(kernels, rules, players, games, is_interrupted);
}

WholeGames play_course(const CourseKernels& kernels, const FallingRules& rules,
                       const std::vector<CourseProgram>& players, const GamesToPlay& games,
                       const Interrupt& is_interrupted) {
    return play_alike(kernels, rules, players, games, is_interrupted);
}

WholeGames play_searched(const FallingKernels& kernels, const FallingRules& rules,
                         const std::vector<FeatureWeights>& players, const SearchOptions& options, Belief belief,
                         const GamesToPlay& games, const Interrupt& is_interrupted) {
    const auto play = [&](size_t player, uint64_t seed, const bool* stop, KeptTurns* kept) {
        return kernels.play_deep(rules, players[player], options, belief, seed, games.max_turns, empty_boards(options),
                                 stop, kept);
    };
    return play_all(players.size(), games, is_interrupted, play);
}

std::string moves_text(std::string_view moves) {
    if (moves.empty()) return "";
    static const MoveTexts MOVES;
    const auto* bytes = reinterpret_cast<const unsigned char*>(moves.data());
    std::string text(3 * moves.size() + sizeof(MoveTexts::Text), ',');  // five digits and a comma at most
    char* at = text.data();
    for (size_t i = 0; i < moves.size(); i += 2) {
        const MoveTexts::Text& move = MOVES.texts[bytes[i] | bytes[i + 1] << 8];
        std::memcpy(at, move.digits, sizeof(move.digits));
        at += move.size;
    }
    text.resize(static_cast<size_t>(at - text.data()) - 1);  // without the last comma
    return text;
}

}  // namespace tilefall
