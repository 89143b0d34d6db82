"""Solo: what the games of an arena say about agents that play alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilefall.arena.counting import Forfeited, forfeits, ms_a_move, ordered
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.stats import Estimate, mean, middle, share


@dataclass(frozen=True)
class SoloRow:
    """One agent; what needs a game is None as long as there is none."""

    agent: int  # its place in the plan
    games: int
    mean: Estimate | None  # lines a game; without end for a single game
    median: Estimate | None
    best: int | None
    alive: Estimate | None  # percent of games that the cap ended
    difference: Estimate | None  # lines more than the first agent; None for that one itself
    common: int  # the bouts that the difference is made of: those that both have played
    lines: int  # in all games together
    pieces: int
    ms_a_move: float | None
    forfeits: tuple[Forfeited, ...]


@dataclass(frozen=True)
class Solo:
    """The agents in the order of the plan."""

    rows: tuple[SoloRow, ...]

    @property
    def ranked(self) -> list[SoloRow]:
        """The best mean first; agents without games last."""
        return sorted(self.rows, key=lambda row: -row.mean.value if row.mean else 1.0)


def solo(plan: Plan, played: Sequence[Played]) -> Solo:
    """The figures of every agent.

    A forfeited game counts with the lines made until then, and nobody is alive in it.
    """
    return Solo(tuple(_row(agent, played) for agent in range(len(plan.agents))))


def differences(played: Sequence[Played], agent: int, other: int = 0) -> list[int]:
    """The lines that an agent made more than another, in each bout that both have played."""
    mine, others = _scores(played, agent), _scores(played, other)
    return [score - others[bout] for bout, score in mine.items() if bout in others]


def is_alive(game: Played) -> bool:
    """Whether the cap alone ended a game."""
    return not game.is_over and game.forfeiter is None


def games_of(played: Sequence[Played], agent: int) -> list[Played]:
    """The games of an agent, in their order."""
    return [game for game in ordered(played) if agent in game.players]


def _scores(played: Sequence[Played], agent: int) -> dict[int, int]:
    return {game.bout: game.score for game in games_of(played, agent)}


def _row(agent: int, played: Sequence[Played]) -> SoloRow:
    games = games_of(played, agent)
    scores = [game.score for game in games]
    apart = differences(played, agent) if agent else []
    return SoloRow(
        agent=agent,
        games=len(games),
        mean=mean(scores) if games else None,
        median=middle(scores) if games else None,
        best=max(scores, default=None),
        alive=share(sum(map(is_alive, games)), len(games)) if games else None,
        difference=mean(apart) if apart else None,
        common=len(apart),
        lines=sum(scores),
        pieces=sum(game.turns for game in games),
        ms_a_move=ms_a_move(games, agent),
        forfeits=forfeits(games, agent),
    )
