"""Painting: falling games in characters with colours, side by side, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilefall.colours import QUINTRIS, TETRIS, WELL, paint
from tilefall.envs.drawing import lettered, plain_rows, with_panel
from tilefall.envs.marks import Mark, Row, beside, width_of
from tilefall.envs.screen import Screen
from tilefall.envs.settings import Settings
from tilefall.envs.sight import Sight
from tilefall.rules.notation import EMPTY
from tilefall.rules.pieces import FILLED, Shape
from tilefall.rules.tetris import Tetris

LOCKED, GHOST, WALL = "#5b6472", "#333a47", "#8a93a6"
UPPER_HALF, LOWER_HALF = "▀", "▄"
BETWEEN = 4  # columns between two games


def piece_colours(settings: Settings) -> dict[str, str]:
    """The colour of each piece by its letter."""
    return TETRIS if isinstance(settings.game, Tetris) else QUINTRIS


@dataclass(frozen=True)
class Cell:
    """A place of the picture: its colour, if it has one, and the letter on it."""

    fill: str | None = None
    letter: str | None = None


def fitting_rows(sights: Sequence[Sight], colours: dict[str, str], screen: Screen) -> list[Row]:
    """The rows of games side by side, as many as fit, and small ones if large ones do not."""
    if not screen.has_colours:
        return beside([plain_rows(sight) for sight in sights], BETWEEN, screen.columns)
    first = painted_rows(sights[0], colours, is_small=False)
    is_small = len(first) >= screen.lines or max(map(width_of, first)) > screen.columns
    blocks = [painted_rows(sight, colours, is_small=is_small) for sight in sights]
    return beside(blocks, BETWEEN, screen.columns)


def painted_rows(sight: Sight, colours: dict[str, str], *, is_small: bool) -> list[Row]:
    """The rows of a game: two columns a cell, or a column and half a line where room is scarce."""
    cells = _cells(sight, colours)
    width = len(cells[0])
    if is_small:
        well = [*_halved(cells), _floor(width)]
        return with_panel(well, sight, (sight.above + 1) // 2, lettered)
    rows = [[_mark(cell) for cell in row] for row in cells]
    well = [*(_walled(row, i < sight.above) for i, row in enumerate(rows)), _floor(2 * width)]
    return with_panel(well, sight, sight.above, lambda shape: _painted(shape, colours))


def _cells(sight: Sight, colours: dict[str, str]) -> list[list[Cell]]:
    width = len(sight.board[0])
    cells = [[Cell()] * width for _ in range(sight.above)]
    cells += [[Cell(WELL if cell == EMPTY else LOCKED) for cell in row] for row in sight.board]
    if sight.ghost is not None:
        for row, column in sight.ghost.cells:
            cells[row + sight.above][column] = Cell(GHOST)
    if sight.piece is not None:
        letter = sight.piece.letter
        for row, column in sight.piece.cells:
            cells[row + sight.above][column] = Cell(colours[letter], letter)
    return cells


def _painted(shape: Shape, colours: dict[str, str]) -> list[Row]:
    letter = shape.name[0]
    cell = {EMPTY: Cell(), FILLED: Cell(colours[letter], letter)}
    return [[_mark(cell[each]) for each in row] for row in shape.rows]


def _mark(cell: Cell) -> Mark:
    if cell.letter is None or cell.fill is None:
        return Mark("  ", None, cell.fill)
    # colours are never the only sign
    return Mark(f"{cell.letter} ", paint(cell.fill).ink, cell.fill)


def _halved(cells: list[list[Cell]]) -> list[Row]:
    """Two rows a line; one that is left over is alone on top, so that the floor is whole."""
    if len(cells) % 2:
        cells = [[Cell()] * len(cells[0]), *cells]
    rows = []
    for upper, lower in zip(cells[::2], cells[1::2], strict=True):
        row = [_half(up.fill, down.fill) for up, down in zip(upper, lower, strict=True)]
        # an empty cell of the well has a colour, one above it has none
        rows.append(_walled(row, is_open=all(cell.fill is None for cell in lower)))
    return rows


def _half(upper: str | None, lower: str | None) -> Mark:
    if upper is not None:
        return Mark(UPPER_HALF, upper, lower)
    return Mark(" ") if lower is None else Mark(LOWER_HALF, lower)


def _walled(row: Row, is_open: bool) -> Row:
    left, right = "  " if is_open else "▐▌"
    return [Mark(left, WALL), *row, Mark(right, WALL)]


def _floor(width: int) -> Row:
    return [Mark(f" {UPPER_HALF * width} ", WALL)]
