"""A board of IJK as text, as rows in colours, and as a picture."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tilefall.colours import LOWER, UPPER, WELL, Paint, paint, rgb
from tilefall.envs.dots import dots
from tilefall.envs.glyphs import GLYPHS
from tilefall.envs.marks import Mark, Row
from tilefall.rules.ijk import IjkState
from tilefall.rules.notation import EMPTY

TILE, GAP = 44, 4  # pixels
DOT = 4  # of a letter
ROUND = 16  # the radius of the corners of a small letter's tile
HOLLOW = "#2b2f3a"  # an empty cell

Pixels = NDArray[np.uint8]


def text(state: IjkState) -> str:
    """The board, and who is to move or has won.

    >>> from tilefall.rules.ijk import Ijk
    >>> print(text(Ijk(size=2).parse("ijk:size=2 Aa/1B - 3")))
    A a
    . B
    turn 3, - to move
    """
    return str(state)


def coloured(state: IjkState) -> list[Row]:
    """The rows of the same, every letter on the colour of its player."""
    *rows, news = text(state).splitlines()
    return [*([_mark(each) for each in row] for row in rows), [Mark(news)]]


def picture(state: IjkState) -> Pixels:
    """The board in pixels: capital letters on squares, small ones on tiles with round corners."""
    pitch = TILE + GAP
    side = pitch * len(state.board) + GAP
    pixels = np.empty((side, side, 3), np.uint8)
    pixels[:] = rgb(WELL)
    for row, cells in enumerate(state.board):
        for column, cell in enumerate(cells):
            top, left = GAP + row * pitch, GAP + column * pitch
            pixels[top : top + TILE, left : left + TILE] = _tile(cell)
    return pixels


def _mark(character: str) -> Mark:
    if not character.isalpha():
        return Mark(character)
    colours = _colours(character)
    return Mark(character, colours.ink, colours.fill)


def _colours(letter: str) -> Paint:
    return paint(UPPER if letter.isupper() else LOWER)


@lru_cache(maxsize=64)
def _tile(cell: str) -> Pixels:
    """The pixels of a cell, its letter in the middle."""
    if cell == EMPTY:
        return _filled(HOLLOW, WELL, radius=ROUND // 2)
    colours = _colours(cell)
    pixels = _filled(colours.fill, WELL, radius=0 if cell.isupper() else ROUND)
    inked = dots(GLYPHS[cell], DOT)
    top, left = ((TILE - length) // 2 for length in inked.shape)
    pixels[top : top + inked.shape[0], left : left + inked.shape[1]][inked] = rgb(colours.ink)
    return pixels


def _filled(fill: str, behind: str, radius: int) -> Pixels:
    """A square of one colour whose corners have this radius."""
    middle = (TILE - 1) / 2
    beyond = np.maximum(np.abs(np.arange(TILE) - middle) - (TILE / 2 - radius), 0)
    is_inside = np.hypot(*np.meshgrid(beyond, beyond)) <= radius
    pixels = np.empty((TILE, TILE, 3), np.uint8)
    pixels[:] = rgb(behind)
    pixels[is_inside] = rgb(fill)
    return pixels
