"""Betting: a test of paired differences that may be looked at after every game.

A gambler bets against the claim that the first agent is no better. Every difference multiplies the
capital, by no more than 1 on average if the claim is true, and no bet can ruin it. So a true claim
lets it grow 40 times, ever, with a chance of at most 1 in 40 (Ville's inequality). Nothing else is
assumed than that seeds are drawn independently and that no difference is beyond the bound; testing
by betting is described by Waudby-Smith and Ramdas, "Estimating means of bounded random variables
by betting", 2023.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from tilefall.arena.logs import log_mean
from tilefall.arena.winner import Winner
from tilefall.stats import Estimate

# Parts of the largest safe bet. The best one is unknown, so the capital is spread over all of them
# evenly: one grows at 8/9 of the best pace at least. Smaller ones would be of use only for effects
# that need more than 100,000 games to be seen.
PARTS = tuple(2.0**-power for power in range(8))
STEPS = 30  # of bisection: the ends of an interval are exact to a billionth of the bound


@dataclass(frozen=True)
class Capital:
    """What 1 has become by betting on the first agent, and by betting on the second."""

    first: float
    second: float


class PairedTest:
    """Whether the first of two agents does better than the second on the same seeds.

    A difference is the first agent's score less the second's: positive if the first did better.
    They must be added in the order of their seeds. Games that end soon differ from games that end
    late, so the order in which they happen to finish is no fair one.

    >>> test = PairedTest(bound=10, alpha=0.05, margin=0)
    >>> for difference in [4, 6, 3, -1, 5] * 5:
    ...     test.add(difference)
    >>> test.verdict
    <Winner.FIRST: 'first'>
    >>> print(test.interval())
    3.4 [0.5, 5.0]
    """

    def __init__(self, bound: float, alpha: float, margin: float = 0.0) -> None:
        """Differences lie within the bound; alpha is the chance that anything proven is wrong.

        If the true difference is proven to be less than the margin, the agents are equal.
        """
        if not 0 < bound < math.inf:
            raise ValueError(f"bound {bound}, expected a number above 0")
        if not 0 < alpha < 1:
            raise ValueError(f"alpha {alpha}, expected more than 0 and less than 1")
        if not 0 <= margin < bound:
            raise ValueError(f"margin {margin}, expected 0 or more, and less than {bound}")
        self.bound = bound
        self.alpha = alpha
        self.margin = margin
        self.games = 0
        self.verdict = Winner.OPEN  # the first proof; it stays, whatever comes later
        self._counts: Counter[float] = Counter()  # whole lines, so there are few different ones
        self._first, self._second = _Purse(0.0), _Purse(0.0)
        self._above, self._below = _Purse(-margin / bound), _Purse(-margin / bound)
        self._enough = math.log(2 / alpha)

    def add(self, difference: float) -> None:
        """One more seed: the first agent's score less the second's."""
        if not -self.bound <= difference <= self.bound:
            raise ValueError(f"difference {difference}, expected at most {self.bound} either way")
        share = difference / self.bound
        self.games += 1
        self._counts[difference] += 1
        self._first.add(share)
        self._second.add(-share)
        if self.margin:
            self._above.add(share)
            self._below.add(-share)
        if self.verdict is Winner.OPEN:
            self.verdict = self._proven()

    @property
    def capital(self) -> Capital:
        """How far the proofs of both sides are; 2 / alpha is one."""
        return Capital(self._first.value, self._second.value)

    def interval(self) -> Estimate:
        """The mean difference, and where the true one is, whenever and however often one looks."""
        if not self.games:
            return Estimate(math.nan, -self.bound, self.bound)
        shares = [(value / self.bound, count) for value, count in self._counts.items()]
        low = _low_end(shares, self._enough)
        high = -_low_end([(-share, count) for share, count in shares], self._enough)
        middle = math.fsum(value * count for value, count in self._counts.items()) / self.games
        return Estimate(middle, min(self.bound * low, middle), max(self.bound * high, middle))

    def _proven(self) -> Winner:
        if self._first.has_reached(self._enough):
            return Winner.FIRST
        if self._second.has_reached(self._enough):
            return Winner.SECOND
        is_within = self.margin and all(
            side.has_reached(self._enough) for side in (self._above, self._below)
        )
        return Winner.EQUAL if is_within else Winner.OPEN


class _Purse:
    """What has become of bets against the claim that the mean is at most a given one.

    A bet of part p wins or loses p * (share - mean) / (1 + mean): at worst, with a share of -1, p.
    """

    def __init__(self, mean: float) -> None:
        self.mean = mean
        self._logs = [0.0] * len(PARTS)

    def add(self, share: float) -> None:
        gain = (share - self.mean) / (1 + self.mean)
        self._logs = [
            log + _log1p(part * gain) for log, part in zip(self._logs, PARTS, strict=True)
        ]

    @property
    def log(self) -> float:
        return log_mean(self._logs)

    @property
    def value(self) -> float:
        return math.exp(min(self.log, 700.0))  # more is no number

    def has_reached(self, log: float) -> bool:
        return max(self._logs) >= log and self.log >= log  # no mean is above the most


def _low_end(shares: list[tuple[float, int]], enough: float) -> float:
    """The largest mean that is proven to be too small, -1 if there is none.

    The capital against a mean falls as the mean grows: from infinity at -1, unless all shares are
    -1, to less than 1 at the mean of the shares.
    """
    above = [(1 + share, count) for share, count in shares]  # the least share: no bet loses more
    games = sum(count for _, count in shares)
    low, high = 0.0, math.fsum(share * count for share, count in above) / games
    for _ in range(STEPS):
        mean = (low + high) / 2
        if mean > 0 and _log_capital(above, mean) >= enough:
            low = mean
        else:
            high = mean
    return low - 1


def _log_capital(above: list[tuple[float, int]], mean: float) -> float:
    return log_mean(
        [
            math.fsum(count * _log(1 - part + part * share / mean) for share, count in above)
            for part in PARTS
        ]
    )


def _log(value: float) -> float:
    return math.log(value) if value > 0 else -math.inf


def _log1p(value: float) -> float:
    return math.log1p(value) if value > -1 else -math.inf
