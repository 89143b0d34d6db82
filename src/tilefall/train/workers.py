"""Workers: who plays the games of a generation. The result is the same whoever does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

from tilefall.train.task import Game, Games, Task, games


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


class Item(NamedTuple):
    """A game to be played: a member of a population on a seed."""

    task: Task
    member: tuple[int, ...]
    seed: int


class Block(NamedTuple):
    """Members who play on the same seeds, and so in one native call."""

    task: Task
    members: list[tuple[int, ...]]
    seeds: list[int]


def play_items(items: Sequence[Item]) -> list[Game]:
    """The games of the items, in their order, by one thread."""
    return [
        game for block in blocks(items) for played in games(*block, threads=1) for game in played
    ]


def blocks(items: Sequence[Item]) -> Iterator[Block]:
    """The items in their order as few blocks: whole members that follow each other are one.

    >>> task = Task("tetris", "greedy", ("holes",), max_pieces=10)
    >>> items = [Item(task, (member,), seed) for member in (1, 2, 3) for seed in (7, 8)]
    >>> [(block.members, block.seeds) for block in blocks(items[1:])]
    [([(1,)], [8]), ([(2,), (3,)], [7, 8])]
    """
    rows = [
        (task, member, [item.seed for item in row])
        for (task, member), row in groupby(items, key=lambda item: (item.task, item.member))
    ]
    for (task, seeds), block in groupby(rows, key=lambda row: (row[0], row[2])):
        yield Block(task, [member for _, member, _ in block], seeds)
