// What whole games of searched moves need beside the rules: a belief, and memory for known boards.
#pragma once

#include <string>
#include <vector>

#include "module.hpp"

namespace tilefall {

inline Belief belief_named(const std::string& name) {
    if (name == "uniform") return Belief::UNIFORM;
    if (name == "told") return Belief::TOLD;
    if (name == "posterior") return Belief::POSTERIOR;
    refuse("beliefs are uniform, told and posterior");
}

// The memory for known boards of the thread that asks, forgotten at every call. Threads of
// run_parallel do not outlive their work, and neither does this.
inline KnownBoards empty_boards(const SearchOptions& options) {
    if (!options.use_table || options.depth < 3) return {nullptr, 0};
    thread_local std::vector<KnownBoard> boards;
    boards.assign(KNOWN_BOARDS, KnownBoard{});
    return {boards.data(), 1};
}

}  // namespace tilefall
