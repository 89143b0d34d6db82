// Falling: pieces and their keys, draws, locking and clearing, resting places, and the count of all games, against
// plain rows, cells and keys.
#include <algorithm>
#include <memory>
#include <set>

#include "boards.hpp"
#include "plain.hpp"
#include "tilefall/falling/reach.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

// The cells of a shape after a move of each, such as a quarter turn.
template <typename Moved>
std::set<std::pair<int, int>> moved_cells(const Shape& shape, const Moved& moved) {
    std::set<std::pair<int, int>> cells;
    for (const Cell cell : Cells(shape)) cells.insert(moved(cell));
    return cells;
}

void check_keys(const PieceSet& pieces) {
    const auto as_it_is = [](Cell cell) { return std::pair{cell.column, cell.level}; };
    for (int i = 0; i < pieces.first[pieces.pieces]; ++i) {
        const Shape& shape = pieces.shapes[i];
        const Shape &turned = pieces.shapes[shape.rotation], &flipped = pieces.shapes[shape.flip];
        const int right = shape.width - 1;
        CHECK(turned.piece == shape.piece);
        CHECK(moved_cells(turned, as_it_is) ==
              moved_cells(shape, [&](Cell cell) { return std::pair{cell.level, right - cell.column}; }));
        if (&pieces != &QUINTRIS_PIECES()) continue;  // Tetris has no such key
        CHECK(flipped.piece == shape.piece);
        CHECK(moved_cells(flipped, as_it_is) ==
              moved_cells(shape, [&](Cell cell) { return std::pair{right - cell.column, cell.level}; }));
    }
}

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

FallingRules turn_rules(Random& random) { return random.below(4) == 0 ? quintris_rules(random) : tetris_rules(random); }

// The leaves of a perft, counted without it.
Perft leaves_of(const FallingRules& rules, const Chance& chance, const FallingState& state, int depth) {
    if (depth == 0) return {1, digest(rules, state)};
    const Frame frame = frame_of(rules.width, rules.height);
    const auto list = std::make_unique<MoveList>();
    list_moves(rules, frame, state, *list);
    Perft total{0, 0};
    for (int i = 0; i < list->count; ++i) {
        const FallingState next = drawn(rules, chance, locked(rules, frame, state, list->moves[i]));
        const Perft below = leaves_of(rules, chance, next, depth - 1);
        total.leaves += below.leaves;
        total.digest += below.digest;
    }
    return total;
}

using Rests = std::map<Spot, std::string>;

// The rests that the map knows, each with the keys of the first spot that falls there.
Rests rests_of(const KeyMap& map) {
    Rests rests;
    for (int i = 0; i < map.count; ++i) {
        const int spot = map.order[i], rest = map.rest[spot];
        std::string keys;
        for (int at = spot; map.key[at] != ' '; at = map.from[at]) keys += map.key[at];
        std::reverse(keys.begin(), keys.end());
        const Spot place{map.first + rest / LEVELS / LANES, rest / LEVELS % LANES, rest % LEVELS};
        rests.emplace(place, keys);
    }
    return rests;
}

std::vector<Spot> spots_of(const Places& places) {
    std::vector<Spot> spots;
    for (int i = 0; i < places.count; ++i) {
        uint32_t bottoms[LANES];
        store(places.of[i], bottoms);
        for (int column = 0; column < LANES; ++column) {
            for (int bottom = 0; bottom < LEVELS; ++bottom) {
                if ((bottoms[column] >> bottom & 1) == 0) continue;
                spots.push_back({places.first + i, column, bottom});
            }
        }
    }
    return spots;
}

void check_reach(const FallingRules& rules, const FallingState& state) {
    const Frame frame = frame_of(rules.width, rules.height);
    const Board board = board_of(rules.width, rules.height, state.columns);
    const PlainWell well{board, pieces_of(rules)};
    const int top = rules.height - pieces_of(rules).shapes[state.current].height;
    const Spot start{state.current, state.column, top - state.row};

    const auto map = std::make_unique<KeyMap>();
    find_keys(rules, frame, state, *map);
    const Rests rests = rests_of(*map);
    std::vector<Spot> found;
    for (const auto& [place, keys] : rests) {
        found.push_back(place);
        CHECK(well.landing(start, keys) == place);
    }
    CHECK(spots_of(resting_places(rules, frame, state)) == found);
    CHECK(rests == well.places(start, rules.can_slide));
    CHECK(rests.empty() == !well.has_room(start));

    CHECK(is_over(rules, frame, state) == !well.has_room(start));
    const auto list = std::make_unique<MoveList>();
    list_moves(rules, frame, state, *list);
    CHECK(list->count == static_cast<int>(found.size()));
    for (size_t i = 0; i < found.size(); ++i) {
        const Move move = list->moves[i];
        CHECK((Spot{move.shape, move.column, move.bottom} == found[i]));
    }
}

}  // namespace

TEST(keys_turn_and_mirror, 1) {
    check_keys(QUINTRIS_PIECES());
    check_keys(TETRIS_PIECES());
}

TEST(mixes_are_never_empty, 3000) {
    const uint64_t seed = uint64_t{random.word()} << 32 | random.word();
    for (int pieces = 1; pieces <= MAX_PIECES; ++pieces) {  // a single piece often gets 0 at first
        const Mix mix = hidden_mix(seed, pieces);
        uint32_t total = 0;
        for (int piece = 0; piece < MAX_PIECES; ++piece) {
            CHECK(mix.of[piece] <= 10);
            CHECK(piece < pieces || mix.of[piece] == 0);
            total += mix.of[piece];
        }
        CHECK(total > 0);
    }
}

TEST(bags_give_every_piece_once, 300) {
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

TEST(told_and_listed_pieces_come, 300) {
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

TEST(removed_rows_let_the_rest_down, 6 * SIZES) {
    const FallingRules rules = turn_rules(random);
    const FallingState state = some_state(random, rules);
    const Frame frame = frame_of(rules.width, rules.height);
    Board board = board_of(rules.width, rules.height, state.columns);
    const uint32_t rows = sprinkled(random, random.below(7)) & ((1u << rules.height) - 1);
    for (int level = rules.height - 1; level >= 0; --level) {
        if (rows >> level & 1) remove_row(board, level);
    }
    uint32_t columns[LANES];
    store(without_rows(frame, load(state.columns), rows), columns);
    CHECK(holds(columns, board));
}

TEST(locked_pieces_fill_and_clear, 6 * SIZES) {
    const FallingRules rules = turn_rules(random);
    const FallingState state = some_state(random, rules);
    const Frame frame = frame_of(rules.width, rules.height);
    const PieceSet& pieces = pieces_of(rules);
    for (int i = 0; i < 8; ++i) {
        const int number = random.below(pieces.first[pieces.pieces]);
        const Shape& shape = pieces.shapes[number];
        const int column = random.between(0, rules.width - shape.width);
        Board board = board_of(rules.width, rules.height, state.columns);
        const int rest = rest_from_the_sky(board, shape, column);
        const int bottom = random.coin() ? rest : random.between(0, rules.height);
        const Locked after = locked(rules, frame, state, {number, column, bottom});
        fill(board, shape, column, bottom);
        const bool is_above = bottom + shape.height > rules.height;
        const int reward = is_above ? 0 : clear(board);
        CHECK(after.is_over == is_above);
        CHECK(after.reward == reward);
        CHECK(holds(after.state.columns, board));
        CHECK(after.state.score == state.score + static_cast<uint64_t>(reward));
        CHECK(after.state.turn == state.turn + 1);
        CHECK(after.state.current == state.current && after.state.next == state.next);
    }
}

TEST(perft_counts_every_line, 60) {
    FallingRules rules = turn_rules(random);
    rules.can_slide = false;
    const Frame frame = frame_of(rules.width, rules.height);
    const Chance chance = chance_of(rules, random.word());
    const FallingState state = started(rules, chance);
    for (int depth = 0; depth <= 2; ++depth) {
        const Perft found = perft(rules, frame, chance, state, depth);
        const Perft expected = leaves_of(rules, chance, state, depth);
        CHECK(found.leaves == expected.leaves && found.digest == expected.digest);
        CHECK(depth != 1 || is_over(rules, frame, state) == (found.leaves == 0));
    }
}

TEST(keys_lead_to_every_rest, 120) {
    FallingRules rules = quintris_rules(random);
    FallingState state = some_state(random, rules);
    for (int i = 0; i < 2; ++i) {  // mostly boards with room at the top: there is more to reach
        rules.can_slide = i == 1;
        check_reach(rules, state);
        const uint32_t low = (1u << random.between(0, rules.height - 1)) - 1;
        for (int column = 0; column < rules.width; ++column) state.columns[column] &= low;
        check_reach(rules, state);
    }
    for (int i = 0; i < 2; ++i) {  // a piece that has fallen, to a row with room or without (F12)
        state.row = random.between(0, rules.height - 1);
        check_reach(rules, state);
    }
}

}  // namespace tilefall::TILEFALL_ISA::tests
