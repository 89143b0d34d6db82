"""Search bench: how long the full trees take, and how much longer plain Python would."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean

from tilefall.bench.engine import pieces_per_s
from tilefall.bench.timing import ROUNDS, per_second
from tilefall.engines import packing
from tilefall.engines.native import Native
from tilefall.rules.dice import Dice
from tilefall.rules.falling import columns_of
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.search.expectimax import PlainSearch, searched
from tilefall.search.linear import QUINTRIS_DEEP, QUINTRIS_START, shipped

POSITIONS = 50
STACKS = range(5, 16)  # heights of the highest column
UNIFORM = (1,) * 6
GREEDY = shipped(QUINTRIS_START)[QUINTRIS_START].weights
WEIGHTS = shipped(QUINTRIS_DEEP)[QUINTRIS_DEEP].weights


@dataclass(frozen=True)
class SearchSpeed:
    """What one thread does with the best instruction set, and what two do."""

    isa: str
    expectimax3_ms: float  # the full tree, every placement made
    expectimax3_pruned_ms: float  # the same values with the speed-ups
    expectimax3_best_ms: float  # the best move alone
    expectimax3_placements: float  # in the full tree of one move, on average
    expectimax3_pruned_placements: float
    expectimax3_ratio_to_python: float
    lookahead_moves_per_s: float
    greedy_moves_per_s: float
    two_threads_speedup: float


def positions(native: Native) -> list[QuintrisState]:
    """Mid-game positions with stacks of 5 to 15 rows, from games of the greedy agent."""
    found: list[QuintrisState] = []
    seed = 0
    while len(found) < POSITIONS:
        seed += 1
        dice = Dice(seed)
        state = Quintris().start(dice)
        while not state.is_over and state.turn < 100 and len(found) < POSITIONS:
            state = state.play(native.choose(state, GREEDY)).draw(dice)
            height = max(column.bit_length() for column in columns_of(state.board))
            if state.turn % 9 == 0 and height in STACKS and not state.is_over:
                found.append(state)
    return found


def seconds_a_search(
    states: list[QuintrisState],
    native: Native,
    *,
    threads: int = 1,
    only_best: bool = False,
    has_speedups: bool = True,
) -> float:
    """How long the three-piece search of a position takes on average; the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for state in states:
            searched(
                state,
                WEIGHTS,
                UNIFORM,
                3,
                native,
                threads,
                only_best=only_best,
                use_bounds=has_speedups,
                use_table=has_speedups,
            )
        best = min(best, time.perf_counter() - start)
    return best / len(states)


def placements_of(state: QuintrisState, native: Native, has_speedups: bool) -> int:
    """How many placements the three-piece search of a position makes."""
    return searched(
        state, WEIGHTS, UNIFORM, 3, native, use_bounds=has_speedups, use_table=has_speedups
    ).placements


def plain_seconds_a_placement(state: QuintrisState) -> float:
    """What a placement costs in the plain search, over the counted leaves below one move."""
    plain = PlainSearch(tuple(WEIGHTS), UNIFORM)
    after = state.play(state.legal_moves()[0])
    leaves = after.with_draw(state.current, column=0)
    start = time.perf_counter()
    plain.of(leaves, 1)
    return (time.perf_counter() - start) / plain.placements


def moves_per_s(native: Native, depth: int, seconds: float) -> float:
    """Moves decided and played in whole games of one thread."""
    rules = packing.packed_rules(Quintris())
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += 1
        native.set_isa()
        (result,) = packing.falling.whole_searched(
            rules, WEIGHTS, packing.falling.SearchOptions(depth), "uniform", [seed], 2_000, 1
        )
        return result.turns

    return per_second(work, seconds)


def measure(seconds: float, tell: Callable[[str], None] = lambda what: None) -> SearchSpeed:
    """Everything; `tell` hears what is being measured."""
    native = Native()
    states = positions(native)
    tell("the three-piece search")
    one = seconds_a_search(states, native, has_speedups=False)
    trees = [placements_of(state, native, False) for state in states]
    tell("the same with two threads")
    two = seconds_a_search(states, native, threads=2, has_speedups=False)
    tell("the same with all speed-ups")
    pruned = seconds_a_search(states, native)
    pruned_trees = [placements_of(state, native, True) for state in states]
    best = seconds_a_search(states, native, only_best=True)
    tell("the plain search")
    plain = plain_seconds_a_placement(states[0])
    tell("whole games")
    return SearchSpeed(
        isa=native.isa,
        expectimax3_ms=one * 1000,
        expectimax3_pruned_ms=pruned * 1000,
        expectimax3_best_ms=best * 1000,
        expectimax3_placements=fmean(trees),
        expectimax3_pruned_placements=fmean(pruned_trees),
        expectimax3_ratio_to_python=plain * fmean(trees) / one,
        lookahead_moves_per_s=moves_per_s(native, 2, seconds),
        greedy_moves_per_s=pieces_per_s(Quintris(), native, GREEDY, seconds),
        two_threads_speedup=one / two,
    )
