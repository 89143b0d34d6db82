"""Tiles: a board of IJK; capital letters are square, small ones round, whatever the colours."""

from __future__ import annotations

from functools import lru_cache

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import Cell, Grid, Line, cell, written
from tilefall.interfaces.screen.joined import joined
from tilefall.interfaces.screen.look import Cells, Style
from tilefall.interfaces.screen.shades import ink_on, mixed
from tilefall.interfaces.screen.signs import signs
from tilefall.interfaces.screen.slides import AROUND, above_or_below, beside_board
from tilefall.interfaces.screen.views import TilesView
from tilefall.rules.notation import EMPTY, Rows

PITCH = {Cells.HUGE: 8, Cells.LARGE: 6, Cells.HALF: 4}  # columns of a tile with the gap after it
LINES = {Cells.HUGE: 3, Cells.LARGE: 3, Cells.HALF: 2}
SIDES = {Cells.HUGE: 10, Cells.LARGE: 9, Cells.HALF: 7}  # columns for what is said of a slide
NEW = "*"  # beside the letter of the tile that has just appeared


def tiles(view: TilesView, cells: Cells, style: Style) -> Grid:
    """The board in a frame, what is said of each slide on its side."""
    rows = [line for i in range(len(view.board)) for line in _row(view, i, cells, style)]
    inside = len(rows[0])
    frame = _frame(inside, style)
    side = SIDES[cells]
    left, right = (beside_board(view, slide, side, len(rows) + 2, style) for slide in "LR")
    lines = []
    for number, middle in enumerate([frame[0], *rows, frame[1]]):
        lines.append(joined(left.lines[number], middle, right.lines[number]))
    width = len(lines[0])
    top, bottom = (above_or_below(view, slide, width, style) for slide in "UD")
    return Grid((top, *lines, bottom))


def tiles_width(board: Rows, cells: Cells) -> int:
    """How many columns the drawing has."""
    return PITCH[cells] * len(board[0]) + 1 + 2 + 2 * SIDES[cells]


def tiles_height(board: Rows, cells: Cells) -> int:
    """How many lines the drawing has."""
    return LINES[cells] * len(board) + 2 + AROUND


def _row(view: TilesView, row: int, cells: Cells, style: Style) -> tuple[Line, ...]:
    new = view.new[1] if view.new is not None and view.new[0] == row else None
    return _tile_lines(view.board[row], new, cells, style)


@lru_cache(maxsize=1024)
def _tile_lines(letters: str, new: int | None, cells: Cells, style: Style) -> tuple[Line, ...]:
    gap = cell(" ", "", palette.WELL)
    mark = cell(NEW, palette.BRIGHT, palette.WELL)
    wall = cell(signs(style.is_ascii).wall, palette.WALL)
    lines: list[list[Cell]] = [[wall, gap] for _ in range(LINES[cells])]
    for column, letter in enumerate(letters):
        is_new = column == new
        drawn = _tile(letter, is_new, cells, style)
        after = mark if is_new and cells is Cells.HALF else gap
        for line, part in zip(lines, drawn, strict=True):
            line += [*part, after if line is lines[0] else gap]
    return tuple((*line, wall) for line in lines)


def _tile(letter: str, is_new: bool, cells: Cells, style: Style) -> tuple[Line, ...]:
    """The lines of a tile, without the gap after it."""
    width = PITCH[cells] - 1
    if letter == EMPTY:
        return _empty(width, LINES[cells], style)
    colour = palette.tile(letter, is_new)
    text = f"{letter}{NEW}" if is_new else letter
    if cells is Cells.HALF:
        return _small(letter, colour, style)
    if style.is_coloured and not style.is_ascii:
        return _filled(text, width, colour)
    return _outlined(text, width, colour, style.is_ascii)


def _empty(width: int, height: int, style: Style) -> tuple[Line, ...]:
    dot = signs(style.is_ascii).dot
    blank = written(" " * width, palette.GRID, palette.WELL)
    middle = written(dot.center(width), palette.GRID, palette.WELL)
    return tuple(middle if row == (height - 1) // 2 else blank for row in range(height))


def _small(letter: str, colour: str, style: Style) -> tuple[Line, ...]:
    """A tile of three columns and a line and a half, which is about square."""
    shown = f"[{letter}]" if letter.isupper() else f"({letter})"
    below = "▀▀▀" if letter.isupper() else "▝▀▘"
    if style.is_ascii or not style.is_coloured:
        below = "   "
    return written(shown, ink_on(colour), colour), written(below, colour, palette.WELL)


def _filled(text: str, width: int, colour: str) -> tuple[Line, ...]:
    """A tile in its colour: a square, or one whose corners are cut."""
    is_square = text[0].isupper()
    top = "▄" * width if is_square else f"▗{'▄' * (width - 2)}▖"
    bottom = "▀" * width if is_square else f"▝{'▀' * (width - 2)}▘"
    return (
        written(top, colour, palette.WELL),
        written(text.center(width), ink_on(colour), colour),
        written(bottom, colour, palette.WELL),
    )


def _outlined(text: str, width: int, colour: str, is_ascii: bool) -> tuple[Line, ...]:
    """A tile as a frame, for terminals without colours or without blocks."""
    square, round_ = ("++++||", "..''()") if is_ascii else ("┌┐└┘││", "╭╮╰╯││")
    corners = square if text[0].isupper() else round_
    across = ("-" if is_ascii else "─") * (width - 2)
    shown = (
        f"{corners[0]}{across}{corners[1]}",
        f"{corners[4]}{text.center(width - 2)}{corners[5]}",
        f"{corners[2]}{across}{corners[3]}",
    )
    ink = mixed(colour, palette.BRIGHT, 0.3)
    return tuple(written(each, ink, palette.WELL) for each in shown)


@lru_cache(maxsize=64)
def _frame(width: int, style: Style) -> tuple[Line, Line]:
    sign = signs(style.is_ascii)
    across = sign.floor * (width - 2)
    return (
        written(f"{sign.top_left}{across}{sign.top_right}", palette.WALL),
        written(f"{sign.left_corner}{across}{sign.right_corner}", palette.WALL),
    )


def plain_tiles(board: Rows) -> Grid:
    """The rows of a board of IJK, in no colour.

    >>> print(plain_tiles(("A.", ".b")).text())
    _A_|___
    ___|_b_
    """
    rows = ("|".join(f"_{letter}_".replace(EMPTY, "_") for letter in row) for row in board)
    return Grid(tuple(written(row) for row in rows))
