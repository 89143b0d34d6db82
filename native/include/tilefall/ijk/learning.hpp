// How a network of IJK learns from games against itself: temporal differences, TD(lambda).
// A position is learned as a slide leaves it, before chance has its turn. Its sum of weights is the
// logarithm of the odds that the player to move wins; a tie is half a win.
#pragma once

#include <cmath>

#include "tilefall/ijk/evaluation.hpp"

namespace tilefall::TILEFALL_ISA {

inline constexpr int MOST_PLACES = 2 * NETWORK_SIZE * NETWORK_WINDOWS + 2 * NETWORK_SIZE * NETWORK_SIZE + 1;
inline constexpr uint32_t LEARNING_LANE = 2, OPENING_LANE = 3;

// Upper case where lower case was, and the reverse.
inline IjkBoard recased(const IjkBoard& board) {
    IjkBoard out;
    for (int row = 0; row < 8; ++row) {
        const uint64_t filled = (board.rows[row] + 0x7F7F7F7F7F7F7F7Full) >> 7 & 0x0101010101010101ull;
        out.rows[row] = board.rows[row] ^ filled << 4;
    }
    return out;
}

struct NetworkPlaces {
    int32_t of[MOST_PLACES];
    int count;
};

// The weights that make the value of a position.
inline void find_places(const IjkState& state, NetworkPlaces& places) {
    const IjkBoard board = state.player == 0 ? state.board : recased(state.board);
    IjkBoard turned = board;
    transpose(turned);
    const int lines = LINE_WEIGHTS + line_stage(state.turn) * 2 * TRIPLES;
    const int tiles = TILE_WEIGHTS + tile_stage(state.turn) * TILE_KINDS;
    int count = 0;
    for (int i = 0; i < NETWORK_SIZE; ++i) {
        const uint32_t row = folded(board.rows[i]), column = folded(turned.rows[i]);
        for (int at = 0; at < NETWORK_WINDOWS; ++at) {
            places.of[count++] = lines + static_cast<int>(row >> 5 * at & (TRIPLES - 1));
            places.of[count++] = lines + TRIPLES + static_cast<int>(column >> 5 * at & (TRIPLES - 1));
        }
        for (int at = 0; at < NETWORK_SIZE; ++at) {
            const int tile = static_cast<int>(row >> 5 * at & 31);
            if (tile == 0) continue;
            places.of[count++] = tiles + tile;
            places.of[count++] = CELL_WEIGHTS + (8 * i + at) * TILE_KINDS + tile;
        }
    }
    const Tops tops = highest_letters(board);
    const int free = NETWORK_SIZE * NETWORK_SIZE - ones(filled_cells(board));
    places.of[count++] = LEAD_WEIGHTS + (tops.upper << 10 | tops.lower << 6 | free);
    places.count = count;
}

// Where chance knows no directions, weights that mirrors exchange are one: this is where it is.
inline int32_t mirrored_place(int32_t place) {
    if (place < TILE_WEIGHTS) {
        const int triple = place % TRIPLES, stage = place / (2 * TRIPLES);
        const int reversed = (triple & 31) << 10 | (triple & 31 << 5) | triple >> 10;
        return LINE_WEIGHTS + stage * 2 * TRIPLES + (reversed < triple ? reversed : triple);
    }
    if (place < CELL_WEIGHTS || place >= LEAD_WEIGHTS) return place;
    const int tile = (place - CELL_WEIGHTS) % TILE_KINDS, cell = (place - CELL_WEIGHTS) / TILE_KINDS;
    int row = cell / 8, column = cell % 8;
    if (row >= NETWORK_SIZE || column >= NETWORK_SIZE) return place;
    if (row > NETWORK_SIZE - 1 - row) row = NETWORK_SIZE - 1 - row;
    if (column > NETWORK_SIZE - 1 - column) column = NETWORK_SIZE - 1 - column;
    if (column < row) {
        const int kept = row;
        row = column;
        column = kept;
    }
    return CELL_WEIGHTS + (8 * row + column) * TILE_KINDS + tile;
}

inline Learned learned_after(const IjkRules& rules, const IjkState& state, int move) {
    const IjkBoard board = slid(rules, state.board, move, state.player);
    const int player = 1 - state.player;
    if (rules.random_tile) {
        const bool is_end = tests_end(rules, player) && is_final(rules, board, 1);
        return {{board, state.turn + 1, player}, is_end, false};
    }
    const IjkState next = with_tile(rules, board, player, state.turn + 1, 0);
    return {next, is_over(rules, next), false};
}

struct Learner {
    const IjkRules& rules;
    const IjkLesson& lesson;
    float* weights;

    int32_t place(int32_t at) const { return rules.random_tile ? mirrored_place(at) : at; }

    // The chance that the player to move wins; `places` are left as they were found.
    float chance_of(const Learned& learned, NetworkPlaces& places) const {
        if (learned.is_end) {
            const int side = learned.state.player == 0 ? 1 : -1;
            return 0.5f + 0.5f * static_cast<float>(side * leader(learned.state.board));
        }
        find_places(learned.state, places);
        float sum = 0;
        for (int i = 0; i < places.count; ++i) sum += weights[place(places.of[i])];
        return 1 / (1 + std::exp(-sum));
    }

    Learned best_after(const IjkState& state) const {
        Learned best{};
        float lowest = 2;
        for (int move = 0; move < IJK_MOVES; ++move) {
            const Learned after = learned_after(rules, state, move);
            NetworkPlaces places;
            const float chance = chance_of(after, places);
            if (chance < lowest) {
                lowest = chance;
                best = after;
            }
        }
        return best;
    }
};

// Plays a game of this seed and learns from it. The positions need room for `most_turns`.
inline IjkLearnedGame learn_game(const IjkRules& rules, const IjkLesson& lesson, uint64_t seed, float rate,
                                 float* weights, Learned* positions, int most_turns) {
    const Learner learner{rules, lesson, weights};
    const uint32_t longer = side(philox(seed, 0, 0).words[OPENING_LANE], lesson.opening_span);
    const uint64_t opening = lesson.opening + longer;
    IjkState state = ijk_start();
    int count = 0;
    while (count < most_turns) {
        const Roll roll = philox(seed, state.turn, 0);
        const bool is_opening = state.turn < opening;
        const bool is_random = is_opening || roll.words[LEARNING_LANE] < lesson.random_moves;
        const int random_move = static_cast<int>(side(roll.words[IJK_MOVE_LANE], IJK_MOVES));
        Learned after = is_random ? learned_after(rules, state, random_move) : learner.best_after(state);
        after.is_random = is_random;
        if (!is_opening) positions[count++] = after;
        if (after.is_end) break;
        state = rules.random_tile ? with_tile(rules, after.state.board, after.state.player, after.state.turn,
                                              roll.words[IJK_TILE_LANE])
                                  : after.state;
    }
    IjkLearnedGame game{static_cast<uint64_t>(count), 0, 0};
    if (count == 0 || !positions[count - 1].is_end) return game;
    game.winner = leader(positions[count - 1].state.board);
    NetworkPlaces places;
    float next = learner.chance_of(positions[count - 1], places), target = next;
    for (int i = count - 2; i >= 0; --i) {
        // What comes after a random move says little about the move before it.
        const float trust = positions[i + 1].is_random ? 0 : lesson.trust;
        target = (1 - trust) * (1 - next) + trust * (1 - target);
        next = learner.chance_of(positions[i], places);
        const float error = target - next;
        game.squared_error += error * error;
        for (int k = 0; k < places.count; ++k) weights[learner.place(places.of[k])] += rate * error;
    }
    return game;
}

}  // namespace tilefall::TILEFALL_ISA
