"""Expectiminimax: what a position of nondeterministic IJK is worth some slides ahead (J1 to J9).

The plain search here is the specification; the native one gives the same values and moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from tilefall.engines import Engine
from tilefall.engines.native import Native
from tilefall.engines.packing_ijk import ijk, packed, packed_rules
from tilefall.rules.ijk import IjkAfterstate, IjkState, is_final, leader, tile_codes
from tilefall.search.ijk_evaluation import Evaluation, Ready
from tilefall.search.minimax import MOST_NODES, WIN

FRACTION = 256  # values are in 256ths (J6)
MOST_CELLS = 64


@dataclass(frozen=True)
class ChanceThought:
    """What a search saw: the best move, what the moves are worth for the player to move, the work.

    Values are in 256ths (J6). Where a move is not `exact`, it is worth no more than its value.
    """

    move: int
    values: tuple[int, ...]
    exact: tuple[bool, ...]
    depth: int
    nodes: int  # slid boards valued

    @property
    def value(self) -> int:
        """What the best move is worth for the player to move."""
        return self.values[self.move]


@dataclass(frozen=True)
class Speedups:
    """The speed-ups of the native search; none changes a value (J9)."""

    table: bool = True
    symmetry: bool = False  # pays on boards with few tiles; the evaluation must be symmetric
    star1: bool = True
    star2: bool = True
    groups: bool = True
    lines: bool = True


NO_SPEEDUPS = Speedups(False, False, False, False, False, False)


class ChanceMemory:
    """What native searches reuse one after another: the table of positions, and the evaluation."""

    def __init__(self, bits: int) -> None:
        self.table = ijk.ChanceTable(bits)
        self.ready = Ready()


@dataclass(frozen=True)
class Plan:
    """How to search: what positions are worth, how many cells stand for all, how it is done."""

    evaluation: Evaluation
    sample: int = 0  # 0 for all cells (J8)
    every_move: bool = False  # exact values of the moves that lose, too
    threads: int = 1
    speedups: Speedups = field(default_factory=Speedups)


def chance_thought(
    state: IjkState,
    plan: Plan,
    depth: int,
    engine: Engine,
    memory: ChanceMemory,
    *,
    nodes: int = MOST_NODES,
    seconds: float = inf,
) -> ChanceThought:
    """What the moves are worth, so many slides deep or as deep as nodes and seconds allow."""
    if state.game.mode != "nondeterministic":
        raise ValueError(f"expectiminimax plays the nondeterministic game, not {state.game.text()}")
    if not isinstance(engine, Native):
        return PlainExpectiminimax(plan.evaluation, plan.sample).of(state, depth)
    speedups = plan.speedups
    options = ijk.ChanceOptions(
        plan.sample,
        plan.every_move,
        speedups.table,
        speedups.symmetry,
        speedups.star1,
        speedups.star2,
        speedups.groups,
        speedups.lines,
    )
    valued = memory.ready.native(plan.evaluation)
    engine.set_isa()
    found, _ = ijk.think_chance(
        packed_rules(state.game),
        packed(state),
        valued,
        depth,
        options,
        plan.threads,
        nodes,
        seconds,
        memory.table,
    )
    return ChanceThought(
        found.move, tuple(found.values), tuple(found.exact), found.depth, found.nodes
    )


def mean(values: Sequence[int]) -> int:
    """The mean of whole numbers, rounded towards zero (J6).

    >>> mean([3, 4]), mean([-3, -4])
    (3, -3)
    """
    total = sum(values)
    return total // len(values) if total >= 0 else -(-total // len(values))


def sampled_cells(after: IjkAfterstate, sample: int) -> tuple[int, ...]:
    """The cells that stand for all those in which the tile may appear (J8).

    >>> from tilefall.rules.ijk import Ijk
    >>> game = Ijk(size=3, mode="nondeterministic")
    >>> after = IjkAfterstate(game, ("A..", "b..", "..."), player=0, turn=5, reward=0)
    >>> after.tile_cells(), sampled_cells(after, 3)     # the codes of A and b are 1 and 18
    ((1, 2, 4, 5, 6, 7, 8), (7, 1, 4))
    """
    cells = after.tile_cells()
    if sample == 0 or len(cells) <= sample:
        return cells
    codes = tile_codes()
    first = sum(codes[cell] for row in after.board for cell in row)
    count = len(cells)
    return tuple(cells[(first + i * count // sample) % count] for i in range(sample))


@dataclass
class PlainExpectiminimax:
    """The search in plain Python: every slide of both players and every tile, nothing left out."""

    evaluation: Evaluation
    sample: int = 0
    nodes: int = 0

    def of(self, state: IjkState, depth: int) -> ChanceThought:
        """The best move of a state that is not over, the first of equal ones (J4)."""
        self.nodes = 0
        worth = tuple(self.of_slide(state, move, depth, 1) for move in state.legal_moves())
        best = worth.index(max(worth))
        return ChanceThought(best, worth, (True,) * len(worth), depth, self.nodes)

    def of_slide(self, state: IjkState, move: int, depth: int, ply: int) -> int:
        """The value of a slide for the one who slides, the tile after it still to come (J7)."""
        self.nodes += 1
        after, side = state.play(move), 1 - 2 * state.player
        if state.game.tests_end(after.player) and is_final(
            after.board, state.game.winning, new_tiles=1
        ):
            return side * leader(after.board) * (WIN - ply) * FRACTION
        if depth == 1:
            return side * self.evaluation.value(after) * FRACTION
        return -self.of_chance(after, depth - 1, ply)

    def of_chance(self, after: IjkAfterstate, depth: int, ply: int) -> int:
        """The mean over the cells of the new tile, for the player who gets it (J5)."""
        cells = sampled_cells(after, self.sample) or (None,)
        return mean([self.of_state(after.with_tile(cell), depth, ply) for cell in cells])

    def of_state(self, state: IjkState, depth: int, ply: int) -> int:
        """The value for the player to move, so many slides after the root."""
        return max(self.of_slide(state, move, depth, ply + 1) for move in state.legal_moves())
