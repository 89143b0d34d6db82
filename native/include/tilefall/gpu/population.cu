// Population: many weights play the same games on a GPU. A block keeps its games in shared memory, each
// owned by a thread. In every turn the owners put their games on a table; what is to be valued is dealt to
// all threads, drops that complete rows to whoever is free; then the owners play the moves.
//
// Compiled for one kind of game at a time: TILEFALL_WIDTH, TILEFALL_HEIGHT, TILEFALL_QUINTRIS, TILEFALL_PREVIEW,
// TILEFALL_DRAW, TILEFALL_TOLD, TILEFALL_SET (which features) and TILEFALL_NEXT (whether moves look at the next piece);
// TILEFALL_GAMES and TILEFALL_THREADS of a block, TILEFALL_BLOCKS of a multiprocessor.
#include "tilefall/gpu/parts.cuh"

namespace tilefall::TILEFALL_ISA::words {

using TheWell = Well<TILEFALL_WIDTH, TILEFALL_HEIGHT, TILEFALL_QUINTRIS>;
constexpr unsigned SET = TILEFALL_SET;
constexpr bool WITH_NEXT = TILEFALL_NEXT;
constexpr int THREADS = TILEFALL_THREADS, GAMES = TILEFALL_GAMES;
using TheTable = Table<TheWell, SET, WITH_NEXT, GAMES, THREADS>;
using TheParts = Parts<TheWell>;
static_assert(sizeof(TheTable) + (WITH_NEXT ? THREADS / WARP * sizeof(WarpBoards<TheWell>) : 0) <= 48 << 10,
              "any GPU gives a block 48 KiB of shared memory and no more unless it is asked to");

__device__ FallingRules the_rules(const uint8_t* list, uint32_t list_length) {
    return {TheWell::WIDTH,   TheWell::HEIGHT,     TILEFALL_QUINTRIS, false,
            TILEFALL_PREVIEW, Draw::TILEFALL_DRAW, {TILEFALL_TOLD},   list,
            list_length};
}

constexpr uint64_t NO_JOB = UINT64_MAX;
constexpr int RESULT_WORDS = 5;
constexpr int WORDS_OF_GAME = 64;  // of the memory where a game waits between launches

struct WaitingGame {
    Game<TheWell> game;
    uint64_t job;  // NO_JOB if there is none
};
static_assert(sizeof(WaitingGame) <= WORDS_OF_GAME * sizeof(uint32_t));

// Plays the move that was chosen for a game.
__device__ void play_chosen(const FallingRules& rules, const TheTable& table, int place, Game<TheWell>& game) {
    const uint64_t key = table.best[place];
    Best best;
    if (key != 0) best.order = order_in(key);
    Move move = move_of(game.board, best, TheWell::piece_of(game.current));
    if (bottom_in(key) != 0) move.bottom = bottom_in(key) - 1;
    game.placements += table.placements[place];
    finish_turn(rules, move, game);
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

// What is shared by all blocks: the next job to take, or with tables the next member to play, and how many
// jobs are done.
struct Progress {
    unsigned long long next, done;
};

// Who plays what. Without tables a thread takes whatever job is next. With tables a block stays with one
// member, whose tables it has at hand, until nothing is left to begin for it.
struct Jobs {
    Progress* progress;
    unsigned long long* begun;  // games of each member, with tables

    __device__ uint64_t take(const Work& work, uint32_t member) const {
        if constexpr (TheTable::HAS_TABLES) {
            const uint64_t number = atomicAdd(&begun[member], 1ull);
            return number < work.games ? number * work.members + member : NO_JOB;
        }
        const uint64_t next = atomicAdd(&progress->next, 1ull);
        return next < work.members * work.games ? next : NO_JOB;
    }
    // A member that nobody has begun, or else one that still has games to begin; -1 if none is left.
    __device__ int32_t next_member(const Work& work) const {
        const uint64_t fresh = gridDim.x + atomicAdd(&progress->next, 1ull);
        if (fresh < work.members) return static_cast<int32_t>(fresh);
        for (uint64_t i = 0; i < work.members; ++i) {
            const uint64_t member = (i + blockIdx.x) % work.members;
            if (atomicAdd(&begun[member], 0ull) < work.games) return static_cast<int32_t>(member);
        }
        return -1;
    }
};

__device__ void begin_game(const FallingRules& rules, const Work& work, uint64_t job, WaitingGame& waiting) {
    waiting.job = job;
    if (job != NO_JOB) start_game(rules, work.seeds[job / work.members], waiting.game);
}

// Ends a game that is over and takes the next ones until one can be played.
__device__ void renew(const FallingRules& rules, const Work& work, const Jobs& jobs, uint64_t* results,
                      WaitingGame& waiting) {
    while (waiting.job != NO_JOB && (waiting.game.is_over || waiting.game.turn >= work.max_turns)) {
        write_result(rules, work, waiting, results);
        atomicAdd(&jobs.progress->done, 1ull);
        begin_game(rules, work, jobs.take(work, static_cast<uint32_t>(waiting.job % work.members)), waiting);
    }
}

// With tables: a block without games turns to another member. False if there is none. All threads call it.
__device__ bool turn_to_another(TheTable& table, const FallingRules& rules, const Work& work, const Jobs& jobs,
                                bool is_owner, WaitingGame& waiting) {
    if constexpr (!TheTable::HAS_TABLES) return false;
    __syncthreads();
    if (threadIdx.x == 0) table.of_block = jobs.next_member(work);
    __syncthreads();
    const int32_t member = table.of_block;
    if (member < 0) return false;
    table.fetch_tables(work);
    if (is_owner) begin_game(rules, work, jobs.take(work, static_cast<uint32_t>(member)), waiting);
    return true;
}

// Puts a game on the table and its work on the list; the length of the list.
__device__ int put(TheTable& table, const Work& work, const WaitingGame& waiting) {
    const int place = static_cast<int>(threadIdx.x);
    const Game<TheWell>& game = waiting.game;
    const bool is_there = waiting.job != NO_JOB;
    int of_own = -1, count = 0;
    if (is_there) {
        table.boards.put(place, game.board);
        table.current[place] = static_cast<uint8_t>(game.current);
        table.next[place] = static_cast<uint8_t>(game.next);
        table.column[place] = static_cast<uint8_t>(game.column);
        table.member[place] = static_cast<uint32_t>(waiting.job % work.members);
        table.best[place] = 0;
        const int piece = TheWell::piece_of(game.current);
        const int drops = drops_of<TheWell>(piece);
        table.placements[place] = WITH_NEXT ? 0 : static_cast<uint32_t>(drops);
        of_own = TheParts::class_of(WITH_NEXT ? TheWell::piece_of(game.next) : piece);
        count = WITH_NEXT ? drops : TheParts::count(piece);
        if (TheWell::IS_QUINTRIS && !WITH_NEXT && !has_free_top(game.board)) count = 1;
    }
    if (place == 0) table.specials = 0;
    const Share share = table.dealing.deal(of_own, count);
    for (int i = 0; i < count; ++i) {
        table.parts[share.first + i] = static_cast<uint16_t>(place | i << 9);
    }
    return share.end;
}

// The first games, so many of each block.
extern "C" __global__ void begin(uint32_t* memory, Progress* progress, unsigned long long* begun, const uint64_t* seeds,
                                 uint64_t members, uint64_t games, const uint8_t* list, uint32_t list_length,
                                 uint32_t at_once) {
    const Work work{nullptr, seeds, members, games, 0};
    if (threadIdx.x >= GAMES) return;
    const uint64_t place = blockIdx.x * static_cast<uint64_t>(GAMES) + threadIdx.x;
    WaitingGame& waiting = *reinterpret_cast<WaitingGame*>(memory + place * WORDS_OF_GAME);
    waiting.job = NO_JOB;
    if (threadIdx.x >= at_once) return;
    const uint64_t job = Jobs{progress, begun}.take(work, static_cast<uint32_t>(blockIdx.x % members));
    begin_game(the_rules(list, list_length), work, job, waiting);
}

// So many turns of all games that are under way.
extern "C" __global__ void __launch_bounds__(THREADS, TILEFALL_BLOCKS)
    play(uint32_t* memory, Progress* progress, unsigned long long* begun, uint64_t* results, const int32_t* weights,
         const uint64_t* seeds, uint64_t members, uint64_t games, uint64_t max_turns, const uint8_t* list,
         uint32_t list_length, uint32_t turns) {
    __shared__ TheTable table;
    const Work work{weights, seeds, members, games, max_turns};
    const Jobs jobs{progress, begun};
    const FallingRules rules = the_rules(list, list_length);
    const int thread = static_cast<int>(threadIdx.x);
    const bool is_owner = thread < GAMES;
    WaitingGame waiting;
    waiting.job = NO_JOB;
    const uint64_t place = blockIdx.x * static_cast<uint64_t>(GAMES) + threadIdx.x;
    WaitingGame* kept = reinterpret_cast<WaitingGame*>(memory + place * WORDS_OF_GAME);
    if (is_owner) waiting = *kept;
    constexpr int ALL_PARTS = sizeof(table.parts) / sizeof(table.parts[0]);
    for (int i = thread; i < ALL_PARTS; i += THREADS) table.parts[i] = NO_GAME;
    if constexpr (TheTable::HAS_TABLES) {
        if (thread == 0) table.of_block = -1;
        __syncthreads();
        if (waiting.job != NO_JOB) table.of_block = static_cast<int32_t>(waiting.job % members);
        __syncthreads();
        table.fetch_tables(work);
    }
    for (uint32_t turn = 0; turn < turns; ++turn) {
        if (is_owner) renew(rules, work, jobs, results, waiting);
        const int parts = put(table, work, waiting);
        if (parts == 0) {
            if (turn_to_another(table, rules, work, jobs, is_owner, waiting)) continue;
            break;
        }
        __syncthreads();
        value_parts<SET>(table, work, parts);
        __syncthreads();
        if (waiting.job != NO_JOB) play_chosen(rules, table, thread, waiting.game);
    }
    if (is_owner) {
        renew(rules, work, jobs, results, waiting);
        *kept = waiting;
    }
}

}  // namespace tilefall::TILEFALL_ISA::words
