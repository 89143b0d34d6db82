"""Grid: a rectangle of characters with colours, which screens, pictures and tests share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple


class Cell(NamedTuple):
    """One character, its colour and the one behind it; an empty colour is the surroundings'."""

    glyph: str
    foreground: str = ""  # "#rrggbb" or ""
    background: str = ""


@lru_cache(maxsize=4096)
def cell(glyph: str, foreground: str = "", background: str = "") -> Cell:
    """A cell; equal ones are the same object, so that rows are compared quickly."""
    return Cell(glyph, foreground, background)


BLANK = cell(" ")
Line = tuple[Cell, ...]


@dataclass(frozen=True)
class Grid:
    """Lines of cells, all of the same width."""

    lines: tuple[Line, ...]

    @property
    def width(self) -> int:
        """How many characters a line has."""
        return len(self.lines[0]) if self.lines else 0

    @property
    def height(self) -> int:
        """How many lines there are."""
        return len(self.lines)

    def text(self) -> str:
        """The characters alone, without blanks at the ends of lines.

        >>> grid_of([written("ab"), written("c")]).text()
        'ab\\nc'
        """
        return "\n".join("".join(each.glyph for each in line).rstrip() for line in self.lines)


def written(text: str, foreground: str = "", background: str = "") -> Line:
    """A line with this text in one colour."""
    return tuple(cell(glyph, foreground, background) for glyph in text)


def grid_of(lines: Iterable[Sequence[Cell]]) -> Grid:
    """A grid of lines, the short ones filled up with blanks."""
    found = [tuple(line) for line in lines]
    width = max(map(len, found), default=0)
    return Grid(tuple(line + (BLANK,) * (width - len(line)) for line in found))


def sized(grid: Grid, width: int, height: int) -> Grid:
    """The grid cut or filled up with blanks to this size."""
    lines = [line[:width] + (BLANK,) * (width - len(line)) for line in grid.lines[:height]]
    return Grid((*lines, *[(BLANK,) * width] * (height - len(lines))))


def put(grid: Grid, part: Grid, row: int, column: int) -> Grid:
    """The grid with a part written over it, its top left corner here; what is outside is lost.

    >>> print(put(grid_of([written("----")] * 2), grid_of([written("ab")]), 1, 1).text())
    ----
    -ab-
    """
    lines = list(grid.lines)
    for i, line in enumerate(part.lines):
        if 0 <= row + i < grid.height:
            old = lines[row + i]
            shown = line[max(0, -column) : max(0, grid.width - column)]
            first = max(0, column)
            lines[row + i] = old[:first] + shown + old[first + len(shown) :]
    return Grid(tuple(lines))


def beside(*parts: Grid, gap: int = 2) -> Grid:
    """Grids next to each other, their first lines level."""
    height = max(part.height for part in parts)
    same = [sized(part, part.width, height) for part in parts]
    space = (BLANK,) * gap
    lines = []
    for row in range(height):
        line = same[0].lines[row]
        for part in same[1:]:
            line += space + part.lines[row]
        lines.append(line)
    return grid_of(lines)
