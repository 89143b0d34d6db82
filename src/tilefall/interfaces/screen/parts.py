"""Parts of panels: headings, figures, lines of keys."""

from __future__ import annotations

from functools import lru_cache

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import Grid, Line, written
from tilefall.interfaces.screen.signs import signs
from tilefall.interfaces.screen.text import centred, clean, filled, fitted, text_line
from tilefall.interfaces.screen.views import Figures, Keys

BETWEEN = 3  # columns between two figures or two keys
LAST = 2  # keys at the end of a list that stay longest: help and the way out


@lru_cache(maxsize=256)
def heading(text: str, width: int, is_ascii: bool) -> Grid:
    """A faint title over a part of a panel, with a rule after it."""
    shown = fitted(text.upper(), width, is_ascii)
    rule = " " + signs(is_ascii).floor * max(0, width - len(shown) - 1)
    return Grid((filled(written(shown, palette.DIM) + written(rule, palette.WALL), width),))


@lru_cache(maxsize=256)
def title_line(text: str, width: int, is_ascii: bool) -> Grid:
    """The title of a screen, in one line."""
    return Grid((text_line(text, width, is_ascii, palette.BRIGHT),))


@lru_cache(maxsize=256)
def figure_lines(figures: Figures, width: int, is_ascii: bool) -> Grid:
    """A figure on each line: its name to the left, what it is to the right."""
    lines = []
    for name, figure in figures:
        shown = fitted(figure, width, is_ascii)
        room = width - len(shown)
        label = fitted(name, room - 1, is_ascii) if room > 1 else ""
        lines.append(written(f"{label:{room}}", palette.DIM) + written(shown, palette.BRIGHT))
    return Grid(tuple(lines))


@lru_cache(maxsize=256)
def figure_flow(figures: Figures, width: int, is_ascii: bool) -> Grid:
    """Figures one after the other, as many on a line as fit."""
    words = [
        written(f"{clean(name, is_ascii)} ", palette.DIM)
        + written(clean(figure, is_ascii), palette.BRIGHT)
        for name, figure in figures
    ]
    return Grid(tuple(filled(line, width) for line in _flowing(words, width)))


@lru_cache(maxsize=64)
def keys_line(keys: Keys, width: int, is_ascii: bool) -> Line:
    """As many keys as fit on one line, whole; of many, the first ones and the last."""
    shown = _keys(keys, is_ascii)
    while len(shown) > 1 and sum(map(len, shown)) + BETWEEN * (len(shown) - 1) > width:
        del shown[max(0, len(shown) - 1 - LAST)]
    lines = _flowing(shown, width)
    return centred(lines[0] if lines else (), width)


def _keys(keys: Keys, is_ascii: bool) -> list[Line]:
    return [
        written(clean(key, is_ascii), palette.ACCENT)
        + written(f" {clean(about, is_ascii)}", palette.DIM)
        for key, about in keys
    ]


def _flowing(words: list[Line], width: int) -> list[Line]:
    """Words put on lines of this width; one that is longer is cut."""
    lines: list[Line] = []
    for word in words:
        if lines and len(lines[-1]) + BETWEEN + len(word) <= width:
            lines[-1] += written(" " * BETWEEN) + word
        else:
            lines.append(word[:width])
    return lines
