// What the bindings of the falling games share: rules that own their list of pieces, and checks of what comes from
// Python.
#pragma once

#include <string>
#include <vector>

#include "module.hpp"

namespace tilefall {

// Rules that own their list of pieces.
struct OwnedRules {
    FallingRules rules;
    std::vector<uint8_t> list;

    OwnedRules(int64_t width, int64_t height, bool is_quintris, bool can_slide, bool has_preview,
               const std::string& draw, const Numbers& told, const Numbers& pieces);

    // The rules with the address of the list as it is now.
    FallingRules get() const {
        FallingRules copy = rules;
        copy.list = list.data();
        copy.list_length = static_cast<uint32_t>(list.size());
        return copy;
    }

    int pieces() const { return rules.is_quintris ? 6 : 7; }
    int shapes() const { return rules.is_quintris ? 31 : 19; }
};

// A state, if it can have been made under these rules: walls where they have them, shapes that they know.
const FallingState& checked(const OwnedRules& owner, const FallingState& state);

// Refuses a state without moves.
void check_goes_on(const FallingKernels& falling, const OwnedRules& owner, const FallingState& state);

// Weights of E1 to E11, and those of tables after them if they count.
FeatureWeights weights_of(const Numbers& given);

}  // namespace tilefall
