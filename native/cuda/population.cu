// Population: many weights play the same games on a GPU, a thread a game. A block keeps its games in
// shared memory; in every turn they are dealt to its threads by the kind of their piece, drops that
// complete rows are valued by whoever is free, and those who own the games play the moves.
//
// Compiled for one kind of game at a time: TILEFALL_WIDTH, TILEFALL_HEIGHT, TILEFALL_QUINTRIS,
// TILEFALL_PREVIEW, TILEFALL_DRAW, TILEFALL_TOLD, TILEFALL_SET (which features) and TILEFALL_NEXT
// (whether moves look at the next piece); TILEFALL_THREADS and TILEFALL_BLOCKS (of a multiprocessor).
#include "dealing.cuh"

namespace tilefall::TILEFALL_ISA {

using TheWell = Well<TILEFALL_WIDTH, TILEFALL_HEIGHT, TILEFALL_QUINTRIS>;
constexpr unsigned SET = TILEFALL_SET;
constexpr bool WITH_NEXT = TILEFALL_NEXT;
constexpr int THREADS = TILEFALL_THREADS, GAMES = games_of_block<TheWell, THREADS>();
constexpr int WIDTH = TheWell::WIDTH;

__device__ FallingRules the_rules(const uint8_t* list, uint32_t list_length) {
    return {WIDTH, TheWell::HEIGHT, TILEFALL_QUINTRIS, false, TILEFALL_PREVIEW, Draw::TILEFALL_DRAW,
            {TILEFALL_TOLD}, list, list_length};
}

// What is to be played: every member plays every seed.
struct Work {
    const int32_t* weights;  // FEATURES a member
    const uint64_t* seeds;
    uint64_t members, games;  // of each member
    uint64_t max_turns;
};

constexpr uint64_t NO_JOB = UINT64_MAX;
constexpr int RESULT_WORDS = 5;
constexpr int WORDS_OF_GAME = 64;  // of the memory where a game waits between launches

struct WaitingGame {
    SoloGame<TheWell> game;
    uint64_t job;  // NO_JOB if there is none
};
static_assert(sizeof(WaitingGame) <= WORDS_OF_GAME * sizeof(uint32_t));

// What a turn of the games of a block needs.
struct Table {
    static constexpr int SPECIALS = 4 * THREADS;
    uint64_t best[GAMES];  // value, then order: the largest wins
    uint32_t columns[WIDTH][GAMES];
    uint32_t member[GAMES];
    uint32_t placements[GAMES];  // of this turn
    uint32_t special[SPECIALS];  // drops that need their board made: game, shape and column
    uint32_t specials;
    uint8_t current[GAMES], next[GAMES], column[GAMES];
    Dealing<TheWell, THREADS> dealing;

    __device__ SoloBoard<TheWell> board(int game) const {
        SoloBoard<TheWell> found;
        GAME_UNROLL
        for (int i = 0; i < WIDTH; ++i) found.columns[i] = columns[i][game];
        return found;
    }
    __device__ FeatureWeights weights(const Work& work, int game) const {
        FeatureWeights found;
        const int32_t* from = work.weights + static_cast<size_t>(member[game]) * FEATURES;
        GAME_UNROLL
        for (int i = 0; i < FEATURES; ++i) found.of[i] = from[i];
        return found;
    }
    __device__ void raise(int game, uint64_t key) {
        atomicMax(reinterpret_cast<unsigned long long*>(&best[game]), static_cast<unsigned long long>(key));
    }
};

// A key holds a value, then what is left of the order, then the bottom and one more where that is not
// where a straight drop ends.
constexpr int ORDER_BITS = 10, BOTTOM_BITS = 6;
constexpr int64_t LEAST_VALUE = -(int64_t{1} << 43);

__device__ uint64_t key_of(int64_t value, uint32_t order, uint32_t bottom) {
    const uint64_t place = ((1u << ORDER_BITS) - 1 - order) << BOTTOM_BITS | bottom;
    return static_cast<uint64_t>(value - LEAST_VALUE) << (ORDER_BITS + BOTTOM_BITS) | place;
}

__device__ uint64_t key_of(const SoloBest& best) {
    return best.order == SoloBest::NOWHERE ? 0 : key_of(best.value, best.order, 0);
}

__device__ int piece_of(int shape) { return TheWell::pieces().shapes[shape].piece; }

// The best drop of a piece, but for special ones, which are put on the table.
__device__ void choose_alone(Table& table, const Work& work, int game) {
    const SoloPiece current{table.current[game], table.column[game]};
    const FeatureWeights weights = table.weights(work, game);
    SoloGround<TheWell> ground;
    ground.board = table.board(game);
    if constexpr (TheWell::IS_QUINTRIS) {
        if (!has_free_top(ground.board)) {
            const SoloChoice choice = chosen_crowded<SET>(ground.board, current, weights);
            const uint32_t order = SoloBest::order_of(choice.shape, choice.column);
            table.best[game] = key_of(0, order, static_cast<uint32_t>(choice.bottom + 1));
            table.placements[game] = choice.placements;
            return;
        }
    }
    look_at<SET>(weights, ground);
    const int piece = piece_of(current.shape);
    SoloBest best;
    take_drops<SET>(ground, piece, weights, best, [&](int shape, uint32_t columns) {
        uint32_t place = atomicAdd(&table.specials, static_cast<uint32_t>(__popc(columns)));
        GAME_ROLLED
        for (; columns != 0; columns &= columns - 1, ++place) {
            const int column = lowest_bit(columns);
            if (place < Table::SPECIALS) {
                table.special[place] = static_cast<uint32_t>(game | shape << 16 | column << 24);
                continue;
            }
            const Shape& form = TheWell::pieces().shapes[shape];
            const int bottom = landing_bottom(ground.board, form, column);
            best.take(exact_value<SET>(ground.board, form, column, bottom, weights),
                      SoloBest::order_of(shape, column));
        }
    });
    table.best[game] = key_of(best);
    table.placements[game] = static_cast<uint32_t>(drops_of<TheWell>(piece));
}

__device__ void value_special(Table& table, const Work& work, uint32_t special) {
    const int game = special & 0xFFFF, shape = special >> 16 & 0xFF, column = special >> 24;
    const SoloBoard<TheWell> board = table.board(game);
    const Shape& form = TheWell::pieces().shapes[shape];
    const int32_t value = exact_value<SET>(board, form, column, landing_bottom(board, form, column),
                                           table.weights(work, game));
    table.raise(game, key_of(value, SoloBest::order_of(shape, column), 0));
}

// All drops of the games of a warp, each followed by the best of the next piece: its threads share them
// evenly, since some pieces have four times the drops of others.
__device__ void choose_with_next(Table& table, const Work& work, int game) {
    const int lane = static_cast<int>(threadIdx.x) % WARP;
    int count = 0;
    if (game != NO_GAME) {
        table.best[game] = 0;
        table.placements[game] = 0;
        count = drops_of<TheWell>(piece_of(table.current[game]));
        if constexpr (TheWell::IS_QUINTRIS) {
            const SoloBoard<TheWell> board = table.board(game);
            if (!has_free_top(board)) {
                uint64_t placements = 0;
                const Move move = chosen_with_next<SET>(board, {table.current[game], table.column[game]},
                                                        table.next[game], table.weights(work, game),
                                                        placements);
                table.best[game] = key_of(0, SoloBest::order_of(move.shape, move.column),
                                          static_cast<uint32_t>(move.bottom + 1));
                table.placements[game] = static_cast<uint32_t>(placements);
                count = 0;
            }
        }
    }
    int end = count;  // of all drops up to this lane's
    for (int by = 1; by < WARP; by *= 2) {
        const int before = __shfl_up_sync(WHOLE_WARP, end, by);
        if (lane >= by) end += before;
    }
    const int total = __shfl_sync(WHOLE_WARP, end, WARP - 1);
    __syncwarp();
    for (int first = 0; first < total; first += WARP) {
        const int number = first + lane;
        int owner = 0;  // how many lanes' drops end before this one
        for (int by = WARP / 2; by > 0; by /= 2) {
            const int ends = __shfl_sync(WHOLE_WARP, end, owner + by - 1);
            if (ends <= number) owner += by;
        }
        owner = owner < WARP ? owner : WARP - 1;
        const int its_game = __shfl_sync(WHOLE_WARP, game, owner);
        int within = number - (__shfl_sync(WHOLE_WARP, end, owner) - __shfl_sync(WHOLE_WARP, count, owner));
        if (number >= total) continue;
        const PieceSet& pieces = TheWell::pieces();
        int shape = pieces.first[piece_of(table.current[its_game])];
        for (; within > WIDTH - pieces.shapes[shape].width; ++shape) {
            within -= WIDTH - pieces.shapes[shape].width + 1;
        }
        const SoloBoard<TheWell> board = table.board(its_game);
        uint64_t placements = 1;
        const int bottom = landing_bottom(board, pieces.shapes[shape], within);
        const int64_t value = value_of_pair<SET>(board, shape, within, bottom, table.next[its_game],
                                                 table.weights(work, its_game), placements);
        table.raise(its_game, key_of(value, SoloBest::order_of(shape, within), 0));
        atomicAdd(&table.placements[its_game], static_cast<uint32_t>(placements));
    }
    __syncwarp();
}

// Plays the move that was chosen for a game.
__device__ void play_chosen(const FallingRules& rules, const Table& table, int place,
                            SoloGame<TheWell>& game) {
    const uint64_t key = table.best[place];
    const uint32_t bottom = key & ((1u << BOTTOM_BITS) - 1);
    SoloBest best;
    if (key != 0) {
        best.order = (1u << ORDER_BITS) - 1 -
                     static_cast<uint32_t>(key >> BOTTOM_BITS & ((1u << ORDER_BITS) - 1));
    }
    SoloChoice choice = choice_of(game.board, best, piece_of(game.current));
    if (bottom != 0) choice.bottom = static_cast<int32_t>(bottom) - 1;
    game.placements += table.placements[place];
    finish_turn(rules, choice.shape, choice.column, choice.bottom, game);
}

__device__ void write_result(const FallingRules& rules, const Work& work, const WaitingGame& waiting,
                             uint64_t* results) {
    const PlayoutResult result = result_of(rules, waiting.game);
    const uint64_t member = waiting.job % work.members, number = waiting.job / work.members;
    uint64_t* words = results + (member * work.games + number) * RESULT_WORDS;
    words[0] = result.score;
    words[1] = result.turns;
    words[2] = result.digest;
    words[3] = result.placements;
    words[4] = result.is_over;
}

// What is shared by all blocks: the next job to take, and how many are done.
struct Progress {
    unsigned long long next, done;
};

// Ends a game that is over and takes the next ones until one can be played.
__device__ void renew(const FallingRules& rules, const Work& work, Progress* progress, uint64_t* results,
                      WaitingGame& waiting) {
    const uint64_t jobs = work.members * work.games;
    while (waiting.job != NO_JOB && (waiting.game.is_over || waiting.game.turn >= work.max_turns)) {
        write_result(rules, work, waiting, results);
        atomicAdd(&progress->done, 1ull);
        const uint64_t next = atomicAdd(&progress->next, 1ull);
        waiting.job = next < jobs ? next : NO_JOB;
        if (waiting.job != NO_JOB) start_game(rules, work.seeds[next / work.members], waiting.game);
    }
}

__device__ void put(Table& table, int place, const WaitingGame& waiting, const Work& work) {
    GAME_UNROLL
    for (int i = 0; i < WIDTH; ++i) table.columns[i][place] = waiting.game.board.columns[i];
    table.current[place] = static_cast<uint8_t>(waiting.game.current);
    table.next[place] = static_cast<uint8_t>(waiting.game.next);
    table.column[place] = static_cast<uint8_t>(waiting.game.column);
    table.member[place] = static_cast<uint32_t>(waiting.job % work.members);
}

// The first games, so many of each block.
extern "C" __global__ void begin(uint32_t* memory, Progress* progress, const uint64_t* seeds, uint64_t members,
                                 uint64_t games, const uint8_t* list, uint32_t list_length,
                                 uint32_t at_once) {
    const FallingRules rules = the_rules(list, list_length);
    if (threadIdx.x >= GAMES) return;
    const uint64_t place = blockIdx.x * static_cast<uint64_t>(GAMES) + threadIdx.x;
    WaitingGame& waiting = *reinterpret_cast<WaitingGame*>(memory + place * WORDS_OF_GAME);
    waiting.job = NO_JOB;
    if (threadIdx.x >= at_once) return;
    const uint64_t job = atomicAdd(&progress->next, 1ull);
    if (job >= members * games) return;
    waiting.job = job;
    start_game(rules, seeds[job / members], waiting.game);
}

// So many turns of all games that are under way.
extern "C" __global__ void __launch_bounds__(THREADS, TILEFALL_BLOCKS)
    play(uint32_t* memory, Progress* progress, uint64_t* results, const int32_t* weights,
         const uint64_t* seeds, uint64_t members, uint64_t games, uint64_t max_turns,
         const uint8_t* list, uint32_t list_length, uint32_t turns) {
    __shared__ Table table;
    const Work work{weights, seeds, members, games, max_turns};
    const FallingRules rules = the_rules(list, list_length);
    const int thread = static_cast<int>(threadIdx.x);
    const bool is_owner = thread < GAMES;
    WaitingGame waiting;
    waiting.job = NO_JOB;
    const uint64_t place = blockIdx.x * static_cast<uint64_t>(GAMES) + threadIdx.x;
    WaitingGame* kept = reinterpret_cast<WaitingGame*>(memory + place * WORDS_OF_GAME);
    if (is_owner) waiting = *kept;
    for (uint32_t turn = 0; turn < turns; ++turn) {
        if (is_owner) renew(rules, work, progress, results, waiting);
        int of_own = -1;
        if (waiting.job != NO_JOB) {
            put(table, thread, waiting, work);
            of_own = PieceClasses<TheWell>::of(piece_of(WITH_NEXT ? waiting.game.next : waiting.game.current));
        }
        if (thread == 0) table.specials = 0;
        if (!table.dealing.deal(of_own)) break;
        const int game = table.dealing.games[thread];
        if constexpr (WITH_NEXT) {
            choose_with_next(table, work, game);
        } else {
            if (game != NO_GAME) choose_alone(table, work, game);
            __syncthreads();
            const uint32_t specials = table.specials < Table::SPECIALS ? table.specials : Table::SPECIALS;
            for (uint32_t i = threadIdx.x; i < specials; i += THREADS) {
                value_special(table, work, table.special[i]);
            }
        }
        __syncthreads();
        if (waiting.job != NO_JOB) play_chosen(rules, table, thread, waiting.game);
    }
    if (is_owner) {
        renew(rules, work, progress, results, waiting);
        *kept = waiting;
    }
}

}  // namespace tilefall::TILEFALL_ISA
