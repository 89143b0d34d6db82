"""Values: what every position is worth, for a graph in which a few extremes hide nothing."""

from __future__ import annotations

from bisect import insort
from math import isinf

ROOM = 3.0  # how many times the usual range a value may lie outside of it
FEW = 20  # values that tell no usual range yet


class Values:
    """Numbers of positions; infinite ones stand for a certain win or loss."""

    def __init__(self) -> None:
        self._known: dict[int, float] = {}
        self._sorted: list[float] = []  # the finite ones
        self._shown: tuple[float | None, ...] | None = None

    def __contains__(self, position: int) -> bool:
        return position in self._known

    def __getitem__(self, position: int) -> float:
        return self._known[position]

    def put(self, position: int, value: float) -> None:
        """Note a value; the first one of a position stays."""
        if position in self._known:
            return
        self._known[position] = value
        if not isinf(value):
            insort(self._sorted, value)
        self._shown = None

    def shown(self, length: int) -> tuple[float | None, ...]:
        """Those of the first positions, None where nothing is known; extremes are cut off.

        The same object comes back while nothing changes.
        """
        if self._shown is None or len(self._shown) != length:
            low, high = self._bounds()
            found: list[float | None] = [None] * length
            for position, value in self._known.items():
                if position < length:
                    found[position] = min(max(value, low), high)
            self._shown = tuple(found)
        return self._shown

    def _bounds(self) -> tuple[float, float]:
        ranked = self._sorted
        if not ranked:
            return -1.0, 1.0
        if len(ranked) < FEW:
            return ranked[0], ranked[-1]
        tail = len(ranked) // 20
        low, high = ranked[tail], ranked[-1 - tail]
        room = ROOM * (high - low)
        return max(ranked[0], low - room), min(ranked[-1], high + room)
