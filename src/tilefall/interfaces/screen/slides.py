"""Slides: what is said of the four slides of IJK, each on its side of the board."""

from __future__ import annotations

from functools import lru_cache

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import Cell, Grid, Line, written
from tilefall.interfaces.screen.look import Style
from tilefall.interfaces.screen.signs import signs
from tilefall.interfaces.screen.text import centred, fitted, wrapped
from tilefall.interfaces.screen.views import TilesView

AROUND = 2  # lines above and below it
LAST = "last"


def above_or_below(view: TilesView, slide: str, width: int, style: Style) -> Line:
    """What is said of a slide up or down, in a line of this width."""
    said, is_best, is_last = view.said.get(slide, ""), view.best == slide, view.last == slide
    return _across(slide, said, is_best, is_last, width, style)


def beside_board(view: TilesView, slide: str, width: int, height: int, style: Style) -> Grid:
    """What is said of a slide to the left or to the right, in a column of this size."""
    return _down(
        slide,
        view.said.get(slide, ""),
        view.best == slide,
        view.last == slide,
        width,
        height,
        style,
    )


@lru_cache(maxsize=256)
def _across(slide: str, said: str, is_best: bool, is_last: bool, width: int, style: Style) -> Line:
    colour = palette.ACCENT if is_best else palette.TEXT
    line: tuple[Cell, ...] = written(_arrow(slide, style), _arrow_colour(is_best, is_last))
    if said:
        line += written(f" {fitted(said, width - 12, style.is_ascii)}", colour)
    if is_best:
        line += written(f" {signs(style.is_ascii).best}", palette.ACCENT)
    if is_last:
        line += written(f" {LAST}", palette.WARNING)
    return centred(line, width)


@lru_cache(maxsize=256)
def _down(
    slide: str, said: str, is_best: bool, is_last: bool, width: int, height: int, style: Style
) -> Grid:
    colour = palette.ACCENT if is_best else palette.TEXT
    best = f" {signs(style.is_ascii).best}" if is_best else ""
    words = [(_arrow(slide, style) + best, _arrow_colour(is_best, is_last))]
    words += ((line, colour) for line in wrapped(said, width - 1, style.is_ascii))
    words.append((LAST if is_last else "", palette.WARNING))
    first = (height - len(words)) // 2
    lines = [centred((), width)] * height
    for i, (word, ink) in enumerate(words):
        if 0 <= first + i < height:
            lines[first + i] = centred(written(word, ink), width)
    return Grid(tuple(lines))


def _arrow(slide: str, style: Style) -> str:
    sign = signs(style.is_ascii)
    return {"U": sign.up, "D": sign.down, "L": sign.left, "R": sign.right}[slide]


def _arrow_colour(is_best: bool, is_last: bool) -> str:
    if is_last:
        return palette.WARNING
    return palette.ACCENT if is_best else palette.DIM
