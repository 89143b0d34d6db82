"""Controllers bench: the published Tetris controllers by our rules, against their known figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tilefall.engines import Engine
from tilefall.rules.tetris import Tetris
from tilefall.search.linear import PUBLISHED, shipped

GAME = Tetris(width=10, height=10)
# Mean lines on 10 x 10 by the research rules, as another simulator measured them.
KNOWN = {
    "dellacherie": 2_295,
    "bcts": 3_865,
    "dt-10": 5_058,
    "dt-20": 4_485,
    "rv-ce": 5_277,
    "el-tetris": 2_998,
}
TOLERANCE = 0.03
GAMES_AT_ONCE = 500  # between two looks at the progress
LONGEST_GAME = 10**9  # pieces; no game on 10 x 10 gets near it


@dataclass(frozen=True)
class ControllerScore:
    """How many lines a controller made, and what is known of it."""

    name: str
    games: int
    mean: float
    error: float  # standard error of the mean
    known: float | None
    pieces: int

    @property
    def deviation(self) -> float | None:
        """How far the mean is from the known figure, as a share of it."""
        return None if self.known is None else self.mean / self.known - 1

    @property
    def agrees(self) -> bool:
        """Whether the mean is within the tolerance and two standard errors of the known figure."""
        if self.known is None:
            return True
        return abs(self.mean - self.known) <= TOLERANCE * self.known + 2 * self.error


def measure(
    name: str,
    games: int,
    first_seed: int,
    engine: Engine,
    threads: int,
    tell: Callable[[int], None] = lambda games: None,
) -> ControllerScore:
    """One controller on games of first_seed and the following ones; `tell` hears of progress."""
    weights = shipped(PUBLISHED)[name].weights
    lines, pieces = [], 0
    for seeds in batches(range(first_seed, first_seed + games)):
        for outcome in engine.playout(GAME, weights, seeds, LONGEST_GAME, threads):
            lines.append(outcome.score)
            pieces += outcome.turns
        tell(len(seeds))
    mean = sum(lines) / games
    variance = sum((score - mean) ** 2 for score in lines) / max(games - 1, 1)
    error = math.sqrt(variance / games)
    return ControllerScore(name, games, mean, error, KNOWN.get(name), pieces)


def batches(seeds: range) -> Iterator[range]:
    """The seeds in parts."""
    for start in range(0, len(seeds), GAMES_AT_ONCE):
        yield seeds[start : start + GAMES_AT_ONCE]
