"""A piece on its way down in Marathon: where it is, its turns by SRS, and the keys that move it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from tilefall.rules.game import BadText
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.pieces import FILLED, rotated
from tilefall.rules.tetris import NO_PIECE, PIECES

WIDTH, HEIGHT, HIDDEN = 10, 20, 20  # columns, rows that are seen, and rows above them (M1)
MOST_RESETS = 15
FARTHEST_LEFT = 2  # columns that a box in the well may be beyond the wall
TEXT = re.compile(rf"([{PIECES.letters}])([0-3])@(0|-?[1-9][0-9]?),(0|-?[1-9])")
FOOTING = re.compile(r"(0|-?[1-9][0-9]?),(0|[1-9][0-9]?),(-|turn|kick)")


class Twist(Enum):
    """What the last key did, as far as a T-spin depends on it (M10)."""

    NONE = "-"
    TURN = "turn"
    KICK = "kick"  # turned by the fifth of the places that are tried


@dataclass(frozen=True)
class Falling:
    """A piece in the well; rows count from the topmost that is seen, those above are negative."""

    piece: int
    quarter: int  # clockwise turns
    row: int  # of its box's top left corner
    column: int
    lowest: int  # the row farthest down that its box has reached
    resets: int = 0  # keys since then that let it rest longer (M7)
    twist: Twist = Twist.NONE

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The cells that it takes."""
        cells = CELLS[self.piece][self.quarter]
        return tuple((self.row + i, self.column + j) for i, j in cells)

    def fits(self, board: Rows) -> bool:
        """Whether it is inside the well, and on no filled cell (M4)."""
        return all(
            -HIDDEN <= row < HEIGHT and 0 <= column < WIDTH and board[row + HIDDEN][column] == EMPTY
            for row, column in self.places
        )

    def moved(self, board: Rows, columns: int) -> Falling | None:
        """Moved to a side, if it fits there (M4)."""
        spot = replace(self, column=self.column + columns, twist=Twist.NONE)
        return spot if spot.fits(board) else None

    def turned(self, board: Rows, quarters: int) -> Falling | None:
        """Turned into the first place in which it fits, if there is one (M6)."""
        if not can_turn(self.piece):
            return None
        quarter = (self.quarter + quarters) % QUARTERS
        for test, step in enumerate(kicks(self.piece, self.quarter, quarter), 1):
            spot = replace(
                self,
                quarter=quarter,
                row=self.row + step.rows,
                column=self.column + step.columns,
                twist=Twist.KICK if test == TESTS else Twist.TURN,
            )
            if spot.fits(board):
                return spot._refreshed()
        return None

    def lowered(self, board: Rows) -> Falling | None:
        """A row lower, if it fits there (M5)."""
        spot = replace(self, row=self.row + 1, twist=Twist.NONE)
        return spot._refreshed() if spot.fits(board) else None

    def _refreshed(self) -> Falling:
        """Whoever comes lower than ever may rest as long as a new piece (M7)."""
        return replace(self, lowest=self.row, resets=0) if self.row > self.lowest else self

    def landed(self, board: Rows) -> Falling:
        """Where it comes to rest if it falls straight down (M5)."""
        spot = self
        while lower := spot.lowered(board):
            spot = lower
        return spot

    def filled(self, board: Rows) -> Rows:
        """The board with the piece's cells filled."""
        rows = [list(row) for row in board]
        for row, column in self.places:
            rows[row + HIDDEN][column] = FILLED
        return tuple("".join(row) for row in rows)

    def words(self) -> tuple[int, ...]:
        """Whole numbers that tell all of it, for digests (D5)."""
        box = (self.row + HIDDEN, self.column + FARTHEST_LEFT)
        twist = list(Twist).index(self.twist)
        return (self.piece + 1, self.quarter, *box, self.lowest + HIDDEN, self.resets, twist)

    def text(self) -> str:
        """The piece, its quarter turns, and its box's row and column: T1@-2,3."""
        return f"{PIECES.letters[self.piece]}{self.quarter}@{self.row},{self.column}"

    def footing(self) -> str:
        """The lowest row, the keys that count, and the last turn: 17,2,turn."""
        return f"{self.lowest},{self.resets},{self.twist.value}"


def appeared(piece: int) -> Falling:
    """A piece where it appears (M3)."""
    place = APPEARS[piece]
    return Falling(piece, 0, place.rows, place.columns, place.rows)


def parse_falling(text: str, footing: str, board: Rows) -> Falling | None:
    """The inverse of the two texts in this board; both are a dash where nothing falls."""
    if text == footing == NO_PIECE:
        return None
    found, stands = TEXT.fullmatch(text), FOOTING.fullmatch(footing)
    if found is None:
        raise BadText(
            f"piece {text!r}, expected a letter of {PIECES.letters}, 0 to 3 quarter turns, @, and "
            f"the row and column of its box, such as T1@-2,3, or {NO_PIECE} for both fields"
        )
    if not can_turn(PIECES.letters.index(found[1])) and found[2] != "0":
        raise BadText(f"piece {text!r}: an {found[1]} has no quarter turns, expected 0 (M6)")
    if (
        stands is None
        or int(stands[2]) > MOST_RESETS
        or not int(found[3]) <= int(stands[1]) < HEIGHT
    ):
        raise BadText(
            f"footing {footing!r} of {text}, expected its lowest row, from {found[3]} on, 0 to "
            f"{MOST_RESETS} keys that count, and -, turn or kick, such as {found[3]},0,-"
        )
    letter, quarter, row, column = found.groups()
    piece = Falling(
        PIECES.letters.index(letter),
        int(quarter),
        int(row),
        int(column),
        int(stands[1]),
        int(stands[2]),
        Twist(stands[3]),
    )
    if not piece.fits(board) and piece != appeared(piece.piece):
        raise BadText(f"piece {text!r} is not free there, only a new piece may clash (M13)")
    return piece


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


MOVES = ("left", "right", "turn", "turn back", "down", "drop", "hold", "fall", "lock")
LEFT, RIGHT, TURN, TURN_BACK, DOWN, DROP, HOLD, FALL, LOCK = range(len(MOVES))


def steered(piece: Falling, board: Rows) -> dict[int, Falling]:
    """The moves that leave a piece falling, and where it is then."""
    lower = piece.lowered(board)
    found = {
        LEFT: piece.moved(board, -1),
        RIGHT: piece.moved(board, 1),
        TURN: piece.turned(board, 1),
        TURN_BACK: piece.turned(board, -1),
    }
    if lower is None:  # a key now lets it rest longer, which is counted unless it came lower (M7)
        for move, spot in found.items():
            if spot and spot.lowest == piece.lowest:
                found[move] = replace(spot, resets=piece.resets + 1)
    found |= {DOWN: lower, FALL: lower}
    return {move: spot for move, spot in found.items() if spot}


def in_words(keys: Sequence[int]) -> str:
    """Keys one after another, equal ones counted.

    >>> in_words([LEFT, LEFT, FALL, FALL, FALL, DROP])
    'left 2, fall 3, drop'
    """
    runs = [(move, len(list(run))) for move, run in groupby(keys)]
    return ", ".join(f"{MOVES[move]}{f' {count}' * (count > 1)}" for move, count in runs)
