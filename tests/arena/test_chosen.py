"""Which games the page of an arena shows, and how their ends are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.arena.arenas import lines_game, made_plan, pair
from tilefall.arena.page.chosen import MOST, chosen, records_wanted
from tilefall.arena.page.games import outcome, title


def test_best_worst_and_median_of_each_agent_are_chosen() -> None:
    scores = (5, 1, 9, 3, 7)
    games = [
        lines_game(bout, agent, lines + 100 * agent, record=10 * agent + bout + 1)
        for agent in (1, 0)
        for bout, lines in enumerate(scores)
    ]
    found = [
        (each.why, each.game.players[0], each.game.score)
        for each in chosen(made_plan("a", "b"), games)
    ]
    assert found == [
        ("best", 0, 9),
        ("best", 1, 109),
        ("worst", 0, 1),
        ("worst", 1, 101),
        ("median", 0, 5),
        ("median", 1, 105),
    ]


def test_each_game_is_chosen_once_and_only_if_it_is_recorded() -> None:
    plan = made_plan("a")
    assert chosen(plan, [lines_game(0, 0, 5)]) == []
    (only,) = chosen(plan, [lines_game(0, 0, 5, record=3)])
    assert only.why == "best"
    games = [lines_game(0, 0, 5), lines_game(1, 0, 4, record=8), lines_game(2, 0, 3, record=2)]
    assert records_wanted(plan, games) == [2, 8]


def test_forfeits_are_chosen_one_for_each_agent_and_cause() -> None:
    def lost(bout: int, cause: str) -> Any:
        return lines_game(bout, 0, 5, forfeiter=0, is_over=False, cause=cause, record=bout + 1)

    games = [lines_game(0, 0, 9, record=1), lines_game(1, 0, 0, record=2)]
    games += [lines_game(2, 0, 5, record=3), lost(3, "time"), lost(4, "time"), lost(5, "crash")]
    found = [(each.why, each.game.record) for each in chosen(made_plan("a"), games)]
    assert found == [
        ("best", 1),
        ("forfeited by a: time", 4),
        ("forfeited by a: crash", 6),
        ("worst", 2),
    ]


def test_of_two_players_a_won_and_a_lost_game_of_each_pairing_are_chosen() -> None:
    plan = made_plan("one", "two", "three", game="ijk")
    games = [*pair(0, 0, 1, (0, -1)), *pair(1, 0, 1, (1, 1)), *pair(0, 1, 2, (-1, 0))]
    games = [replace(game, record=line) for line, game in enumerate(games, 1)]
    found = [(each.why, each.game.record) for each in chosen(plan, games)]
    assert found == [
        ("won by one", 3),
        ("won by two", 2),
        ("won by three", 5),
        ("a tie", 1),
    ]


def test_many_agents_do_not_make_many_games() -> None:
    plan = made_plan(*map(str, range(25)))
    games = [
        lines_game(bout, agent, bout, record=3 * agent + bout + 1)
        for agent in range(25)
        for bout in range(3)
    ]
    found = chosen(plan, games)
    assert len(found) == MOST
    assert [each.why for each in found] == ["best"] * 25 + ["worst"] * 5


def test_winners_that_are_named_alike_can_be_told_apart() -> None:
    plan = made_plan("random", "random", game="ijk")
    games = [replace(game, record=line) for line, game in enumerate(pair(0, 0, 1, (1, -1)), 1)]
    assert [each.why for each in chosen(plan, games)] == [
        "won by random (number 1)",
        "won by random (number 2)",
    ]
    assert outcome(plan, games[1]) == "won by random (number 2)"
    assert title(plan, chosen(plan, games)[0]).startswith(
        "random (number 1) against random (number 2), seed 1: "
    )


def test_how_games_ended_in_words() -> None:
    plan = made_plan("one", "two", game="ijk")
    won, lost = pair(0, 0, 1, (1, -1))
    assert [outcome(plan, game) for game in (won, lost)] == ["won by one", "won by two"]
    tie = replace(won, score=0)
    assert outcome(plan, tie) == "a tie"
    assert outcome(plan, replace(tie, is_over=False)) == "a tie at the cap"
    gone = replace(won, is_over=False, forfeiter=1, cause="time", detail="2 s")
    assert outcome(plan, gone) == "forfeited by two, time: 2 s"
    assert outcome(plan, lines_game(0, 0, 1200)) == "1,200 lines, over"
    assert outcome(plan, lines_game(0, 0, 5, is_over=False)) == "5 lines, alive at the cap"
