"""Tiles: a board of IJK as a grid, told apart by case, colour and shape."""

from __future__ import annotations

from functools import lru_cache

from tilefall.interfaces.pictures.frames import mixed
from tilefall.interfaces.screen.grid import Grid, Line, beside, cell, grid_of, written
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.palette import BRIGHT, DIM, LOWER, STACK, UPPER, WARNING, WELL
from tilefall.interfaces.screen.views import TilesView
from tilefall.rules.notation import EMPTY

TILE_WIDTH, TILE_HEIGHT = 7, 3
ARROWS = {"U": "↑", "D": "↓", "L": "←", "R": "→"}
SPECK = mixed(STACK, WELL, 0.4)


def tiles_grid(view: TilesView, look: Look) -> Grid:
    """The board, a tile in seven columns and three lines, and the slide that led here."""
    rows: list[Line] = []
    for row, line in enumerate(view.board):
        tiles = [_tile(tile, view.new == (row, column), look) for column, tile in enumerate(line)]
        rows += beside(*tiles, gap=0).lines
    arrow = view.last if look.is_ascii else ARROWS.get(view.last, "")
    news = f"slid {arrow}" if view.last else ""
    return grid_of([*rows, written(""), written(news, DIM)])


@lru_cache(maxsize=256)
def _tile(tile: str, is_new: bool, look: Look) -> Grid:
    """Square corners for upper case, round ones for lower case; a new tile has a bright edge."""
    if tile == EMPTY:
        dot = written("   .   " if look.is_ascii else "   ·   ", SPECK, WELL)
        blank = written(" " * TILE_WIDTH, "", WELL)
        return grid_of([blank, dot, blank])
    colour = UPPER if tile.isupper() else LOWER
    if look.is_ascii:
        return _written_tile(tile, colour, is_new)
    left, right = ("▗", "▖") if tile.isupper() else (" ", " ")
    low_left, low_right = ("▝", "▘") if tile.isupper() else (" ", " ")
    edge = mixed(BRIGHT, colour, 0.55) if is_new else colour
    middle = [
        cell("▐", edge, WELL),
        *written(f"  {tile}  ", BRIGHT, colour),
        cell("▌", edge, WELL),
    ]
    return grid_of(
        [
            written(f"{left}▄▄▄▄▄{right}", edge, WELL),
            middle,
            written(f"{low_left}▀▀▀▀▀{low_right}", edge, WELL),
        ]
    )


def _written_tile(tile: str, colour: str, is_new: bool) -> Grid:
    sides = "[]" if tile.isupper() else "()"
    mark = "*" if is_new else " "
    blank = written(" " * TILE_WIDTH, "", WELL)
    middle = (
        *written(" ", "", WELL),
        *written(f"{sides[0]} {tile} {sides[1]}", colour, WELL),
        *written(mark, WARNING, WELL),
    )
    return grid_of([blank, middle, blank])
