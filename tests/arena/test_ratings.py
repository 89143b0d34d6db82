"""Ratings: two players as in the statistics of pairs, more by hand, and intervals that hold."""

from __future__ import annotations

import math
import random
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilefall.arena.ratings import ratings
from tilefall.stats import Z, elo, elo_difference, pair_score

POINTS = (0, 0.5, 1, 1.5, 2)
SOME = st.lists(st.sampled_from(POINTS), min_size=1, max_size=40)


@given(SOME)
def test_two_players_have_the_elo_of_their_score(points: list[float]) -> None:
    found = ratings(2, {(1, 0): points})[1].elo
    expected = elo_difference(pair_score(points))
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-6)
    if math.isfinite(expected.value):
        assert found.value == pytest.approx(expected.value, abs=1e-6)
    else:  # a pair won and a pair lost count where the score alone has no end
        assert found.value == pytest.approx(elo(50 * sum([*points, 2]) / (len(points) + 2)))
    assert found.low <= found.value <= found.high


@given(SOME)
def test_who_is_first_does_not_matter(points: list[float]) -> None:
    first, second = ratings(2, {(0, 1): points})[1], ratings(2, {(1, 0): points})[1]
    assert first.elo.value == pytest.approx(-second.elo.value, abs=1e-6)
    assert (first.elo.low, first.elo.high) == pytest.approx(
        (-second.elo.high, -second.elo.low), abs=1e-6
    )
    assert first.superiority == pytest.approx(1 - second.superiority)


def test_points_may_be_told_from_either_side() -> None:
    one = ratings(3, {(0, 1): [2, 1], (1, 0): [1.5], (1, 2): [1, 0.5]})
    other = ratings(3, {(1, 0): [0, 1, 1.5], (2, 1): [1, 1.5]})
    assert one == other


def test_a_chain_adds_up() -> None:
    """Who has met one other player only is as far from that player as from the score alone."""
    points, more = [2, 1, 1.5, 1], [1, 1, 2, 0.5, 0]
    found = ratings(3, {(1, 0): points, (2, 1): more})
    assert found[1].elo.value == pytest.approx(elo(50 * sum(points) / 4))
    assert found[2].elo.value == pytest.approx(elo(50 * sum(points) / 4) + elo(50 * sum(more) / 5))


def test_three_players_worked_out_by_hand() -> None:
    """Strengths 1, 2 and 4 by Bradley and Terry: scores of 1/3, 1/3 and 1/5 as the weaker one."""
    third, fifth = [2.0] * 2 + [0.0] * 4, [2.0] + [0.0] * 4
    found = ratings(3, {(0, 1): third, (1, 2): third, (0, 2): fifth})
    assert [rating.elo.value for rating in found] == pytest.approx(
        [0, 400 * math.log10(2), 400 * math.log10(4)]
    )


def test_the_first_player_is_the_measure() -> None:
    first = ratings(2, {(0, 1): [2, 1, 1]})[0]
    assert (first.elo.value, first.elo.low, first.elo.high) == (0, 0, 0)
    assert first.superiority == 0.5
    assert ratings(1, {}) == [first]


def test_superiority_and_interval_say_the_same() -> None:
    """By hand: the share of a normal distribution above a score of a half."""
    points = [2, 1.5, 1, 2, 1]
    score, added = 4.75 / 7, [1, 0.75, 0.5, 1, 0.5, 0, 1]
    spread = math.sqrt(sum((value - score) ** 2 for value in added)) / 7
    found = ratings(2, {(1, 0): points})[1]
    assert found.superiority == pytest.approx(NormalDist().cdf((score - 0.5) / spread))
    assert found.elo.low == pytest.approx(elo(100 * (score - Z * spread)))


def test_who_has_won_everything_has_a_finite_elo() -> None:
    found = ratings(3, {(1, 0): [2] * 20, (2, 1): [2] * 20, (2, 0): [2] * 20})
    assert 300 < found[1].elo.value < found[2].elo.value < 2000
    assert all(rating.superiority > 0.999 for rating in found[1:])
    assert found[1].elo.low > 200
    lost = ratings(3, {(1, 0): [0] * 20, (2, 1): [1, 0.5] * 10})
    assert -2000 < lost[2].elo.value < lost[1].elo.value < -300


def test_more_pairs_are_surer() -> None:
    few, many = (ratings(2, {(1, 0): [2, 1.5, 1, 1, 0.5] * n})[1].elo for n in (4, 400))
    assert few.value == pytest.approx(many.value)
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(10, rel=0.1)


def test_players_who_never_met_are_told() -> None:
    told = r"agents 2, 3 have met neither agent 0 nor anybody who has: ratings need pairings that"
    with pytest.raises(ValueError, match=told):
        ratings(4, {(0, 1): [1], (2, 3): [1], (1, 2): []})


def test_wrong_pairings_are_told() -> None:
    for pairing in ((0, 0), (0, 2), (-1, 1)):
        with pytest.raises(ValueError, match=r"pairing .* with .*, expected two of 0 to 1"):
            ratings(2, {pairing: [1]})
    with pytest.raises(ValueError, match=r"points 3 of a pair, expected 0 to 2"):
        ratings(2, {(0, 1): [1, 3]})


def test_95_of_100_intervals_hold_the_true_elo() -> None:
    """Three players, 30 pairs each, whose two games come out alike more often than by chance."""
    true, dice, tries = (0.0, 100.0, 250.0), random.Random(6), 400
    held = [0, 0, 0]
    for _ in range(tries):
        pairings = {}
        for one, other in ((0, 1), (0, 2), (1, 2)):
            score = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
            pairings[one, other] = [
                2.0 * (dice.random() < score)
                if dice.random() < 0.5
                else 1.0 * (dice.random() < score) + (dice.random() < score)
                for _ in range(30)
            ]
        for agent, rating in enumerate(ratings(3, pairings)):
            held[agent] += rating.elo.low <= true[agent] <= rating.elo.high
    assert held[0] == tries
    assert all(0.92 < count / tries < 0.985 for count in held[1:])
