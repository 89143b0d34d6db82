"""Painted boards of marathon: which piece filled each cell, the hidden rows included."""

from __future__ import annotations

from tilefall.play.painted import with_letter, without_full_rows
from tilefall.rules.falling_piece import HEIGHT, HIDDEN
from tilefall.rules.marathon import MarathonAfterstate, MarathonState
from tilefall.rules.notation import Rows
from tilefall.rules.tetris import PIECES

ROWS = HIDDEN + HEIGHT


def painted_after(cells: Rows, after: MarathonAfterstate) -> Rows:
    """The painted board after a move; another one only if a piece has locked."""
    piece = after.resting
    if piece is None:
        return cells
    places = [(row + HIDDEN, column) for row, column in piece.places]
    filled = with_letter(cells, PIECES.letters[piece.piece], places)
    return filled if after.lock is None else without_full_rows(filled)


def painted_marathon(cells: Rows, state: MarathonState, move: int) -> Rows:
    """The painted board after a move of this state."""
    return painted_after(cells, state.play(move))
