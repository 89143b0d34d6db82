// Environment: games that learners step through: a step, a new game when one has ended, what is seen of it.
#pragma once

#include "tilefall/env/actions.hpp"
#include "tilefall/env/observations.hpp"
#include "tilefall/search/greedy.hpp"

namespace tilefall::TILEFALL_ISA {

constexpr uint64_t MOST_DRAWS = uint64_t{1} << 48;       // their shares stay within a word
constexpr uint32_t ACTION_BLOCK = 6, EPISODE_BLOCK = 7;  // lanes of the dice that no draw takes

// Fills in what follows from the game, the way to act and the way to observe.
inline void complete(EnvironmentRules& rules) {
    const FallingRules& game = rules.game;
    const PieceSet& pieces = pieces_of(game);
    const int turns = game.is_quintris ? 8 : 4, cells = game.width * game.height;
    rules.actions =
        rules.with_keys ? (game.is_quintris ? KEYS : FLIP) : turns * game.width * (game.can_slide ? game.height : 1);
    for (int piece = 0; piece < pieces.pieces; ++piece) {
        const int first = pieces.first[piece], count = pieces.first[piece + 1] - first;
        uint32_t columns[MAX_TURNS_OF_PIECE];
        for (int turn = 0; turn < count; ++turn) {
            columns[turn] = (1u << (game.width - pieces.shapes[first + turn].width + 1)) - 1;
        }
        for (uint64_t& word : rules.open[piece]) word = 0;
        join_columns(game, columns, count, rules.open[piece]);
    }
    for (int i = 0; i < pieces.first[pieces.pieces]; ++i) {
        const Shape& shape = pieces.shapes[i];
        rules.cells[i] = 0;
        for (int k = 0; k < MAX_SIDE; ++k) {
            const int row = shape.height - 1 - shape.cell_level[k];
            rules.cells[i] |= uint64_t{1} << (row * game.width + shape.cell_column[k]);
        }
    }
    rules.kinds = game.is_quintris ? pieces.first[pieces.pieces] : pieces.pieces;
    rules.numbers = game.draw == Draw::HIDDEN && rules.observed != Observed::BITS ? pieces.pieces : 0;
    rules.bits = rules.kinds * (game.has_preview ? 2 : 1) + (game.draw == Draw::BAG ? pieces.pieces : 0);
    if (rules.observed != Observed::FEATURES) rules.bits += cells;
    if (rules.observed == Observed::BITS && has_spot(rules)) rules.bits += cells;
}

// The seed of a game that follows so many others of the first seed.
inline uint64_t seed_of_episode(uint64_t first_seed, uint64_t episode) {
    if (episode == 0) return first_seed;
    const Roll roll = philox(first_seed, episode, EPISODE_BLOCK);
    return roll.words[0] | uint64_t{roll.words[1]} << 32;
}

// What follows from the state of a game that was put there.
inline void look_at_state(const EnvironmentRules& rules, Environment& game) {
    find_cells(rules.game, game.state.columns, game.cells);
    game.is_over = has_spot(rules) ? is_blocked(rules.game, game.state) : game.state.current < 0;
}

// Whether a game can be played: a next piece exactly where one shows, a piece inside of the board where it has a spot,
// and no more draws counted than there will ever be.
inline bool is_sound(const EnvironmentRules& rules, const Environment& game) {
    const FallingRules& falling = rules.game;
    for (const uint64_t count : game.state.seen) {
        if (count > MOST_DRAWS) return false;
    }
    if ((falling.has_preview && game.state.current >= 0) != (game.state.next >= 0)) return false;
    if (!has_spot(rules)) return true;
    if (game.state.current < 0) return false;
    const Shape& shape = pieces_of(falling).shapes[game.state.current];
    const int bottom = falling.height - shape.height - game.state.row;
    return game.state.row >= 0 && bottom >= 0 && game.state.column + shape.width <= falling.width;
}

inline void set_mix(const Chance& chance, Environment& game) {
    for (int i = 0; i < MAX_PIECES; ++i) game.mix[i] = chance.mix.of[i];
}

inline void begin_at(const EnvironmentRules& rules, const Chance& chance, const FallingState& state,
                     Environment& game) {
    set_mix(chance, game);
    game.state = state;
    if (rules.with_keys && state.current >= 0) spawn(rules.game, game.state);
    game.waited = 0;
    game.steps = 0;
    look_at_state(rules, game);
    game.is_done = game.is_over;
    game.has_begun = true;
}

// The game of this number of the first seed, from its start.
inline void begin(const EnvironmentRules& rules, uint64_t first_seed, uint64_t episode, Environment& game) {
    game.first_seed = first_seed;
    game.episode = episode;
    game.seed = seed_of_episode(first_seed, episode);
    const Chance chance = chance_of(rules.game, game.seed);
    begin_at(rules, chance, started(rules.game, chance), game);
}

// The certain half of a turn and its chance; the lines that it removed.
inline int finish_turn(const EnvironmentRules& rules, const Frame& frame, Move move, Environment& game) {
    const FallingRules& falling = rules.game;
    Chance chance{game.seed, {}};
    for (int i = 0; i < MAX_PIECES; ++i) chance.mix.of[i] = game.mix[i];
    int32_t lines;
    const bool reaches_above = lock_piece(falling, frame, move, game.state, lines);
    draw_next(falling, chance, reaches_above, game.state);
    if (rules.with_keys) spawn(falling, game.state);
    game.waited = 0;
    game.is_over = has_spot(rules) ? is_blocked(falling, game.state) : reaches_above;
    if (lines != 0 || reaches_above) {
        find_cells(falling, game.state.columns, game.cells);
    } else {
        const int row = falling.height - pieces_of(falling).shapes[move.shape].height - move.bottom;
        add_cells(rules, move.shape, row, move.column, game.cells);
    }
    return lines;
}

// Whether gravity pulls after this key.
inline bool has_gravity(const EnvironmentRules& rules, Environment& game) {
    if (rules.gravity == 0) return false;
    game.waited += 1;
    if (game.waited < rules.gravity) return false;
    game.waited = 0;
    return true;
}

// Plays an action of a game that is not done, and says what it was worth.
template <bool WITH_KEYS>
inline double act(const EnvironmentRules& rules, const Frame& frame, [[maybe_unused]] const uint64_t* legal,
                  int64_t action, Environment& game) {
    Move move;
    if constexpr (WITH_KEYS) {
        if (!steer(rules.game, game.state, static_cast<int>(action), has_gravity(rules, game), move)) return 0;
    } else {
        move = placement(rules, game.state, next_legal(rules, legal, action));
    }
    const int lines = finish_turn(rules, frame, move, game);
    return rules.line_reward * lines + rules.piece_reward + (game.is_over ? rules.end_reward : 0);
}

// Finds which actions are legal and writes them: all keys, or the placements in reach; none when it is over.
template <bool WITH_KEYS>
inline void write_mask(const EnvironmentRules& rules, const Frame& frame, const Environment& game,
                       [[maybe_unused]] uint64_t* legal, int8_t* mask) {
    auto* bytes = reinterpret_cast<uint8_t*>(mask);
    if constexpr (WITH_KEYS) {
        for (int key = 0; key < FLIP; ++key) bytes[key] = !game.is_over;
        if (rules.actions > FLIP) bytes[FLIP] = !game.is_over;
        return;
    }
    if (game.is_over) {
        for (int i = 0; i < rules.actions; ++i) bytes[i] = 0;
        return;
    }
    find_legal(rules, frame, game.state, legal);
    expand(legal, rules.actions, bytes);
}

template <Observed OBSERVED, bool WITH_KEYS>
inline void view(const EnvironmentRules& rules, const Frame& frame, const EnvironmentArray& all, const Views& to,
                 int64_t i) {
    const Environment& game = all.games[i];
    observe<OBSERVED>(rules, frame, game, to, i);
    write_mask<WITH_KEYS>(rules, frame, game, all.legal + i * legal_words(rules), to.masks + i * rules.actions);
    to.scores[i] = static_cast<int64_t>(game.state.score);
    to.turns[i] = static_cast<int64_t>(game.state.turn);
}

// A step of game i. One that has ended begins anew, now or in the following step.
template <Observed OBSERVED, bool WITH_KEYS>
inline void step(const EnvironmentRules& rules, const Frame& frame, const EnvironmentArray& all,
                 const EnvironmentBuffers& buffers, int64_t i) {
    Environment& game = all.games[i];
    double reward = 0;
    bool is_late = false;
    if (game.is_done) {
        begin(rules, game.first_seed, game.episode + 1, game);
    } else {
        const uint64_t* legal = all.legal + i * legal_words(rules);
        reward = act<WITH_KEYS>(rules, frame, legal, buffers.actions[i], game);
        game.steps += 1;
        is_late = rules.max_steps != 0 && game.steps >= rules.max_steps;
        game.is_done = game.is_over || is_late;
    }
    buffers.rewards[i] = reward;
    buffers.terminated[i] = game.is_over;
    buffers.truncated[i] = is_late;
    if (game.is_done && rules.autoreset == Autoreset::SAME_STEP) {
        view<OBSERVED, WITH_KEYS>(rules, frame, all, buffers.last, i);
        begin(rules, game.first_seed, game.episode + 1, game);
    }
    view<OBSERVED, WITH_KEYS>(rules, frame, all, buffers.now, i);
}

// A random legal action of a game, 0 where there is none; a pure function of the seed and the game's number.
template <bool WITH_KEYS>
inline int random_action(const EnvironmentRules& rules, const EnvironmentArray& all, uint64_t seed, int64_t i) {
    const uint32_t word = philox(seed, static_cast<uint64_t>(i), ACTION_BLOCK).words[0];
    if constexpr (WITH_KEYS) return static_cast<int>(side(word, static_cast<uint32_t>(rules.actions)));
    const Environment& game = all.games[i];
    return game.is_over || !game.has_begun ? 0 : random_legal(rules, all.legal + i * legal_words(rules), word);
}

// Successors: what every placement of many states leaves behind, for those who learn values of boards.

// How many placements a state has.
inline int count_successors(const EnvironmentRules& rules, const Frame& frame, const FallingState& state) {
    if (is_over(rules.game, frame, state)) return 0;
    uint64_t legal[LEGAL_WORDS];
    find_legal(rules, frame, state, legal);
    return count_legal(rules, legal);
}

// Writes those of one state from row `at` on.
inline void write_successors(const EnvironmentRules& rules, const Frame& frame, const FallingState& state,
                             FeatureTable& table, const Successors& to, int64_t at) {
    const FallingRules& game = rules.game;
    if (to.features != nullptr) {
        list_features(game, frame, state, table);
    } else {
        list_moves(game, frame, state, table.list);
    }
    for (int i = 0; i < table.list.count; ++i, ++at) {
        const Move move = table.list.moves[i];
        const Locked after = locked(game, frame, state, move);
        to.actions[at] = action_of(rules, move);
        to.ends[at] = after.is_over;
        to.rewards[at] = rules.line_reward * after.reward + rules.piece_reward + (after.is_over ? rules.end_reward : 0);
        if (to.columns != nullptr) {
            for (int k = 0; k < game.width; ++k) to.columns[at * game.width + k] = after.state.columns[k];
        }
        if (to.boards != nullptr) {
            const int cells = game.width * game.height;
            uint64_t filled[CELL_WORDS];
            find_cells(game, after.state.columns, filled);
            expand(filled, cells, to.boards + at * cells);
        }
        if (to.features != nullptr) {
            for (int k = 0; k < FEATURES; ++k) {
                to.features[at * FEATURES + k] = after.is_over ? 0 : static_cast<float>(table.features[i][k]);
            }
        }
    }
}

}  // namespace tilefall::TILEFALL_ISA
