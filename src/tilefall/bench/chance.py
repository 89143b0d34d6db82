"""Chance bench: how deep expectiminimax looks into mid-game boards of IJK, and how fast."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import fmean

from tilefall.bench.timing import ROUNDS
from tilefall.engines.native import Native
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import Ijk, IjkState, empty_cells
from tilefall.search.expectiminimax import (
    NO_SPEEDUPS,
    ChanceMemory,
    ChanceThought,
    Plan,
    Speedups,
    chance_thought,
)
from tilefall.search.minimax import BY_POWER, DEEPEST

POSITIONS = 12
TILES = range(18, 25)
FIRST_TURN, TURNS_APART = 60, 5
TABLE_BITS = 18
PLAN = Plan(BY_POWER)


@dataclass(frozen=True)
class ChanceSpeed:
    """Mean depths within a time, and milliseconds a search, with the best instruction set."""

    isa: str
    depth_in_10_ms: float
    depth_in_100_ms: float
    depth_in_1_s: float
    sampled_depth_in_100_ms: float  # four cells stand for all
    depth5_ms: float
    depth5_every_move_ms: float
    depth5_any_evaluation_ms: float  # no use is made of values being sums over tiles
    depth4_ms: float
    depth4_full_ms: float  # without any speed-up
    two_threads_speedup: float  # at depth 6


@dataclass(frozen=True)
class ChanceBench:
    """Searches of the same positions in different ways."""

    native: Native
    states: list[IjkState]
    memory: ChanceMemory

    def thought(
        self, state: IjkState, plan: Plan, depth: int = DEEPEST, seconds: float = float("inf")
    ) -> ChanceThought:
        """One search."""
        return chance_thought(state, plan, depth, self.native, self.memory, seconds=seconds)

    def mean_depth(self, seconds: float, plan: Plan = PLAN) -> float:
        """How deep searches get in this time, the last depth that ended counted."""
        return fmean(self.thought(state, plan, seconds=seconds).depth for state in self.states)

    def milliseconds(self, depth: int, plan: Plan = PLAN) -> float:
        """How long a search of this depth takes on average; of each the best of some rounds."""
        return 1000 * fmean(min(self._rounds(state, depth, plan)) for state in self.states)

    def _rounds(self, state: IjkState, depth: int, plan: Plan) -> list[float]:
        rounds = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            self.thought(state, plan, depth)
            rounds.append(time.perf_counter() - start)
        return rounds


def positions(native: Native, count: int = POSITIONS) -> list[IjkState]:
    """Positions with 18 to 24 tiles on 6 x 6, one a game, from games of two-slide searches."""
    game, memory = Ijk(mode="nondeterministic"), ChanceMemory(0)
    found: list[IjkState] = []
    seed = 0
    while len(found) < count:
        seed += 1
        dice = Dice(seed)
        state = game.start(dice)
        while not state.is_over:
            tiles = game.size**2 - len(empty_cells(state.board))
            if state.turn >= FIRST_TURN + TURNS_APART * seed and tiles in TILES:
                found.append(state)
                break
            state = state.play(chance_thought(state, PLAN, 2, native, memory).move).draw(dice)
    return found


def measure(
    count: int = POSITIONS,
    slowness: float = 1.0,
    tell: Callable[[str], None] = lambda what: None,
) -> ChanceSpeed:
    """Everything; `tell` hears what is being measured, `slowness` scales the times to think."""
    native = Native()
    bench = ChanceBench(native, positions(native, count), ChanceMemory(TABLE_BITS))
    tell("depths within a time")
    soon, later, latest = (bench.mean_depth(slowness * seconds) for seconds in (0.01, 0.1, 1))
    sampled = bench.mean_depth(slowness * 0.1, replace(PLAN, sample=4))
    tell("searches to a depth")
    return ChanceSpeed(
        native.isa,
        depth_in_10_ms=soon,
        depth_in_100_ms=later,
        depth_in_1_s=latest,
        sampled_depth_in_100_ms=sampled,
        depth5_ms=bench.milliseconds(5),
        depth5_every_move_ms=bench.milliseconds(5, replace(PLAN, every_move=True)),
        depth5_any_evaluation_ms=bench.milliseconds(
            5, replace(PLAN, speedups=Speedups(lines=False))
        ),
        depth4_ms=bench.milliseconds(4),
        depth4_full_ms=bench.milliseconds(4, replace(PLAN, speedups=NO_SPEEDUPS)),
        two_threads_speedup=bench.milliseconds(6) / bench.milliseconds(6, replace(PLAN, threads=2)),
    )
