// The table of the IJK solver: keys that hold the whole board, and entries found by them.
// A cell is twice its letter and one more for lower case, in as few bits as the game's letters need;
// whose turn it is need not be kept, because every slide that a game survives adds an A: the board
// tells.
#pragma once

#include "tilefall/ijk.hpp"
#include "tilefall/ijk_solve_types.hpp"

namespace tilefall::TILEFALL_ISA {

// The bits of a cell in a game that goes on. By round the winning letter may be there as well (I10).
GAME_FN int cell_bits(const IjkRules& rules) {
    const int highest = rules.end_by_round ? rules.winning : rules.winning - 1;
    return bit_length(static_cast<uint32_t>(2 * highest + 1));
}

template <int WORDS>
struct SolveKey {
    uint64_t words[WORDS];
};

template <int WORDS>
GAME_FN bool are_equal(const SolveKey<WORDS>& key, const uint64_t (&other)[WORDS]) {
    for (int i = 0; i < WORDS; ++i) {
        if (key.words[i] != other[i]) return false;
    }
    return true;
}

template <int WORDS>
GAME_FN SolveKey<WORDS> solve_key(const IjkBoard& board, int size, int bits) {
    constexpr uint64_t EACH = 0x0101010101010101ull;
    SolveKey<WORDS> key{};
    for (int row = 0; row < size; ++row) {
        const uint64_t line = board.rows[row];
        const uint64_t codes = (line & 15 * EACH) << 1 | (line >> 4 & EACH);
        uint64_t cells = 0;
        for (int column = 0; column < size; ++column) {
            cells |= (codes >> 8 * column & 0xFF) << bits * column;
        }
        const int shift = bits * size;
        for (int i = WORDS - 1; i > 0; --i) {
            key.words[i] = key.words[i] << shift | key.words[i - 1] >> (64 - shift);
        }
        key.words[0] = key.words[0] << shift | cells;
    }
    return key;
}

// 64 bits of which the highest ones are as good as random.
template <int WORDS>
GAME_FN uint64_t solve_hash(const SolveKey<WORDS>& key) {
    uint64_t hash = 0;
    for (const uint64_t word : key.words) {
        hash = (hash ^ word ^ 0x9E3779B97F4A7C15ull) * 0x8EBC6AF09C88C6E3ull;
        hash = (hash ^ hash >> 32) * 0xE7037ED1A0B428DBull;
    }
    return hash ^ hash >> 29;
}

template <int WORDS>
struct SolveTask {
    const IjkRules& rules;
    SolveTable table;
    const bool* stop;
    uint64_t nodes;
    bool is_stopped;

    GAME_FN SolvedEntry<WORDS>* entries() const {
        return static_cast<SolvedEntry<WORDS>*>(table.entries);
    }
};

// Where a key's bucket begins.
template <int WORDS>
GAME_FN uint64_t bucket_of(const SolveTask<WORDS>& task, const SolveKey<WORDS>& key) {
    return high_bits(solve_hash(key), task.table.count / BUCKET) * BUCKET;
}

// What is in the bucket of a key; nothing if the key is not there.
template <int WORDS>
GAME_FN SolvedEntry<WORDS>* found(const SolveTask<WORDS>& task, const SolveKey<WORDS>& key) {
    SolvedEntry<WORDS>* const bucket = task.entries() + bucket_of(task, key);
    for (uint64_t i = 0; i < BUCKET; ++i) {
        if (bucket[i].is_used && are_equal(key, bucket[i].key)) return &bucket[i];
    }
    return nullptr;
}

// The entry of a key, or the free one where it belongs: in its bucket or anywhere after it. The
// table must not be full.
template <int WORDS>
GAME_FN SolvedEntry<WORDS>* place_of(const SolveTask<WORDS>& task, const SolveKey<WORDS>& key) {
    uint64_t at = bucket_of(task, key);
    while (task.entries()[at].is_used && !are_equal(key, task.entries()[at].key)) {
        at = at + 1 == task.table.count ? 0 : at + 1;
    }
    return task.entries() + at;
}

// A value that counts slides from a position some slides after the root, counted from the root.
GAME_FN int32_t from_root(int32_t value, int32_t slides) {
    return value > 0 ? value - slides : value < 0 ? value + slides : 0;
}

}  // namespace tilefall::TILEFALL_ISA
