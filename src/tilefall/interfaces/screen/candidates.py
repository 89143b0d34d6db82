"""Candidates: a table of the moves that an agent looked at, best first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import Line, written
from tilefall.interfaces.screen.signs import signs
from tilefall.interfaces.screen.text import clean, fitted
from tilefall.interfaces.screen.views import CandidateView

FEWEST = 3  # candidates that are shown also where lines are few
NAME, VALUE, GAP = "move", "value", "behind"
LEAST_NAME = 8  # columns of a name before the gap is left out


def shown(candidates: tuple[CandidateView, ...], most: int) -> tuple[CandidateView, ...]:
    """The best of them, and in the last place one that is looked at or played further down."""
    if most <= 0:
        return ()
    first, later = candidates[:most], candidates[most:]
    looked_at = [each for each in later if each.is_previewed]
    looked_at += [each for each in later if each.is_played]
    return (*first[:-1], looked_at[0]) if looked_at else first


@lru_cache(maxsize=128)
def candidate_lines(
    candidates: tuple[CandidateView, ...], width: int, is_ascii: bool
) -> tuple[Line, ...]:
    """A heading and a line for each candidate: rank, name, value, what it is behind the best."""
    if not candidates:
        return ()
    value_width, gap_width = (
        max(len(title), *(len(clean(text, is_ascii)) for text in texts))
        for title, texts in (
            (VALUE, [each.value for each in candidates]),
            (GAP, [each.gap for each in candidates]),
        )
    )
    rank_width = len(str(max(each.rank for each in candidates)))
    name_width = width - 3 - rank_width - 1 - (value_width + 2) - (gap_width + 2)
    if name_width < LEAST_NAME:
        name_width, gap_width = name_width + gap_width + 2, 0
    columns = Columns(rank_width, max(name_width, 1), value_width, gap_width)
    title = columns.text("", NAME, VALUE, GAP, is_ascii)
    lines = [written(f"   {title}"[:width].ljust(width), palette.DIM)]
    lines += (_line(each, columns, width, is_ascii) for each in candidates)
    return tuple(lines)


@dataclass(frozen=True)
class Columns:
    """The widths of the columns; a gap of width 0 is left out."""

    rank: int
    name: int
    value: int
    gap: int

    def text(self, rank: str, name: str, value: str, gap: str, is_ascii: bool) -> str:
        """A line of the table without its marks."""
        name = fitted(name, self.name, is_ascii)
        shown = f"{rank:>{self.rank}} {name:{self.name}}  {clean(value, is_ascii):>{self.value}}"
        return f"{shown}  {clean(gap, is_ascii):>{self.gap}}" if self.gap else shown


def _line(each: CandidateView, columns: Columns, width: int, is_ascii: bool) -> Line:
    sign = signs(is_ascii)
    behind = palette.CHOSEN if each.is_previewed else ""
    marks = (sign.previewed if each.is_previewed else " ") + (
        sign.played if each.is_played else " "
    )
    text = columns.text(str(each.rank), each.name, each.value, each.gap, is_ascii)
    ink = palette.BRIGHT if each.is_previewed or each.is_played else palette.TEXT
    words = f"{text:{width}}"[: max(0, width - 3)]
    line = written(f"{marks} ", palette.ACCENT, behind) + written(words, ink, behind)
    return line[:width]
