// Evaluations of IJK as Python holds them: the weights of a network live as long as they are used.
#pragma once

#include <memory>
#include <vector>

#include "tilefall/ijk/types.hpp"

namespace tilefall {

struct IjkNetwork {
    std::shared_ptr<std::vector<int16_t>> ready;
};

struct IjkEvaluationHolder {
    IjkEvaluation evaluation;
    std::shared_ptr<std::vector<int16_t>> weights;  // that the evaluation points to, or none
};

// Refuses a network on a board that it was not made for.
void check_network(const IjkRules& rules, const IjkEvaluationHolder& evaluation);

// How big a table is.
int checked_bits(int bits);

}  // namespace tilefall
