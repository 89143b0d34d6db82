"""Points of Marathon: what a lock is worth, T-spins, levels, and seconds a row."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tilefall.rules.falling import cleared
from tilefall.rules.falling_piece import HEIGHT, HIDDEN, WIDTH, Falling, Twist
from tilefall.rules.notation import Rows
from tilefall.rules.pieces import FILLED
from tilefall.rules.tetris import PIECES

SOFT, HARD = 1, 2  # points for a row, by key and by drop
COMBO = 50
LINES_A_LEVEL = 10


class Spin(Enum):
    """Whether a T was turned into a narrow place (M10)."""

    NONE = ""
    MINI = "mini T-spin"
    FULL = "T-spin"


# By the rows that went; a level multiplies all of them.
POINTS = {
    Spin.NONE: (0, 100, 300, 500, 800),
    Spin.MINI: (100, 200, 400),
    Spin.FULL: (400, 800, 1200, 1600),
}
ALL_CLEAR = (0, 800, 1200, 1800, 2000)
BACK_TO_BACK_ALL_CLEAR = 3200
NAMES = ("", "single", "double", "triple", "tetris")


@dataclass(frozen=True)
class Lock:
    """What a piece did when it locked."""

    lines: int
    spin: Spin
    streak: int  # pieces in a row that removed rows, this one included
    is_back_to_back: bool
    is_all_clear: bool
    level: int  # before the rows went

    @property
    def points(self) -> int:
        """What it is worth, without what the way down was worth."""
        points = POINTS[self.spin][self.lines]
        if self.is_back_to_back:
            points += points // 2
        points += COMBO * max(self.streak - 1, 0)
        if self.is_all_clear:
            is_great = self.lines == 4 and self.is_back_to_back
            points += BACK_TO_BACK_ALL_CLEAR if is_great else ALL_CLEAR[self.lines]
        return points * self.level

    def words(self) -> str:
        """What people call it; nothing for a piece that only locks.

        >>> Lock(2, Spin.FULL, 3, True, False, level=1).words()
        'T-spin double, back to back, combo 2'
        """
        name = " ".join(filter(None, (self.spin.value, NAMES[self.lines])))
        said = [
            name,
            "back to back" if self.is_back_to_back else "",
            f"combo {self.streak - 1}" if self.streak > 1 else "",
            "all clear" if self.is_all_clear else "",
        ]
        return ", ".join(filter(None, said))


def is_difficult(lines: int, spin: Spin) -> bool:
    """Whether rows went in one of the ways that count more back to back (M11)."""
    return lines == 4 or (lines > 0 and spin is not Spin.NONE)


def level_of(start: int, lines: int) -> int:
    """The level after so many rows (M9).

    >>> level_of(start=3, lines=29)
    5
    """
    return start + lines // LINES_A_LEVEL


# The corners of a T's box: for each quarter the two that it points between, then the others.
CORNERS = (
    ((0, 0), (0, 2), (2, 0), (2, 2)),
    ((0, 2), (2, 2), (0, 0), (2, 0)),
    ((2, 0), (2, 2), (0, 0), (0, 2)),
    ((0, 0), (2, 0), (0, 2), (2, 2)),
)


def spin_of(board: Rows, piece: Falling) -> Spin:
    """What kind of T-spin it is if a piece locks in this board; walls and floor count as filled."""
    if PIECES.letters[piece.piece] != "T" or piece.twist is Twist.NONE:
        return Spin.NONE
    taken = [_is_taken(board, piece.row + i, piece.column + j) for i, j in CORNERS[piece.quarter]]
    if sum(taken) < 3:
        return Spin.NONE
    return Spin.FULL if all(taken[:2]) or piece.twist is Twist.KICK else Spin.MINI


def _is_taken(board: Rows, row: int, column: int) -> bool:
    if not 0 <= column < WIDTH or row >= HEIGHT:
        return True
    return row >= -HIDDEN and board[row + HIDDEN][column] == FILLED


@dataclass(frozen=True)
class Locked:
    """The board with a piece in it, its full rows gone."""

    board: Rows
    lock: Lock | None  # None if the piece locked out of sight, which ends the game
    has_chain: bool


def locked(board: Rows, piece: Falling, streak: int, has_chain: bool, level: int) -> Locked:
    """What becomes of a board in which a piece locks, after such a streak and chain."""
    filled = piece.filled(board)
    if all(row < 0 for row, _ in piece.places):
        return Locked(filled, None, has_chain)
    after, lines = cleared(filled)
    spin = spin_of(board, piece)
    is_great = is_difficult(lines, spin)
    lock = Lock(
        lines=lines,
        spin=spin,
        streak=streak + 1 if lines else 0,
        is_back_to_back=is_great and has_chain,
        is_all_clear=not any(FILLED in row for row in after),
        level=level,
    )
    return Locked(after, lock, is_great if lines else has_chain)


LOCK_SECONDS = 0.5
FASTEST = 20  # the level from which on pieces fall no faster


def seconds_a_row(level: int) -> float:
    """How long a piece takes to fall by a row.

    >>> seconds_a_row(1), round(seconds_a_row(2), 3)
    (1.0, 0.793)
    """
    steps = min(level, FASTEST) - 1
    return (0.8 - steps * 0.007) ** steps
