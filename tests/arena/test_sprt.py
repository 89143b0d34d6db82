"""The SPRT on pairs: published ratios, decisions neither rash nor slow, and rates of errors."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.conftest import examples
from tilefall.arena.sprt import SCORES, Sprt, log_likelihood
from tilefall.arena.winner import Winner

ALPHA = BETA = 0.05
POINTS = (0, 0.5, 1, 1.5, 2)
Numbers = NDArray[np.float64]


def told(points: list[float], elo: float = 20) -> Sprt:
    test = Sprt(elo, ALPHA, BETA)
    for value in points:
        test.add(value)
    return test


def pairs_until_sure(points: list[float], elo: float) -> int:
    """How many pairs it takes if these come over and over."""
    test = Sprt(elo, ALPHA, BETA)
    while test.verdict is Winner.OPEN:
        test.add(points[test.pairs % len(points)])
    return test.pairs


@pytest.mark.parametrize(
    ("counts", "elo", "ratio"),
    [
        # a page of raw statistics of a test framework for chess, "Logistic (exact)"
        ((13, 37, 50, 25, 3), 2.716, -0.53772),
        # what the function LLR_logistic of fishtest gives
        ((3, 20, 50, 22, 5), 20, 0.0403203724),
        ((3, 20, 50, 22, 5), 5, 0.1783802244),
        ((12, 40, 60, 30, 8), 20, -2.9973011352),
    ],
)
def test_published_ratios(counts: tuple[int, ...], elo: float, ratio: float) -> None:
    found = log_likelihood(counts, elo) - log_likelihood(counts, 0)
    assert found == pytest.approx(ratio, abs=1e-4)  # Elo is told with three digits


def test_a_likelihood_worked_out_by_hand() -> None:
    """Only pairs won and lost: the chances with a score s are s and 1 - s."""
    for elo in (-100.0, 0.0, 30.0, 400.0):
        score = 1 / (1 + 10 ** (-elo / 400))
        by_hand = 30 * math.log(score / 0.3) + 70 * math.log((1 - score) / 0.7)
        assert log_likelihood((70, 0, 0, 0, 30), elo) == pytest.approx(by_hand)


@given(st.lists(st.integers(0, 50), min_size=3, max_size=3), st.floats(-700, 700))
def test_no_lead_is_likelier_than_the_one_that_was_seen(middle: list[int], elo: float) -> None:
    counts = [3, *middle, 4]
    score = sum(map(lambda a, b: a * b, counts, SCORES)) / sum(counts)
    seen = 400 * math.log10(score / (1 - score))
    assert log_likelihood(counts, seen) == pytest.approx(0, abs=1e-9)
    assert log_likelihood(counts, elo) <= 1e-9


def test_walds_bounds() -> None:
    """(1 - beta) / (alpha / 2) is 38; below is room for the half of the belief in other leads."""
    test = Sprt(20, ALPHA, BETA)
    assert test.upper == pytest.approx(math.log(38))
    assert test.lower == pytest.approx(math.log(0.05 / 0.975 / 2))


@examples(30)
@given(st.lists(st.sampled_from(POINTS), min_size=1, max_size=60))
def test_who_is_first_does_not_matter(points: list[float]) -> None:
    test, mirrored = told(points, 60), told([2 - value for value in points], 60)
    swapped = {Winner.FIRST: Winner.SECOND, Winner.SECOND: Winner.FIRST}
    assert mirrored.verdict is swapped.get(test.verdict, test.verdict)
    assert mirrored.ratios.first == test.ratios.second
    assert mirrored.ratios.second == test.ratios.first


@pytest.mark.parametrize("elo", [5, 20, 100, 200])
def test_a_sweep_is_decided_soon_but_not_at_once(elo: float) -> None:
    for points in ([2.0], [0.0]):
        assert 7 <= pairs_until_sure(points, elo) <= 12


@pytest.mark.parametrize(("elo", "least", "most"), [(5, 200, 400), (20, 50, 100), (200, 4, 8)])
def test_ties_alone_are_no_proof_at_once(elo: float, least: int, most: int) -> None:
    assert least <= pairs_until_sure([1.0], elo) <= most
    assert told([1.0] * most, elo).verdict is Winner.EQUAL


def test_small_wins_that_never_fail_are_wins() -> None:
    assert told([1.5] * 30).verdict is Winner.FIRST
    assert told([1, 1, 1, 1, 1.5] * 30).verdict is Winner.FIRST


def test_what_was_decided_stays_so() -> None:
    test = told([2.0] * 20)
    assert test.verdict is Winner.FIRST
    for _ in range(60):
        test.add(0)
    assert test.verdict is Winner.FIRST
    assert test.ratios.second > test.upper


def test_wrong_words_are_told() -> None:
    with pytest.raises(ValueError, match=r"elo 0, expected more than 0 and at most 200"):
        Sprt(0, ALPHA, BETA)
    with pytest.raises(ValueError, match=r"elo 201, expected more than 0 and at most 200"):
        Sprt(201, ALPHA, BETA)
    with pytest.raises(ValueError, match=r"beta 0, expected more than 0 and at most 0.5"):
        Sprt(20, ALPHA, 0)
    for wrong in (3, -1, 0.7, math.nan):
        with pytest.raises(ValueError, match=rf"points {wrong} of a pair, expected 0, 0.5, 1"):
            Sprt(20, ALPHA, BETA).add(wrong)


def log_likelihoods(counts: Numbers, elo: float) -> Numbers:
    """The same as log_likelihood for many counts, by bisection."""
    score = 1 / (1 + 10 ** (-elo / 400))
    apart = np.array(SCORES) - score
    low = np.full(len(counts), -1 / (1 - score))
    high = np.full(len(counts), 1 / score)
    for _ in range(22):
        tilt = (low + high) / 2
        slope = (counts * apart / (1 + tilt[:, None] * apart)).sum(1)
        low, high = np.where(slope > 0, tilt, low), np.where(slope > 0, high, tilt)
    found: Numbers = -(counts * np.log1p(tilt[:, None] * apart)).sum(axis=1)
    return found


def ratios(counts: Numbers, elo: float) -> Numbers:
    """Half of the belief in the lead itself, half evenly in 2, 4, ... times as much, up to 800."""
    leads = [elo * 2**power for power in range(1, 20) if elo * 2**power < 800] + [800.0]
    same = log_likelihoods(counts, 0)
    others = np.logaddexp.reduce([log_likelihoods(counts, lead) for lead in leads])
    mixed = np.logaddexp(log_likelihoods(counts, elo), others - math.log(len(leads)))
    found: Numbers = mixed - math.log(2) - same
    return found


class Runs:
    """What became of many tests of the same two players, all at once."""

    def __init__(self, chances: tuple[float, ...], elo: float, runs: int, pairs: int) -> None:
        draws = np.random.default_rng(4).choice(5, p=chances, size=(runs, pairs))
        self.points = np.array(POINTS)[draws]
        self.verdicts = [Winner.OPEN] * runs
        self.pairs = np.full(runs, pairs)
        bounds = Sprt(elo, ALPHA, BETA)
        counts = np.tile([1.0, 0, 0, 0, 1], (runs, 1))
        is_open = np.ones((2, runs), dtype=bool)
        left = np.arange(runs)
        for pair in range(pairs):
            counts[left, draws[left, pair]] += 1
            found = np.stack([ratios(counts[left], elo), ratios(counts[left, ::-1], elo)])
            is_proven = (found >= bounds.upper) & is_open[:, left]
            is_open[:, left] &= found > bounds.lower
            for verdict, are_so in [
                (Winner.EQUAL, ~is_open[:, left].any(axis=0)),
                (Winner.SECOND, is_proven[1]),
                (Winner.FIRST, is_proven[0]),
            ]:
                for run in left[are_so]:
                    self.verdicts[run] = verdict
                    self.pairs[run] = pair + 1
            left = left[self.pairs[left] == pairs]
            if not len(left):
                break

    def share(self, *verdicts: Winner) -> float:
        return sum(verdict in verdicts for verdict in self.verdicts) / len(self.verdicts)


def shifted(chances: tuple[float, ...], elo: float) -> tuple[float, ...]:
    """Chances tilted until they have the score of a lead."""
    score, low, high = 1 / (1 + 10 ** (-elo / 400)), -50.0, 50.0
    for _ in range(60):
        tilt = (low + high) / 2
        weights = np.array(chances) * np.exp(tilt * np.array(SCORES))
        weights /= weights.sum()
        low, high = (tilt, high) if weights @ SCORES < score else (low, tilt)
    return tuple(weights)


USUAL = (0.1, 0.2, 0.4, 0.2, 0.1)
COINS = (0.3, 0.0, 0.4, 0.0, 0.3)
TIES = (0.03, 0.01, 0.92, 0.01, 0.03)
SKEWED = (0.1, 0.0, 0.7, 0.2, 0.0)


@pytest.mark.parametrize("chances", [USUAL, TIES, SKEWED])
def test_many_tests_at_once_are_the_tests(chances: tuple[float, ...]) -> None:
    """What the simulations below are made with says the same as the class."""
    runs = Runs(shifted(chances, 40), 80, 12, 200)
    for points, verdict, pairs in zip(runs.points, runs.verdicts, runs.pairs, strict=True):
        test = told(list(points[:pairs]), 80)
        assert test.verdict is verdict
        assert verdict is Winner.OPEN or told(list(points[: pairs - 1]), 80).verdict is Winner.OPEN


@pytest.mark.parametrize("chances", [USUAL, COINS, TIES, SKEWED])
def test_equal_players_are_seldom_told_apart(chances: tuple[float, ...]) -> None:
    """1,000 matches with a look after every pair."""
    runs = Runs(chances, 100, 1000, 200)
    assert runs.share(Winner.FIRST, Winner.SECOND) <= ALPHA
    assert runs.share(Winner.EQUAL) > 0.9


@pytest.mark.parametrize("chances", [USUAL, COINS, TIES, SKEWED])
def test_a_lead_is_seldom_missed(chances: tuple[float, ...]) -> None:
    runs = Runs(shifted(chances, -100), 100, 1000, 200)
    assert runs.share(Winner.EQUAL, Winner.FIRST) <= BETA
    assert runs.share(Winner.SECOND) > 0.9


def test_a_large_lead_is_found_soon() -> None:
    """300 Elo where 20 would be enough: in less than 25 pairs."""
    runs = Runs(shifted(USUAL, 300), 20, 300, 60)
    assert runs.share(Winner.FIRST) == 1
    assert runs.pairs.mean() < 25
