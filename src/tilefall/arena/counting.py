"""Counting: what the tables of one player and of two have in common: forfeits, and time a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum

from tilefall.agents.agent import CAUSES
from tilefall.arena.played import Played


@dataclass(frozen=True)
class Forfeited:
    """Games that an agent forfeited for one cause."""

    cause: str
    games: int
    example: str  # what was said of the first of them


def forfeits(games: Iterable[Played], agent: int) -> tuple[Forfeited, ...]:
    """The games that an agent forfeited, by cause in the order of CAUSES."""
    lost = [game for game in ordered(games) if forfeiter(game) == agent]
    count = Counter(game.cause for game in lost)
    first = {game.cause: game.detail for game in reversed(lost)}
    causes = [*CAUSES, *sorted(set(count) - set(CAUSES))]
    return tuple(Forfeited(cause, count[cause], first[cause]) for cause in causes if count[cause])


def forfeiter(game: Played) -> int | None:
    """The agent that forfeited a game, by its place in the plan."""
    return None if game.forfeiter is None else game.players[game.forfeiter]


def ms_a_move(games: Iterable[Played], agent: int) -> float | None:
    """How long an agent thought about a move; None if it has not made one."""
    moves, seconds = 0, list[float]()
    for game in games:
        for player, made, thought in zip(game.players, game.moves, game.seconds, strict=True):
            if player == agent:
                moves += made
                seconds.append(thought)
    # an exact sum, so that the order in which games came in changes nothing
    return 1000 * fsum(seconds) / moves if moves else None


def ordered(games: Iterable[Played]) -> list[Played]:
    """The games in the order in which they count, however they came in."""
    return sorted(games, key=lambda game: (game.bout, game.players))


@dataclass(frozen=True)
class Seeds:
    """The first and the last seed that was played; some between them may not have been."""

    first: int
    last: int

    def __str__(self) -> str:
        if self.first == self.last:
            return f"seed {self.first}"
        return f"seeds {self.first} to {self.last}"


def seeds(games: Sequence[Played]) -> Seeds | None:
    """The seeds of some games; None if there is none."""
    found = [game.seed for game in games]
    return Seeds(min(found), max(found)) if found else None
