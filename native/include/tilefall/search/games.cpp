#include "tilefall/search/games.hpp"

#include <atomic>
#include <charconv>
#include <cstring>
#include <memory>
#include <new>

#include "tilefall/search/root.hpp"

namespace tilefall {
namespace {

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

}  // namespace

WholeGames play_greedy(const FallingKernels& kernels, const FallingRules& rules,
                       const std::vector<FeatureWeights>& players, const GamesToPlay& games,
                       const Interrupt& is_interrupted) {
    const auto play = [&](size_t player, uint64_t seed, const bool* stop, KeptTurns* kept) {
        return kernels.play(rules, players[player], seed, games.max_turns, stop, kept);
    };
    return play_all(players.size(), games, is_interrupted, play);
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

WholeGames play_course(const CourseKernels& kernels, const FallingRules& rules,
                       const std::vector<CourseProgram>& players, const GamesToPlay& games,
                       const Interrupt& is_interrupted) {
    const auto play = [&](size_t player, uint64_t seed, const bool* stop, KeptTurns* kept) {
        return kernels.play(rules, players[player], seed, games.max_turns, stop, kept);
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
