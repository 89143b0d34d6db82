"""Stats: means, medians, shares, lines per death and scores of pairs with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, median, stdev

Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Estimate:
    """A figure and the interval that holds the true one in 95 of 100 cases."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:,.1f} [{self.low:,.1f}, {self.high:,.1f}]"


def mean(scores: Sequence[float]) -> Estimate:
    """The mean, its interval from the standard error.

    >>> print(mean([1, 2, 3]))
    2.0 [0.9, 3.1]
    """
    middle = fmean(scores)
    error = stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else math.inf
    return Estimate(middle, middle - Z * error, middle + Z * error)


def middle(scores: Sequence[float]) -> Estimate:
    """The median, its interval from the ranks that a fair coin would leave around it.

    >>> print(middle([5, 1, 4, 2, 3]))
    3.0 [1.0, 5.0]
    """
    ranked = sorted(scores)
    half = Z * math.sqrt(len(ranked)) / 2
    low = max(math.floor(len(ranked) / 2 - half), 0)
    high = min(math.ceil(len(ranked) / 2 + half), len(ranked) - 1)
    return Estimate(median(ranked), ranked[low], ranked[high])


def geometric_mean(scores: Sequence[float]) -> Estimate:
    """The geometric mean of score + 1, less 1, so that a score of 0 counts too.

    >>> print(geometric_mean([0, 3]))
    1.0 [-0.5, 6.8]
    """
    logs = mean([math.log(score + 1) for score in scores])
    return Estimate(*(math.exp(value) - 1 for value in (logs.value, logs.low, logs.high)))


def share(hits: int, games: int) -> Estimate:
    """A share in percent, with Wilson's interval.

    >>> print(share(8, 10))
    80.0 [49.0, 94.3]
    """
    part, square = hits / games, Z * Z
    centre = (part + square / (2 * games)) / (1 + square / games)
    spread = math.sqrt(part * (1 - part) / games + square / (4 * games * games))
    half = Z * spread / (1 + square / games)
    return Estimate(100 * part, 100 * (centre - half), 100 * (centre + half))


def per_death(lines: float, deaths: int) -> Estimate:
    """Lines for each game that ended, where others went on to a cap: their lines count as well.

    Deaths are rare and independent, so their number is Poisson's, and its interval the exact one.

    >>> print(per_death(1000, 10))
    100.0 [54.4, 208.5]
    """
    if deaths < 1:
        raise ValueError(f"{deaths} deaths, expected at least one")
    fewest, most = _poisson_mean(deaths - 1, 0.975), _poisson_mean(deaths, 0.025)
    return Estimate(lines / deaths, lines / most, lines / fewest)


def _poisson_mean(count: int, chance: float) -> float:
    """The mean of a Poisson number that is `count` or less with this chance."""
    if count > 1000:  # Wilson and Hilferty, right to a part in a million there
        most = count + 1
        z = -NormalDist().inv_cdf(chance)
        return most * (1 - 1 / (9 * most) + z / (3 * math.sqrt(most))) ** 3
    low, high = 0.0, 2 * count + 20.0
    while high - low > 1e-9 * high:
        mean = (low + high) / 2
        logs = (i * math.log(mean) - mean - math.lgamma(i + 1) for i in range(count + 1))
        low, high = (mean, high) if math.fsum(map(math.exp, logs)) > chance else (low, mean)
    return low


def pair_score(scores: Sequence[float]) -> Estimate:
    """The mean score in percent of pairs of games, each pair from 0 to 2 points.

    The pair is the unit, since its two games share an opening. One pair won and one lost are added
    for the interval, as Agresti and Coull do for shares: it then keeps its promise for few pairs
    and for a score near 0 or 100 too, where the plain one is far too short.

    >>> print(pair_score([2, 1.5, 1, 2, 1]))
    75.0 [42.2, 93.5]
    """
    added = [*scores, 0, 2]
    centre = fmean(added) / 2
    spread = math.sqrt(sum((score / 2 - centre) ** 2 for score in added)) / len(added)
    low, high = max(centre - Z * spread, 0.0), min(centre + Z * spread, 1.0)
    return Estimate(50 * fmean(scores), 100 * low, 100 * high)


def elo(percent: float) -> float:
    """The difference in Elo that leads to a score; infinite for 0 and 100.

    >>> round(elo(75), 1), elo(50), elo(100)
    (190.8, 0.0, inf)
    """
    if percent <= 0 or percent >= 100:
        return math.copysign(math.inf, percent - 50)
    return 400 * math.log10(percent / (100 - percent))


def elo_difference(score: Estimate) -> Estimate:
    """What a score in percent and its interval are in Elo."""
    return Estimate(elo(score.value), elo(score.low), elo(score.high))
