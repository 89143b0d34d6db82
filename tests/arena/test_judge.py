"""The judge of an arena, and the tests by betting that it decides with."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.arena.small_arenas import PLAN, met, played
from tilefall.arena.betting import PARTS, PairedTest
from tilefall.arena.judge import Judge
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.winner import Winner
from tilefall.stats import Z

BOUND = 666.0  # lines of 2,000 pieces of Quintris
Numbers = NDArray[np.float64]


def capped_mean(mean: float) -> float:
    """The mean of an exponential score that ends at the bound."""
    return mean * (1 - math.exp(-BOUND / mean))


def exponential(dice: np.random.Generator, mean: float, shape: tuple[int, int]) -> Numbers:
    return np.minimum(dice.exponential(mean, shape), BOUND)


def differences(kind: str, runs: int, games: int, seed: int = 3) -> Numbers:
    """Runs of differences with the true mean 0, in rows."""
    dice, shape = np.random.default_rng(seed), (runs, games)
    if kind == "exponential":
        return exponential(dice, 200, shape) - exponential(dice, 200, shape)
    if kind == "skewed":  # the second agent always has the same score
        return exponential(dice, 150, shape) - capped_mean(150)
    if kind == "disasters":  # the first agent does a little better, but for one game in 201
        return np.where(dice.random(shape) < 1 / 201, -600.0, 3.0)
    if kind == "ties":
        signs = dice.choice([-1.0, 1.0], shape)
        return np.where(dice.random(shape) < 0.95, 0.0, signs * dice.integers(1, 667, shape))
    assert kind == "coins"
    return BOUND * dice.choice([-1.0, 1.0], shape)


KINDS = ("exponential", "skewed", "disasters", "ties", "coins")
ALPHA = 0.05
WHOLE = st.lists(st.integers(-20, 20), min_size=1, max_size=60)
MIRRORED = {
    Winner.FIRST: Winner.SECOND,
    Winner.SECOND: Winner.FIRST,
    Winner.EQUAL: Winner.EQUAL,
    Winner.OPEN: Winner.OPEN,
}


def told(values: list[float] | Numbers, bound: float = BOUND, margin: float = 0) -> PairedTest:
    """A test that has heard some differences."""
    test = PairedTest(bound, ALPHA, margin)
    for value in values:
        test.add(float(value))
    return test


def capitals(values: Numbers, mean: float = 0.0) -> Numbers:
    """The capital against "the mean is at most so much" after every game, from the definition."""
    gains = (values - mean) / (BOUND + mean)
    with np.errstate(divide="ignore"):  # a bet of everything may lose everything
        logs = [np.cumsum(np.log1p(part * gains), axis=1) for part in PARTS]
    found: Numbers = np.exp(np.minimum(np.logaddexp.reduce(logs), 600)) / len(PARTS)
    return found


def test_capital_worked_out_by_hand() -> None:
    """(1 + b / 2) * (1 - b) is 1 - b / 2 - b * b / 2; eight bets b from 1 to 1/128 share evenly.

    They have the sum 255 / 128, their squares 21845 / 16384.
    """
    test = told([5, -10], bound=10)
    assert test.capital.first == pytest.approx((8 - 255 / 256 - 21845 / 32768) / 8)
    assert test.capital.second == pytest.approx((8 + 255 / 256 - 21845 / 32768) / 8)


def test_wins_by_the_bound_double_the_boldest_bet() -> None:
    """An eighth of 2 ** 8 and what other bets win are 36.9; a ninth win is the proof."""
    verdicts = [told([BOUND] * games).verdict for games in range(1, 10)]
    assert verdicts == [Winner.OPEN] * 8 + [Winner.FIRST]
    assert told([BOUND] * 8).capital.first == pytest.approx(36.9, abs=0.05)


def test_ties_change_nothing() -> None:
    test = told([0] * 1000)
    assert (test.capital.first, test.capital.second) == (1, 1)
    assert test.verdict is Winner.OPEN


@given(WHOLE, st.sampled_from([0, 1, 5]))
def test_who_is_first_does_not_matter(values: list[float], margin: float) -> None:
    test, mirrored = told(values, 20, margin), told([-value for value in values], 20, margin)
    assert mirrored.verdict is MIRRORED[test.verdict]
    assert mirrored.capital.first == pytest.approx(test.capital.second)
    found, other = test.interval(), mirrored.interval()
    assert (other.low, other.high) == pytest.approx((-found.high, -found.low))


@given(WHOLE, st.randoms(use_true_random=False))
def test_the_order_does_not_matter_for_the_interval(
    values: list[float], dice: random.Random
) -> None:
    found = told(values, 20).interval()
    dice.shuffle(values)
    assert told(values, 20).interval() == found


@given(WHOLE, st.sampled_from([0.25, 8.0]))
def test_the_unit_does_not_matter(values: list[float], scale: float) -> None:
    test, scaled = told(values, 20, 2), told([scale * v for v in values], 20 * scale, 2 * scale)
    assert scaled.verdict is test.verdict
    assert scaled.capital == test.capital
    found, other = test.interval(), scaled.interval()
    ends = (found.value, found.low, found.high)
    assert (other.value, other.low, other.high) == pytest.approx([scale * end for end in ends])


@given(WHOLE)
def test_the_interval_says_what_bets_have_proven(values: list[float]) -> None:
    """The claims that the mean is at an end can just be refuted, and none between the ends."""
    test = told(values, 20)
    found = test.interval()
    assert -20 <= found.low <= found.value <= found.high <= 20
    assert found.value == pytest.approx(np.mean(values))
    enough = 2 / ALPHA
    assert (found.low > 1e-6) <= (test.capital.first >= enough) <= (found.low > -1e-6)
    assert (found.high < -1e-6) <= (test.capital.second >= enough) <= (found.high < 1e-6)
    if found.low > -20 + 1e-6:
        shares = np.array([values]) * (BOUND / 20)
        at_end = capitals(shares, found.low * (BOUND / 20))[0, -1]
        assert at_end == pytest.approx(enough, rel=1e-3)


def test_what_was_proven_stays_so() -> None:
    test = told([400] * 30)
    assert test.verdict is Winner.FIRST
    for _ in range(100):
        test.add(-400)
    assert test.verdict is Winner.FIRST
    assert test.interval().low < 0


def test_equal_is_proven_by_the_margin_alone() -> None:
    values = list(differences("ties", 1, 10_000)[0] / 10)
    assert told(values).verdict is Winner.OPEN
    assert told(values, margin=0.5).verdict is Winner.OPEN
    test = told(values, margin=3)
    assert test.verdict is Winner.EQUAL
    assert -3 < test.interval().low < test.interval().high < 3


def test_a_small_lead_is_a_lead_though_it_lies_within_the_margin() -> None:
    assert told([5.0] * 4000, margin=50).verdict is Winner.EQUAL
    assert told([5.0] * 4000, margin=5.5).verdict is Winner.FIRST


def test_who_is_proven_to_lead_and_to_be_equal_at_once_leads() -> None:
    games = next(n for n in range(1, 100) if told([400.0] * n).verdict is Winner.FIRST)
    at_once = [
        margin
        for margin in range(405, 660)
        if told([400.0] * (games - 1), margin=margin).verdict is Winner.OPEN
        and told([400.0] * games).interval().high < margin
    ]
    assert at_once
    assert told([400.0] * games, margin=at_once[0]).verdict is Winner.FIRST


def test_nothing_is_known_before_the_first_game() -> None:
    found = PairedTest(BOUND, ALPHA).interval()
    assert math.isnan(found.value)
    assert (found.low, found.high) == (-BOUND, BOUND)


@pytest.mark.parametrize("values", [[BOUND], [-BOUND] * 500, [BOUND, -BOUND], [0.0] * 5])
def test_the_extremes_have_an_interval(values: list[float]) -> None:
    found = told(values).interval()
    assert -BOUND <= found.low <= found.value <= found.high <= BOUND


def test_wrong_words_are_told() -> None:
    with pytest.raises(ValueError, match=r"bound 0, expected a number above 0"):
        PairedTest(0, ALPHA)
    with pytest.raises(ValueError, match=r"alpha 1, expected more than 0 and less than 1"):
        PairedTest(BOUND, 1)
    with pytest.raises(ValueError, match=r"margin 700, expected 0 or more, and less than 666"):
        PairedTest(BOUND, ALPHA, 700)
    for wrong in (667, -667, math.nan):
        with pytest.raises(ValueError, match=rf"difference {wrong}, expected at most 666"):
            PairedTest(BOUND, ALPHA).add(wrong)


@pytest.mark.parametrize("kind", KINDS)
def test_capitals_are_those_of_the_definition(kind: str) -> None:
    values = differences(kind, 3, 300)
    for row, first, second in zip(values, capitals(values), capitals(-values), strict=True):
        test = PairedTest(BOUND, ALPHA)
        for value, one, other in zip(row, first, second, strict=True):
            test.add(value)
            assert (test.capital.first, test.capital.second) == pytest.approx((one, other))


@pytest.mark.parametrize("kind", KINDS)
def test_equal_agents_are_seldom_told_apart(kind: str) -> None:
    """400 arenas, a look after every game: no bet knows the difference that it is about."""
    found = [told(row).verdict for row in differences(kind, 400, 250)]
    assert sum(verdict is not Winner.OPEN for verdict in found) <= ALPHA * len(found)


def alarms(values: Numbers, mean: float = 0.0) -> float:
    """The share of runs that called something proven that is wrong, at any time."""
    highest = np.maximum(capitals(values, mean), capitals(-values, -mean)).max(axis=1)
    return float((highest >= 2 / ALPHA).mean())


def naive_alarms(values: Numbers) -> float:
    """The share that a test for a fixed number of games calls decided, at any time from 30 on."""
    games = np.arange(1, values.shape[1] + 1)
    means = np.cumsum(values, axis=1) / games
    spread = np.sqrt(np.maximum(np.cumsum(values**2, axis=1) / games - means**2, 1e-9))
    are_decided = np.abs(means) > Z * spread / np.sqrt(games)
    return float(are_decided[:, 29:].any(axis=1).mean())


@pytest.mark.parametrize("kind", KINDS)
def test_false_alarms_in_thousands_of_games(kind: str) -> None:
    """1,000 arenas of 2,000 games, a look after every game: z tests alarm in 30 % and more."""
    values = differences(kind, 1000, 2000)
    assert alarms(values) <= ALPHA
    assert naive_alarms(values) > 0.3


def test_a_gambler_who_peeks_would_be_caught() -> None:
    """Who chooses the best bet when the difference is known seems to prove anything."""
    gains = differences("exponential", 400, 250) / BOUND * 0.999
    best = np.max([np.log1p(part * gains) for part in PARTS], axis=0)
    assert (np.cumsum(best, axis=1).max(axis=1) >= math.log(2 / ALPHA)).mean() > ALPHA


@pytest.mark.parametrize("means", [(200, 200), (300, 180), (60, 500)])
def test_the_interval_holds_the_truth_at_all_times(means: tuple[int, int]) -> None:
    dice, shape = np.random.default_rng(5), (1000, 1500)
    values = exponential(dice, means[0], shape) - exponential(dice, means[1], shape)
    true = capped_mean(means[0]) - capped_mean(means[1])
    assert alarms(values, true) <= ALPHA
    ends = [told(row[:games]) for row, games in itertools.product(values[:3], (20, 300))]
    for test in ends:
        found = test.interval()
        assert found.low <= true <= found.high


@pytest.mark.parametrize("means", [(200, 178), (300, 190)])
def test_the_price_of_looking_always(means: tuple[int, int]) -> None:
    """19 and 83 lines apart, deviations of 240 and 270: twice the games of a z test, no more.

    A z test for a fixed number of games, with a power of 80 %, needs (2.8 * deviation / lead) ** 2.
    """
    dice, shape = np.random.default_rng(9), (300, 6000)
    values = exponential(dice, means[0], shape) - exponential(dice, means[1], shape)
    lead = capped_mean(means[0]) - capped_mean(means[1])
    fixed = (2.8 * values.std() / lead) ** 2
    are_proven = capitals(values) >= 2 / ALPHA
    decided = np.where(are_proven.any(axis=1), are_proven.argmax(axis=1), shape[1])
    assert np.quantile(decided, 0.8) < 2.3 * fixed
    assert np.median(decided) < 1.5 * fixed


SURE = replace(PLAN, games=1000, is_until_sure=True, max_turns=300)  # at most 100 lines a game
VERSUS = replace(PLAN, game="ijk", agents=("a", "b"), games=400)
SURE_VERSUS = replace(VERSUS, is_until_sure=True, elo=50.0)


def alone(lead: int, bouts: int = 1000) -> list[Played]:
    """Games in which the second agent makes so many more lines than the first, more or less."""
    random = Random(1)
    games = []
    for bout in range(bouts):
        luck = random.randint(20, 40)
        games.append(played(bout, 0, luck + random.randint(-5, 5)))
        games.append(played(bout, 1, luck + lead + random.randint(-5, 5)))
    return games


def pairs(points: list[tuple[int, int]]) -> list[Played]:
    """Games of a and b: in each pair the score of a as + and as -."""
    return [
        game
        for bout, (plus, minus) in enumerate(points)
        for game in (met(bout, 0, 1, plus), met(bout, 1, 0, -minus))
    ]


def judged(plan: Plan, games: list[Played]) -> Judge:
    judge = Judge(plan)
    judge.add(games)
    return judge


def test_all_games_that_were_asked_for_count() -> None:
    games = alone(lead=6, bouts=20)
    judge = judged(PLAN, games)
    assert judge.counted(games) == games
    (verdict,) = judge.verdicts()
    assert (verdict.first, verdict.second, verdict.kind) == (1, 0, Winner.FIRST)
    assert verdict.estimate is not None
    assert verdict.text == (
        "first-fit is better than greedy: "
        f"{verdict.estimate.value:+.1f} [{verdict.estimate.low:+.1f}, {verdict.estimate.high:+.1f}]"
        " lines a game, over 20 games"
    )


def test_who_leads_is_named_first_and_the_interval_is_turned() -> None:
    (verdict,) = judged(PLAN, alone(lead=-6, bouts=20)).verdicts()
    assert verdict.kind is Winner.SECOND
    assert verdict.estimate is not None
    assert verdict.estimate.high < 0
    assert verdict.text.startswith("greedy is better than first-fit: +")
    (verdict,) = judged(PLAN, alone(lead=0, bouts=20)).verdicts()
    assert verdict.kind is Winner.OPEN
    assert "are not told apart by 20 games: +" in verdict.text


def test_it_is_sure_early_and_later_games_do_not_count() -> None:
    games = alone(lead=10)
    judge = judged(SURE, games)
    (verdict,) = judge.verdicts()
    assert verdict.kind is Winner.FIRST
    assert 5 < verdict.games < 100
    assert f"proven after {verdict.games} games (5 % risk)" in verdict.text
    assert {game.bout for game in judge.counted(games)} == set(range(verdict.games))
    assert judge.is_needed((0,), verdict.games - 1)
    assert not judge.is_needed((0,), verdict.games)


def test_the_order_in_which_games_end_changes_nothing() -> None:
    games = alone(lead=4)
    verdict = judged(SURE, games).verdicts()
    shuffled = Random(3).sample(games, len(games))
    judge = Judge(SURE)
    for start in range(0, len(shuffled), 7):
        judge.add(shuffled[start : start + 7])
    assert judge.verdicts() == verdict
    by_score = sorted(games, key=lambda game: game.score)
    assert judged(SURE, by_score).verdicts() == verdict


def test_a_bout_that_is_missing_holds_up_those_after_it() -> None:
    games = [game for game in alone(lead=10) if game.bout != 3]
    judge = judged(SURE, games)
    assert [each.games for each in judge.verdicts()] == [3]
    assert judge.is_needed((0,), 999)


def test_equal_agents_are_never_told_apart_but_may_be_proven_to_be_near() -> None:
    (verdict,) = judged(SURE, alone(lead=0)).verdicts()
    assert (verdict.kind, verdict.games) == (Winner.OPEN, 1000)
    (verdict,) = judged(replace(SURE, margin=5.0), alone(lead=0)).verdicts()
    assert verdict.kind is Winner.EQUAL
    assert verdict.games < 1000
    assert "are within 5 lines: " in verdict.text


def test_the_risk_is_shared_by_all_comparisons() -> None:
    two, games = judged(SURE, alone(lead=4)), alone(lead=4)
    three = replace(SURE, agents=("greedy", "first-fit", "random"))
    third = [replace(game, players=(2,)) for game in games if game.players == (1,)]
    judge = judged(three, [*games, *third])
    (alone_games,) = (each.games for each in two.verdicts())
    first, second = judge.verdicts()
    assert first.games == second.games > alone_games
    assert (second.first, second.second) == (2, 0)


def test_the_first_agent_plays_on_until_all_are_decided() -> None:
    plan = replace(SURE, agents=("greedy", "first-fit", "random"))
    games = alone(lead=10)
    third = [played(game.bout, 2, game.score) for game in games if game.players == (0,)]
    judge = judged(plan, [*games, *third])
    decided, is_open = judge.verdicts()
    assert (decided.kind, is_open.kind) == (Winner.FIRST, Winner.OPEN)
    assert not judge.is_needed((1,), decided.games)
    assert judge.is_needed((0,), 999)
    assert judge.is_needed((2,), 999)


def test_one_agent_alone_is_compared_with_nobody() -> None:
    plan = replace(PLAN, agents=("greedy",))
    games = [game for game in alone(lead=1, bouts=20) if game.players == (0,)]
    judge = judged(plan, games)
    assert judge.counted(games) == games
    assert judge.verdicts() == []


def test_pairs_of_games_tell_who_is_stronger() -> None:
    games = pairs([(1, 1), (1, 0), (1, -1), (0, 0)] * 50)
    (verdict,) = judged(VERSUS, games).verdicts()
    assert (verdict.first, verdict.second, verdict.kind) == (0, 1, Winner.FIRST)
    assert verdict.games == 400
    assert verdict.text.startswith("a is stronger than b: +")
    assert verdict.text.endswith(" Elo, over 400 games")
    (turned,) = judged(VERSUS, pairs([(-1, -1), (0, -1), (1, -1), (0, 0)] * 50)).verdicts()
    assert turned.kind is Winner.SECOND
    assert turned.text == verdict.text.replace("a is stronger than b", "b is stronger than a")


def test_the_test_on_pairs_stops_early_either_way() -> None:
    winning = judged(SURE_VERSUS, pairs([(1, 1), (1, -1), (1, 0), (1, 1)] * 50))
    (verdict,) = winning.verdicts()
    assert verdict.kind is Winner.FIRST
    assert verdict.games < 100
    assert not winning.is_needed((0, 1), verdict.games // 2)
    even = judged(SURE_VERSUS, pairs([(1, -1), (-1, 1)] * 100))
    (verdict,) = even.verdicts()
    assert verdict.kind is Winner.EQUAL
    assert "is not 50 Elo stronger than" in verdict.text


def test_a_pair_waits_for_its_second_game_and_a_repeated_one_counts_for_nothing() -> None:
    games = pairs([(1, 1), (1, -1), (1, 1)])
    judge = judged(VERSUS, games[:3])
    assert [each.games for each in judge.verdicts()] == [2]
    judge.add(games[3:])
    assert [each.games for each in judge.verdicts()] == [6]
    repeated = [*games[:4], met(2, 0, 1, 1, games[0].digest), games[5]]
    assert [each.games for each in judged(VERSUS, repeated).verdicts()] == [4]
    by_chance = replace(VERSUS, game="ijk:mode=nondeterministic")
    assert [each.games for each in judged(by_chance, repeated).verdicts()] == [6]


def test_an_agent_may_meet_itself() -> None:
    plan = replace(VERSUS, agents=("a", "a"))
    (verdict,) = judged(plan, pairs([(1, 1)] * 20)).verdicts()
    assert verdict.text.startswith("a (number 1) is stronger than a (number 2): +inf [")


@pytest.mark.parametrize("plan", [PLAN, SURE, VERSUS, SURE_VERSUS])
def test_without_games_nothing_is_said(plan: Plan) -> None:
    assert judged(plan, []).verdicts() == []
