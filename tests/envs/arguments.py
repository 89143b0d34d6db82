"""Arguments of the falling environments in all their combinations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

TETRIS, QUINTRIS = "tilefall/Tetris-v0", "tilefall/Quintris-v0"
ACTIONS = ("placement", "keys")
OBSERVATIONS = ("dict", "flat", "float", "bits", "features")
# an id, how one acts, what one observes
WAYS = list(product((TETRIS, QUINTRIS), ACTIONS, OBSERVATIONS))


def games(name: str) -> Iterator[dict[str, Any]]:
    """The rules that a game can be played by, each in the usual well, in the smallest and in the
    largest one; the sizes last."""
    if name == TETRIS:
        rules = [{"rules": word} for word in ("research", "preview")]
        draws = ("hidden", "uniform", "bag", "1-0-3-4-5-6-7", "ISZ")
        sizes = [{}, {"width": 4, "height": 4}, {"width": 15, "height": 31}]
    else:
        rules = [{"reach": word} for word in ("drop", "fall")]
        draws = ("hidden", "uniform", "bag", "1-0-3-4-5-6", "XIN")
        sizes = [{}, {"width": 6, "height": 6}, {"width": 15, "height": 31}]
    for size, rule, draw in product(sizes, rules, draws):
        yield {**rule, "pieces": draw, **size}
