"""Lines bench: how many lines agents with weights make before they die, in as many games as wanted.

Games of a good agent hardly ever end. So a cap on pieces may end them early, and what counts is
all lines divided by the games that died: chance has no memory, so that games which go on tell of
the same danger as those which ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from tilefall import stats
from tilefall.agents.catalog import agent
from tilefall.agents.linear import LinearAgent
from tilefall.agents.searching import SearchAgent
from tilefall.rules.game import BadText
from tilefall.rules.notation import game_text, parse_game_text
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.stats import Estimate
from tilefall.train.task import Game, Task
from tilefall.train.workers import Workers

Teller = Callable[[int], None]


@dataclass(frozen=True)
class Lines:
    """What an agent made of its games."""

    agent: str
    game: str
    first_seed: int
    games: int
    max_pieces: int
    deaths: int
    lines: int
    pieces: int
    seconds: float
    mean: Estimate  # lines a game, capped or not
    per_death: Estimate | None  # none if no game died
    alive_percent: Estimate  # at the cap
    of_games: tuple[int, ...] = field(repr=False)  # the lines of each

    @property
    def last_seed(self) -> int:
        """The seed of the last game."""
        return self.first_seed + self.games - 1

    def more_than(self, other: Lines) -> Estimate:
        """By how many lines a game this is better, on the seeds that both have played."""
        pairs = zip(self.of_games, other.of_games, strict=False)
        return stats.mean([ours - theirs for ours, theirs in pairs])

    def as_json(self) -> dict[str, Any]:
        """The figures, without those of each game."""
        found = asdict(self)
        del found["of_games"]
        return found


@dataclass(frozen=True)
class Contender:
    """An agent with weights, as workers play it."""

    text: str
    task: Task
    weights: tuple[int, ...]


def contender(text: str, game: Quintris | Tetris, max_pieces: int) -> Contender:
    """The agent of a text; BadText if its moves are not a matter of weights."""
    made = agent(text, game)
    if not isinstance(made, LinearAgent | SearchAgent):
        raise BadText(
            f"agent {text}, expected greedy, lookahead, expectimax or a published controller"
        )
    plain = "greedy"  # whatever such an agent is called: its weights are all there is to it
    if isinstance(made, SearchAgent):
        name, parameters = parse_game_text(text)
        parameters.pop("weights", None)
        plain = game_text(name, parameters, dict.fromkeys(parameters))
    return Contender(text, Task(game.text(), plain, (), max_pieces), made.weights.weights)


def measure(
    who: Contender, seeds: range, workers: Workers, at_once: int, tell: Teller = lambda games: None
) -> Lines:
    """The games of these seeds, so many at once. Ctrl-C ends it with those that are done."""
    played: list[Game] = []
    began = time.perf_counter()
    try:
        for start in range(0, len(seeds), at_once):
            (found,) = workers.play(who.task, [who.weights], seeds[start : start + at_once])
            played += found
            tell(len(found))
    except KeyboardInterrupt:
        if not played:
            raise
    seconds = time.perf_counter() - began
    lines = [game.lines for game in played]
    deaths = sum(not game.is_alive for game in played)
    return Lines(
        agent=who.text,
        game=who.task.game,
        first_seed=seeds.start,
        games=len(played),
        max_pieces=who.task.max_pieces,
        deaths=deaths,
        lines=sum(lines),
        pieces=sum(game.pieces for game in played),
        seconds=seconds,
        mean=stats.mean(lines),
        per_death=stats.per_death(sum(lines), deaths) if deaths else None,
        alive_percent=stats.share(len(played) - deaths, len(played)),
        of_games=tuple(lines),
    )
