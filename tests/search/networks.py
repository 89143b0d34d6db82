"""Networks to test with: random weights, so that every one of them matters."""

from __future__ import annotations

from array import array
from functools import cache
from random import Random

from tilefall.search.ijk_evaluation import BY_LETTER, Evaluation
from tilefall.search.ijk_network import WEIGHTS, Network


@cache
def random_network(seed: int, mode: str = "deterministic") -> Evaluation:
    """An evaluation by a network in which no two weights are likely to be the same."""
    generator = Random(seed)
    weights = array("h", [generator.randint(-8191, 8191) for _ in range(WEIGHTS)])
    network = Network("random", mode, "to test with", "chance", weights.tobytes())
    return Evaluation("random", BY_LETTER.tiles, network=network)
