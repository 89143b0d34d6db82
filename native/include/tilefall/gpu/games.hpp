// Games: whole games in which one thread makes every move; the same games as in lanes, of moves that are best by
// themselves or, with the next piece, two pieces deep.
#pragma once

#include "tilefall/gpu/choice.hpp"

namespace tilefall::TILEFALL_ISA::words {

// A game that is being played, as it waits between the turns that a thread plays at once.
template <class WELL>
struct Game {
    Board<WELL> board;
    uint32_t seen[MAX_PIECES];
    uint32_t turn, score;
    uint64_t seed, placements;
    int32_t current, column, next;
    uint32_t mix[MAX_PIECES];
    bool is_over;
};

template <class WELL>
GAME_FN FallingState state_of(const Game<WELL>& game) {
    FallingState state{};
    for (int i = 0; i < LANES; ++i) state.columns[i] = game.board.at(i);
    for (int i = 0; i < MAX_PIECES; ++i) state.seen[i] = game.seen[i];
    state.score = game.score;
    state.turn = game.turn;
    state.current = game.current;
    state.column = game.column;
    state.next = game.next;
    return state;
}

template <class WELL>
GAME_SELDOM void start_game(const FallingRules& rules, uint64_t seed, Game<WELL>& game) {
    const Chance chance = chance_of(rules, seed);
    const FallingState state = started(rules, chance);
    for (int i = 0; i < WELL::WIDTH; ++i) game.board.columns[i] = state.columns[i];
    for (int i = 0; i < MAX_PIECES; ++i) {
        game.seen[i] = static_cast<uint32_t>(state.seen[i]);
        game.mix[i] = chance.mix.of[i];
    }
    game.turn = game.score = 0;
    game.seed = seed;
    game.placements = 0;
    game.current = state.current;
    game.column = state.column;
    game.next = state.next;
    game.is_over = false;
}

// Draws what comes after a piece that has locked (Q3, Q4, T2).
template <class WELL>
GAME_FN void draw_piece(const FallingRules& rules, Game<WELL>& game) {
    Chance chance{game.seed, {}};
    uint64_t seen[MAX_PIECES];
    GAME_UNROLL
    for (int i = 0; i < MAX_PIECES; ++i) {
        chance.mix.of[i] = game.mix[i];
        seen[i] = game.seen[i];
    }
    const uint32_t number = game.turn + (rules.has_preview ? 1 : 0);
    const Roll due = philox(game.seed, number, PIECE_LANE / 4);
    const int piece = drawn_piece(rules, chance, seen, number, due.words[PIECE_LANE]);
    GAME_UNROLL
    for (int i = 0; i < MAX_PIECES; ++i) game.seen[i] += i == piece;
    int32_t shape = WELL::forms().first[piece];
    if constexpr (WELL::IS_QUINTRIS) {
        const uint32_t quarters = side(due.words[ROTATION_LANE], 4);
        for (uint32_t i = 0; i < quarters; ++i) shape = WELL::pieces().shapes[shape].rotation;
    }
    game.current = rules.has_preview ? game.next : shape;
    game.next = rules.has_preview ? shape : -1;
    if constexpr (WELL::IS_QUINTRIS) {
        const int columns = WELL::WIDTH - WELL::forms().forms[game.current].width;
        game.column = static_cast<int32_t>(
            roll(game.seed, game.turn, static_cast<uint32_t>(columns), COLUMN_LANE));
    }
}

// A turn from the move on.
template <class WELL>
GAME_FN void finish_turn(const FallingRules& rules, int shape, int column, int bottom, Game<WELL>& game) {
    const Form form = WELL::forms().forms[shape];
    game.turn += 1;
    if (!WELL::IS_QUINTRIS && bottom + form.height > WELL::HEIGHT) {  // above the board (T4)
        GAME_UNROLL
        for (int i = 0; i < WELL::WIDTH; ++i) {
            const uint32_t cells = moved_up(form.cells(i - column), bottom);
            game.board.columns[i] = (game.board.columns[i] | cells) & WELL::ROWS;
        }
        game.current = game.next = -1;
        game.is_over = true;
        return;
    }
    game.score += static_cast<uint32_t>(ones(lock_shape(game.board, form, column, bottom)));
    draw_piece(rules, game);
    if constexpr (WELL::IS_QUINTRIS) game.is_over = has_no_room(game.board, game.current, game.column);
}

template <unsigned SET, bool WITH_NEXT, class WELL>
GAME_FN void play_turn(const FallingRules& rules, const Weights& weights, Game<WELL>& game) {
    const Piece current{game.current, game.column};
    if constexpr (WITH_NEXT) {
        const Move move = chosen_with_next<SET>(game.board, current, game.next, weights, game.placements);
        finish_turn(rules, move.shape, move.column, move.bottom, game);
    } else {
        const Chosen choice = chosen<SET>(game.board, current, weights);
        game.placements += choice.placements;
        finish_turn(rules, choice.shape, choice.column, choice.bottom, game);
    }
}

template <class WELL>
GAME_SELDOM PlayoutResult result_of(const FallingRules& rules, const Game<WELL>& game) {
    return {game.score, game.turn, digest(rules, state_of(game)), game.placements, game.is_over};
}

// A whole game.
template <unsigned SET, bool WITH_NEXT, class WELL>
GAME_FN PlayoutResult played(const FallingRules& rules, const Weights& weights, uint64_t seed,
                                  uint32_t max_turns) {
    Game<WELL> game;
    start_game(rules, seed, game);
    while (!game.is_over && game.turn < max_turns) play_turn<SET, WITH_NEXT>(rules, weights, game);
    return result_of(rules, game);
}

}  // namespace tilefall::TILEFALL_ISA::words
