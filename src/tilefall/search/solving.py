"""Solving: positions of deterministic IJK with the best play of both players, to the very end.

A value is that of J3 with a smaller win: WIN less the slides to the end if the player to move wins,
the same below zero if the other one does, 0 for a tie.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from tilefall.engines import packing_ijk
from tilefall.engines.native import Native
from tilefall.rules.ijk import IjkState

WIN = 30_000
MOST_SLIDES = 1_000
VISITS_A_LOOK = 500_000

Tell = Callable[[str], None]
IsAtMost = Callable[[IjkState, int], bool]


class Unsolved(RuntimeError):
    """A position is too much for the solver, or for the memory it was given."""


class MemoryIsFull(Unsolved):
    """There are more positions than the memory has room for."""


@dataclass(frozen=True)
class Solution:
    """How a position ends with the best play of both."""

    outcome: int  # 1 player 0 wins, -1 player 1, 0 neither
    slides: int  # until the win, which comes as soon and for the loser as late as possible; 0: tie
    line: tuple[int, ...]  # the moves to the end, of equal ones the first
    nodes: int  # positions searched, each as often as it was


@dataclass(frozen=True)
class Undecided:
    """What is known when time was over: nobody can force a win within so many slides."""

    slides: int
    nodes: int


@dataclass(frozen=True)
class Census:
    """All positions that play can reach, the first one included, while the game goes on."""

    solution: Solution
    positions: int
    won: int  # by player 0
    tied: int
    lost: int
    longest: int  # slides of the longest game


def slides_to_end(value: int) -> int:
    """The slides until a win or loss of this value; 0 for a tie.

    >>> slides_to_end(WIN - 5), slides_to_end(5 - WIN), slides_to_end(0)
    (5, 5, 0)
    """
    return WIN - abs(value) if value else 0


def next_value(value: int) -> int:
    """What the position after the best slide is worth for the other player.

    >>> next_value(WIN - 5) == -(WIN - 4), next_value(5 - WIN) == WIN - 4, next_value(0) == 0
    (True, True, True)
    """
    return -value + (value < 0) - (value > 0)


def after_slide(state: IjkState, move: int) -> IjkState:
    """The position after a slide and its tile: in the deterministic game there is one only."""
    after = state.play(move)
    return after.with_tile(next(iter(after.tile_cells()), None))


def best_line(state: IjkState, value: int, is_at_most: IsAtMost) -> list[int]:
    """The best moves of both to the end, of equal ones the first (J4).

    `is_at_most` says whether a position is worth no more than a value to the player to move.
    """
    moves: list[int] = []
    while legal := state.legal_moves():
        value = next_value(value)
        for move in legal:
            following = after_slide(state, move)
            if following.is_over:
                side = 1 - 2 * following.player
                is_best = side * following.score * WIN <= value
            else:
                is_best = is_at_most(following, value)
            if is_best:
                break
        else:
            raise AssertionError(f"no move keeps the value {value}, in:\n{state}")
        moves.append(move)
        state = following
    return moves


class Solver:
    """A table for what is known of the positions that follow a first one."""

    def __init__(self, state: IjkState, mebibytes: int, engine: Native) -> None:
        if state.game.mode != "deterministic":
            raise ValueError(f"the deterministic game is solved, not {state.game.text()}")
        if state.is_over:
            raise ValueError(f"nothing to solve, the game is over: {state.text()}")
        if mebibytes < 1:
            raise ValueError(f"{mebibytes} MiB of memory, at least 1 is needed")
        self.first = state
        rules = packing_ijk.packed_rules(state.game)
        try:
            self.native = packing_ijk.IjkSolver(engine.isa, rules, mebibytes << 20)
        except MemoryError:
            raise Unsolved(f"{mebibytes} MiB of memory are not to be had here; try less") from None

    def tested(self, state: IjkState, at_least: int, seconds: float = inf) -> int | None:
        """A value at `at_least` or above if the position is worth that much, or one below it.

        The first is no higher and the second no lower than the true value. None if time was over.
        """
        value, is_complete = self.native.prove(packing_ijk.packed(state), at_least, seconds)
        return value if is_complete else None

    def is_at_most(self, state: IjkState, value: int) -> bool:
        """True if the position is worth no more than this to the player to move."""
        found = self.tested(state, value + 1)
        if found is None:
            raise Unsolved(f"a game longer than {MOST_SLIDES} slides, after {self.first.text()}")
        return found <= value

    def solved(
        self,
        seconds: float = inf,
        slides: int = MOST_SLIDES,
        tell: Tell = lambda news: None,
    ) -> Solution | Undecided:
        """The first position with the best play of both, one slide further ahead after another.

        It stays undecided if that takes more time, or a look further ahead than so many slides.
        """
        deadline = time.monotonic() + seconds
        low, high = 1 - WIN, WIN - 1  # no game ends without a slide
        for ahead in range(1, slides + 1):
            # a win of the player to move within so many slides, then one of the other player
            for at_least in (WIN - ahead, ahead + 1 - WIN):
                if not low < at_least <= high:
                    continue
                left = deadline - time.monotonic()
                found = self.tested(self.first, at_least, left) if left > 0 else None
                if found is None:
                    return Undecided(ahead - 1, self.native.nodes)
                low, high = (found, high) if found >= at_least else (low, found)
            tell(f"slides ahead: {ahead}, positions: {self.native.nodes:,}")
            if low == high:
                return self.solution(low, self.is_at_most)
        return Undecided(slides, self.native.nodes)

    def census(self, tell: Tell = lambda news: None) -> Census:
        """Every position that play can reach, each valued once."""
        packed, most = packing_ijk.packed(self.first), 0
        while True:
            most += VISITS_A_LOOK
            visit = self.native.visit(packed, most)
            tell(f"{visit.positions:,} positions")
            if visit.is_full:
                raise MemoryIsFull(
                    f"{visit.positions:,} positions fill the memory, and there are more"
                )
            if visit.is_too_long:
                raise Unsolved(f"a game longer than {MOST_SLIDES} slides")
            if visit.is_complete:
                break
        solution = self.solution(visit.value, lambda state, value: self.known(state)[0] <= value)
        lost, tied, won = visit.outcomes
        return Census(solution, visit.positions, won, tied, lost, visit.longest)

    def known(self, state: IjkState) -> tuple[int, int]:
        """Value and longest game of a position that a census has found after the first one."""
        found = self.native.look_up(packing_ijk.packed(state))
        if found is None:
            raise ValueError(f"no play leads there: {state.text()}")
        return found

    def solution(self, value: int, is_at_most: IsAtMost) -> Solution:
        """How the first position ends, given its value and a way to test others."""
        side = 1 - 2 * self.first.player
        outcome = side * ((value > 0) - (value < 0))
        line = best_line(self.first, value, is_at_most)
        return Solution(outcome, slides_to_end(value), tuple(line), self.native.nodes)
