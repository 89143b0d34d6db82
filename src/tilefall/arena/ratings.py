"""Ratings: how strong agents are against the first one, from the points of their pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

from tilefall.stats import Estimate, elo_difference, pair_score


@dataclass(frozen=True)
class Rating:
    """An agent's Elo, that of the first being 0, and how likely it is the stronger of the two."""

    elo: Estimate
    superiority: float  # from 0 to 1


def ratings(agents: int, pairings: Mapping[tuple[int, int], Sequence[float]]) -> list[Rating]:
    """The ratings from the games against the first agent alone; points are the key's first's."""
    found = [Rating(Estimate(0, 0, 0), 0.5)]
    for agent in range(1, agents):
        points = [*pairings.get((agent, 0), ()), *(2 - p for p in pairings.get((0, agent), ()))]
        added = [*points, 0, 2]
        likely = NormalDist(fmean(added), stdev(added) / len(added) ** 0.5)
        found.append(Rating(elo_difference(pair_score(points)), 1 - likely.cdf(1)))
    return found
