"""Falling: what a piece does in a well, by keys, gravity and drop (F3 to F9)."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.pieces import FILLED, PieceSet, Shape

KEYS = "bmnh"  # left, right, rotate, flip
TICK = "."  # one row of gravity in a key string


class Spot(NamedTuple):
    """Where a piece is: the number of its shape, and its box's top left corner."""

    shape: int
    row: int
    column: int


def fits(board: Rows, shape: Shape, row: int, column: int) -> bool:
    """Whether the box is inside the board and no filled cell lies on a filled one (F4)."""
    if not (0 <= row <= len(board) - shape.height and 0 <= column <= len(board[0]) - shape.width):
        return False
    return all(board[row + i][column + j] == EMPTY for i, j in shape.cells)


def locked(board: Rows, shape: Shape, row: int, column: int) -> Rows:
    """The board with the shape's cells filled; cells above its top are lost (F6)."""
    rows = [list(line) for line in board]
    for i, j in shape.cells:
        if row + i >= 0:
            rows[row + i][column + j] = FILLED
    return tuple("".join(line) for line in rows)


def cleared(board: Rows) -> tuple[Rows, int]:
    """The board without its full rows, blank ones on top instead, and how many there were (F7).

    >>> cleared(("x..", "xxx", ".x."))
    (('...', 'x..', '.x.'), 1)
    """
    kept = tuple(line for line in board if EMPTY in line)
    count = len(board) - len(kept)
    return (EMPTY * len(board[0]),) * count + kept, count


_BITS = bytes(b"01"[cell == ord(FILLED)] for cell in range(256))
_CELLS = str.maketrans("01", EMPTY + FILLED)


def columns_of(board: Rows) -> list[int]:
    """Each column as a number whose bit 0 is the floor: how engines hold a board.

    >>> columns_of(("..x", "x.x"))
    [1, 0, 3]
    """
    width = len(board[0])
    bits = "".join(board).encode().translate(_BITS)  # the top row first, as in a number
    return [int(bits[column::width], 2) for column in range(width)]


def board_of(columns: list[int], height: int) -> Rows:
    """The inverse of columns_of for a board of this height."""
    inside = (1 << height) - 1
    bits = [f"{column & inside:0{height}b}" for column in columns]
    return tuple("".join(row).translate(_CELLS) for row in zip(*bits, strict=True))


@dataclass(frozen=True)
class Well:
    """A board and the pieces that fall in it: where keys, gravity and drop take a piece."""

    board: Rows
    pieces: PieceSet

    def fits(self, spot: Spot) -> bool:
        """Whether a piece may be at this spot (F4)."""
        return fits(self.board, self.pieces.shapes[spot.shape], spot.row, spot.column)

    def pressed(self, spot: Spot, key: str) -> Spot:
        """The spot after a key; the same spot if the rules refuse it (F4, F5)."""
        width = self.pieces.shapes[spot.shape].width
        offset = {"b": -1, "m": 1}.get(key, 0)
        column = min(max(spot.column + offset, 0), len(self.board[0]) - width)
        shape = spot.shape
        if key == "n":
            shape = self.pieces.rotations[shape]
        elif key == "h":
            shape = self.pieces.flips[shape]
        moved = Spot(shape, spot.row, column)
        return moved if self.fits(moved) else spot

    def dropped(self, spot: Spot) -> Spot:
        """The spot where a piece comes to rest when it falls straight down (F6)."""
        while self.fits(lower := spot._replace(row=spot.row + 1)):
            spot = lower
        return spot

    def ticked(self, spot: Spot) -> tuple[Spot, bool]:
        """The spot after one tick of gravity, and whether the piece locks there (F8).

        It locks in the tick that brings it to its resting row: no lock delay.
        """
        lower = spot._replace(row=spot.row + 1)
        if not self.fits(lower):
            return spot, True
        return lower, not self.fits(lower._replace(row=lower.row + 1))

    def places(self, start: Spot, reach: str) -> dict[Spot, str]:
        """Every resting place in reach with the shortest keys that lead there, then drop (F9).

        Keys are tried in the order b m n h and, with reach "fall", a tick; the first string found
        is kept, so of several shortest ones it is the first in that order.
        """
        keys_to = {start: ""}
        waiting = deque([start])
        places: dict[Spot, str] = {}
        while waiting:
            spot = waiting.popleft()
            keys = keys_to[spot]
            places.setdefault(self.dropped(spot), keys)
            for key in KEYS + (TICK if reach == "fall" else ""):
                if key == TICK:
                    reached, has_locked = self.ticked(spot)
                else:
                    reached, has_locked = self.pressed(spot, key), False
                # A piece that a tick locks rests where a drop would have put it.
                if not has_locked and reached not in keys_to:
                    keys_to[reached] = keys + key
                    waiting.append(reached)
        return places

    def landing(self, start: Spot, keys: str) -> Spot:
        """Where a piece rests after these keys and ticks, and a drop if it still falls (F9)."""
        spot = start
        for key in keys:
            if key == TICK:
                spot, has_locked = self.ticked(spot)
                if has_locked:
                    return spot
            else:
                spot = self.pressed(spot, key)
        return self.dropped(spot)
