"""Course features: what programs of a course look at (docs/features.md, C1 to C10).

Each is a whole number of a board as it is, full rows and all; what the programs did with full rows
is their own affair (docs/course.md).
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from tilefall.rules.falling import cleared, locked
from tilefall.rules.features import columns, hole_cells
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.pieces import FILLED, Placement

HEIGHT_LIMITS = (19, 22, 23)  # of the features heights_above_19 and so on


class CourseFeatures(NamedTuple):
    """The course features of one board."""

    summed_heights: int
    bumpiness: int
    complete_rows: int
    covered_holes: int
    short_column_holes: int
    sided_holes: int
    enclosed_holes: int
    empty_columns: int
    voids: int
    heights_above_19: int
    heights_above_22: int
    heights_above_23: int


def course_features(board: Rows) -> CourseFeatures:
    """The course features of a board as it is."""
    return CourseFeatures(
        summed_heights=summed_heights(board),
        bumpiness=bumpiness(board),
        complete_rows=complete_rows(board),
        covered_holes=covered_holes(board),
        short_column_holes=short_column_holes(board),
        sided_holes=sided_holes(board),
        enclosed_holes=enclosed_holes(board),
        empty_columns=empty_columns(board),
        voids=voids(board),
        heights_above_19=heights_above(board, 19),
        heights_above_22=heights_above(board, 22),
        heights_above_23=heights_above(board, 23),
    )


def course_features_after(board: Rows, place: Placement, *, removed: bool) -> CourseFeatures:
    """The course features after a placement, full rows still there or removed.

    The complete rows are counted before they go (C3).
    """
    assert place.row >= 0
    full_board = locked(board, place.shape, place.row, place.column)
    after, rows = cleared(full_board)
    return course_features(after if removed else full_board)._replace(complete_rows=rows)


def heights(board: Rows) -> list[int]:
    """The height of the highest filled cell of each column; 0 for an empty column.

    >>> heights(("x..", "..x"))
    [2, 0, 1]
    """
    return [len(column.lstrip(EMPTY)) for column in columns(board)]


def summed_heights(board: Rows) -> int:
    """The heights of all columns together (C1)."""
    return sum(heights(board))


def bumpiness(board: Rows) -> int:
    """The differences between the heights of neighbouring columns, summed (C2)."""
    return sum(abs(left - right) for left, right in pairwise(heights(board)))


def complete_rows(board: Rows) -> int:
    """The rows without an empty cell (C3)."""
    return sum(EMPTY not in row for row in board)


def covered_holes(board: Rows) -> int:
    """The empty cells with a filled cell anywhere above them: E5, full rows and all (C4)."""
    return len(hole_cells(board))


def short_column_holes(board: Rows) -> int:
    """As covered holes, but a column that reaches the top row has none (C5)."""
    return sum(board[0][column] == EMPTY for _, column in hole_cells(board))


def sided_holes(board: Rows) -> int:
    """For every empty cell one for each filled cell right above, right of and left of it (C6).

    Above the top row this program sees the floor row, and left of the first column the last one;
    right of the last column it sees nothing.
    """
    count = 0
    for row, line in enumerate(board):
        for column, cell in enumerate(line):
            if cell == EMPTY:
                # an index of -1 is the last row or column, in the program as here
                count += board[row - 1][column] == FILLED
                count += line[column - 1] == FILLED
                count += line[column + 1 : column + 2] == FILLED
    return count


def enclosed_holes(board: Rows) -> int:
    """The empty cells with a filled one or the floor on all four sides; walls are no help (C7)."""
    floor = FILLED * len(board[0])
    count = 0
    for row, line in enumerate(board[1:], 1):
        above, below = board[row - 1], (*board, floor)[row + 1]
        for column in range(1, len(line) - 1):
            around = above[column] + line[column - 1] + line[column + 1] + below[column]
            count += line[column] == EMPTY and around == FILLED * 4
    return count


def empty_columns(board: Rows) -> int:
    """The columns without a filled cell (C8)."""
    return heights(board).count(0)


def voids(board: Rows) -> int:
    """What empty cells cost, by their row r counted from 1 at the floor (C9).

    A filled cell anywhere above costs (r + 2) ^ 4, one right beside it (r + 2) ^ 2; walls are free.
    """
    total = sum((len(board) - row + 2) ** 4 for row, _ in hole_cells(board))
    for row, line in enumerate(board):
        sides = sum(cell != other for cell, other in pairwise(line))
        total += sides * (len(board) - row + 2) ** 2
    return total


def heights_above(board: Rows, limit: int) -> int:
    """The heights of the columns that are higher than a limit, summed (C10).

    >>> heights_above(("x..", "x.x", "xxx"), 1)
    5
    """
    return sum(height for height in heights(board) if height > limit)
