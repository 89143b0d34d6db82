"""Text: an arena as tables for a terminal or a document, with what was found out below them."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from tilefall.arena.columns import crossed, more_columns, notes, score_columns
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.solo import Solo
from tilefall.arena.summary import summary
from tilefall.arena.verdict import Verdict
from tilefall.arena.versus import Versus
from tilefall.arena.wording import facts, plain, shortened
from tilefall.tables import aligned_lines

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
