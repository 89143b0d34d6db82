"""Board: a well or tiles, in the largest cells that there is room for."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Cells, Look, Style
from tilefall.interfaces.screen.tiles import plain_tiles, tiles, tiles_height, tiles_width
from tilefall.interfaces.screen.views import Board, TilesView
from tilefall.interfaces.screen.well import plain_well, well

LARGEST_FIRST = (Cells.HUGE, Cells.LARGE, Cells.HALF)


@dataclass(frozen=True)
class Size:
    """Columns and lines."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width} x {self.height}"


def board_size(board: Board, cells: Cells) -> Size:
    """How much room a board takes, walls and all."""
    if cells is Cells.PLAIN:
        plain = drawn(board, cells, Look().style)
        return Size(plain.width, plain.height)
    if isinstance(board, TilesView):
        return Size(tiles_width(board.board, cells), tiles_height(board.board, cells))
    columns, rows = len(board.cells[0]), len(board.cells) + board.above
    if cells is Cells.HALF:
        return Size(columns + 2, (rows + 1) // 2 + 1)
    scale = 2 if cells is Cells.HUGE else 1
    return Size(2 * columns * scale + 2, rows * scale + 1)


def drawn(board: Board, cells: Cells, style: Style) -> Grid:
    """The board as a grid of exactly its size."""
    if isinstance(board, TilesView):
        return plain_tiles(board.board) if cells is Cells.PLAIN else tiles(board, cells, style)
    return plain_well(board) if cells is Cells.PLAIN else well(board, cells, style)
