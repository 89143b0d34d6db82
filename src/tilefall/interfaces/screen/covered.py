"""Covered boards: nothing to be seen in them but a word."""

from __future__ import annotations

from dataclasses import replace

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import Grid, put, written
from tilefall.interfaces.screen.text import wrapped
from tilefall.interfaces.screen.views import Board, TilesView
from tilefall.rules.notation import EMPTY


def covered(board: Board) -> Board:
    """The board without anything on it, of the same size."""
    if isinstance(board, TilesView):
        return TilesView(tuple(EMPTY * len(row) for row in board.board))
    blank = EMPTY * len(board.cells[0])
    return replace(board, cells=(blank,) * len(board.cells), piece=None, ghost=None, outline=None)


def labelled(grid: Grid, words: str, is_ascii: bool) -> Grid:
    """The grid with words in its middle."""
    lines = wrapped(words, grid.width - 4, is_ascii)
    first = (grid.height - len(lines)) // 2
    for row, line in enumerate(lines, first):
        text = written(f" {line} ", palette.WARNING, palette.WELL)
        grid = put(grid, Grid((text,)), row, (grid.width - len(text)) // 2)
    return grid
