"""Slider: which position of a game is shown, and how many there are."""

from __future__ import annotations

from functools import lru_cache

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.graph import column_of
from tilefall.interfaces.screen.grid import Line, cell, written
from tilefall.interfaces.screen.signs import signs
from tilefall.interfaces.screen.text import filled

LEAST = 4  # columns of a bar that is worth drawing


@lru_cache(maxsize=64)
def slider(
    position: int, length: int, mistakes: tuple[int, ...], width: int, is_ascii: bool
) -> Line:
    """A bar with a knob and with mistakes marked, and the position in figures.

    >>> "".join(each.glyph for each in slider(2, 5, (4,), 14, True))
    '====O----x 2/4'
    """
    figures = f" {position}/{max(length - 1, 0)}"
    columns = width - len(f" {length}/{length}")
    if columns < LEAST:
        return filled(written(figures, palette.TEXT), width)
    sign, at = signs(is_ascii), column_of(position, length, columns)
    line = list(
        written(sign.past * at, palette.ACCENT)
        + written(sign.future * (columns - at), palette.WALL)
    )
    for mistake in mistakes:
        line[column_of(mistake, length, columns)] = cell(sign.mistake, palette.WARNING)
    line[at] = cell(sign.knob, palette.BRIGHT)
    return filled(tuple(line) + written(figures, palette.TEXT), width)
