"""Agents bench: how many lines each agent makes on the same games of Quintris."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilefall.play.whole_games import WholeGame, whole_games
from tilefall.rules.dice import Dice
from tilefall.rules.pieces import mix
from tilefall.rules.quintris import PIECES, Quintris
from tilefall.stats import Estimate, geometric_mean, mean, middle, share

# Who plays if nobody is asked for, about from the weakest to the strongest.
AGENTS = (
    "random",
    "first-fit",
    "course-wavy:search=one",
    "course-wavy:search=small",
    "course-wavy:search=small,variant=published",
    "course-wavy:search=full",
    "course-sum",
    "course-voids",
    "dellacherie",
    "bcts",
    "dt-10",
    "dt-20",
    "rv-ce",
    "el-tetris",
    "greedy",
    "lookahead",
    "expectimax:belief=uniform",
    "expectimax:belief=posterior",
    "expectimax:belief=told",
)
GAME = Quintris()
GAMES_AT_ONCE = 10
PLUS_SHARES = {"under 0.10": (0.0, 0.10), "0.10 to 0.22": (0.10, 0.22), "above 0.22": (0.22, 1.1)}


@dataclass(frozen=True)
class Games:
    """The games of one agent, in the order of their seeds."""

    agent: str
    seeds: range
    played: tuple[WholeGame, ...]

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines of every game."""
        return tuple(game.score for game in self.played)

    @property
    def ms_a_move(self) -> float:
        """What a move took on average."""
        pieces = sum(game.turns for game in self.played)
        return 1000 * sum(game.seconds for game in self.played) / max(pieces, 1)

    def figures(self) -> dict[str, Estimate]:
        """Lines and survival with their intervals."""
        return {
            "mean": mean(self.lines),
            "median": middle(self.lines),
            "geometric_mean": geometric_mean(self.lines),
            "alive_percent": share(sum(not game.is_over for game in self.played), len(self.played)),
        }

    def by_pluses(self) -> dict[str, Games]:
        """The games by how many pluses are in the mix, which decides most."""
        shares = [plus_share(seed) for seed in self.seeds]
        found = {}
        for name, (low, high) in PLUS_SHARES.items():
            pairs = zip(self.played, shares, strict=True)
            played = tuple(game for game, part in pairs if low <= part < high)
            found[name] = Games(self.agent, self.seeds, played)
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
    game: Quintris = GAME,
) -> Games:
    """All games of one agent; `tell` hears how many more are finished."""
    played: list[WholeGame] = []
    for start in range(0, len(seeds), GAMES_AT_ONCE):
        part = list(seeds[start : start + GAMES_AT_ONCE])
        played += whole_games(agent, game, part, max_pieces, threads)
        tell(len(part))
    return Games(agent, seeds, tuple(played))
