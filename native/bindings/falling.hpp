// What the parts of the module that know the falling games share: rules that own their list of
// pieces, and checks of what comes from Python.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "module.hpp"
#include "tilefall/search/games.hpp"
#include "tilefall/search/root.hpp"

namespace tilefall {

constexpr uint64_t MOST_KEPT_TURNS = 1 << 24;

// Rules that own their list of pieces.
struct OwnedRules {
    FallingRules rules;
    std::vector<uint8_t> list;

    OwnedRules(int width, int height, bool is_quintris, bool can_slide, bool has_preview,
               const std::string& draw, const std::vector<uint32_t>& told, std::vector<uint8_t> pieces)
        : rules{width, height, is_quintris, can_slide, has_preview, Draw::HIDDEN, {}, nullptr, 0},
          list(std::move(pieces)) {
        const size_t kinds = is_quintris ? 6 : 7;
        if (width < 4 || width > 15 || height < 4 || height > 31) refuse("the board's size");
        if (is_quintris && (width < 6 || height < 6)) refuse("Quintris needs 6 x 6 or more");
        if (draw == "told") {
            uint64_t total = 0;
            if (told.size() != kinds) refuse("one weight a piece is needed");
            for (const uint32_t weight : told) total += weight;
            if (total == 0 || total > UINT32_MAX) refuse("the sum of the weights");
            std::copy(told.begin(), told.end(), rules.told);
            rules.draw = Draw::TOLD;
        } else if (draw == "list") {
            if (list.empty() || *std::max_element(list.begin(), list.end()) >= kinds) {
                refuse("the list of pieces");
            }
            rules.draw = Draw::LIST;
        } else if (draw == "bag") {
            rules.draw = Draw::BAG;
        } else if (draw != "hidden") {
            refuse("draw is hidden, told, bag or list");
        }
    }

    // The rules with the address of the list as it is now.
    FallingRules get() const {
        FallingRules copy = rules;
        copy.list = list.data();
        copy.list_length = static_cast<uint32_t>(list.size());
        return copy;
    }

    int shapes() const { return rules.is_quintris ? 31 : 19; }
};

// Whether a piece may be in this row: below the top one only where it can slide.
inline bool has_row(const FallingRules& rules, int row) {
    return row == 0 || (rules.can_slide && row > 0 && row < rules.height);
}

inline FallingState make_falling_state(const OwnedRules& owner, const std::vector<uint32_t>& columns,
                        const std::vector<uint64_t>& seen, uint64_t score, uint64_t turn,
                        int current, int column, int next, int row) {
    const FallingRules& rules = owner.rules;
    const uint32_t rows = (1u << rules.height) - 1;
    if (columns.size() != static_cast<size_t>(rules.width)) refuse("one number a column is needed");
    if (seen.size() != (rules.is_quintris ? 6u : 7u)) refuse("one count a piece is needed");
    FallingState state{};
    for (int i = 0; i < LANES; ++i) {
        state.columns[i] = i < rules.width ? columns[static_cast<size_t>(i)] : rows;
        if ((state.columns[i] & ~rows) != 0) refuse("a cell above the board");
    }
    const int lowest = rules.is_quintris ? 0 : -1;
    if (current < lowest || current >= owner.shapes() || next < -1 || next >= owner.shapes()) {
        refuse("no such shape");
    }
    if (rules.has_preview && current >= 0 && next < 0) refuse("the next piece is missing");
    if (column < 0 || column >= rules.width) refuse("no such column");
    std::copy(seen.begin(), seen.end(), state.seen);
    state.score = score;
    state.turn = turn;
    state.current = current;
    state.column = column;
    state.next = next;
    if (!has_row(rules, row)) refuse("no such row");
    state.row = row;
    return state;
}

// A state, if it can have been made under these rules: walls where they have them, shapes that
// they know.
inline const FallingState& checked(const OwnedRules& owner, const FallingState& state) {
    const FallingRules& rules = owner.rules;
    const uint32_t rows = (1u << rules.height) - 1;
    bool fits = state.current >= (rules.is_quintris ? 0 : -1) && state.current < owner.shapes() &&
                state.next >= (rules.is_quintris ? 0 : -1) && state.next < owner.shapes() &&
                state.column >= 0 && state.column < rules.width && has_row(rules, state.row);
    for (int i = 0; i < LANES; ++i) {
        fits = fits && (i < rules.width ? (state.columns[i] & ~rows) == 0 : state.columns[i] == rows);
    }
    if (!fits) refuse("a state of another game");
    return state;
}

inline std::vector<int32_t> numbers_of(const FallingRules& rules, const MoveList& list) {
    std::vector<int32_t> numbers;
    for (int i = 0; i < list.count; ++i) numbers.push_back(number_of(rules, list.moves[i]));
    return numbers;
}

// Weights of E1 to E11, and those of tables after them if they count.
using Weights = std::vector<int32_t>;

// Fast code looks up no bend and no step where there are none, and a mirror image for a bend.
inline void check_bends(const int32_t* entries) {
    for (int first = 0; first < 8; ++first) {
        for (int second = 0; second < 8; ++second) {
            const bool is_level = first == MOST_BEND && second == MOST_BEND;
            const bool is_bend = first != NO_STEP && second != NO_STEP && !is_level;
            const int32_t weight = entries[8 * first + second];
            if (!is_bend && weight != 0) refuse("a bend that is none is weighed");
            if (is_bend && weight != entries[8 * (2 * MOST_BEND - second) + 2 * MOST_BEND - first]) {
                refuse("mirrored bends weigh the same");
            }
        }
    }
}

inline FeatureWeights weights_of(const Weights& given) {
    if (given.size() != FEATURES && given.size() != FEATURES + TABLE_ENTRIES) {
        refuse("there are 11 weights, or 235 with those of tables");
    }
    FeatureWeights weights{};
    for (size_t i = 0; i < given.size(); ++i) {
        if (given[i] < -65536 || given[i] > 65536) refuse("a weight beyond 65536");
        (i < FEATURES ? weights.of[i] : weights.tables[i - FEATURES]) = given[i];
    }
    // Fast code looks these up where nothing is to be counted.
    for (const int table : {WELL_TABLE, WELL_TABLE + 8, WELL_TABLE + 16, STEP_TABLE, STEP_TABLE + 8,
                            COVER_TABLE, COVER_TABLE + 8}) {
        if (weights.tables[table] != 0) refuse("no wells, steps and covers of 0 are weighed");
    }
    check_bends(weights.tables + BEND_TABLE);
    return weights;
}

// Refuses games that cannot be played.
inline GamesToPlay checked_games(std::vector<uint64_t> seeds, uint64_t max_turns, int threads, bool keep_moves) {
    if (threads < 1 || threads > 1024) refuse("the number of threads is 1 to 1024");
    if (keep_moves && max_turns > MOST_KEPT_TURNS) refuse("moves are kept of at most 16777216 turns");
    return {std::move(seeds), max_turns, threads, keep_moves};
}

inline Belief belief_named(const std::string& name) {
    if (name == "uniform") return Belief::UNIFORM;
    if (name == "told") return Belief::TOLD;
    if (name == "posterior") return Belief::POSTERIOR;
    refuse("beliefs are uniform, told and posterior");
}

using Genes = std::array<int64_t, COURSE_GENES>;

inline CourseProgram genetic_program(const OwnedRules& owner, const Genes& genes, bool is_published) {
    if (owner.rules.is_quintris) refuse("the program plays another game");
    CourseProgram program{CourseKind::GENETIC, 1, is_published, {}};
    for (int i = 0; i < COURSE_GENES; ++i) {
        const int64_t gene = genes[static_cast<size_t>(i)];
        if (gene < -LARGEST_GENE || gene > LARGEST_GENE) refuse("a gene beyond 10^15");
        program.genes[i] = gene;
    }
    return program;
}

}  // namespace tilefall
