// Draws: the chance half of a turn; the twin of rules/draws.py (F10, Q3, Q4, T2).
#pragma once

#include "tilefall/base/dice.hpp"
#include "tilefall/falling/board.hpp"

namespace tilefall::TILEFALL_ISA {

constexpr int PIECE_LANE = 0, ROTATION_LANE = 1, COLUMN_LANE = 2, MIX_LANE = 8;

// How likely each piece is, in whole parts of their sum.
struct Weights {
    uint32_t of[MAX_PIECES];
};

// The hidden mix of a game: weights from 0 to 10 each, drawn again if all are 0 (F10).
GAME_FN Weights hidden_mix(uint64_t seed, int pieces) {
    Weights mix{};
    uint32_t total = 0;
    for (uint64_t attempt = 0; total == 0; ++attempt) {
        const Roll rolls[2] = {philox(seed, attempt, MIX_LANE / 4), philox(seed, attempt, MIX_LANE / 4 + 1)};
        for (int piece = 0; piece < pieces; ++piece) {
            mix.of[piece] = side(rolls[piece / 4].words[piece % 4], 11);
            total += mix.of[piece];
        }
    }
    return mix;
}

// The dice of one game with what can be known of its mix before the first draw.
struct Chance {
    uint64_t seed;
    Weights mix;
};

GAME_FN Chance chance_of(const FallingRules& rules, uint64_t seed) {
    Chance chance{seed, {}};
    if (rules.draw == Draw::HIDDEN) chance.mix = hidden_mix(seed, pieces_of(rules).pieces);
    if (rules.draw == Draw::TOLD) {
        for (int piece = 0; piece < MAX_PIECES; ++piece) chance.mix.of[piece] = rules.told[piece];
    }
    return chance;
}

// 1 for each piece that the bag still holds: those that have been seen least (F10).
GAME_FN void find_bag(const uint64_t* seen, int pieces, uint32_t* weights) {
    uint64_t least = seen[0];
    for (int piece = 1; piece < pieces; ++piece) least = seen[piece] < least ? seen[piece] : least;
    for (int piece = 0; piece < pieces; ++piece) weights[piece] = seen[piece] == least;
}

GAME_FN int drawn_piece(const FallingRules& rules, const Chance& chance, const uint64_t* seen,
                        uint64_t number, uint32_t word) {
    const int pieces = pieces_of(rules).pieces;
    if (rules.draw == Draw::LIST) return rules.list[number % rules.list_length];
    Weights weights = chance.mix;
    if (rules.draw == Draw::BAG) find_bag(seen, pieces, weights.of);
    uint32_t ends[MAX_PIECES], total = 0;  // the weights side by side
    for (int piece = 0; piece < MAX_PIECES; ++piece) ends[piece] = total += weights.of[piece];
    const uint32_t at = side(word, total);
    int piece = 0;  // how many end before: no loop that a processor would guess the end of
    for (int i = 0; i < MAX_PIECES; ++i) piece += at >= ends[i];
    return piece;
}

// The shape of the draw of this number, counted as seen; only Quintris turns it (Q3).
GAME_FN int32_t drawn_shape(const FallingRules& rules, const Chance& chance, uint64_t* seen,
                            uint64_t number) {
    const PieceSet& pieces = pieces_of(rules);
    const Roll due = philox(chance.seed, number, PIECE_LANE / 4);
    const int piece = drawn_piece(rules, chance, seen, number, due.words[PIECE_LANE]);
    int32_t shape = pieces.first[piece];
    seen[piece] += 1;
    if (!rules.is_quintris) return shape;
    int32_t turned[4] = {shape};
    for (int i = 1; i < 4; ++i) turned[i] = pieces.shapes[turned[i - 1]].rotation;
    return turned[side(due.words[ROTATION_LANE], 4)];
}

// Draws what comes after a piece that has locked.
GAME_FN void draw_next(const FallingRules& rules, const Chance& chance, bool is_over, FallingState& state) {
    state.row = 0;
    if (is_over) {
        state.current = state.next = -1;
        return;
    }
    const uint64_t number = state.turn + (rules.has_preview ? 1 : 0);
    const int32_t shape = drawn_shape(rules, chance, state.seen, number);
    state.current = rules.has_preview ? state.next : shape;
    state.next = rules.has_preview ? shape : -1;
    if (rules.is_quintris) {
        const int columns = rules.width - pieces_of(rules).shapes[state.current].width;
        state.column = static_cast<int32_t>(
            roll(chance.seed, state.turn, static_cast<uint32_t>(columns), COLUMN_LANE));
    }
}

// The state that the dice give after the certain half of a turn.
GAME_FN FallingState drawn(const FallingRules& rules, const Chance& chance, const Locked& after) {
    FallingState state = after.state;
    draw_next(rules, chance, after.is_over, state);
    return state;
}

// The first state of a game (Q3, T2).
GAME_FN FallingState started(const FallingRules& rules, const Frame& frame, const Chance& chance) {
    Locked before{};
    store(frame.walls, before.state.columns);
    before.state.next = rules.has_preview ? drawn_shape(rules, chance, before.state.seen, 0) : -1;
    return drawn(rules, chance, before);
}

}  // namespace tilefall::TILEFALL_ISA
