"""Pieces: how far it is to the next pieces of a marathon, in which a piece takes several keys."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from tilefall.rules.falling_piece import DROP, LOCK


def by_pieces(moves: Sequence[int], position: int, by: int) -> int:
    """How many moves it is to some pieces on or back; back, first to where the piece appeared.

    >>> key = 0
    >>> moves = [key, DROP, key, key, LOCK, key]
    >>> [by_pieces(moves, 0, by) for by in (1, 2, 3, 9, -1)]
    [2, 5, 6, 6, 0]
    >>> by_pieces(moves, 3, -1), by_pieces(moves, 2, -1)
    (-1, -2)
    """
    stops = [0, *(number for number, move in enumerate(moves, 1) if move in (DROP, LOCK))]
    if stops[-1] < len(moves):
        stops.append(len(moves))  # the end, where a piece still falls
    here = bisect_right(stops, position) - 1
    if by < 0 and position > stops[here]:
        by += 1
    return stops[min(max(here + by, 0), len(stops) - 1)] - position
