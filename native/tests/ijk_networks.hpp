// Networks of IJK to test with: random weights, so that every one of them matters.
#pragma once

#include "check.hpp"
#include "tilefall/ijk/evaluation.hpp"

namespace tilefall::TILEFALL_ISA::tests {

inline constexpr int MOST_WEIGHT = 8191;  // as much as the bindings allow

struct Network {
    int16_t learned[NETWORK_WEIGHTS], ready[READY_WEIGHTS];
};

// The same network for all cases: to make one takes longer than to use it.
inline const Network& random_network() {
    static Network network;
    static const bool is_made = [] {
        Random random{1};
        for (int16_t& weight : network.learned)
            weight = static_cast<int16_t>(random.between(-MOST_WEIGHT, MOST_WEIGHT));
        make_ready(network.learned, network.ready);
        return true;
    }();
    static_cast<void>(is_made);
    return network;
}

}  // namespace tilefall::TILEFALL_ISA::tests
