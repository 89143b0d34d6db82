// IJK: slides of all four directions against a plain slide of each line, tiles, ends and games, and what players see.
#include <vector>

#include "ijk_boards.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

constexpr int BOARDS_A_SEED = 100;

// A line slid towards its first tile, pairs merged once (I4 to I7).
void slide_line(int (&line)[8], int size, int player) {
    int slid[8] = {}, count = 0;
    bool can_merge = false;
    for (int i = 0; i < size; ++i) {
        const int tile = line[i];
        if (tile == 0) continue;
        const int before = count > 0 ? slid[count - 1] : 0;
        if (can_merge && (tile & 15) == (before & 15) && (tile & 15) != LAST_LETTER) {
            const int lower = tile == before ? tile & 16 : player * 16;
            slid[count - 1] = ((tile & 15) + 1) | lower;
            can_merge = false;
        } else {
            slid[count++] = tile;
            can_merge = true;
        }
    }
    for (int i = 0; i < 8; ++i) line[i] = slid[i];
}

Tiles slid_by_line(const Tiles& tiles, int size, int move, int player) {
    Tiles result{};
    for (int number = 0; number < size; ++number) {
        const auto cell = [&](Tiles& of, int i) -> int& {
            const int along = move == UP || move == LEFT ? i : size - 1 - i;
            return move == UP || move == DOWN ? of.of[along][number] : of.of[number][along];
        };
        int line[8] = {};
        Tiles copy = tiles;
        for (int i = 0; i < size; ++i) line[i] = cell(copy, i);
        slide_line(line, size, player);
        for (int i = 0; i < size; ++i) cell(result, i) = line[i];
    }
    return result;
}

// The leaves of a perft, counted without it.
Perft leaves_of(const IjkRules& rules, const IjkState& state, int depth, uint64_t seed) {
    if (depth == 0) return {1, digest(rules, state)};
    Perft total{0, 0};
    for (int move = 0; move < IJK_MOVES && !is_over(rules, state); ++move) {
        const Perft below = leaves_of(rules, turned(rules, state, move, seed), depth - 1, seed);
        total.leaves += below.leaves;
        total.digest += below.digest;
    }
    return total;
}

// The last state of a playout, move by move.
IjkState replayed(const IjkRules& rules, uint64_t seed) {
    IjkState state = ijk_start();
    while (!is_over(rules, state)) {
        const int move = static_cast<int>(roll(seed, state.turn, IJK_MOVES, IJK_MOVE_LANE));
        state = turned(rules, state, move, seed);
    }
    return state;
}

int count_empty(const Tiles& tiles, int size) {
    int count = 0;
    for (int i = 0; i < size * size; ++i) count += tiles.of[i / size][i % size] == 0;
    return count;
}

}  // namespace

TEST(slides_agree_with_lines, 1400) {
    const IjkRules rules = some_rules(random);
    for (int i = 0; i < BOARDS_A_SEED; ++i) {
        const IjkBoard board = some_board(random, rules.size);
        const Tiles tiles = tiles_of(board);
        const int player = i % 2;
        IjkBoard all[4];
        slid_all(rules, board, player, all);
        for (int move = 0; move < IJK_MOVES; ++move) {
            const Tiles expected = slid_by_line(tiles, rules.size, move, player);
            CHECK(tiles_of(all[move]) == expected);
            CHECK(tiles_of(slid(rules, board, move, player)) == expected);
        }
    }
}

TEST(new_tiles_take_empty_cells, 3000) {
    const IjkRules rules = some_rules(random);
    const IjkBoard board = some_board(random, rules.size);
    const Tiles before = tiles_of(board);
    const int player = random.below(2), empty = count_empty(before, rules.size);
    const uint64_t turn = random.word();
    const uint32_t word = random.word();
    const IjkState state = with_tile(rules, board, player, turn, word);
    const Tiles after = tiles_of(state.board);
    CHECK(state.player == player && state.turn == turn);
    const int chosen =
        rules.random_tile && empty > 0 ? static_cast<int>(uint64_t{word} * static_cast<uint64_t>(empty) >> 32) : 0;
    int number = 0;  // of the empty cell in reading order
    for (int i = 0; i < 64; ++i) {
        const int row = i / 8, column = i % 8, tile = before.of[row][column];
        const bool is_empty = row < rules.size && column < rules.size && tile == 0;
        const bool is_new = is_empty && number == chosen;
        CHECK(after.of[row][column] == (is_new ? (player == 0 ? 1 : 17) : tile));
        number += is_empty;
    }
    const IjkState again = after_draw(rules, board, player, turn + 1, random.seed);
    const uint32_t rolled = philox(random.seed, turn, 0).words[IJK_TILE_LANE];
    const IjkState expected = with_tile(rules, board, player, turn + 1, rolled);
    CHECK(digest(rules, again) == digest(rules, expected));
}

TEST(boards_are_judged_by_cells, 3000) {
    const IjkRules rules = some_rules(random);
    const IjkState state{some_board(random, rules.size), 7, random.below(2)};
    const Tiles tiles = tiles_of(state.board);
    uint64_t empty = 0;
    int highest[2] = {1, 1}, letters = 0;
    for (int row = 0; row < rules.size; ++row) {
        for (int column = 0; column < rules.size; ++column) {
            const int tile = tiles.of[row][column], letter = tile & 15;
            empty |= tile == 0 ? 1ull << (8 * row + column) : 0;
            highest[tile >> 4] = letter > highest[tile >> 4] ? letter : highest[tile >> 4];
            letters = letter > letters ? letter : letters;
        }
    }
    CHECK(empty_cells(rules, state.board) == empty);
    for (int letter = 1; letter <= LAST_LETTER; ++letter) {
        CHECK(has_letter(state.board, letter) == (letters >= letter));
    }
    const int ahead = (highest[0] > highest[1]) - (highest[0] < highest[1]);
    const bool is_tested = !rules.end_by_round || state.player == 0;
    const int room = count_empty(tiles, rules.size);
    CHECK(leader(state.board) == ahead);
    CHECK(is_over(rules, state) == (is_tested && (room == 0 || letters >= rules.winning)));
    CHECK(result(rules, state) == (is_over(rules, state) ? ahead : 0));
    CHECK(reward(rules, state.board, state.player) ==
          (is_tested && (room <= 1 || letters >= rules.winning) ? ahead : 0));
    for (uint32_t count = 0; count < static_cast<uint32_t>(ones(empty)); ++count) {
        const uint64_t bit = nth_bit(empty, count);
        CHECK(ones(bit) == 1 && (bit & empty) != 0);
        CHECK(ones((bit - 1) & empty) == static_cast<int>(count));
    }
}

TEST(ijk_games_end, 560) {
    constexpr uint64_t ENOUGH = 100'000;
    const IjkRules rules = some_rules(random);
    const uint64_t seed = random.word();
    const IjkState last = playout(rules, seed, ENOUGH);
    CHECK(last.turn > 0 && last.turn < ENOUGH);
    CHECK(is_over(rules, last));
    CHECK(digest(rules, last) == digest(rules, replayed(rules, seed)));
    CHECK(playout(rules, seed, last.turn - 1).turn == last.turn - 1);
    CHECK(perft(rules, last, 3, seed, true).leaves == 0);
}

TEST(ijk_perft_counts_every_line, 560) {
    const IjkRules rules = some_rules(random);
    const uint64_t seed = random.word();
    const IjkState states[] = {ijk_start(), {some_board(random, rules.size), 5, random.below(2)}};
    for (const IjkState& state : states) {
        for (int depth = 0; depth <= 3; ++depth) {
            const Perft expected = leaves_of(rules, state, depth, seed);
            const Perft found = perft(rules, state, depth, seed, true);
            CHECK(found.leaves == expected.leaves && found.digest == expected.digest);
            const Perft bare = perft(rules, state, depth, seed, false);
            CHECK(bare.leaves == expected.leaves && bare.digest == 0);
        }
    }
}

TEST(players_see_their_own_letters, 3000) {
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

}  // namespace tilefall::TILEFALL_ISA::tests
