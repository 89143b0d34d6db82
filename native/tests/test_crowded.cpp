// Crowded boards: spots that share a value reach the same places.
#include "boards.hpp"
#include "tests.hpp"
#include "tilefall/search/choices.hpp"

namespace tilefall::TILEFALL_ISA::tests {

void spots_of_a_group_reach_the_same(Random& random) {
    const FallingRules rules = quintris_rules(random);
    const Frame frame = frame_of(rules.width, rules.height);
    const PieceSet& pieces = pieces_of(rules);
    uint32_t columns[LANES];
    const int density = random.below(3);
    for (int i = 0; i < LANES; ++i) {
        const uint32_t rows = (1u << rules.height) - 1;
        columns[i] = i < rules.width ? sprinkled(random, density) & rows : rows;
    }
    Drops drops;
    find_drops(frame, pieces, load(columns), random.below(pieces.pieces), drops);
    for (int turn = 0; turn < drops.count; ++turn) {
        for (uint32_t spots = drops.fits[turn]; spots != 0; spots &= spots - 1) {
            const int column = lowest_bit(spots);
            uint32_t reached[MAX_TURNS_OF_PIECE];
            Spots group;
            find_group(pieces, drops, drops.first + turn, column, reached, group);
            CHECK(group.of[turn] >> column & 1);
            for (int other = 0; other < drops.count; ++other) {
                for (uint32_t rest = group.of[other]; rest != 0; rest &= rest - 1) {
                    uint32_t same[MAX_TURNS_OF_PIECE];
                    find_columns(pieces, drops, drops.first + other, lowest_bit(rest), same);
                    for (int i = 0; i < drops.count; ++i) CHECK(same[i] == reached[i]);
                }
            }
        }
    }
}

}  // namespace tilefall::TILEFALL_ISA::tests
