"""Cluster: the protocol of whoever plays items of work on many machines."""

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
