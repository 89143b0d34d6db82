"""Values: what every position is worth, for a graph in which a few extremes hide nothing."""

from __future__ import annotations

from bisect import insort
from math import isinf

CERTAIN = 1e300  # stands for infinity where numbers must be finite
DECIMALS = 3  # that people read
ROOM = 3.0  # how many times the usual range a value may lie outside of it
FEW = 8  # values that tell no usual range yet


class Values:
    """Numbers of positions; infinite ones stand for a certain win or loss."""

    def __init__(self) -> None:
        self.added: list[tuple[int, float]] = []  # positions and finite values, as they came
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
        self.added.append((position, round(min(max(value, -CERTAIN), CERTAIN), DECIMALS)))
        if not isinf(value):
            insort(self._sorted, value)
        self._shown = None

    def shown(self, length: int) -> tuple[float | None, ...]:
        """Those of the first positions, None where nothing is known; extremes are cut off.

        The same object comes back while nothing changes.
        """
        if self._shown is None or len(self._shown) != length:
            low, high = self.bounds()
            found: list[float | None] = [None] * length
            for position, value in self._known.items():
                if position < length:
                    found[position] = min(max(value, low), high)
            self._shown = tuple(found)
        return self._shown

    def bounds(self) -> tuple[float, float]:
        """Between which values are shown: that of the middle half, and some room around it.

        The last moves of a game that is lost are worth so little that no other would be seen.
        """
        ranked = self._sorted
        if not ranked:
            return -1.0, 1.0
        if len(ranked) < FEW:
            return ranked[0], ranked[-1]
        quarter = len(ranked) // 4
        low, high = ranked[quarter], ranked[-1 - quarter]
        room = ROOM * (high - low)
        if not room:
            return ranked[0], ranked[-1]
        return max(ranked[0], low - room), min(ranked[-1], high + room)
