"""Columns: the cells of an arena's tables as words, the best agent first in each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap

from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.solo import Solo
from tilefall.arena.summary import summary
from tilefall.arena.verdict import Verdict
from tilefall.arena.versus import Versus
from tilefall.arena.wording import (
    NOTHING,
    elo,
    facts,
    forfeited,
    interval,
    milliseconds,
    number,
    plain,
    plus_minus,
    shortened,
)
from tilefall.tables import aligned_lines

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


COLUMNS = 100
NAME, LEAST_NAME = 34, 12  # how much of a name is shown, as the other columns leave room
EXAMPLE = 50  # letters of what was said of a forfeit
WIDE = 6  # with more agents a crosstable has no room for games


def text(plan: Plan, played: Sequence[Played], verdicts: Sequence[Verdict]) -> str:
    """The whole report in Markdown: facts, tables, verdicts, the best agent first."""
    found = summary(plan, played)
    lines = _wrapped(f"{'; '.join(facts(plan, played))}.")
    lines += _tables(plan, found)
    for note in notes(plan, found):
        lines += _wrapped(note)
    lines += _forfeits(plan, found)
    if verdicts:
        lines.append("")
    for verdict in verdicts:
        lines += _wrapped(f"- {plain(verdict.text)}.", "  ")
    return "\n".join(lines)


def _wrapped(sentence: str, indent: str = "") -> list[str]:
    return wrap(sentence, COLUMNS, subsequent_indent=indent, break_on_hyphens=False)


def _tables(plan: Plan, found: Solo | Versus) -> list[str]:
    places = [row.agent for row in found.ranked]
    lines: list[str] = []
    for columns in (score_columns(plan, found), more_columns(found)):
        head = [column.head for column in columns]
        rows = list(map(list, zip(*(column.cells for column in columns), strict=True)))
        lines += ["", *_table(plan, places, head, rows)]
    if isinstance(found, Versus) and len(places) > 2 and any(row.score for row in found.rows):
        lines += ["", *_crosstable(plan, found, places)]
    return [*lines, ""]


def _crosstable(plan: Plan, found: Versus, places: list[int]) -> list[str]:
    """What the agent of the row has scored against that of the column."""
    has_games = len(places) <= WIDE
    rows = [[crossed(found, agent, other, has_games) for other in places] for agent in places]
    return [
        f"Score in percent of the row against the column{', and games' * has_games}:",
        "",
        *_table(plan, places, [str(place + 1) for place in places], rows),
    ]


def _forfeits(plan: Plan, found: Solo | Versus) -> list[str]:
    """Why games were forfeited; nothing if none was."""
    places = [row.agent for row in found.ranked for _ in row.forfeits]
    rows = [
        [f"{each.games:,}", plain(each.cause), shortened(each.example, EXAMPLE)]
        for row in found.ranked
        for each in row.forfeits
    ]
    head = ["forfeits", "cause", "for instance"]
    return ["", *_table(plan, places, head, rows, left=5)] if rows else []


def _table(
    plan: Plan, places: list[int], head: list[str], rows: list[list[str]], left: int = 2
) -> list[str]:
    """A table whose rows begin with the agents' places and names, these cut so that it fits."""
    widths = [max(3, *map(len, column)) for column in zip(head, *rows, strict=True)]
    room = COLUMNS - sum(width + 3 for width in widths) - len("| ### |  |")
    width = max(LEAST_NAME, min(NAME, room))
    named = [
        [str(place + 1), _cell(shortened(plan.agents[place], width)), *map(_cell, row)]
        for place, row in zip(places, rows, strict=True)
    ]
    return aligned_lines(["#", "agent", *map(_cell, head)], named, left)


def _cell(word: str) -> str:
    return word.replace("|", "\\|")
