"""T-spins: whether a T that locks was turned into a narrow place (M10)."""

from __future__ import annotations

from tilefall.rules.falling_piece import HEIGHT, HIDDEN, WIDTH, Falling, Twist
from tilefall.rules.marathon_points import Spin
from tilefall.rules.notation import Rows
from tilefall.rules.pieces import FILLED
from tilefall.rules.tetris import PIECES

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
