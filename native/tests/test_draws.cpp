// Draws: hidden mixes, bags, told mixes and lists give what they promise (F10, Q3, T2).
#include "boards.hpp"
#include "tests.hpp"
#include "tilefall/falling/turns.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

FallingRules some_rules(Random& random, Draw draw) {
    FallingRules rules = random.coin() ? rules_with(15, 25, true) : rules_with(10, 20, false);
    rules.draw = draw;
    return rules;
}

int next_piece(const FallingRules& rules, const Chance& chance, uint64_t* seen, uint64_t number) {
    const int32_t shape = drawn_shape(rules, chance, seen, number);
    const PieceSet& pieces = pieces_of(rules);
    CHECK(shape >= 0 && shape < pieces.first[pieces.pieces]);
    if (!rules.is_quintris) CHECK(shape == pieces.first[pieces.shapes[shape].piece]);
    return pieces.shapes[shape].piece;
}

}  // namespace

void mixes_are_never_empty(Random& random) {
    const uint64_t seed = uint64_t{random.word()} << 32 | random.word();
    for (int pieces = 1; pieces <= MAX_PIECES; ++pieces) {  // a single piece often gets 0 at first
        const Weights mix = hidden_mix(seed, pieces);
        uint32_t total = 0;
        for (int piece = 0; piece < MAX_PIECES; ++piece) {
            CHECK(mix.of[piece] <= 10);
            CHECK(piece < pieces || mix.of[piece] == 0);
            total += mix.of[piece];
        }
        CHECK(total > 0);
    }
}

void bags_give_every_piece_once(Random& random) {
    const FallingRules rules = some_rules(random, Draw::BAG);
    const Chance chance = chance_of(rules, random.word());
    const int pieces = pieces_of(rules).pieces;
    uint64_t seen[MAX_PIECES] = {}, number = random.word();
    for (uint64_t bag = 1; bag <= 12; ++bag) {
        for (int i = 0; i < pieces; ++i) next_piece(rules, chance, seen, number++);
        for (int piece = 0; piece < MAX_PIECES; ++piece) {
            CHECK(seen[piece] == (piece < pieces ? bag : 0));
        }
    }
}

void told_and_listed_pieces_come(Random& random) {
    FallingRules rules = some_rules(random, Draw::TOLD);
    const int pieces = pieces_of(rules).pieces;
    for (int piece = 0; piece < pieces; ++piece) {
        rules.told[piece] = random.coin() ? random.word() >> 4 : 0;
    }
    rules.told[random.below(pieces)] = 1;
    uint64_t seen[MAX_PIECES] = {};
    Chance chance = chance_of(rules, random.word());
    for (uint64_t number = 0; number < 100; ++number) {
        CHECK(rules.told[next_piece(rules, chance, seen, number)] > 0);
    }

    uint8_t list[5];
    for (uint8_t& piece : list) piece = static_cast<uint8_t>(random.below(pieces));
    rules.draw = Draw::LIST;
    rules.list = list;
    rules.list_length = static_cast<uint32_t>(random.between(1, 5));
    chance = chance_of(rules, random.word());
    for (uint64_t number = 0; number < 20; ++number) {
        CHECK(next_piece(rules, chance, seen, number) == list[number % rules.list_length]);
    }
}

}  // namespace tilefall::TILEFALL_ISA::tests
