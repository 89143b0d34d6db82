// What players of IJK see, cell by cell, in memory that has room for it and no more; whole turns.
#include <vector>

#include "ijk_boards.hpp"
#include "tests.hpp"
#include "tilefall/ijk/rules.hpp"

namespace tilefall::TILEFALL_ISA::tests {

void players_see_their_own_letters(Random& random) {
    const IjkRules rules = some_rules(random);
    const IjkBoard board = some_board(random, rules.size);
    const Tiles tiles = tiles_of(board);
    const int player = random.below(2), size = rules.size, cells = size * size;
    std::vector<uint8_t> letters(cells, 99);
    std::vector<float> planes(26 * cells, 99);
    letters_seen(rules, board, player, letters.data());
    planes_seen(rules, board, player, planes.data());
    for (int cell = 0; cell < cells; ++cell) {
        const int tile = tiles.of[cell / size][cell % size], letter = tile & 15;
        const bool is_own = (tile >> 4) == player;
        CHECK(letters[cell] == (letter == 0 ? 0 : letter + (is_own ? 0 : 16)));
        for (int plane = 0; plane < 26; ++plane) {
            const bool is_there = letter == plane % 13 + 1 && is_own == (plane < 13);
            CHECK(planes[plane * cells + cell] == (is_there ? 1.0f : 0.0f));
        }
    }
}

void turns_are_a_slide_and_a_tile(Random& random) {
    const IjkRules rules = some_rules(random);
    const IjkState state{some_board(random, rules.size), random.word(), random.below(2)};
    const int move = random.below(IJK_MOVES);
    const IjkBoard board = slid(rules, state.board, move, state.player);
    const uint32_t word = philox(random.seed, state.turn, 0).words[IJK_TILE_LANE];
    const IjkState expected = with_tile(rules, board, 1 - state.player, state.turn + 1, word);
    CHECK(digest(rules, turned(rules, state, move, random.seed)) == digest(rules, expected));
}

}  // namespace tilefall::TILEFALL_ISA::tests
