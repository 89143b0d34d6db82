// IJK: two players slide and merge letters; the twin of rules/ijk.py (I1 to I12).
// A board is eight lines of bytes (see lines.hpp); a game of size n uses the top left n x n.
#pragma once

#include "tilefall/base/dice.hpp"
#include "tilefall/base/lines.hpp"

namespace tilefall::TILEFALL_ISA {

inline constexpr int IJK_MOVES = 4;
inline constexpr int IJK_LOWER = 16;  // added to a letter of player 1
inline constexpr uint32_t IJK_TILE_LANE = 0, IJK_MOVE_LANE = 1;

// The letter A of a player, the tile that a turn brings (I9).
inline int new_tile(int player) { return player == 0 ? 1 : IJK_LOWER + 1; }

inline uint64_t all_cells(const IjkRules& rules) {
    const uint64_t first_column = 0x0101010101010101ull >> 8 * (8 - rules.size);
    return first_column * ((1u << rules.size) - 1);
}

inline IjkState ijk_start() { return {{{1, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}; }

inline IjkBoard slid(const IjkRules& rules, const IjkBoard& board, int move, int player) {
    IjkBoard out;
    slide(board, rules.size, move, player, out);
    return out;
}

// All four moves at once, for little more than the price of one.
inline void slid_all(const IjkRules& rules, const IjkBoard& board, int player, IjkBoard out[4]) {
    slide_all(board, rules.size, player, out);
}

inline uint64_t empty_cells(const IjkRules& rules, const IjkBoard& board) {
    return all_cells(rules) & ~filled_cells(board);
}

// The player with the higher letter: 1 player 0, -1 player 1, 0 neither (I11).
inline int leader(const IjkBoard& board) {
    const Tops tops = highest_letters(board);
    // a player without tiles counts as one with an A
    const int upper = tops.upper < 1 ? 1 : tops.upper, lower = tops.lower < 1 ? 1 : tops.lower;
    return (upper > lower) - (upper < lower);
}

inline bool tests_end(const IjkRules& rules, int player) { return !rules.end_by_round || player == 0; }

// The winning letter or a higher one stands there, or at most so many cells are empty (I10).
inline bool is_final(const IjkRules& rules, const IjkBoard& board, int new_tiles) {
    return ones(empty_cells(rules, board)) <= new_tiles || has_letter(board, rules.winning);
}

inline bool is_over(const IjkRules& rules, const IjkState& state) {
    return tests_end(rules, state.player) && is_final(rules, state.board, 0);
}

// Who has won: 1 player 0, -1 player 1, 0 nobody or not yet (I11).
inline int result(const IjkRules& rules, const IjkState& state) {
    return is_over(rules, state) ? leader(state.board) : 0;
}

// The result of every state that a slid board can lead to, known before its tile appears (I12).
inline int reward(const IjkRules& rules, const IjkBoard& slid_board, int player) {
    return tests_end(rules, player) && is_final(rules, slid_board, 1) ? leader(slid_board) : 0;
}

// The state with this player and turn to come, after the tile that chance puts on a slid board;
// `word` is what the dice of the turn just played show (I9).
inline IjkState with_tile(const IjkRules& rules, const IjkBoard& slid_board, int player, uint64_t turn, uint32_t word) {
    IjkState state{slid_board, turn, player};
    const uint64_t empty = empty_cells(rules, slid_board);
    if (empty == 0) return state;
    const uint64_t cell =
        rules.random_tile ? nth_bit(empty, side(word, static_cast<uint32_t>(ones(empty)))) : empty & -empty;
    put(state.board, cell, new_tile(player));
    return state;
}

// The same with the dice of a seed. `player` and `turn` are those of the state to come.
inline IjkState after_draw(const IjkRules& rules, const IjkBoard& slid_board, int player, uint64_t turn,
                           uint64_t seed) {
    const uint32_t word = rules.random_tile ? philox(seed, turn - 1, 0).words[IJK_TILE_LANE] : 0;
    return with_tile(rules, slid_board, player, turn, word);
}

// A whole turn: the slide, and the tile that the dice of the seed bring (I4 to I9).
inline IjkState turned(const IjkRules& rules, const IjkState& state, int move, uint64_t seed) {
    const IjkBoard board = slid(rules, state.board, move, state.player);
    return after_draw(rules, board, 1 - state.player, state.turn + 1, seed);
}

inline uint64_t digest(const IjkRules& rules, const IjkState& state) {
    Digest digest;
    for (int row = 0; row < rules.size; ++row) digest.add(state.board.rows[row]);
    digest.add(static_cast<uint64_t>(state.player));
    digest.add(state.turn);
    return digest.value;
}

// 64 bits that stand for a board and for what else the key begins with; two rows are folded into one product.
inline uint64_t board_key(const IjkBoard& board, uint64_t key) {
    for (int row = 0; row < 8; row += 2) {
        const uint64_t a = board.rows[row] ^ 0xA0761D6478BD642Full;
        const uint64_t b = board.rows[row + 1] ^ (0xE7037ED1A0B428DBull + static_cast<uint64_t>(row));
        key = (key ^ a * b ^ high_bits(a, b)) * 0x8EBC6AF09C88C6E3ull;
        key ^= key >> 29;
    }
    return key;
}

// The move sequences of a length, each played to its end: a game that is over has none left.
inline Perft perft(const IjkRules& rules, const IjkState& state, int depth, uint64_t seed, bool with_digest) {
    if (depth == 0) return {1, with_digest ? digest(rules, state) : 0};
    if (is_over(rules, state)) return {0, 0};
    const int player = 1 - state.player;
    const uint64_t turn = state.turn + 1;
    const uint32_t word = rules.random_tile ? philox(seed, state.turn, 0).words[IJK_TILE_LANE] : 0;
    IjkBoard boards[IJK_MOVES];
    slid_all(rules, state.board, state.player, boards);
    Perft sum{0, 0};
    for (const IjkBoard& board : boards) {
        const IjkState next = with_tile(rules, board, player, turn, word);
        if (depth > 1) {
            const Perft below = perft(rules, next, depth - 1, seed, with_digest);
            sum.leaves += below.leaves;
            sum.digest += below.digest;
        } else {
            made(next.board.rows[0]);
            made(is_over(rules, next));
            sum.leaves += 1;
            sum.digest += with_digest ? digest(rules, next) : 0;
        }
    }
    return sum;
}

// The last state of a game of random moves, which ends by the rules or after so many turns.
inline IjkState playout(const IjkRules& rules, uint64_t seed, uint64_t max_turns) {
    IjkState state = ijk_start();
    while (state.turn < max_turns && !is_over(rules, state)) {
        const Roll roll = philox(seed, state.turn, 0);
        const int move = static_cast<int>(side(roll.words[IJK_MOVE_LANE], IJK_MOVES));
        const IjkBoard board = slid(rules, state.board, move, state.player);
        state = with_tile(rules, board, 1 - state.player, state.turn + 1, roll.words[IJK_TILE_LANE]);
    }
    return state;
}

// What a player sees of a board of IJK, cell after cell in reading order: whoever looks has the
// capital letters. Learners want it so, because then one network plays both sides.

inline constexpr int IJK_LETTERS = 13;

inline int tile_at(const IjkBoard& board, int row, int column) {
    return static_cast<int>(board.rows[row] >> 8 * column & 0xFF);
}

// The tile as the player sees it: 1 to 13 one's own, 16 more the other's, 0 none.
inline int tile_seen(int tile, int player) { return tile == 0 || player == 0 ? tile : tile ^ IJK_LOWER; }

// A byte a cell.
inline void letters_seen(const IjkRules& rules, const IjkBoard& board, int player, uint8_t* out) {
    for (int row = 0; row < rules.size; ++row) {
        for (int column = 0; column < rules.size; ++column) {
            *out++ = static_cast<uint8_t>(tile_seen(tile_at(board, row, column), player));
        }
    }
}

// A plane a letter: thirteen of one's own, then thirteen of the other's; 1 where such a tile is.
inline void planes_seen(const IjkRules& rules, const IjkBoard& board, int player, float* out) {
    const int cells = rules.size * rules.size;
    for (int i = 0; i < 2 * IJK_LETTERS * cells; ++i) out[i] = 0;
    for (int cell = 0; cell < cells; ++cell) {
        const int tile = tile_at(board, cell / rules.size, cell % rules.size);
        if (tile == 0) continue;
        const int seen = tile_seen(tile, player);
        const int plane = seen < IJK_LOWER ? seen - 1 : seen - IJK_LOWER - 1 + IJK_LETTERS;
        out[plane * cells + cell] = 1;
    }
}

}  // namespace tilefall::TILEFALL_ISA
