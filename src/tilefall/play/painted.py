"""Painted boards: filled cells that remember which piece they came from.

States know only what is filled, which is all that the rules need; people want to see the pieces.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilefall.engines.protocol import FallingState
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.tetris import TetrisState


def with_letter(cells: Rows, letter: str, places: Iterable[tuple[int, int]]) -> Rows:
    """The cells with these places taken by a letter; those above the top are lost.

    >>> with_letter(("..", ".x"), "L", [(-1, 0), (0, 0), (1, 0)])
    ('L.', 'Lx')
    """
    rows = [list(row) for row in cells]
    for row, column in places:
        if row >= 0:
            rows[row][column] = letter
    return tuple("".join(row) for row in rows)


def without_full_rows(cells: Rows) -> Rows:
    """The cells without their full rows, blank ones on top instead (F7)."""
    kept = [row for row in cells if EMPTY in row]
    return (EMPTY * len(cells[0]),) * (len(cells) - len(kept)) + tuple(kept)


def painted(cells: Rows, state: FallingState, move: int) -> Rows:
    """The painted board after a move of this state."""
    place = state.game.moves[move]
    places = [(place.row + i, place.column + j) for i, j in place.shape.cells]
    after = with_letter(cells, place.shape.name[0], places)
    if isinstance(state, TetrisState) and state.ends_game(move):
        return after  # nothing is removed by a piece that reaches above (T4)
    return without_full_rows(after)
