"""SPRT: who of two players is stronger, tested after every pair of games.

Wald's sequential probability ratio test in the form that chess programs are tested with: a pair of
games has 0, 1/2, 1, 3/2 or 2 points, nobody knows how often each comes, and so the likelihood of a
score is that of the likeliest chances that have this score (generalised ratio, pentanomial).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tilefall.arena.logs import log_mean
from tilefall.arena.winner import Winner

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of pairs
MOST_ELO = 200.0  # beyond, the two pairs that are added would decide by themselves
LARGEST_LEAD = 800.0
STEPS = 60  # of Newton's method at most; six are usual


@dataclass(frozen=True)
class Ratios:
    """Logs of how much likelier it is that a player is stronger than that it is not."""

    first: float
    second: float


class Sprt:
    """Which of two players is stronger, by two tests that run side by side, one for each.

    Points are the first player's. A test asks whether its player is not stronger (0 Elo) or
    stronger: half of the belief in that is for a lead of exactly `elo`, the other half is spread
    evenly over 2, 4, 8, ... times as much. Else a player who wins everything would have to do so
    for very long, since a sweep is hardly likelier with a small lead than with none.

    A pair won and a pair lost are added, as for the intervals of scores: else the first pairs,
    which often are all alike, would prove anything.

    Pairs must be added in the order of their openings, not as they happen to finish.

    >>> test = Sprt(elo=50, alpha=0.05, beta=0.05)
    >>> for points in [2, 1.5, 1, 2] * 5:
    ...     test.add(points)
    >>> test.verdict
    <Winner.FIRST: 'first'>
    """

    def __init__(self, elo: float, alpha: float, beta: float) -> None:
        """Alpha is the chance that either of two equal players is called the stronger one.

        Beta is the chance that a lead of `elo` is missed and the players are called equal.
        """
        if not 0 < elo <= MOST_ELO:
            raise ValueError(f"elo {elo}, expected more than 0 and at most {MOST_ELO:g}")
        for name, chance in (("alpha", alpha), ("beta", beta)):
            if not 0 < chance <= 0.5:
                raise ValueError(f"{name} {chance}, expected more than 0 and at most 0.5")
        self.elo = elo
        self.alpha = alpha
        self.beta = beta
        self.pairs = 0
        self.verdict = Winner.OPEN  # the first decision; it stays, whatever comes later
        # Alpha is shared by both tests. Beta is not: only one of two players can have a lead.
        self.upper = math.log((1 - beta) / (alpha / 2))
        # The ratio is no less than half of that of `elo` alone, which Wald's bound is for.
        self.lower = math.log(beta / (1 - alpha / 2)) - math.log(2)
        self._counts = [1, 0, 0, 0, 1]
        self._leads = _leads(elo)
        self._is_first_open = self._is_second_open = True

    def add(self, points: float) -> None:
        """One more pair: the first player's points, from 0 to 2."""
        if points / 2 not in SCORES:
            raise ValueError(f"points {points} of a pair, expected 0, 0.5, 1, 1.5 or 2")
        self.pairs += 1
        self._counts[SCORES.index(points / 2)] += 1
        if self.verdict is Winner.OPEN:
            self.verdict = self._decided(self.ratios)

    @property
    def ratios(self) -> Ratios:
        """What the tests stand at; `upper` decides for a player, `lower` against one."""
        return Ratios(self._ratio(self._counts), self._ratio(self._counts[::-1]))

    def _ratio(self, counts: Sequence[int]) -> float:
        same = log_likelihood(counts, 0.0)
        least, *others = (log_likelihood(counts, lead) - same for lead in self._leads)
        return log_mean([least, log_mean(others)])

    def _decided(self, ratios: Ratios) -> Winner:
        if self._is_first_open and ratios.first >= self.upper:
            return Winner.FIRST
        if self._is_second_open and ratios.second >= self.upper:
            return Winner.SECOND
        self._is_first_open &= ratios.first > self.lower
        self._is_second_open &= ratios.second > self.lower
        is_any_open = self._is_first_open or self._is_second_open
        return Winner.OPEN if is_any_open else Winner.EQUAL


def log_likelihood(counts: Sequence[int], elo: float) -> float:
    """How likely pairs of 0, 1/2, 1, 3/2, 2 points are with this lead, at best, as a log.

    It is counted from the likeliest lead of all, whose log is 0. Some pairs must have 0 points,
    and some 2, so that every lead is possible.

    >>> round(log_likelihood([1, 0, 0, 0, 3], elo=0.0), 4)   # log(1/2 ** 4 / (1/4 * (3/4) ** 3))
    -0.5232
    """
    assert counts[0] > 0
    assert counts[-1] > 0
    score = 1 / (1 + 10 ** (-elo / 400))
    told = [(value - score, count) for value, count in zip(SCORES, counts, strict=True) if count]
    # The likeliest chances with this score are those seen, each divided by 1 + tilt * (its score -
    # the score), where the tilt is the one that makes the sum of these logs largest.
    low, high = -1 / (1 - score), 1 / score
    tilt = 0.0
    for _ in range(STEPS):
        parts = [(apart / (1 + tilt * apart), count) for apart, count in told]
        slope = sum(count * part for part, count in parts)
        low, high = (tilt, high) if slope > 0 else (low, tilt)
        step = slope / sum(count * part * part for part, count in parts)
        better = tilt + step if low < tilt + step < high else (low + high) / 2
        is_found = abs(better - tilt) < 1e-9
        tilt = better
        if is_found:
            break
    return -math.fsum(count * math.log1p(tilt * apart) for apart, count in told)


def _leads(elo: float) -> list[float]:
    """The lead itself, and those that are 2, 4, 8, ... times as large, up to the largest.

    >>> _leads(150.0)
    [150.0, 300.0, 600.0, 800.0]
    """
    found = [elo]
    while found[-1] * 2 < LARGEST_LEAD:
        found.append(found[-1] * 2)
    return [*found, LARGEST_LEAD]
