"""Agents bench: how many lines each agent makes on the same games of Quintris."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilefall.bench.stats import Estimate, geometric_mean, mean, middle, share
from tilefall.engines import packing
from tilefall.engines.native import Native
from tilefall.rules.dice import Dice
from tilefall.rules.draws import mix
from tilefall.rules.quintris import PIECES, Quintris
from tilefall.search.linear import QUINTRIS_GREEDY, shipped

GAME = Quintris()
# name -> depth and belief
AGENTS = {
    "greedy": (1, "uniform"),
    "lookahead": (2, "uniform"),
    "expectimax:belief=uniform": (3, "uniform"),
    "expectimax:belief=posterior": (3, "posterior"),
    "expectimax:belief=told": (3, "told"),
}
GAMES_AT_ONCE = 10
PLUS_SHARES = {"under 0.10": (0.0, 0.10), "0.10 to 0.22": (0.10, 0.22), "above 0.22": (0.22, 1.1)}


@dataclass(frozen=True)
class Games:
    """The games of one agent, in the order of their seeds."""

    agent: str
    seeds: range
    lines: tuple[int, ...]
    is_alive: tuple[bool, ...]  # at the cap
    pieces: int
    seconds: float  # of all threads together

    @property
    def ms_a_move(self) -> float:
        """What a move took on average."""
        return 1000 * self.seconds / max(self.pieces, 1)

    def figures(self) -> dict[str, Estimate]:
        """Lines and survival with their intervals."""
        return {
            "mean": mean(self.lines),
            "median": middle(self.lines),
            "geometric_mean": geometric_mean(self.lines),
            "alive_percent": share(sum(self.is_alive), len(self.is_alive)),
        }

    def by_pluses(self) -> dict[str, Estimate | None]:
        """The median by how many pluses are in the mix, which decides most."""
        shares = [plus_share(seed) for seed in self.seeds]
        found: dict[str, Estimate | None] = {}
        for name, (low, high) in PLUS_SHARES.items():
            lines = [n for n, part in zip(self.lines, shares, strict=True) if low <= part < high]
            found[name] = middle(lines) if lines else None
        return found


def plus_share(seed: int) -> float:
    """The share of pluses in the hidden mix of a game."""
    weights = mix(Dice(seed), len(PIECES.letters))
    return weights[PIECES.letters.index("X")] / sum(weights)


def paired(first: Games, second: Games) -> Estimate:
    """How many more lines the first made than the second, game by game on the same seeds."""
    return mean([a - b for a, b in zip(first.lines, second.lines, strict=True)])


def play(
    agent: str,
    seeds: range,
    max_pieces: int,
    threads: int,
    tell: Callable[[int], None] = lambda games: None,
) -> Games:
    """All games of one agent; `tell` hears how many more are finished."""
    native = Native()
    depth, belief = AGENTS[agent]
    weights: Sequence[int] = shipped(QUINTRIS_GREEDY)[QUINTRIS_GREEDY].weights
    rules = packing.packed_rules(GAME)
    lines: list[int] = []
    alive: list[bool] = []
    pieces, seconds = 0, 0.0
    for start in range(0, len(seeds), GAMES_AT_ONCE):
        part = list(seeds[start : start + GAMES_AT_ONCE])
        for result, spent in native.searching.playout(
            rules, weights, packing.SearchOptions(depth), belief, part, max_pieces, threads
        ):
            lines.append(result.score)
            alive.append(not result.is_over)
            pieces += result.turns
            seconds += spent
        tell(len(part))
    return Games(agent, seeds, tuple(lines), tuple(alive), pieces, seconds)
