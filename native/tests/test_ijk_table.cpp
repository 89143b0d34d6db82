// The table of a search of IJK: what is remembered is found again, and what goes when it is full.
#include "ijk_boards.hpp"
#include "tests.hpp"
#include "tilefall/ijk/minimax.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

constexpr int PLACES = 4, KEYS = 8, SEARCHES = 3, STEPS = 60;

// A bucket as it is described: who remembers what, by place.
struct PlainPlace {
    bool is_used;
    uint8_t search;
    uint64_t key;
    IjkFact fact;
};

IjkFact some_fact(Random& random) {
    const int most_depth = random.coin() ? 3 : MAX_IJK_DEPTH;  // many equal ones, or any
    return {static_cast<int32_t>(random.word()), random.between(1, most_depth), random.below(IJK_MOVES),
            static_cast<IjkBound>(random.below(3))};
}

bool is_same(const IjkFact& a, const IjkFact& b) {
    return a.value == b.value && a.depth == b.depth && a.move == b.move && a.bound == b.bound;
}

PlainPlace* place_of(PlainPlace (&places)[PLACES], uint64_t key, uint8_t search) {
    for (PlainPlace& place : places) {
        if (place.is_used && place.search == search && place.key == key) return &place;
    }
    return nullptr;
}

// The same position's, else the first of another search or of none, else the shallowest.
PlainPlace& place_for(PlainPlace (&places)[PLACES], uint64_t key, uint8_t search) {
    if (PlainPlace* same = place_of(places, key, search)) return *same;
    PlainPlace* shallowest = &places[0];
    for (PlainPlace& place : places) {
        if (!place.is_used || place.search != search) return place;
        if (place.fact.depth < shallowest->fact.depth) shallowest = &place;
    }
    return *shallowest;
}

}  // namespace

void facts_are_found_again(Random& random) {
    IjkBucket buckets[2] = {};
    PlainPlace places[PLACES] = {};
    uint64_t keys[KEYS];
    const uint64_t bucket = random.below(2) == 0 ? 0 : 1;
    for (uint64_t& key : keys) key = (uint64_t{random.word()} << 32 | random.word()) >> 1 << 1 | bucket;
    for (int step = 0; step < STEPS; ++step) {
        // searches follow each other; what an earlier one left is there still
        const auto search = static_cast<uint8_t>(255 - SEARCHES + 1 + step * SEARCHES / STEPS);
        const IjkKnown known = {buckets, 1, search};
        const uint64_t key = keys[random.below(KEYS)];
        const IjkFact fact = some_fact(random);
        remember(known, key, fact);
        place_for(places, key, search) = {true, search, key, fact};
        for (const uint64_t asked : keys) {
            const PlainPlace* place = place_of(places, asked, search);
            IjkFact found{};
            CHECK(find_fact(known, asked, found) == (place != nullptr));
            if (place != nullptr) CHECK(is_same(found, place->fact));
            CHECK(!find_fact(known, asked ^ 1, found));  // in the other bucket
        }
    }
}

// A tile more, less, elsewhere or of the other player, or the other player to move: another key.
void positions_have_keys_of_their_own(Random& random) {
    const IjkRules rules = some_rules(random);
    const IjkBoard board = some_board(random, rules.size);
    const uint64_t key = position_key(board, 0);
    CHECK(position_key(board, 1) != key);
    const int cell = 8 * random.below(rules.size) + random.below(rules.size);
    IjkBoard other = board;
    other.rows[cell / 8] ^= static_cast<uint64_t>(random.between(1, 31)) << 8 * (cell % 8);
    CHECK(position_key(other, 0) != key && position_key(other, 1) != key);
    IjkBoard turned = board;
    transpose(turned);
    CHECK((position_key(turned, 0) == key) == (tiles_of(turned) == tiles_of(board)));
    for (int row = 0; row + 1 < rules.size; ++row) {
        IjkBoard exchanged = board;
        exchanged.rows[row] = board.rows[row + 1];
        exchanged.rows[row + 1] = board.rows[row];
        CHECK((position_key(exchanged, 0) == key) == (board.rows[row] == board.rows[row + 1]));
    }
}

}  // namespace tilefall::TILEFALL_ISA::tests
