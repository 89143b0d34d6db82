// Whole games for Python: one a seed on some threads, with their moves if somebody asks for them.
#pragma once

#include <atomic>
#include <charconv>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "module.hpp"
#include "tilefall/base/parallel.hpp"

namespace tilefall {

constexpr uint64_t MOST_KEPT_TURNS = 1 << 24;

// How a game ended, how long it took its thread, and its turns where they were kept.
struct WholeGame : PlayoutResult {
    double seconds;
    std::string moves;   // two bytes each, the lower one first
    std::string checks;  // four hexadecimal digits each
};

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

inline void keep_turns(const KeptTurns& kept, WholeGame& game) {
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

// Calls play(seed, stop, kept) for every seed, with room for the turns if moves are kept.
template <typename Play>
std::vector<WholeGame> whole_games(const std::vector<uint64_t>& seeds, uint64_t max_turns, int threads,
                                   bool keep_moves, const Play& play) {
    if (threads < 1 || threads > 1024) refuse("the number of threads is 1 to 1024");
    if (keep_moves && max_turns > MOST_KEPT_TURNS) refuse("moves are kept of at most 16777216 turns");
    std::vector<WholeGame> games(seeds.size());
    std::atomic<bool> has_memory{true};
    const auto task = [&](size_t i, const bool* stop) {
        try {
            // Not set to anything: pages that a game does not reach take no memory.
            const std::unique_ptr<KeptTurn[]> turns(keep_moves ? new KeptTurn[max_turns] : nullptr);
            KeptTurns kept{turns.get(), 0, {}};
            const auto start = Clock::now();
            static_cast<PlayoutResult&>(games[i]) = play(seeds[i], stop, keep_moves ? &kept : nullptr);
            games[i].seconds = std::chrono::duration<double>(Clock::now() - start).count();
            if (keep_moves) keep_turns(kept, games[i]);
        } catch (const std::bad_alloc&) {  // which would end the process if it left the thread
            has_memory = false;
        }
    };
    unlocked([&](const Interrupt& is_interrupted) {
        return run_parallel(seeds.size(), threads, task, is_interrupted);
    });
    if (!has_memory) throw std::bad_alloc();
    return games;
}

// Moves of two bytes each as records write them: numbers with commas between.
inline std::string moves_text(const nanobind::bytes& moves) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(moves.c_str());
    const size_t size = moves.size();
    if (size % 2 != 0) refuse("moves have two bytes each");
    if (size == 0) return "";
    static const MoveTexts MOVES;
    std::string text(3 * size + sizeof(MoveTexts::Text), ',');  // five digits and a comma at most
    char* at = text.data();
    for (size_t i = 0; i < size; i += 2) {
        const MoveTexts::Text& move = MOVES.texts[bytes[i] | bytes[i + 1] << 8];
        std::memcpy(at, move.digits, sizeof(move.digits));
        at += move.size;
    }
    text.resize(static_cast<size_t>(at - text.data()) - 1);  // without the last comma
    return text;
}

}  // namespace tilefall
