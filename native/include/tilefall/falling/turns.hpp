// Turns: what the rules say of a state whatever form its board has: numbers of moves, digests, the chance half of a
// turn, and the turns of a game that is kept (D5, F5, F10, Q3, Q4, T2 to T4).
#pragma once

#include "tilefall/base/dice.hpp"
#include "tilefall/falling/pieces.hpp"
#include "tilefall/falling/types.hpp"

namespace tilefall::TILEFALL_ISA {

GAME_FN const PieceSet& pieces_of(const FallingRules& rules) {
    return rules.is_quintris ? QUINTRIS_PIECES() : TETRIS_PIECES();
}

// A mean, as values are rounded (S2).
GAME_FN int64_t rounded_down(int64_t total, int64_t parts) {
    const int64_t quotient = total / parts;
    return quotient - (total % parts < 0 ? 1 : 0);
}

GAME_FN Move move_of(const FallingRules& rules, int32_t number) {
    return {number / LEVELS / rules.width, number / LEVELS % rules.width, number % LEVELS};
}

GAME_FN int32_t number_of(const FallingRules& rules, Move move) {
    return (move.shape * rules.width + move.column) * LEVELS + move.bottom;
}

// Whether a Tetris move leaves a cell at or above the board's height (T4).
GAME_FN bool ends_game(const FallingRules& rules, Move move) {
    return move.bottom + pieces_of(rules).shapes[move.shape].height > rules.height;
}

// Where a shape comes to rest that falls from above everything (T3).
GAME_FN int landing_bottom(const uint32_t* columns, const Shape& shape, int column) {
    int bottom = 0;
    for (int i = 0; i < shape.width; ++i) {
        const int at = bit_length(columns[column + i]) - shape.low[i];
        bottom = at > bottom ? at : bottom;
    }
    return bottom;
}

// What reach "drop" needs to know of a piece on a board: at which columns each of its shapes fits in
// the top row, one bit a column, and how far it drops from there.
struct Drops {
    uint32_t fits[MAX_TURNS_OF_PIECE];
    int8_t bottom[MAX_TURNS_OF_PIECE][LANES];
    int32_t first, count;  // the piece's shapes
};

GAME_FN bool joined(uint32_t& columns, uint32_t more) {
    const bool is_news = (more & ~columns) != 0;
    columns |= more;
    return is_news;
}

// The columns that each shape reaches in the top row from a spawn that fits there (F5).
GAME_FN void find_columns(const PieceSet& pieces, const Drops& drops, int shape, int column,
                          uint32_t (&reached)[MAX_TURNS_OF_PIECE]) {
    for (int i = 0; i < drops.count; ++i) reached[i] = 0;
    reached[shape - drops.first] = 1u << column;
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (int i = 0; i < drops.count; ++i) {
            const Shape& form = pieces.shapes[drops.first + i];
            const int turned = form.rotation - drops.first, mirrored = form.flip - drops.first;
            const uint32_t beside = reached[i] << 1 | reached[i] >> 1;
            has_grown |= joined(reached[i], beside & drops.fits[i]);
            has_grown |= joined(reached[turned], reached[i] & drops.fits[turned]);
            has_grown |= joined(reached[mirrored], reached[i] & drops.fits[mirrored]);
        }
    }
}

// The digests of some states (D5). A word of each in turn: a digest is a chain of products that wait
// for each other, and those of other states need not wait.
template <int COUNT>
GAME_FN void find_digests(const FallingRules& rules, const FallingState* states, uint64_t* found) {
    Digest digests[COUNT];
    const auto add = [&](const auto& word) {
        for (int i = 0; i < COUNT; ++i) digests[i].add(static_cast<uint64_t>(word(states[i])));
    };
    for (int column = 0; column < rules.width; ++column) {
        add([column](const FallingState& state) { return state.columns[column]; });
    }
    add([](const FallingState& state) { return state.current + 1; });
    add([](const FallingState& state) { return state.column; });
    add([](const FallingState& state) { return state.next + 1; });
    const int pieces = pieces_of(rules).pieces;
    for (int piece = 0; piece < pieces; ++piece) {
        add([piece](const FallingState& state) { return state.seen[piece]; });
    }
    add([](const FallingState& state) { return state.score; });
    add([](const FallingState& state) { return state.turn; });
    for (int i = 0; i < COUNT; ++i) found[i] = digests[i].value;
}

GAME_FN uint64_t digest(const FallingRules& rules, const FallingState& state) {
    uint64_t found;
    find_digests<1>(rules, &state, &found);
    return found;
}

// The checks of the states that wait: the first of them is the one after so many turns.
GAME_FN void check_waiting(const FallingRules& rules, KeptTurns& kept, uint64_t turns) {
    uint64_t digests[DIGESTS_AT_ONCE];
    find_digests<DIGESTS_AT_ONCE>(rules, kept.waiting, digests);
    for (uint64_t after = turns == 0 ? 1 : turns; after <= kept.count; ++after) {
        kept.turns[after - 1].check = static_cast<uint16_t>(digests[after - turns]);
    }
}

// Keeps a move, and the state in which it is made for the check of the move before; if that is wanted.
// A state is copied faster then than at once after it was made: what is on its way to memory in small
// parts cannot be read in large ones.
GAME_FN void keep_turn(const FallingRules& rules, const FallingState& state, Move move, KeptTurns* kept) {
    if (kept == nullptr) return;
    const uint64_t place = kept->count % DIGESTS_AT_ONCE;
    kept->waiting[place] = state;
    if (place == DIGESTS_AT_ONCE - 1) check_waiting(rules, *kept, kept->count - place);
    kept->turns[kept->count].move = static_cast<uint16_t>(number_of(rules, move));
    kept->count += 1;
}

// Makes the checks that still wait when a game ends in a state.
GAME_FN void end_turns(const FallingRules& rules, const FallingState& state, KeptTurns* kept) {
    if (kept == nullptr) return;
    const uint64_t place = kept->count % DIGESTS_AT_ONCE;
    kept->waiting[place] = state;
    check_waiting(rules, *kept, kept->count - place);
}

constexpr int PIECE_LANE = 0, ROTATION_LANE = 1, COLUMN_LANE = 2, MIX_LANE = 8;

// How likely each piece is, in whole parts of their sum.
struct Mix {
    uint32_t of[MAX_PIECES];
};

// The hidden mix of a game: weights from 0 to 10 each, drawn again if all are 0 (F10).
GAME_FN Mix hidden_mix(uint64_t seed, int pieces) {
    Mix mix{};
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
    Mix mix;
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

GAME_FN int drawn_piece(const FallingRules& rules, const Chance& chance, const uint64_t* seen, uint64_t number,
                        uint32_t word) {
    const int pieces = pieces_of(rules).pieces;
    if (rules.draw == Draw::LIST) return rules.list[number % rules.list_length];
    Mix weights = chance.mix;
    if (rules.draw == Draw::BAG) find_bag(seen, pieces, weights.of);
    uint32_t ends[MAX_PIECES], total = 0;  // the weights side by side
    for (int piece = 0; piece < MAX_PIECES; ++piece) ends[piece] = total += weights.of[piece];
    const uint32_t at = side(word, total);
    int piece = 0;  // how many end before: no loop that a processor would guess the end of
    for (int i = 0; i < MAX_PIECES; ++i) piece += at >= ends[i];
    return piece;
}

// The shape of the draw of this number, counted as seen; only Quintris turns it (Q3).
GAME_FN int32_t drawn_shape(const FallingRules& rules, const Chance& chance, uint64_t* seen, uint64_t number) {
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
        state.column = static_cast<int32_t>(roll(chance.seed, state.turn, static_cast<uint32_t>(columns), COLUMN_LANE));
    }
}

// The state that the dice give after the certain half of a turn.
GAME_FN FallingState drawn(const FallingRules& rules, const Chance& chance, const Locked& after) {
    FallingState state = after.state;
    draw_next(rules, chance, after.is_over, state);
    return state;
}

// The first state of a game (Q3, T2).
GAME_FN FallingState started(const FallingRules& rules, const Chance& chance) {
    Locked before{};
    for (int i = rules.width; i < LANES; ++i) before.state.columns[i] = (1u << rules.height) - 1;
    before.state.next = rules.has_preview ? drawn_shape(rules, chance, before.state.seen, 0) : -1;
    return drawn(rules, chance, before);
}

}  // namespace tilefall::TILEFALL_ISA
