"""The judge of an arena: when a comparison is decided, and what is said of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.arena.small_arenas import PLAN, met, played
from tilefall.arena.judge import Judge
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.winner import Winner

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
