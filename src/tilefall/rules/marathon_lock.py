"""Locks of Marathon: what a piece makes of the board, and what that is called (M9 to M13)."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.rules.falling import cleared
from tilefall.rules.falling_piece import Falling
from tilefall.rules.marathon_points import Lock, is_difficult
from tilefall.rules.notation import Rows
from tilefall.rules.pieces import FILLED
from tilefall.rules.t_spins import spin_of


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
