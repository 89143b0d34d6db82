"""Stats: means, medians and geometric means with 95 % intervals."""

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
