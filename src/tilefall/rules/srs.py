"""SRS: the tetrominoes in their boxes, where they appear, and how they turn (M3, M6)."""

from __future__ import annotations

from typing import NamedTuple

from tilefall.rules.notation import Rows
from tilefall.rules.pieces import FILLED, rotated
from tilefall.rules.tetris import PIECES

QUARTERS = 4  # a piece has stood up, turned right, upside down and turned left
TESTS = 5  # places that a turn tries, the last of them the farthest

BOXES: dict[str, Rows] = {
    "I": ("....", "xxxx", "....", "...."),
    "O": ("xx", "xx"),
    "T": (".x.", "xxx", "..."),
    "Z": ("xx.", ".xx", "..."),
    "S": (".xx", "xx.", "..."),
    "J": ("x..", "xxx", "..."),
    "L": ("..x", "xxx", "..."),
}
Cells = tuple[tuple[int, int], ...]  # rows and columns, counted from a box's top left corner


class Step(NamedTuple):
    """So many rows down and columns to the right."""

    rows: int
    columns: int


def _offsets(*words: str) -> tuple[tuple[Step, ...], ...]:
    """Steps written as published tables have them: to the right, then up."""
    table = []
    for word in words:
        pairs = [pair.split(",") for pair in word.split()]
        table.append(tuple(Step(-int(up), int(right)) for right, up in pairs))
    return tuple(table)


# For each quarter where the piece stands in its box, in each of the five tests; a turn moves the
# piece by what the old quarter has more than the new one.
OTHERS = _offsets(
    "0,0  0,0  0,0  0,0  0,0",
    "0,0  1,0  1,-1  0,2  1,2",
    "0,0  0,0  0,0  0,0  0,0",
    "0,0  -1,0  -1,-1  0,2  -1,2",
)
LONG = _offsets(
    "0,0  0,0  0,0  0,0  0,0",
    "0,0  2,0  -1,0  2,1  -1,-2",
    "0,0  3,0  -3,0  3,-1  -3,-1",
    "0,0  1,0  -2,0  1,-2  -2,1",
)


def _turned(rows: Rows) -> tuple[Cells, ...]:
    found = []
    for _ in range(QUARTERS):
        found.append(
            tuple(
                (i, j) for i, row in enumerate(rows) for j, cell in enumerate(row) if cell == FILLED
            )
        )
        rows = rotated(rows)
    return tuple(found)


# By the number of a piece, then by its quarter.
CELLS = tuple(_turned(BOXES[letter]) for letter in PIECES.letters)
# Rows -2 and -1, left of the middle where there is no middle (M3).
APPEARS = tuple(Step(-2, 4 if letter == "O" else 3) for letter in PIECES.letters)


def can_turn(piece: int) -> bool:
    """Whether turning changes a piece: all but the square (M6)."""
    return PIECES.letters[piece] != "O"


def kicks(piece: int, quarter: int, turned: int) -> tuple[Step, ...]:
    """The steps that a turn from one quarter to another tries, in this order (M6).

    >>> kicks(PIECES.letters.index("T"), 0, 1)[1:3]
    (Step(rows=0, columns=-1), Step(rows=-1, columns=-1))
    """
    table = LONG if PIECES.letters[piece] == "I" else OTHERS
    return tuple(
        Step(old.rows - new.rows, old.columns - new.columns)
        for old, new in zip(table[quarter], table[turned], strict=True)
    )
