// What a position of IJK is worth at once: tiles, terms and networks against loops over cells.
#include "ijk_boards.hpp"
#include "tilefall/ijk/learning.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

constexpr int PICTURES = 8;

int letter_of(int tile) { return tile & 15; }
bool is_lower(int tile) { return (tile & IJK_LOWER) != 0; }

// What counts on a board, cell by cell.
struct Counted {
    int highest[2] = {0, 0}, tiles[2] = {0, 0};
};

Counted counted(const Tiles& tiles) {
    Counted found;
    for (int i = 0; i < 64; ++i) {
        const int tile = tiles.of[i / 8][i % 8], owner = is_lower(tile) ? 1 : 0;
        if (tile == 0) continue;
        found.tiles[owner] += 1;
        if (letter_of(tile) > found.highest[owner]) found.highest[owner] = letter_of(tile);
    }
    return found;
}

// The letter of a tile whose neighbour is the same in the other case; 0 for any other.
int mixed_letter(int tile, int neighbour) {
    return tile != 0 && tile != neighbour && letter_of(tile) == letter_of(neighbour) ? letter_of(tile) : 0;
}

// Tiles (J2) and terms (J10) for player 0.
int32_t plain_value(const IjkRules& rules, const IjkEvaluation& evaluation, const Tiles& tiles, int player) {
    const IjkTerms& terms = evaluation.terms;
    const Counted found = counted(tiles);
    int32_t total = 0, captured = 0;
    for (int i = 0; i < 64; ++i) {
        const int row = i / 8, column = i % 8, tile = tiles.of[row][column];
        const int32_t worth = evaluation.tiles.of_letter[letter_of(tile)];
        total += is_lower(tile) ? -worth : worth;
        const int beside = column < 7 ? mixed_letter(tile, tiles.of[row][column + 1]) : 0;
        const int below = row < 7 ? mixed_letter(tile, tiles.of[row + 1][column]) : 0;
        const int letters[] = {beside, below};
        for (const int letter : letters) captured += evaluation.tiles.of_letter[letter] * terms.captured / 16;
    }
    const int upper = found.highest[0] > 1 ? found.highest[0] : 1;
    const int lower = found.highest[1] > 1 ? found.highest[1] : 1;
    const int leads = upper > lower ? 1 : upper < lower ? -1 : 0;
    const int free = rules.size * rules.size - found.tiles[0] - found.tiles[1];
    return total + terms.lead * (found.highest[0] - found.highest[1]) +
           terms.owned * (found.tiles[0] - found.tiles[1]) + terms.free * free * leads +
           (player == 0 ? captured : -captured);
}

int seen_by(int player, int tile) { return player == 0 || tile == 0 ? tile : tile ^ IJK_LOWER; }

// The sum of weights that the player to move sees (J11).
int32_t plain_network_value(const int16_t* learned, const Tiles& tiles, int player, uint64_t turn) {
    const int16_t* lines = learned + 65536 * (turn < 128 ? 0 : turn < 320 ? 1 : 2);
    const int16_t* by_stage = learned + 196608 + 32 * (turn / 48 < 15 ? turn / 48 : 15);
    const int16_t* by_cell = learned + 196608 + 512;
    const int16_t* by_lead = by_cell + 2048;
    const auto tile_at = [&](int row, int column) { return seen_by(player, tiles.of[row][column]); };
    int32_t total = 0;
    for (int i = 0; i < 6; ++i) {
        for (int k = 0; k < 4; ++k) {
            total += lines[tile_at(i, k) + 32 * tile_at(i, k + 1) + 1024 * tile_at(i, k + 2)];
            total += lines[32768 + tile_at(k, i) + 32 * tile_at(k + 1, i) + 1024 * tile_at(k + 2, i)];
        }
        for (int k = 0; k < 6; ++k) {
            const int tile = tile_at(i, k);
            if (tile != 0) total += by_stage[tile] + by_cell[32 * (8 * i + k) + tile];
        }
    }
    const Counted found = counted(tiles);
    const int mine = found.highest[player], others = found.highest[1 - player];
    return total + by_lead[1024 * mine + 64 * others + 36 - found.tiles[0] - found.tiles[1]];
}

// The board turned or mirrored: rows from below, columns from the right, rows as columns.
IjkBoard picture_of(const Tiles& tiles, int picture) {
    IjkBoard board{};
    for (int i = 0; i < 36; ++i) {
        int row = i / 6, column = i % 6;
        const uint64_t tile = static_cast<uint64_t>(tiles.of[row][column]);
        if ((picture & 1) != 0) row = 5 - row;
        if ((picture & 2) != 0) column = 5 - column;
        const int line = (picture & 4) != 0 ? column : row, at = (picture & 4) != 0 ? row : column;
        board.rows[line] |= tile << 8 * at;
    }
    return board;
}

int32_t place_total(const int16_t* learned, const IjkState& state) {
    NetworkPlaces places;
    find_places(state, places);
    int32_t total = 0;
    for (int i = 0; i < places.count; ++i) total += learned[places.of[i]];
    return total;
}

}  // namespace

TEST(values_are_sums_over_cells, 7000) {
    const IjkRules rules = some_rules(random);
    const IjkEvaluation evaluation = some_evaluation(random);
    const IjkBoard board = some_board(random, rules.size);
    const int player = random.below(2);
    const int32_t expected = plain_value(rules, evaluation, tiles_of(board), player);
    CHECK(evaluated(rules, evaluator_of(evaluation), board, player, 5) == expected);
}

TEST(networks_are_sums_of_weights, 3000) {
    const Network& network = random_network();
    const IjkRules rules = {NETWORK_SIZE, random.coin(), random.coin(), 11};
    const IjkBoard board = some_board(random, NETWORK_SIZE);
    const uint64_t turn = static_cast<uint64_t>(random.coin() ? random.below(1000) : 64 * random.below(16));
    for (int player = 0; player < 2; ++player) {
        const int side = player == 0 ? 1 : -1;
        const int32_t value = network_total(network.ready, board, player, turn);
        CHECK(value == side * plain_network_value(network.learned, tiles_of(board), player, turn));
        CHECK(value == side * place_total(network.learned, {board, turn, player}));
        CHECK(value == -network_total(network.ready, recased(board), 1 - player, turn));
        const IjkEvaluation evaluation = {some_values(random), {1, 2, 3, 4}, network.ready};
        const IjkEvaluator evaluator = evaluator_of(evaluation);
        CHECK(evaluated(rules, evaluator, board, player, turn) == value);
        CHECK(value <= farthest_evaluation(evaluator) && value >= -farthest_evaluation(evaluator));
    }
}

// Weights that mirrors exchange are one, so all pictures of a board have one value.
TEST(mirrored_weights_know_no_directions, 1000) {
    static Network shared;
    static const bool is_made = [] {
        int kept = 0;
        for (int i = 0; i < NETWORK_WEIGHTS; ++i) {
            const int32_t place = mirrored_place(i);
            CHECK(place >= 0 && place < NETWORK_WEIGHTS && mirrored_place(place) == place);
            shared.learned[i] = random_network().learned[place];
            kept += place == i;
        }
        // triples read from either end, tiles by turn, six cells of 36 and those beyond, leads
        CHECK(kept == 3 * (32768 + 1024) / 2 + 512 + (6 + 28) * 32 + 16384);
        make_ready(shared.learned, shared.ready);
        return true;
    }();
    CHECK(is_made);
    const Tiles tiles = tiles_of(some_board(random, NETWORK_SIZE));
    const uint64_t turn = static_cast<uint64_t>(random.below(1000));
    const int player = random.below(2);
    const int32_t value = network_total(shared.ready, picture_of(tiles, 0), player, turn);
    for (int picture = 1; picture < PICTURES; ++picture)
        CHECK(network_total(shared.ready, picture_of(tiles, picture), player, turn) == value);
}

}  // namespace tilefall::TILEFALL_ISA::tests
