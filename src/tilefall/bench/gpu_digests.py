"""GPU digests: whether the GPU's games are those of the processor, to the last bit."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tilefall.bench.gpu import Case
from tilefall.engines import packing
from tilefall.engines.cuda import Cuda
from tilefall.engines.native import Native
from tilefall.engines.packing import packed_weights
from tilefall.engines.protocol import LARGEST_WEIGHT
from tilefall.search.linear import named_weights

MEMBERS = 100
SPREAD = 0.5  # how far members are from good weights; many lose early
MAX_TURNS = {1: 500, 2: 50}  # by depth: searches take processors long
DIGESTS = 1 << 64


@dataclass(frozen=True)
class Comparison:
    """Games of one case on both."""

    name: str
    games: int
    pieces: int
    ended: int  # before the cap
    digest: int  # the sum of all digests of the processor's games
    gpu_digest: int
    differing: int

    @property
    def is_equal(self) -> bool:
        """Whether no game differs in its score, its length, its end or its digest."""
        return self.differing == 0 and self.digest == self.gpu_digest


def members(case: Case, number: int) -> list[tuple[int, ...]]:
    """Good weights and others about them, always the same."""
    good, random = named_weights(case.weights).weights, Random(1)
    found = [tuple(good)]
    while len(found) < number:
        other = (round(weight * (1 + random.gauss(0, SPREAD))) for weight in good)
        found.append(tuple(max(-LARGEST_WEIGHT, min(LARGEST_WEIGHT, each)) for each in other))
    return found


def compared(case: Case, games: int, first_seed: int, cuda: Cuda, threads: int) -> Comparison:
    """So many games on both, rounded up to whole populations."""
    population = members(case, min(MEMBERS, games))
    seeds = range(first_seed, first_seed - (-games // len(population)))
    game, most = case.rules, MAX_TURNS[case.depth]
    options = packing.falling.SearchOptions(case.depth, 0)
    rules, packed = packing.packed_rules(game), [packed_weights(game, each) for each in population]
    Native().set_isa()
    native = packing.falling.population_linear(
        rules, packed, options, "uniform", seeds, most, threads
    )
    expected = [(each.score, each.turns, each.digest, each.is_over) for each in native]
    found = [
        (each.score, each.turns, each.digest, each.is_over)
        for each in cuda.linear(game, population, seeds, most, case.depth)
    ]
    assert len(found) == len(expected)
    return Comparison(
        name=case.name,
        games=len(expected),
        pieces=sum(turns for _, turns, _, _ in expected),
        ended=sum(is_over for _, _, _, is_over in expected),
        digest=sum(digest for _, _, digest, _ in expected) % DIGESTS,
        gpu_digest=sum(digest for _, _, digest, _ in found) % DIGESTS,
        differing=sum(a != b for a, b in zip(expected, found, strict=True)),
    )
