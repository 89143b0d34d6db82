"""Shelves: folders with arenas and runs in them, for tests of the pages that show them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.arena.arenas import Arena, lines_game, made_plan, played_against, played_alone
from tests.train.made_runs import generation, made_evolution, validation
from tilefall.arena.plan import Plan
from tilefall.arena.played import Done, Played
from tilefall.arena.store import create

NASTY = '<img src=x onerror="alert(1)">'  # a name that markup would be made of


def arena_folder(folder: Path, arena: Arena) -> Path:
    """The folder of an arena whose games have records."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    done = [
        Done(game, f"{arena.records[game.record].sealed().line()}\n".encode())
        for game in arena.played
        if game.record is not None
    ]
    with closing(create(folder, arena.plan)) as store:
        store.add(done)
    return folder


def bare_arena(folder: Path, plan: Plan, played: Sequence[Played]) -> Path:
    """The folder of an arena that keeps no records."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with closing(create(folder, replace(plan, has_records=False))) as store:
        store.add([Done(game, None) for game in played])
    return folder


def nasty_arena(folder: Path, games: int = 30) -> Path:
    """Many games of two agents, one of which has a name that must stay a text."""
    plan = made_plan("greedy", NASTY, games=games)
    played = [
        lines_game(bout, agent, 10 + 3 * agent * bout + bout % 4)
        for bout in range(games)
        for agent in (0, 1)
    ]
    played[-1] = replace(played[-1], forfeiter=0, cause="crash", detail=NASTY, is_over=False)
    return bare_arena(folder, plan, played)


def ijk_arena(folder: Path) -> Path:
    """Real games of three agents against each other."""
    return arena_folder(folder, _against())


def quintris_arena(folder: Path) -> Path:
    """Real games of two agents alone."""
    return arena_folder(folder, alone())


@cache
def alone() -> Arena:
    """Three games of two agents that play alone."""
    return played_alone("greedy", "first-fit", games=3, max_turns=12)


@cache
def _against() -> Arena:
    return played_against("greedy", "random", "first-fit", pairs=3)


def small_run(folder: Path, generations: int = 5, planned: int = 8) -> Path:
    """A run that was interrupted after some generations, the second of them judged."""
    lines = [
        generation(i, 8.0 + 4 * i, 4.0 + 4 * i, 2.0 * i, 0.0, seconds=1.0 + i)
        for i in range(generations)
    ]
    lines.insert(2, validation(2, 10, 12, 14, 16, seconds=2.5, is_last=False))
    return made_evolution(folder, lines, generations=planned)
