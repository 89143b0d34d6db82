// The IJK solver of one instruction set: this file is compiled once for each.
#include "solve_kernels.hpp"

#include "tilefall/ijk_solve_all.hpp"

namespace tilefall::TILEFALL_ISA {
namespace {

// The function for keys of as many words as the table has.
template <typename Function>
Function picked(const SolveTable& table, Function one, Function two, Function longest) {
    return table.words == 1 ? one : table.words == 2 ? two : longest;
}

int bits_of(const IjkRules& rules) { return cell_bits(rules); }

template <int WORDS>
SolveProof prove_with(const IjkRules& rules, const IjkState& state, SolveTable table,
                      int32_t at_least, const bool* stop) {
    SolveTask<WORDS> task{rules, table, stop, 0, false};
    const int32_t value = proved(task, state.board, state.player, 0, at_least - 1, at_least);
    return {value, task.nodes, !task.is_stopped};
}

SolveProof prove(const IjkRules& rules, const IjkState& state, SolveTable table, int32_t at_least,
                 const bool* stop) {
    const auto with = picked(table, prove_with<1>, prove_with<2>, prove_with<LONGEST_KEY>);
    return with(rules, state, table, at_least, stop);
}

template <int WORDS>
void visit_with(const IjkRules& rules, const IjkState& state, SolveTable table, uint64_t most,
                SolveVisit& visit, const bool* stop) {
    SolveTask<WORDS> task{rules, table, stop, 0, false};
    const SolvedPosition first = visited(task, state.board, state.player, 0, most, visit);
    visit.value = first.value;
    visit.longest = first.longest;
    visit.is_complete = !task.is_stopped;
}

void visit(const IjkRules& rules, const IjkState& state, SolveTable table, uint64_t most,
           SolveVisit& visit, const bool* stop) {
    const auto with = picked(table, visit_with<1>, visit_with<2>, visit_with<LONGEST_KEY>);
    with(rules, state, table, most, visit, stop);
}

template <int WORDS>
bool look_up_with(const IjkRules& rules, const IjkState& state, SolveTable table, int32_t& value,
                  int32_t& longest) {
    const SolveTask<WORDS> task{rules, table, nullptr, 0, false};
    SolvedPosition position{};
    const bool is_there = look_up(task, state.board, position);
    value = position.value;
    longest = position.longest;
    return is_there;
}

bool find_known(const IjkRules& rules, const IjkState& state, SolveTable table, int32_t& value,
                int32_t& longest) {
    const auto with = picked(table, look_up_with<1>, look_up_with<2>, look_up_with<LONGEST_KEY>);
    return with(rules, state, table, value, longest);
}

}  // namespace

const SolveKernels SOLVE_KERNELS = {bits_of, prove, visit, find_known};

}  // namespace tilefall::TILEFALL_ISA
