"""Cluster: the protocol of whoever plays items of work on many machines, and sizes of chunks."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Done:
    """One item of work is done."""

    place: int  # of the item, in the list that was given
    result: Any


class Cluster(Protocol):
    """Plays items that do not depend on each other."""

    def play(self, function: str, items: Sequence[Any]) -> Generator[Done, None, None]:
        """All items once, as they are done; they are begun in the order of the list.

        The function is told as `module:name` and can be imported on every machine of the cluster.
        It is given a list of items and returns the list of their results; a second time must be
        as good as the first, since what dies is played again. Items, results and errors travel,
        so they can be pickled; an error is raised here. Closing what this returns, best by
        `contextlib.closing`, stops what is under way.
        """
        ...

    def close(self) -> None:
        """Gives back what was taken for the work."""
        ...


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
