"""Columns: the cells of an arena's tables as words, the best agent first in each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilefall.arena.plan import Plan
from tilefall.arena.solo import Solo
from tilefall.arena.versus import Versus
from tilefall.arena.wording import (
    NOTHING,
    elo,
    forfeited,
    interval,
    milliseconds,
    number,
    plus_minus,
    shortened,
)

FIRST = 20  # letters of the first agent's name that a heading has room for


@dataclass(frozen=True)
class Column:
    """What stands above it and, in the order of the ranks, below."""

    head: str
    cells: tuple[str, ...]


def score_columns(plan: Plan, found: Solo | Versus) -> list[Column]:
    """Who is how good."""
    return _solo_scores(plan, found) if isinstance(found, Solo) else _versus_scores(found)


def more_columns(found: Solo | Versus) -> list[Column]:
    """What else there is to know."""
    return _solo_more(found) if isinstance(found, Solo) else _versus_more(found)


def notes(plan: Plan, found: Solo | Versus) -> list[str]:
    """What the columns mean, and what is not in them."""
    first = shortened(plan.agents[0], FIRST)
    if isinstance(found, Solo):
        note = "± and [...] are 95 % intervals; alive: the cap ended the game"
        if any(row.difference for row in found.rows):
            note += f"; more than {first}: over the seeds that both have played"
        return [f"{note}."]
    note = "[...] are 95 % intervals over pairs of games"
    if any(row.rating for row in found.rows):
        note += f"; Elo and LOS, the likelihood of being stronger, are against {first}"
    told = [f"{note}."]
    if found.dropped:
        pairs = number(found.dropped, "pair")
        told.append(f"Left out: {pairs} with a game that repeats an earlier one.")
    if found.halves:
        told.append(f"Left out: {number(found.halves, 'game')} without the other one of the pair.")
    return told


def crossed(found: Versus, agent: int, other: int, has_games: bool) -> str:
    """What an agent has scored against another, in percent, and if there is room the games."""
    score = None if agent == other else found.score(agent, other)
    if score is None:
        return NOTHING
    if not has_games:
        return f"{score.value:.0f}"
    return f"{score.value:.1f} ({len(found.pairing(agent, other).games):,})"


def _solo_scores(plan: Plan, found: Solo) -> list[Column]:
    rows, first = found.ranked, shortened(plan.agents[0], FIRST)
    more = _column(f"more than {first}", (plus_minus(row.difference, "+") for row in rows))
    return [
        _column("games", (f"{row.games:,}" for row in rows)),
        _column("lines a game", (plus_minus(row.mean) for row in rows)),
        *([more] if len(rows) > 1 else []),
        _column("alive, %", (interval(row.alive, ".0f") for row in rows)),
    ]


def _solo_more(found: Solo) -> list[Column]:
    rows = found.ranked
    return [
        _column("median", (interval(row.median, ",.0f") for row in rows)),
        _column("best", (NOTHING if row.best is None else f"{row.best:,}" for row in rows)),
        _column("lines", (f"{row.lines:,}" for row in rows)),
        _column("pieces", (f"{row.pieces:,}" for row in rows)),
        _column("ms a move", (milliseconds(row.ms_a_move) for row in rows)),
        _column("forfeits", (forfeited(row.forfeits) for row in rows)),
    ]


def _versus_scores(found: Versus) -> list[Column]:
    rows = found.ranked
    likely = (
        f"{100 * row.rating.superiority:.1f}" if row.rating and row.agent else NOTHING
        for row in rows
    )
    results = (f"{row.results.wins:,}/{row.results.ties:,}/{row.results.losses:,}" for row in rows)
    return [
        _column("games", (f"{row.results.games:,}" for row in rows)),
        _column("score, %", (interval(row.score) for row in rows)),
        _column("won/tied/lost", results),
        _column("Elo", (elo(row.rating.elo) if row.rating else NOTHING for row in rows)),
        _column("LOS, %", likely),
    ]


def _versus_more(found: Versus) -> list[Column]:
    rows = found.ranked
    return [
        _column("to the end", (f"{row.ends.rules:,}" for row in rows)),
        _column("at the cap", (f"{row.ends.cap:,}" for row in rows)),
        _column("forfeited", (f"{row.ends.forfeit:,}" for row in rows)),
        _column("ms a move", (milliseconds(row.ms_a_move) for row in rows)),
        _column("own forfeits", (forfeited(row.forfeits) for row in rows)),
    ]


def _column(head: str, cells: Iterable[str]) -> Column:
    return Column(head, tuple(cells))
