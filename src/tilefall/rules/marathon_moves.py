"""Moves of Marathon: keys, and what time does; where they take a piece (M4 to M7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from tilefall.rules.falling_piece import Falling
from tilefall.rules.notation import Rows

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
