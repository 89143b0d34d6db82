"""Well: the board of a falling game, its walls and what falls in it, in cells of any size.

Rows are remembered by what is in them, so that a row that stays as it was is the same line.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.blocks import (
    ABOVE,
    CLASH,
    EMPTY,
    FALLING,
    GHOST,
    LIT,
    OUTLINE,
    STACK,
    block,
    drawn_halves,
    fill,
    halves,
)
from tilefall.interfaces.screen.grid import BLANK, Cell, Grid, Line, cell, written
from tilefall.interfaces.screen.look import Cells, Style
from tilefall.interfaces.screen.signs import signs
from tilefall.interfaces.screen.views import WellView
from tilefall.rules.notation import EMPTY as NOTHING

PLAIN = {CLASH: "*", GHOST: ":"}  # the others are shown by their letters


class Mark(NamedTuple):
    """What lies over a cell of a row; a tuple, since rows are remembered by their marks."""

    column: int
    kind: str
    letter: str


class Row(NamedTuple):
    """A row of a well: its letters, blanks where it is empty above the top, what lies over them."""

    letters: str
    marks: tuple[Mark, ...]
    is_above: bool = False


def well(view: WellView, cells: Cells, style: Style) -> Grid:
    """The well between its walls and on its floor."""
    lines = _lines(view.game, rows_of(view), cells, style)
    return Grid((*lines, _floor(len(lines[0]) - 2, style)))


def bare_lines(game: str, rows: list[Row], cells: Cells, style: Style) -> list[Line]:
    """Rows without walls."""
    return [line[1:-1] for line in _lines(game, rows, cells, style)]


def _lines(game: str, rows: list[Row], cells: Cells, style: Style) -> list[Line]:
    if cells is Cells.LARGE:
        return [_large_line(game, row, style) for row in rows]
    if cells is Cells.HUGE:
        return [line for row in rows for line in _huge_lines(game, row, style)]
    if len(rows) % 2:
        rows = [Row(" " * len(rows[-1].letters), (), is_above=True), *rows]
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [_half_line(game, upper, lower, style) for upper, lower in pairs]


def rows_of(view: WellView) -> list[Row]:
    """All rows with what lies over them, those above the top first."""
    marks = _marks(view)
    blank = NOTHING * len(view.cells[0])
    roof = [blank] * (view.above - len(view.roof)) + list(view.roof[-view.above or None :])
    above = [
        Row(letters.replace(NOTHING, " "), marks.get(row, ()), is_above=True)
        for row, letters in enumerate(roof[: view.above], -view.above)
    ]
    return above + [Row(letters, marks.get(row, ())) for row, letters in enumerate(view.cells)]


def _marks(view: WellView) -> dict[int, tuple[Mark, ...]]:
    """What lies over each row, by column; what falls hides its ghost and what is looked at."""
    found: dict[int, dict[int, Mark]] = {}
    for kind, piece in ((GHOST, view.ghost), (OUTLINE, view.outline), (FALLING, view.piece)):
        if piece is None:
            continue
        letter = view.outline_name if kind == OUTLINE else piece.letter
        for row, column in piece.places:
            is_taken = 0 <= row < len(view.cells) and view.cells[row][column] != NOTHING
            if is_taken and kind != FALLING:
                continue
            shown = CLASH if is_taken else kind
            found.setdefault(row, {})[column] = Mark(column, shown, letter)
    for row in view.full_rows:
        fallen = found.setdefault(row, {})
        for column, letter in enumerate(view.cells[row]):
            over = fallen[column].letter if column in fallen else letter
            fallen[column] = Mark(column, LIT, over)
    return {row: tuple(sorted(marks.values())) for row, marks in found.items()}


def _kinds(row: Row) -> list[Mark]:
    """Every cell of a row."""
    kinds = {" ": ABOVE, NOTHING: EMPTY}
    found = [Mark(i, kinds.get(each, STACK), each) for i, each in enumerate(row.letters)]
    for mark in row.marks:
        if 0 <= mark.column < len(found):
            found[mark.column] = mark
    return found


@lru_cache(maxsize=4096)
def _large_line(game: str, row: Row, style: Style) -> Line:
    line: list[Cell] = []
    for mark in _kinds(row):
        line += block(mark.kind, mark.letter, game, style)
    return _between_walls(tuple(line), row.is_above, style)


@lru_cache(maxsize=4096)
def _huge_lines(game: str, row: Row, style: Style) -> tuple[Line, Line]:
    """Two lines of four columns a cell; the letter stands at the top left."""
    first: list[Cell] = []
    second: list[Cell] = []
    for mark in _kinds(row):
        left, right = block(mark.kind, mark.letter, game, style)
        is_drawn = style.is_coloured and not style.is_ascii
        is_quiet = mark.kind in (EMPTY, ABOVE) or (is_drawn and mark.kind != GHOST)
        quiet = cell(" ", left.foreground, left.background)
        first += (quiet, left, right, quiet) if is_quiet else (left, right, left, right)
        second += (quiet,) * 4 if is_quiet else (left, right, left, right)
    return (
        _between_walls(tuple(first), row.is_above, style),
        _between_walls(tuple(second), row.is_above, style),
    )


@lru_cache(maxsize=4096)
def _half_line(game: str, upper: Row, lower: Row, style: Style) -> Line:
    line = []
    for top, bottom in zip(_kinds(upper), _kinds(lower), strict=True):
        above, below = (fill(each.kind, each.letter, game, each.column) for each in (top, bottom))
        if style.is_coloured and not style.is_ascii:
            line.append(halves(above, below))
            continue
        glyph = drawn_halves(top.kind, top.letter, bottom.kind, bottom.letter, style.is_ascii)
        is_lower = top.kind in (EMPTY, ABOVE) or bottom.kind in (FALLING, OUTLINE)
        ground = "" if ABOVE == top.kind == bottom.kind else palette.WELL
        line.append(cell(glyph, below if is_lower else above, ground))
    return _between_walls(tuple(line), upper.is_above and lower.is_above, style)


def _between_walls(line: Line, is_above: bool, style: Style) -> Line:
    side = BLANK if is_above else cell(signs(style.is_ascii).wall, palette.WALL)
    return (side, *line, side)


@lru_cache(maxsize=64)
def _floor(width: int, style: Style) -> Line:
    sign = signs(style.is_ascii)
    return written(f"{sign.left_corner}{sign.floor * width}{sign.right_corner}", palette.WALL)


def plain_well(view: WellView) -> Grid:
    """The well with a character a cell and the numbers of its columns, in no colour.

    >>> print(plain_well(WellView("tetris", ("..x.", "xx.x"))).text())
    |..x.|
    |xx.x|
    +----+
     0123
    """
    lines = []
    for row in rows_of(view):
        shown = "".join(PLAIN.get(each.kind, each.letter) for each in _kinds(row))
        lines.append(written(f" {shown} " if row.is_above else f"|{shown}|"))
    width = len(view.cells[0])
    digits = "".join(str(column % 10) for column in range(width))
    return Grid((*lines, written(f"+{'-' * width}+"), written(f" {digits} ")))
