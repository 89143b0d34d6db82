"""Pace: how many items of work make a chunk.

A lost chunk is played again, so it should be short; handing one out takes a machine's time, so it
should not be too short. Neither can be known before items have been played.
"""

from __future__ import annotations

# How long a chunk takes: below the least, handing it out would count; above the most, losing it.
LEAST_SECONDS, MOST_SECONDS = 0.05, 1.0
MOST_ITEMS = (
    2048  # so many small results are few enough to travel with the news that they are there
)
AHEAD = 2  # chunks for every CPU, so that the next one is there when the last one ends


class Pace:
    """How fast items are played, and so how many of them make a chunk."""

    def __init__(self) -> None:
        self._guess = 0.0  # items a second, from earlier lists
        self._items = 0
        self._seconds = 0.0

    def begin(self) -> None:
        """Other items come, which may take far longer: what is known is a guess."""
        if self._seconds:
            self._guess = self._items / self._seconds
        self._items, self._seconds = 0, 0.0

    def add(self, items: int, seconds: float) -> None:
        """So many items took so long."""
        self._items += items
        self._seconds += seconds

    def size(self, left: int, slots: int) -> int:
        """How many of the items that are left the next chunk should have.

        In the end chunks become small, so that all machines are ready at about the same time.

        >>> pace = Pace()
        >>> pace.size(left=1000, slots=2)
        1
        >>> pace.add(items=10, seconds=0.1)
        >>> [pace.size(left, slots=2) for left in (1000, 200, 50, 1)]
        [100, 50, 12, 5]
        """
        if not self._seconds:
            return _whole(self._guess * LEAST_SECONDS)
        pace = self._items / self._seconds
        fair = left / (AHEAD * max(slots, 1))
        return _whole(min(max(fair, pace * LEAST_SECONDS), pace * MOST_SECONDS))


def _whole(items: float) -> int:
    return max(1, min(round(items), MOST_ITEMS))
