"""Pieces by themselves: those that come next, and the one that is held."""

from __future__ import annotations

from functools import lru_cache

from tilefall.interfaces.screen.blocks import FALLING, GHOST
from tilefall.interfaces.screen.grid import Grid, beside
from tilefall.interfaces.screen.look import Cells, Style
from tilefall.interfaces.screen.views import PieceView
from tilefall.interfaces.screen.well import Mark, Row, bare_lines


@lru_cache(maxsize=256)
def piece_grid(
    piece: PieceView, game: str, cells: Cells, style: Style, is_faint: bool = False
) -> Grid:
    """The piece and nothing around it; a faint one is not to be had now."""
    top, left = (min(place[axis] for place in piece.places) for axis in (0, 1))
    height, width = (1 + max(place[axis] for place in piece.places) for axis in (0, 1))
    kind = GHOST if is_faint else FALLING
    rows = []
    for row in range(top, height):
        columns = sorted(column for at, column in piece.places if at == row)
        marks = tuple(Mark(column - left, kind, piece.letter) for column in columns)
        rows.append(Row(" " * (width - left), marks, is_above=True))
    return Grid(tuple(bare_lines(game, rows, cells, style)))


@lru_cache(maxsize=64)
def in_a_row(
    pieces: tuple[PieceView, ...], game: str, cells: Cells, style: Style, width: int
) -> Grid:
    """As many of the pieces as fit next to each other."""
    shown: list[Grid] = []
    for piece in pieces:
        drawn = piece_grid(piece, game, cells, style)
        if sum(each.width + 2 for each in shown) + drawn.width > width:
            break
        shown.append(drawn)
    return beside(*shown) if shown else Grid(())
