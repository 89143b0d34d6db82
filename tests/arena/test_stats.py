"""Statistics of pairs: known values of Elo, and intervals that hold the truth as often as said."""

from __future__ import annotations

import math
import random

import pytest

from tilefall.stats import Estimate, elo, elo_difference, pair_score, per_death

POINTS = (0, 0.5, 1, 1.5, 2)
TRIES = 1500


@pytest.mark.parametrize(
    ("percent", "difference"),
    [(50, 0), (75, 190.849), (25, -190.849), (64.0065, 100), (90.909, 400), (99.0099, 800)],
)
def test_elo_of_known_scores(percent: float, difference: float) -> None:
    assert elo(percent) == pytest.approx(difference, abs=0.01)


def test_elo_of_a_clean_sweep_is_infinite() -> None:
    assert (elo(100), elo(0)) == (math.inf, -math.inf)
    assert elo_difference(Estimate(100, 50, 100)) == Estimate(math.inf, 0, math.inf)


def test_the_score_of_pairs_is_their_mean() -> None:
    assert pair_score([2, 2, 1, 0]).value == 62.5
    assert pair_score([0.5]).value == 25
    assert pair_score([2, 0] * 50).value == 50


def test_pairs_that_agree_are_worth_more_than_games_that_do_not() -> None:
    """Splits tell that two agents are equal; pairs won and lost by turns tell much less."""
    splits, sweeps = pair_score([1] * 100), pair_score([0, 2] * 50)
    assert splits.high - splits.low < (sweeps.high - sweeps.low) / 5
    assert sweeps.high - sweeps.low == pytest.approx(2 * 1.96 * 50 / 10, rel=0.03)


def test_a_clean_sweep_is_no_certainty() -> None:
    """Ten pairs of ten leave room for a score of three quarters, a thousand for next to nothing."""
    assert pair_score([2] * 10).low == pytest.approx(75, abs=3)
    assert 99 < pair_score([2] * 1000).low < 100
    for pairs in (1, 2, 10, 1000):
        for points in POINTS:
            found = pair_score([points] * pairs)
            assert 0 <= found.low <= found.value <= found.high <= 100


@pytest.mark.parametrize(
    ("chances", "pairs"),
    [
        ((0.1, 0.2, 0.4, 0.2, 0.1), 10),
        ((0.1, 0.2, 0.4, 0.2, 0.1), 100),
        ((0.05, 0.1, 0.3, 0.25, 0.3), 30),
        ((0.02, 0.01, 0.94, 0.01, 0.02), 100),
        ((0, 0.01, 0.04, 0.15, 0.8), 30),
        ((0, 0, 0, 0.05, 0.95), 100),
        ((0.5, 0, 0, 0, 0.5), 50),
    ],
)
def test_95_of_100_intervals_hold_the_true_score(chances: tuple[float, ...], pairs: int) -> None:
    dice = random.Random(7)
    true = 50 * sum(chance * points for chance, points in zip(chances, POINTS, strict=True))
    held = 0
    for _ in range(TRIES):
        found = pair_score(dice.choices(POINTS, chances, k=pairs))
        held += found.low <= true <= found.high
    assert held / TRIES > 0.935  # 95 % less three standard errors


def test_the_interval_is_no_wider_than_needed() -> None:
    dice, chances = random.Random(8), (0.1, 0.2, 0.4, 0.2, 0.1)
    held = 0
    for _ in range(TRIES):
        found = pair_score(dice.choices(POINTS, chances, k=200))
        held += found.low <= 50 <= found.high
    assert held / TRIES < 0.97


# The 2.5 % and 97.5 % limits of a Poisson mean, as tables have them.
@pytest.mark.parametrize(
    ("deaths", "fewest", "most"),
    [(1, 0.0253, 5.572), (3, 0.6187, 8.767), (20, 12.217, 30.888), (200, 173.24, 229.72)],
)
def test_lines_per_death_have_the_interval_of_a_poisson_number(
    deaths: int, fewest: float, most: float
) -> None:
    found = per_death(1000, deaths)
    assert found.value == 1000 / deaths
    assert 1000 / found.high == pytest.approx(fewest, rel=1e-3)
    assert 1000 / found.low == pytest.approx(most, rel=1e-3)


def test_the_interval_of_many_deaths_continues_that_of_few() -> None:
    few, many = per_death(1000, 1001), per_death(1000, 1002)
    assert many.low / few.low == pytest.approx(1001 / 1002, rel=1e-4)
    assert many.high / few.high == pytest.approx(1001 / 1002, rel=1e-4)


def test_without_a_death_nothing_is_known() -> None:
    with pytest.raises(ValueError, match="0 deaths"):
        per_death(1000, 0)
