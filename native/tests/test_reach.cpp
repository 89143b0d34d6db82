// Reach: resting places, all at once, against the keys that lead to them and plain play of those.
#include <algorithm>
#include <memory>

#include "boards.hpp"
#include "plain.hpp"
#include "tests.hpp"
#include "tilefall/falling/reach.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

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

void keys_lead_to_every_rest(Random& random) {
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
