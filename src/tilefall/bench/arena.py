"""Arena bench: games a second of an arena, records kept, against bare calls of native playouts."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tilefall.arena.crew import LocalCrew
from tilefall.arena.plan import Plan
from tilefall.arena.schedule import carry_out
from tilefall.arena.store import create
from tilefall.play.openings import Plies
from tilefall.play.whole_games import whole_games
from tilefall.rules.quintris import Quintris

AGENTS = ("greedy", "lookahead")
MAX_PIECES = 2000
FIRST_SEED = 1
PILOT_GAMES = 8
ROUNDS = 3


@dataclass(frozen=True)
class ArenaSpeed:
    """How fast the same games are played in an arena and by bare calls."""

    agent: str
    games: int
    jobs: int
    arena_games_per_s: float
    native_games_per_s: float
    ratio: float  # of the arena to the bare calls


def measure(agent: str, seconds: float, jobs: int) -> ArenaSpeed:
    """As many games as take about so long, both ways by turns; the best round of each counts."""
    games, spent = PILOT_GAMES, 0.0
    while spent < seconds / (4 * ROUNDS):
        games = games * 2
        spent = _timed(partial(_bare, agent, games, jobs))
    games = max(PILOT_GAMES, round(games * seconds / (2 * ROUNDS) / spent))
    arena = bare = float("inf")
    for _ in range(ROUNDS):
        bare = min(bare, _timed(partial(_bare, agent, games, jobs)))
        arena = min(arena, _timed(partial(_in_arena, agent, games, jobs)))
    return ArenaSpeed(agent, games, jobs, games / arena, games / bare, bare / arena)


def _timed(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _bare(agent: str, games: int, jobs: int) -> None:
    seeds = range(FIRST_SEED, FIRST_SEED + games)
    whole_games(agent, Quintris(), seeds, MAX_PIECES, jobs)


def _in_arena(agent: str, games: int, jobs: int) -> None:
    plan = Plan(
        game="quintris",
        agents=(agent,),
        games=games,
        is_until_sure=False,
        first_seed=FIRST_SEED,
        max_turns=MAX_PIECES,
        plies=Plies(8, 10),
        seconds_a_move=None,
        alpha=0.05,
        elo=20.0,
        margin=0.0,
    )
    with (
        TemporaryDirectory() as folder,
        closing(create(Path(folder) / "arena", plan)) as store,
        closing(LocalCrew(jobs)) as crew,
    ):
        carry_out(store, crew)
