"""Seeds of environments: one seed decides all the games that follow it."""

from __future__ import annotations

import operator
import secrets
from dataclasses import dataclass
from typing import SupportsIndex, cast

from tilefall.rules.dice import SEEDS, philox

BLOCK = 7  # lanes 28 to 31 of the dice, which neither a game nor an agent rolls (D4)


def following_seed(seed: int, episode: int) -> int:
    """The seed of a game, counted from 0: of the first one the seed itself.

    >>> following_seed(42, episode=0)
    42
    >>> following_seed(42, episode=1) == following_seed(42, episode=1) != 42
    True
    """
    if episode == 0:
        return seed
    low, high, _, _ = philox(seed, episode, BLOCK)
    return high << 32 | low


@dataclass(frozen=True)
class Seeding:
    """Which game is played: the seed that was given, and how many games came after it."""

    first: int
    episode: int = 0

    @property
    def seed(self) -> int:
        """The seed of this game's dice."""
        return following_seed(self.first, self.episode)


def next_seeding(before: Seeding | None, seed: int | None) -> Seeding:
    """How `reset` goes on: with a seed that is given, or else as the one before it decides.

    >>> first = next_seeding(None, seed=7)
    >>> next_seeding(first, seed=None)
    Seeding(first=7, episode=1)
    """
    if seed is not None:
        return Seeding(checked_seed(seed))
    if before is None:
        return Seeding(secrets.randbelow(SEEDS))  # nobody asked for a certain game
    return Seeding(before.first, before.episode + 1)


def checked_seed(seed: object) -> int:
    """The seed as a plain number, or an error that says which ones there are.

    >>> checked_seed(-1)
    Traceback (most recent call last):
    ValueError: seed -1, allowed are whole numbers from 0 to 18446744073709551615
    """
    try:
        found = operator.index(cast(SupportsIndex, seed))
    except TypeError:
        found = -1
    if not 0 <= found < SEEDS:
        raise ValueError(f"seed {seed!r}, allowed are whole numbers from 0 to {SEEDS - 1}")
    return found
