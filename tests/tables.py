"""Tables to test with: random weights, so that every one of them matters."""

from __future__ import annotations

from array import array
from functools import cache
from random import Random

from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.tuples import part_sizes
from tilefall.search.tuples_file import Tables


def random_tables(game: Quintris | Tetris, seed: int = 1, most: int = 1000) -> Tables:
    """Tables for a game in which few weights are likely to be the same."""
    weights = random_weights(game.width, seed, most)
    return Tables("random", "to test with", "chance", game.text(), 700, weights)


@cache
def random_weights(width: int, seed: int, most: int) -> bytes:
    generator = Random(seed)
    count = sum(part_sizes(width).values())
    return array("i", [generator.randint(-most, most) for _ in range(count)]).tobytes()
