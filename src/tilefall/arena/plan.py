"""Plan: what an arena plays. With the store's games it is all that any table is made of."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.play.openings import Plies


@dataclass(frozen=True)
class Plan:
    """Who plays what, how often, and when it is enough."""

    game: str  # its text
    agents: tuple[str, ...]  # as they were named
    games: int  # of each agent, or of each pairing and then even; the most if until sure
    is_until_sure: bool
    first_seed: int
    max_turns: int  # pieces or plies; a game that is not over by then ends there
    plies: Plies  # random ones before two players begin
    seconds_a_move: float | None  # None: ours as they like, foreign ones FOREIGN_SECONDS
    alpha: float  # how often, at most, something may be called proven that is not so
    elo: float  # until sure, two players: a smaller lead than this need not be found
    margin: float  # until sure, one player: so many lines apart is as good as equal; 0 never is
