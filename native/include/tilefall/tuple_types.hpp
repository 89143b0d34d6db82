// Tuple types: plain data of tables that value boards, and of learning from afterstates.
#pragma once

#include "tilefall/types.hpp"

namespace tilefall {

constexpr int STEP_KINDS = 11;  // from a column to the next: 5 or more down, to 5 or more up
constexpr int HEIGHT_KINDS = 32, COUNT_KINDS = 16, TOTAL_KINDS = 64;
constexpr int MOST_TUPLES = 3 * (LANES - 1);
constexpr int TRACED = 16;  // afterstates that still learn from what comes later
// So that a value always fits 32 bits.
constexpr int32_t LARGEST_TUPLE_WEIGHT = 1 << 24, LARGEST_ROW_WORTH = 1 << 20;
constexpr int VALUED = FEATURES + 1;  // what linear values weigh: the features, and 1

// Whole numbers that say what a placement is worth: for each row removed, and for the board.
struct TupleTables {
    const int32_t* weights;
    int32_t row_worth;
};

// How values are learned from games against chance.
struct AfterstateLesson {
    double discount;        // what a reward is worth a turn earlier
    double trust;           // lambda: how far later afterstates count
    double row_reward;      // for each row removed
    double end_reward;      // for the end of a game
    uint32_t random_moves;  // of 2^32
    uint64_t max_turns;
};

struct LearnedFalling {
    uint64_t score, turns;
    double squared_error;  // of all afterstates together
};

// What linear values know. Every step adds a product, of the features that led to it with how they
// changed, and a gain, of the same features with its reward; the weights solve these sums.
struct LinearKnowledge {
    double products[VALUED][VALUED], gains[VALUED], weights[VALUED];
};

// What tables know: their weights, and for each one the sum of its errors and that of their sizes.
struct TupleKnowledge {
    float *weights, *errors, *sizes;
};

}  // namespace tilefall
