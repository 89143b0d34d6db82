"""Features: what a placement leaves behind, in whole numbers (docs/features.md, E1 to E11)."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from tilefall.rules.falling import cleared, locked
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.pieces import FILLED, Placement


class Features(NamedTuple):
    """The features of one placement, all taken after full rows are removed, but for the first."""

    landing_height: int  # in half rows, so that it is whole
    eroded_cells: int
    row_transitions: int
    column_transitions: int
    holes: int
    wells: int
    wells_fast: int
    hole_depth: int
    rows_with_holes: int
    pattern_diversity: int
    rows_removed: int


def features(board: Rows, place: Placement) -> Features:
    """The features of a placement that stays inside the board."""
    assert place.row >= 0
    full_board = locked(board, place.shape, place.row, place.column)
    after, removed = cleared(full_board)
    of_piece = sum(EMPTY not in full_board[place.row + i] for i, _ in place.shape.cells)
    bottom = len(board) - place.row - place.shape.height
    holes = hole_cells(after)
    return Features(
        landing_height=2 * bottom + place.shape.height - 1,
        eroded_cells=removed * of_piece,
        row_transitions=sum(changes(FILLED + row + FILLED) for row in after),
        column_transitions=sum(changes(EMPTY + column + FILLED) for column in columns(after)),
        holes=len(holes),
        wells=wells(after),
        wells_fast=wells_fast(after),
        hole_depth=sum(depth_above_holes(column) for column in columns(after)),
        rows_with_holes=len({row for row, _ in holes}),
        pattern_diversity=pattern_diversity(after),
        rows_removed=removed,
    )


def columns(board: Rows) -> Rows:
    """The columns as words, each from the top down."""
    return tuple("".join(column) for column in zip(*board, strict=True))


def changes(line: str) -> int:
    """How often filled and empty change along a line (E3, E4).

    >>> changes("x.xx")
    2
    """
    return sum(cell != other for cell, other in pairwise(line))


def hole_cells(board: Rows) -> list[tuple[int, int]]:
    """The empty cells with a filled cell anywhere above them (E5)."""
    return [
        (row, j)
        for j, column in enumerate(columns(board))
        for row, cell in enumerate(column)
        if cell == EMPTY and FILLED in column[:row]
    ]


def is_well_cell(board: Rows, row: int, column: int) -> bool:
    """Whether a cell is empty and both its sides are filled; walls are filled (E6)."""
    line = FILLED + board[row] + FILLED
    return line[column : column + 3] == FILLED + EMPTY + FILLED


def empties_down(column: str, row: int) -> int:
    """How many empty cells there are in a row downward, from this one on.

    >>> empties_down("x..x.", 1)
    2
    """
    return len(column[row:]) - len(column[row:].lstrip(EMPTY))


def wells(board: Rows) -> int:
    """For every well cell the consecutive empty cells downward, itself included (E6)."""
    return sum(
        empties_down(column, row)
        for j, column in enumerate(columns(board))
        for row in range(len(column))
        if is_well_cell(board, row, j)
    )


def wells_fast(board: Rows) -> int:
    """As wells, but below a well cell every empty cell down to a filled one joins it (E7)."""
    total = 0
    for j, column in enumerate(columns(board)):
        row = 0
        while row < len(column):
            if is_well_cell(board, row, j):
                depth = empties_down(column, row)
                total += depth * (depth + 1) // 2
                row += depth
            else:
                row += 1
    return total


def depth_above_holes(column: str) -> int:
    """The filled cells above the lowest empty cell of a column (E8).

    >>> depth_above_holes(".xx.x.x")
    3
    """
    return column[: column.rfind(EMPTY) + 1].count(FILLED)


def pattern_diversity(board: Rows) -> int:
    """How many of the steps -2 to 2 occur between neighbouring column heights (E10)."""
    heights = [len(column.lstrip(EMPTY)) for column in columns(board)]
    return len({right - left for left, right in pairwise(heights)} & {-2, -1, 0, 1, 2})
