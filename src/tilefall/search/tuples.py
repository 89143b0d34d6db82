"""Tuples: what a board is worth by tables, each entered with two or three small numbers.

The plain functions here are the specification; native code gives the same numbers. The board is
what a placement leaves, full rows removed, and its tables are

    steps      for every window of four columns: its three steps in height, each -5 to 5
    columns    for every column: its height, and its holes
    covers     for every column: the filled cells above its lowest empty one, and its holes
    tops       the height of the highest column, and all holes
    rows       the rows with holes, and all filled cells above an empty one
    gaps       the runs of empty cells along the rows up to the top, and along columns under a cell

Counts of a column end at 15, those of a board at 63, and steps beyond 5 are 5. Windows and columns
share a table with their mirror image, so a board is worth as much as the mirrored one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tilefall.engines.protocol import FallingState
from tilefall.rules.falling import cleared, locked
from tilefall.rules.features import columns, depth_above_holes, hole_cells
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.pieces import FILLED
from tilefall.rules.tetris import TetrisState

FARTHEST = 5
STEP_KINDS, HEIGHT_KINDS, COUNT_KINDS, TOTAL_KINDS = 2 * FARTHEST + 1, 32, 16, 64


class Place(NamedTuple):
    """A weight that a board asks for: its table, and its number among all weights."""

    part: str
    number: int


def part_sizes(width: int) -> dict[str, int]:
    """How many weights each part has for boards of a width, in the order of their numbers.

    >>> sum(part_sizes(10).values())
    17356
    """
    windows, sides = (width - 2) // 2, (width + 1) // 2
    return {
        "steps": windows * STEP_KINDS**3,
        "columns": sides * HEIGHT_KINDS * COUNT_KINDS,
        "covers": sides * COUNT_KINDS * COUNT_KINDS,
        "tops": HEIGHT_KINDS * TOTAL_KINDS,
        "rows": HEIGHT_KINDS * TOTAL_KINDS,
        "gaps": TOTAL_KINDS * TOTAL_KINDS,
    }


def places(board: Rows) -> list[Place]:
    """The weights whose sum is the value of a board, three for each column.

    >>> [number for _, number in places(("....", "x..."))][:3]  # a window, then a column
    [544, 1347, 2355]
    """
    width, found = len(board[0]), []
    start = {}
    end = 0
    for part, size in part_sizes(width).items():
        start[part], end = end, end + size
    found += [Place("steps", start["steps"] + number) for number in _windows(board)]
    holes = [0] * width
    for _, column in hole_cells(board):
        holes[column] += 1
    depths = [depth_above_holes(column) for column in columns(board)]
    heights = _heights(board)
    for i in range(width):
        side, few = min(i, width - 1 - i), min(holes[i], COUNT_KINDS - 1)
        entry = (side * HEIGHT_KINDS + heights[i]) * COUNT_KINDS + few
        found.append(Place("columns", start["columns"] + entry))
        entry = (side * COUNT_KINDS + min(depths[i], COUNT_KINDS - 1)) * COUNT_KINDS + few
        found.append(Place("covers", start["covers"] + entry))
    top = max(heights)
    gaps_in_rows = sum(_runs(row) for row in board[len(board) - top :])
    gaps_in_columns = sum(_runs(column.lstrip(EMPTY)) for column in columns(board))
    for part, first, second in (
        ("tops", top, sum(holes)),
        ("rows", len({row for row, _ in hole_cells(board)}), sum(depths)),
        ("gaps", min(gaps_in_rows, TOTAL_KINDS - 1), gaps_in_columns),
    ):
        entry = first * TOTAL_KINDS + min(second, TOTAL_KINDS - 1)
        found.append(Place(part, start[part] + entry))
    return found


def plain_values(
    state: FallingState, weights: Sequence[int], row_worth: int
) -> dict[int, int | None]:
    """What each legal move is worth: its rows and the board it leaves; None if it ends the game."""
    found: dict[int, int | None] = {}
    for move in state.legal_moves():
        if isinstance(state, TetrisState) and state.ends_game(move):
            found[move] = None
            continue
        board, removed = left_by(state, move)
        value = sum(weights[place.number] for place in places(board))
        found[move] = row_worth * removed + value
    return found


def left_by(state: FallingState, move: int) -> tuple[Rows, int]:
    """The board that a move leaves, and the rows it removes."""
    place = state.game.moves[move]
    return cleared(locked(state.board, place.shape, place.row, place.column))


def _heights(board: Rows) -> list[int]:
    return [len(column.lstrip(EMPTY)) for column in columns(board)]


def _windows(board: Rows) -> list[int]:
    """The entries of the windows, each seen from the side of the board that is nearer to it."""
    width = len(board[0])
    steps = [
        max(-FARTHEST, min(right - left, FARTHEST)) for left, right in pairwise(_heights(board))
    ]
    found = []
    for left in range(width - 3):
        right = width - 4 - left
        seen = _three(steps[left : left + 3])
        mirrored = _three([-step for step in reversed(steps[left : left + 3])])
        entry = seen if left < right else mirrored if right < left else min(seen, mirrored)
        found.append(min(left, right) * STEP_KINDS**3 + entry)
    return found


def _three(steps: Sequence[int]) -> int:
    first, second, third = (step + FARTHEST for step in steps)
    return (first * STEP_KINDS + second) * STEP_KINDS + third


def _runs(line: str) -> int:
    """How many runs of empty cells a line has.

    >>> _runs("..x.xx")
    2
    """
    return sum(bool(run) for run in line.split(FILLED))
