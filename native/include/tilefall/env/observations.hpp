// Observations: what a learner is told of a game, as parts, bytes, floats, bits or features.
// Everything that is yes or no is a bit first, and expanded in the end.
#pragma once

#include "tilefall/base/expand.hpp"
#include "tilefall/env/types.hpp"
#include "tilefall/features/lanes.hpp"

namespace tilefall::TILEFALL_ISA {

// Whether the piece is somewhere in the well; research rules have it above everything (T3).
inline bool has_spot(const EnvironmentRules& rules) { return rules.with_keys || rules.game.is_quintris; }

// The floats of features before the bits: heights, features of the board, row, column and turn.
inline int leading_floats(const EnvironmentRules& rules) {
    return rules.game.width + BOARD_FEATURES + (has_spot(rules) ? 3 : 0);
}

inline void find_cells(const FallingRules& rules, const uint32_t* columns, uint64_t* cells) {
    const Lanes board = load(columns);
    const uint32_t inside = (1u << rules.width) - 1;
    for (int i = 0; i < CELL_WORDS; ++i) cells[i] = 0;
    for (int row = 0; row < rules.height; ++row) {
        const Lanes level = board & splat(1u << (rules.height - 1 - row));
        append_bits(cells, row * rules.width, bits(nonzero(level)) & inside, rules.width);
    }
}

inline void set_bit(uint64_t* bits, int at) { bits[at / 64] |= uint64_t{1} << (at % 64); }

// Adds the cells of a shape whose box begins in a row and column, as those of the board.
inline void add_cells(const EnvironmentRules& rules, int shape, int row, int column, uint64_t* cells) {
    append_bits(cells, row * rules.game.width + column, rules.cells[shape], 64);
}

inline void find_piece_cells(const EnvironmentRules& rules, const FallingState& state, uint64_t* cells) {
    add_cells(rules, state.current, state.row, state.column, cells);
}

// The number by which an observation names a shape: its own, or that of its piece where no draw turns it.
inline int kind_of(const EnvironmentRules& rules, int shape) {
    return rules.game.is_quintris ? shape : TETRIS_PIECES().shapes[shape].piece;
}

// One bit of each kind for the current piece and the next one, then one for each piece in the bag.
inline void find_piece_bits(const EnvironmentRules& rules, const FallingState& state, int at, uint64_t* bits) {
    if (state.current >= 0) set_bit(bits, at + kind_of(rules, state.current));
    at += rules.kinds;
    if (rules.game.has_preview) {
        if (state.next >= 0) set_bit(bits, at + kind_of(rules, state.next));
        at += rules.kinds;
    }
    if (rules.game.draw == Draw::BAG) {
        uint32_t bag[MAX_PIECES];
        const int pieces = pieces_of(rules.game).pieces;
        find_bag(state.seen, pieces, bag);
        for (int piece = 0; piece < pieces; ++piece) {
            if (bag[piece] != 0) set_bit(bits, at + piece);
        }
    }
}

inline uint64_t draws_so_far(const EnvironmentRules& rules, const FallingState& state) {
    uint64_t total = 0;
    for (int piece = 0; piece < rules.numbers; ++piece) total += state.seen[piece];
    return total;
}

// The share of each piece among those seen, where it tells of a hidden mix; 0 if a position counts none.
inline void write_shares(const EnvironmentRules& rules, const FallingState& state, float* to) {
    const uint64_t draws = draws_so_far(rules, state);
    const auto total = static_cast<float>(draws == 0 ? 1 : draws);
    for (int i = 0; i < rules.numbers; ++i) to[i] = static_cast<float>(state.seen[i]) / total;
}

inline void write_shares(const EnvironmentRules& rules, const FallingState& state, uint8_t* to) {
    const uint64_t draws = draws_so_far(rules, state), total = draws == 0 ? 1 : draws;
    for (int i = 0; i < rules.numbers; ++i) {
        to[i] = static_cast<uint8_t>((510 * state.seen[i] + total) / (2 * total));
    }
}

template <typename Number>
inline void write_numbers(const EnvironmentRules& rules, const Environment& game, Number* to) {
    uint64_t ones[OBSERVED_WORDS], twos[OBSERVED_WORDS];
    for (int i = 0; i < OBSERVED_WORDS; ++i) {
        ones[i] = i < CELL_WORDS ? game.cells[i] : 0;
        twos[i] = 0;
    }
    if (has_spot(rules)) find_piece_cells(rules, game.state, twos);
    find_piece_bits(rules, game.state, rules.game.width * rules.game.height, ones);
    expand(ones, twos, rules.bits, to);
    if (rules.numbers > 0) write_shares(rules, game.state, to + rules.bits);
}

inline void write_bits(const EnvironmentRules& rules, const Environment& game, uint8_t* to) {
    uint64_t bits[2 * OBSERVED_WORDS] = {}, piece[CELL_WORDS] = {};
    const int cells = rules.game.width * rules.game.height;
    int at = cells;
    for (int i = 0; i < CELL_WORDS; ++i) bits[i] = game.cells[i];
    if (has_spot(rules)) {
        find_piece_cells(rules, game.state, piece);
        for (int i = 0; i * 64 < cells; ++i) append_bits(bits, at + 64 * i, piece[i], 64);
        at += cells;
    }
    find_piece_bits(rules, game.state, at, bits);
    const int bytes = (rules.bits + 7) / 8;
    for (int i = 0; i < bytes / 8; ++i) put_word(bits[i], to + 8 * i);
    for (int i = bytes / 8 * 8; i < bytes; ++i) to[i] = static_cast<uint8_t>(bits[i / 8] >> (i % 8 * 8));
}

inline void write_features(const EnvironmentRules& rules, const Frame& frame, const Environment& game, float* to) {
    const FallingState& state = game.state;
    const Lanes columns = load(state.columns);
    uint32_t heights[LANES];
    int32_t features[FEATURES];
    uint64_t bits[OBSERVED_WORDS] = {}, none[OBSERVED_WORDS] = {};
    store(bit_length(columns), heights);
    measure_board<WITH_ALL>(frame, columns, features);
    for (int i = 0; i < frame.width; ++i) *to++ = static_cast<float>(heights[i]);
    for (int i = 0; i < BOARD_FEATURES; ++i) *to++ = static_cast<float>(features[ROW_TRANSITIONS + i]);
    if (has_spot(rules)) {
        const PieceSet& pieces = pieces_of(rules.game);
        *to++ = static_cast<float>(state.row);
        *to++ = static_cast<float>(state.column);
        *to++ = static_cast<float>(state.current - pieces.first[pieces.shapes[state.current].piece]);
    }
    find_piece_bits(rules, state, 0, bits);
    expand(bits, none, rules.bits, to);
    if (rules.numbers > 0) write_shares(rules, state, to + rules.bits);
}

inline void write_parts(const EnvironmentRules& rules, const Environment& game, const Views& to, int64_t i) {
    const FallingState& state = game.state;
    const int cells = rules.game.width * rules.game.height, pieces = pieces_of(rules.game).pieces;
    uint64_t piece[CELL_WORDS] = {};
    if (has_spot(rules)) find_piece_cells(rules, state, piece);
    expand(game.cells, piece, cells, to.boards + i * cells);
    to.current[i] = state.current < 0 ? rules.kinds : kind_of(rules, state.current);
    if (rules.game.has_preview) to.next[i] = state.next < 0 ? rules.kinds : kind_of(rules, state.next);
    for (int k = 0; k < pieces; ++k) to.seen[i * pieces + k] = static_cast<int64_t>(state.seen[k]);
}

// Writes what is seen of game i into its place.
template <Observed OBSERVED>
inline void observe(const EnvironmentRules& rules, [[maybe_unused]] const Frame& frame, const Environment& game,
                    const Views& to, int64_t i) {
    const int64_t size = rules.bits + rules.numbers;
    auto* bytes = static_cast<uint8_t*>(to.observations);
    auto* floats = static_cast<float*>(to.observations);
    if constexpr (OBSERVED == Observed::PARTS) write_parts(rules, game, to, i);
    if constexpr (OBSERVED == Observed::BYTES) write_numbers(rules, game, bytes + i * size);
    if constexpr (OBSERVED == Observed::FLOATS) write_numbers(rules, game, floats + i * size);
    if constexpr (OBSERVED == Observed::BITS) write_bits(rules, game, bytes + i * ((rules.bits + 7) / 8));
    if constexpr (OBSERVED == Observed::FEATURES) {
        write_features(rules, frame, game, floats + i * (leading_floats(rules) + size));
    }
}

}  // namespace tilefall::TILEFALL_ISA
