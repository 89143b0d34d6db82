"""Graph: a value over the game, in dots of an eighth of a character each.

In ASCII a character is a dot. Positions that nobody has looked at leave a gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import Cell, Grid, cell, written
from tilefall.interfaces.screen.signs import signs
from tilefall.interfaces.screen.text import filled

Values = tuple[float | None, ...]
LABEL = 7  # columns for the numbers at the side
LEAST_WIDTH = LABEL + 8
BRAILLE = 0x2800  # the character without a dot; each dot is a bit
BITS = ((0, 3), (1, 4), (2, 5), (6, 7))  # by line and column within a character


@lru_cache(maxsize=64)
def graph(
    values: Values,
    length: int,
    position: int,
    mistakes: tuple[int, ...],
    width: int,
    height: int,
    is_ascii: bool,
) -> Grid:
    """The curve with its highest and lowest value beside it, the position and mistakes marked."""
    known = [value for value in values if value is not None]
    if not known or width < LEAST_WIDTH or height < 1:
        return Grid(())
    columns = width - LABEL
    cells = _curve(values, length, columns, height, is_ascii)
    at = column_of(position, length, columns)
    _mark_position(cells, at, is_ascii)
    for mistake in mistakes:
        _mark_mistake(cells, values, mistake, length, min(known), max(known), is_ascii)
    lines = []
    for row, line in enumerate(cells):
        label = _label(max(known)) if row == 0 else _label(min(known)) if row == height - 1 else ""
        lines.append(written(f"{label:>{LABEL - 1}} ", palette.DIM) + tuple(line))
    return Grid(tuple(filled(line, width) for line in lines))


def column_of(position: int, length: int, columns: int) -> int:
    """The column of a position; the first one is at the left edge, the last at the right.

    >>> [column_of(position, 5, 9) for position in range(5)]
    [0, 2, 4, 6, 8]
    """
    last = max(length - 1, 1)
    return min(max(position, 0), last) * (columns - 1) // last


def _label(value: float) -> str:
    """A number that fits beside the curve.

    >>> [_label(value) for value in (52.5, -1500.0, -123456.0, -1236149.0, 4.2e9)]
    ['52.5', '-1500', '-123k', '-1.24M', '4200M']
    """
    texts = (
        f"{value:.1f}" if abs(value) < 1000 else f"{value:.0f}",
        f"{value / 1e3:.0f}k",
        f"{value / 1e6:.2f}M",
        f"{value / 1e6:.0f}M",
    )
    return next((text for text in texts if len(text) < LABEL and _is_short(text)), f"{value:.0e}")


def _is_short(text: str) -> bool:
    """At most four digits before a unit: -1.24M says more than -1236k."""
    return not text.endswith("k") or len(text.strip("-k")) < 4


def _level(value: float, low: float, high: float, rows: int) -> int:
    """The row of a value, 0 at the top; a flat curve runs through the middle."""
    if high == low:
        return rows // 2
    return round((high - value) / (high - low) * (rows - 1))


def _curve(
    values: Values, length: int, columns: int, height: int, is_ascii: bool
) -> list[list[Cell]]:
    across, down = (1, 1) if is_ascii else (2, 4)
    known = [value for value in values if value is not None]
    low, high = min(known), max(known)
    spans = _spans(values, length, columns * across, height * down, low, high)
    bits = [[0] * columns for _ in range(height)]
    for column, (first, last) in spans.items():
        for row in range(first, last + 1):
            bits[row // down][column // across] |= 1 << BITS[row % down][column % across]
    return [[_dots(dots, is_ascii) for dots in line] for line in bits]


def _dots(dots: int, is_ascii: bool) -> Cell:
    if not dots:
        return cell(" ")
    return cell("o" if is_ascii else chr(BRAILLE + dots), palette.ACCENT)


def _spans(
    values: Values, length: int, columns: int, rows: int, low: float, high: float
) -> dict[int, tuple[int, int]]:
    """The first and last row that the curve fills in a column; neighbours meet half way."""
    levels: dict[int, list[int]] = {}
    before: tuple[int, int] | None = None  # column and row of the position before
    for position, value in enumerate(values):
        if value is None:
            before = None
            continue
        at = column_of(position, length, columns), _level(value, low, high, rows)
        for column, row in _between(before, at) if before is not None else [at]:
            levels.setdefault(column, []).append(row)
        before = at
    return {column: (min(found), max(found)) for column, found in levels.items()}


def _between(start: tuple[int, int], end: tuple[int, int]) -> Sequence[tuple[int, int]]:
    """The points of a straight line, without its start."""
    (column, row), (last_column, last_row) = start, end
    steps = max(abs(last_column - column), abs(last_row - row), 1)
    return [
        (
            column + round((last_column - column) * step / steps),
            row + round((last_row - row) * step / steps),
        )
        for step in range(1, steps + 1)
    ]


def _mark_position(cells: list[list[Cell]], column: int, is_ascii: bool) -> None:
    for line in cells:
        old = line[column]
        glyph = signs(is_ascii).cursor if old.glyph == " " else old.glyph
        line[column] = cell(glyph, palette.BRIGHT, palette.CHOSEN)


def _mark_mistake(
    cells: list[list[Cell]],
    values: Values,
    mistake: int,
    length: int,
    low: float,
    high: float,
    is_ascii: bool,
) -> None:
    """A cross on the curve where a mistake was made."""
    value = values[mistake] if 0 <= mistake < len(values) else None
    row = len(cells) - 1 if value is None else _level(value, low, high, len(cells))
    column = column_of(mistake, length, len(cells[0]))
    behind = cells[row][column].background
    cells[row][column] = cell(signs(is_ascii).mistake, palette.WARNING, behind)
