"""The figures of an arena, against cases that can be worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.arena.arenas import lines_game, made_plan, pair, played_against
from tilefall.arena.counting import Forfeited
from tilefall.arena.ratings import ratings
from tilefall.arena.solo import Solo, differences, solo
from tilefall.arena.summary import summary
from tilefall.arena.versus import Ends, Versus, versus
from tilefall.play.duel_report import Results
from tilefall.stats import Estimate, mean, middle, pair_score, share

ALONE = made_plan("greedy", "random")
IJK = made_plan("one", "two", game="ijk")
THREE = made_plan("one", "two", "three", game="ijk")


def test_one_player_means_medians_and_times() -> None:
    games = [lines_game(bout, 0, lines) for bout, lines in enumerate((10, 20, 60))]
    first, second = solo(ALONE, games).rows
    assert (first.games, first.lines, first.pieces, first.best) == (3, 90, 900, 60)
    assert first.mean == mean([10, 20, 60])
    assert first.mean.value == 30
    assert first.median == middle([10, 20, 60])
    assert first.ms_a_move == pytest.approx(0.1)  # a thousandth of a second for ten pieces
    assert (second.games, second.mean, second.ms_a_move) == (0, None, None)


def test_agents_are_compared_on_the_bouts_that_both_have_played() -> None:
    games = [lines_game(0, 0, 10), lines_game(1, 0, 20), lines_game(2, 0, 999)]
    games += [lines_game(1, 1, 25), lines_game(0, 1, 12), lines_game(7, 1, 500)]
    assert differences(games, 1) == [2, 5]
    row = solo(ALONE, games).rows[1]
    assert (row.difference, row.common) == (mean([2, 5]), 2)
    assert (row.games, row.lines) == (3, 537)  # its own figures are of all its games


def test_a_positive_difference_is_better_than_the_first() -> None:
    games = [lines_game(0, 0, 5), lines_game(0, 1, 8)]
    first, second = solo(ALONE, games).rows
    assert second.difference == Estimate(3, -math.inf, math.inf)
    assert first.difference is None


def test_the_cap_alone_leaves_an_agent_alive() -> None:
    games = [
        lines_game(0, 0, 5),
        lines_game(1, 0, 5, is_over=False),
        lines_game(2, 0, 5, is_over=False, forfeiter=0, cause="crash", detail="exit 1"),
    ]
    assert solo(ALONE, games).rows[0].alive == share(1, 3)


def test_a_forfeited_game_counts_with_the_lines_made_until_then() -> None:
    lost = lines_game(0, 0, 7, is_over=False, forfeiter=0, cause="time", detail="2.1 s")
    row = solo(ALONE, [lost, lines_game(1, 0, 9)]).rows[0]
    assert (row.games, row.lines) == (2, 16)
    assert row.forfeits == (Forfeited("time", 1, "2.1 s"),)


def test_forfeits_are_told_by_cause_with_the_first_that_was_said() -> None:
    def lost(bout: int, cause: str, detail: str) -> object:
        return lines_game(bout, 0, 0, forfeiter=0, is_over=False, cause=cause, detail=detail)

    games = [lost(2, "time", "later"), lost(1, "time", "sooner"), lost(3, "crash", "exit 3")]
    row = solo(ALONE, games).rows[0]  # type: ignore[arg-type]
    assert row.forfeits == (Forfeited("crash", 1, "exit 3"), Forfeited("time", 2, "sooner"))


def test_an_agent_that_only_forfeits_has_its_figures_too() -> None:
    games = [
        lines_game(b, 1, 0, moves=(0,), is_over=False, forfeiter=0, cause="start", detail="no file")
        for b in range(3)
    ]
    row = solo(ALONE, games).rows[1]
    assert (row.games, row.mean, row.ms_a_move) == (3, Estimate(0, 0, 0), None)
    assert row.alive == share(0, 3)


def test_a_single_game_has_no_error() -> None:
    row = solo(made_plan("greedy"), [lines_game(0, 0, 5)]).rows[0]
    assert row.mean == Estimate(5, -math.inf, math.inf)
    assert row.median == Estimate(5, 5, 5)


def test_no_game_yet() -> None:
    found = summary(ALONE, [])
    assert isinstance(found, Solo)
    assert [row.mean for row in found.rows] == [None, None]
    against = summary(IJK, [])
    assert isinstance(against, Versus)
    assert [(row.score, row.rating) for row in against.rows] == [(None, None)] * 2


def test_the_best_stands_first_and_those_without_games_last() -> None:
    plan = made_plan("a", "b", "c")
    games = [lines_game(0, 0, 0), lines_game(0, 2, 3)]
    assert [row.agent for row in solo(plan, games).ranked] == [2, 0, 1]


def test_two_players_scores_results_and_ends() -> None:
    games = [*pair(0, 0, 1, (1, 0)), *pair(1, 0, 1, (1, 1), is_over=False), *pair(2, 0, 1, (-1, 0))]
    first, second = versus(IJK, games).rows
    assert first.results == Results(3, 2, 1)
    assert second.results == Results(1, 2, 3)
    assert first.score == pair_score([1.5, 2, 0.5])
    assert second.score == pair_score([0.5, 0, 1.5])
    assert first.ends == second.ends == Ends(rules=4, cap=2, forfeit=0)
    assert first.rating == ratings(2, {(0, 1): [1.5, 2, 0.5]})[0]
    assert second.rating == ratings(2, {(0, 1): [1.5, 2, 0.5]})[1]
    # as + 20 moves of 1 ms, as - 18 moves of 2 ms
    assert first.ms_a_move == pytest.approx(56 / 38)


def test_half_a_pair_does_not_count() -> None:
    games = [*pair(0, 0, 1, (1, 1)), pair(1, 0, 1, (-1, -1))[0]]
    found = versus(IJK, games)
    assert found.pairings[0].points == (2,)
    assert found.rows[0].results == Results(2, 0, 0)
    assert found.halves == 1


def test_a_two_player_forfeit_is_a_loss_of_the_one_who_forfeits() -> None:
    won, lost = pair(0, 0, 1, (1, -1))
    # the second agent, which is - in the first game and + in the second
    won = replace(won, is_over=False, forfeiter=1, cause="illegal", detail="move 9")
    games = [won, lost]
    found = versus(IJK, games)
    assert found.rows[0].forfeits == ()
    assert found.rows[1].forfeits == (Forfeited("illegal", 1, "move 9"),)
    assert found.rows[0].ends == Ends(rules=1, cap=0, forfeit=1)
    assert found.rows[0].results == Results(1, 0, 1)


def test_the_first_forfeit_of_two_players_is_told_whichever_came_in_first() -> None:
    games = [
        replace(game, is_over=False, forfeiter=1, cause="time", detail=f"bout {bout}")
        for bout in (2, 0, 1)
        for game in pair(bout, 0, 1, (1, 1))[:1]
    ]
    assert versus(IJK, games).rows[1].forfeits == (Forfeited("time", 3, "bout 0"),)


def test_a_pair_that_ends_as_an_earlier_one_is_left_out_whole() -> None:
    again = replace(pair(1, 0, 1, (1, -1))[0], digest=pair(0, 0, 1, (1, 1))[0].digest)
    games = [*pair(0, 0, 1, (1, 1)), again, pair(1, 0, 1, (1, -1))[1]]
    found = versus(IJK, games)
    assert (found.pairings[0].points, found.dropped, found.halves) == ((2,), 1, 0)


def test_with_other_colours_or_other_agents_it_is_another_game() -> None:
    first, second = pair(0, 0, 1, (0, 0))
    crossed = [replace(first, bout=1, digest=second.digest), replace(second, bout=1, digest="f")]
    assert versus(IJK, [first, second, *crossed]).dropped == 0
    games = [*pair(0, 0, 1, (1, 1)), *pair(0, 0, 2, (1, 1)), *pair(1, 0, 1, (1, 1))]
    same = [replace(game, digest="0" * 16, turns=40) for game in games[:4]]
    swapped = [replace(games[4], digest="1" * 16), replace(games[5], digest="0" * 16)]
    assert versus(THREE, same).dropped == 0
    assert versus(THREE, [*same[:2], *swapped]).dropped == 1  # its second game is known


def test_with_chance_in_the_game_nothing_repeats() -> None:
    plan = made_plan("one", "two", game="ijk:mode=nondeterministic")
    games = [replace(game, digest="0" * 16) for b in range(3) for game in pair(b, 0, 1, (1, 1))]
    assert versus(plan, games).pairings[0].points == (2, 2, 2)


def test_every_forfeit_counts_though_all_end_alike() -> None:
    games = [
        replace(
            game,
            digest="0" * 16,
            turns=0,
            is_over=False,
            forfeiter=game.players.index(1),
            cause="start",
        )
        for bout in range(3)
        for game in pair(bout, 0, 1, (1, 1))
    ]
    found = versus(IJK, games)
    assert (found.dropped, found.rows[1].results) == (0, Results(0, 0, 6))
    assert found.rows[1].forfeits[0].games == 6


def test_a_crosstable_has_the_score_of_either_side() -> None:
    games = [*pair(0, 0, 1, (1, 1)), *pair(0, 1, 2, (1, 0)), *pair(1, 0, 1, (1, -1))]
    found = versus(THREE, games)
    assert found.score(0, 1) == pair_score([2, 1])
    assert found.score(1, 0) == pair_score([0, 1])
    assert found.score(2, 1) == pair_score([0.5])
    assert found.score(0, 2) is None
    assert found.rows[1].score == pair_score([0, 1, 1.5])


def test_who_has_no_games_with_the_others_has_no_rating() -> None:
    found = versus(THREE, pair(0, 0, 1, (1, 1)))
    assert [row.rating is None for row in found.rows] == [False, False, True]
    apart = versus(THREE, pair(0, 1, 2, (1, 1)))
    assert [row.rating for row in apart.rows] == [None, None, None]
    assert apart.rows[1].score == pair_score([2])


def test_one_agent_alone_at_a_game_of_two() -> None:
    found = versus(made_plan("one", game="ijk"), [])
    assert (found.pairings, found.rows[0].score) == ((), None)


def test_the_order_in_which_games_came_in_changes_nothing() -> None:
    arena = played_against("alphabeta:depth=1", "random", "course-letters:depth=1", pairs=3)
    assert versus(arena.plan, arena.played) == versus(arena.plan, arena.played[::-1])
