"""Workers: who plays the games of a generation. The result is the same whoever does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tilefall.train.task import Games, Task, games


class Workers(Protocol):
    """Plays whole populations."""

    def play(
        self, task: Task, population: Sequence[tuple[int, ...]], seeds: Sequence[int]
    ) -> list[Games]:
        """The games of every member, one a seed."""
        ...

    def close(self) -> None:
        """Gives back what was taken for the work."""
        ...


class LocalWorkers:
    """The cores of this machine: threads inside one native call."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def play(
        self, task: Task, population: Sequence[tuple[int, ...]], seeds: Sequence[int]
    ) -> list[Games]:
        """The games of every member, one a seed."""
        return games(task, population, seeds, self.threads)

    def close(self) -> None:
        """Nothing was taken."""
