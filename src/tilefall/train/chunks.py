"""Chunks: how the games of a generation are cut into pieces of work for many machines.

A lost chunk is played again, so it should be short; handing one out takes a machine's time, so it
should not be too short. Neither can be known before games have been played.
"""

from __future__ import annotations

from typing import NamedTuple

# How long a chunk takes: below the least, handing it out would count; above the most, losing it.
LEAST_SECONDS, MOST_SECONDS = 0.05, 1.0
MOST_GAMES = 2048  # results of so many are small enough to travel with the news that they are there
AHEAD = 2  # chunks for every CPU, so that the next one is there when the last one ends


class Chunk(NamedTuple):
    """Some members on some seeds, by their places."""

    members: range
    seeds: range

    @property
    def games(self) -> int:
        """How many games it has."""
        return len(self.members) * len(self.seeds)


class Cut:
    """The games of a population that nobody plays yet, in order."""

    def __init__(self, members: int, seeds: int) -> None:
        self.members = members
        self.seeds = seeds
        self._next = 0

    @property
    def left(self) -> int:
        """How many games nobody plays yet."""
        return self.members * self.seeds - self._next

    def take(self, games: int) -> Chunk:
        """A chunk of at most so many games: whole members, or a part of one.

        >>> cut = Cut(members=3, seeds=10)
        >>> cut.take(25)
        Chunk(members=range(0, 2), seeds=range(0, 10))
        >>> cut.take(6)
        Chunk(members=range(2, 3), seeds=range(0, 6))
        >>> cut.take(6)
        Chunk(members=range(2, 3), seeds=range(6, 10))
        """
        assert self.left
        assert games >= 1
        member, seed = divmod(self._next, self.seeds)
        if seed == 0 and games >= self.seeds:
            last = min(member + games // self.seeds, self.members)
            chunk = Chunk(range(member, last), range(self.seeds))
        else:
            chunk = Chunk(range(member, member + 1), range(seed, min(seed + games, self.seeds)))
        self._next += chunk.games
        return chunk


class Pace:
    """How fast games go, and so how many of them make a chunk."""

    def __init__(self) -> None:
        self._guess = 0.0  # games a second, from earlier populations
        self._games = 0
        self._seconds = 0.0

    def begin(self) -> None:
        """Other players come, whose games may be far longer: what is known is a guess."""
        if self._seconds:
            self._guess = self._games / self._seconds
        self._games, self._seconds = 0, 0.0

    def add(self, games: int, seconds: float) -> None:
        """So many games took so long."""
        self._games += games
        self._seconds += seconds

    def size(self, left: int, slots: int) -> int:
        """How many of the games that are left the next chunk should have.

        In the end chunks become small, so that all machines are ready at about the same time.

        >>> pace = Pace()
        >>> pace.size(left=1000, slots=2)
        1
        >>> pace.add(games=10, seconds=0.1)
        >>> [pace.size(left, slots=2) for left in (1000, 200, 50, 1)]
        [100, 50, 12, 5]
        """
        if not self._seconds:
            return _whole(self._guess * LEAST_SECONDS)
        pace = self._games / self._seconds
        fair = left / (AHEAD * max(slots, 1))
        return _whole(min(max(fair, pace * LEAST_SECONDS), pace * MOST_SECONDS))


def _whole(games: float) -> int:
    return max(1, min(round(games), MOST_GAMES))
