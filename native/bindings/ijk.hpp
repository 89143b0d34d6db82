// What the bindings of IJK share.
#pragma once

#include "module.hpp"

namespace tilefall {

// Refuses a state that is none of these rules. A board has bytes: 0 empty, 1 to 13 a letter of
// player 0, the same and 16 one of player 1.
void check_state(const IjkRules& rules, const IjkState& state);

}  // namespace tilefall
