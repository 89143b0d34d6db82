"""Minimax: what a position of IJK is worth some slides ahead (J1 to J4).

The plain search here is the specification; the native one gives the same values and moves.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from math import inf

from tilefall.engines import Engine
from tilefall.engines.native import Native
from tilefall.engines.packing_ijk import ijk, packed, packed_rules
from tilefall.rules.ijk import IjkState
from tilefall.search.ijk_evaluation import Evaluation, Ready

WIN = 1 << 28  # a win at once; every slide until then takes one off (J3)
DEEPEST = 100
MOST_NODES = (1 << 64) - 1


@dataclass(frozen=True)
class Thought:
    """What a search saw: the best move with its value for the player to move, and the work."""

    move: int
    value: int
    depth: int
    nodes: int  # positions valued
    line: tuple[int, ...] = ()  # best moves of both players, as far as the table knows them
    seconds: float = field(default=0.0, compare=False)

    @property
    def nodes_per_s(self) -> float:
        """Positions valued in a second; 0 if nobody looked at the clock."""
        return self.nodes / self.seconds if self.seconds else 0.0


def is_decided(value: float) -> bool:
    """True if a value is that of a win or a loss that is certain (J3).

    A mean over chance is that only if all of its parts are: any other part takes more off.
    """
    return abs(value) >= WIN - DEEPEST


class Memory:
    """What native searches reuse one after another: the table of positions, and the evaluation."""

    def __init__(self, bits: int) -> None:
        self.table = ijk.Table(bits)
        self.ready = Ready()


def thought(
    state: IjkState,
    evaluation: Evaluation,
    depth: int,
    engine: Engine,
    memory: Memory,
    *,
    threads: int = 1,
    nodes: int = MOST_NODES,
    seconds: float = inf,
) -> Thought:
    """The best move, so many slides deep or as deep as nodes and seconds allow."""
    if state.game.mode != "deterministic":
        raise ValueError(f"minimax plays the deterministic game, not {state.game.text()}")
    start = time.perf_counter()
    if not isinstance(engine, Native):
        plain = PlainMinimax(evaluation).of(state, depth)
        return replace(plain, seconds=time.perf_counter() - start)
    rules, packed_state = packed_rules(state.game), packed(state)
    valued = memory.ready.native(evaluation)
    engine.set_isa()
    found, _ = ijk.think(rules, packed_state, valued, depth, threads, nodes, seconds, memory.table)
    line, spent = tuple(found.line), time.perf_counter() - start
    return Thought(found.move, found.value, found.depth, found.nodes, line, spent)


@dataclass
class PlainMinimax:
    """The search in plain Python: every slide of both players, nothing left out."""

    evaluation: Evaluation
    nodes: int = 0

    def of(self, state: IjkState, depth: int) -> Thought:
        """The best move of a state that is not over, the first of equal ones (J4)."""
        self.nodes = 0
        worth = [self.of_slide(state, move, depth, 1) for move in state.legal_moves()]
        best = max(worth)
        return Thought(worth.index(best), best, depth, self.nodes, (worth.index(best),))

    def of_slide(self, state: IjkState, move: int, depth: int, ply: int) -> int:
        """The value of a slide for the one who slides."""
        after = state.play(move)
        next_state = after.with_tile(next(iter(after.tile_cells()), None))
        return -self.of_state(next_state, depth - 1, ply)

    def of_state(self, state: IjkState, depth: int, ply: int) -> int:
        """The value for the player to move, so many slides after the root (J1, J3)."""
        self.nodes += 1
        side = 1 - 2 * state.player
        if state.is_over:
            return side * state.score * (WIN - ply)
        if depth == 0:
            return side * self.evaluation.value(state)
        return max(self.of_slide(state, move, depth, ply + 1) for move in state.legal_moves())
