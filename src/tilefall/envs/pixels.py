"""Pixels: a falling game as an array of colours, drawn with NumPy alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilefall.colours import WELL, rgb
from tilefall.envs.lettering import HEIGHT, dots_of_text
from tilefall.envs.painting import LOCKED, WALL, piece_colours
from tilefall.envs.settings import Settings
from tilefall.envs.sight import Piece, Sight, rows_above
from tilefall.rules.notation import EMPTY
from tilefall.rules.tetris import Tetris

Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]
CELL, MARGIN, LINE = 16, 8, 1
DOT = 2  # pixels of a letter's dot
TEXT = HEIGHT * DOT
PANEL = 100  # twenty digits of the smallest kind
SCORE, TURN, NEXT = 0, 40, 80  # where the parts of the panel begin
BELOW_LABEL = TEXT + 6

BEHIND, GRID, FADED = "#0b0c10", "#272b36", "#3c424d"
INK, QUIET = "#e6e9f0", "#8a93a6"


class Canvas:
    """What draws the games of some settings: frames of one shape, whose sides are even.

    *Because* of those who make films of them: most formats want even sides.
    """

    def __init__(self, settings: Settings) -> None:
        game = settings.game
        self._colours = {letter: rgb(colour) for letter, colour in piece_colours(settings).items()}
        self._top = MARGIN + rows_above(settings) * CELL
        self._height, self._width = game.height * CELL, game.width * CELL
        self._panel = 3 * MARGIN + self._width
        self._inside = _inside_of_cells(game.height, game.width)
        self._still = self._drawn_once(settings)

    def _drawn_once(self, settings: Settings) -> Pixels:
        """All that never changes: the empty well, its walls, the words of the panel."""
        bottom = self._top + max(self._height, _panel_height(settings)) + MARGIN
        pixels = np.empty((bottom, self._panel + PANEL + MARGIN, 3), np.uint8)
        pixels[:] = rgb(BEHIND)
        floor = self._top + self._height
        pixels[self._top : floor + 2, MARGIN - 2 : MARGIN + self._width + 2] = rgb(WALL)
        well = self._well(pixels)
        well[:] = rgb(GRID)
        well[self._inside] = rgb(WELL)
        words = {"SCORE": SCORE, "TURN": TURN} | ({"NEXT": NEXT} if settings.has_next else {})
        for word, top in words.items():
            _write(pixels, self._top + top, self._panel, dots_of_text(word, DOT), QUIET)
        return pixels

    def drawn(self, sight: Sight) -> Pixels:
        """A frame of its own."""
        pixels = self._still.copy()
        self._draw_board(pixels, sight)
        if sight.ghost is not None:
            self._draw_ghost(pixels, sight.ghost)
        if sight.piece is not None:
            self._draw_piece(pixels, self._top, MARGIN, sight.piece)
        for number, top in ((sight.score, SCORE), (sight.turn, TURN)):
            row = self._top + top + BELOW_LABEL
            _write(pixels, row, self._panel, _digits(number), INK)
        if sight.following is not None:
            row = self._top + NEXT + BELOW_LABEL
            self._draw_piece(pixels, row, self._panel, Piece(sight.following, 0, 0))
        if sight.is_over:
            self._draw_end(pixels)
        return pixels

    def _well(self, pixels: Pixels) -> Pixels:
        return pixels[self._top : self._top + self._height, MARGIN : MARGIN + self._width]

    def _draw_board(self, pixels: Pixels, sight: Sight) -> None:
        cells = np.frombuffer("".join(sight.board).encode(), np.uint8) != ord(EMPTY)
        cells = cells.reshape(len(sight.board), -1)
        locked = cells.repeat(CELL, axis=0).repeat(CELL, axis=1) & self._inside
        self._well(pixels)[locked] = rgb(FADED if sight.is_over else LOCKED)

    def _draw_piece(self, pixels: Pixels, top: int, left: int, piece: Piece) -> None:
        for row, column in piece.cells:
            y, x = top + row * CELL, left + column * CELL
            pixels[y : y + CELL - LINE, x : x + CELL - LINE] = self._colours[piece.letter]

    def _draw_ghost(self, pixels: Pixels, ghost: Piece) -> None:
        self._draw_piece(pixels, self._top, MARGIN, ghost)
        for row, column in ghost.cells:
            y, x = self._top + row * CELL + 2, MARGIN + column * CELL + 2
            pixels[y : y + CELL - LINE - 4, x : x + CELL - LINE - 4] = rgb(WELL)

    def _draw_end(self, pixels: Pixels) -> None:
        word = dots_of_text("OVER", DOT)
        well = self._well(pixels)
        middle = self._height // 2
        well[middle - TEXT : middle + TEXT] = rgb(BEHIND)
        _write(well, middle - TEXT // 2, (self._width - word.shape[1]) // 2, word, INK)


def _inside_of_cells(height: int, width: int) -> Mask:
    """Every pixel of a well but for the lines between its cells."""
    rows, columns = (np.arange(count * CELL) % CELL < CELL - LINE for count in (height, width))
    return np.logical_and.outer(rows, columns)


def _panel_height(settings: Settings) -> int:
    if not settings.has_next:
        return TURN + BELOW_LABEL + TEXT
    highest = 2 if isinstance(settings.game, Tetris) else 5  # rows of a piece that comes next
    return NEXT + BELOW_LABEL + highest * CELL


def _digits(number: int) -> Mask:
    """A number as large as it can be in the panel."""
    inked = dots_of_text(str(number), DOT)
    return inked if inked.shape[1] <= PANEL else dots_of_text(str(number), 1)


def _write(pixels: Pixels, top: int, left: int, inked: Mask, colour: str) -> None:
    pixels[top : top + inked.shape[0], left : left + inked.shape[1]][inked] = rgb(colour)
