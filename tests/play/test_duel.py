"""Duels: distinct openings, colours swapped, every game counted once, and processes that agree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tilefall.agents.agent import UNLIMITED, Limit
from tilefall.agents.catalog import agent
from tilefall.play.duel import CAP, FULL, LETTER, Duel, DuelGame, Pair, Side, play_pair, play_pairs
from tilefall.play.duel_report import report
from tilefall.play.openings import Plies, TooFewOpenings, opening, openings
from tilefall.play.verify import replayed, verify
from tilefall.rules.dice import Dice
from tilefall.rules.game import State
from tilefall.rules.ijk import Ijk, IjkState

GAME = Ijk(size=4)
CHANCE = Ijk(size=4, mode="nondeterministic")
PLIES = Plies(8, 10)
DEEP, SHALLOW = Side("alphabeta", Limit(depth=4)), Side("alphabeta", Limit(depth=1))


def duel_of(first: Side, second: Side, game: Ijk = GAME, max_plies: int = 30_000) -> Duel:
    return Duel(game, first, second, PLIES, max_plies)


def played(duel: Duel, pairs: int, processes: int = 1) -> list[Pair]:
    return list(play_pairs(duel, openings(duel.game, pairs, 1, duel.plies), processes))


def chosen(game: DuelGame, pair: Pair) -> list[tuple[State, int]]:
    """The states at which agents were asked, and what they answered."""
    asked = list(replayed(game.record))[:-1]
    return list(zip(asked, game.record.moves, strict=True))[len(pair.opening.moves) :]


def test_openings_are_distinct_and_not_over() -> None:
    found = openings(GAME, 200, 1, PLIES)
    assert len({(each.state.board, each.state.player) for each in found}) == len(found) == 200
    assert {len(each.moves) for each in found} == {8, 9, 10}
    assert not any(each.state.is_over for each in found)
    assert found[-1].seed > 200  # some seeds lead where another one led


def test_an_opening_belongs_to_its_seed_and_is_legal() -> None:
    for seed in range(1, 30):
        made = opening(CHANCE, seed, PLIES)
        if made is None:
            continue
        assert made == opening(CHANCE, seed, PLIES)
        state = CHANCE.start(Dice(seed))
        for move, expected in zip(made.moves, made.states[1:], strict=True):
            state = state.play(move).draw(Dice(seed))
            assert state == expected


def test_a_game_that_ends_in_its_opening_is_none() -> None:
    tiny = Ijk(size=2)
    assert all(opening(tiny, seed, Plies(30, 30)) is None for seed in range(50))
    with pytest.raises(TooFewOpenings, match="5 pairs, but ijk:size=2 has only 0 distinct"):
        openings(tiny, 5, 3, Plies(30, 30))


def test_there_is_one_opening_without_plies() -> None:
    assert openings(GAME, 1, 1, Plies(0, 0))[0].state == GAME.start(Dice(1))
    with pytest.raises(TooFewOpenings, match="only 1 distinct openings of 0 to 0 plies"):
        openings(GAME, 2, 1, Plies(0, 0))


@pytest.mark.parametrize("game", [GAME, CHANCE])
def test_a_pair_is_the_same_game_with_colours_swapped(game: Ijk) -> None:
    """The agents play what they would play alone, each once as + with the same dice."""
    duel = duel_of(Side("greedy", UNLIMITED), Side("random", UNLIMITED), game)
    (pair,) = played(duel, 1)
    for each, names in zip(pair.games, (("greedy", "random"), ("random", "greedy")), strict=True):
        assert each.record.agents == names
        assert each.record.seed == pair.opening.seed
        assert each.record.moves[: len(pair.opening.moves)] == pair.opening.moves
        assert verify(each.record) is None
        assert list(replayed(each.record))[-1] == each.last
        players = [agent(name, game, pair.opening.seed) for name in names]
        for state, move in chosen(each, pair):
            assert move == players[state.player].choose(state, UNLIMITED)


def test_points_are_those_of_the_first_agent_whatever_its_colour() -> None:
    pairs = played(duel_of(DEEP, SHALLOW), 8)
    swapped = played(duel_of(SHALLOW, DEEP), 8)
    for pair, other in zip(pairs, swapped, strict=True):
        assert pair.score == 2 - other.score
        for each in pair.games:
            winner = {1: 0, -1: 1}.get(each.record.score)
            side = 1 if winner is None else 2 * (each.record.agents[winner] == str(DEEP))
            assert each.result + 1 == side
    assert sum(pair.score for pair in pairs) > 8


def test_each_side_has_its_own_limit_and_clock() -> None:
    (pair,) = played(duel_of(Side("alphabeta", Limit(depth=7)), SHALLOW), 1)
    for each in pair.games:
        own = len(each.record.moves) - len(pair.opening.moves)
        assert each.first.moves + each.second.moves == own
        assert abs(each.first.moves - each.second.moves) <= 1
        assert each.first.seconds > 0
        deep = agent("alphabeta", GAME)
        for state, move in chosen(each, pair):
            is_first = (state.player == 0) == each.is_plus
            assert move == deep.choose(state, Limit(depth=7 if is_first else 1))


def test_ends_are_told_apart() -> None:
    (pair,) = played(duel_of(DEEP, SHALLOW), 1)
    each = pair.games[0]
    assert each.end == FULL
    won = GAME.parse("ijk:size=4 K3/4/4/4 - 99")
    assert replace(each, last=won).end == LETTER
    assert replace(each, last=GAME.start(Dice(1))).end == CAP


def test_a_game_at_the_cap_is_a_tie_and_counted_apart() -> None:
    duel = duel_of(DEEP, SHALLOW, max_plies=20)
    found = report(duel, played(duel, 6))
    assert {len(game.record.moves) for game in found.games} == {20}
    assert (found.results.ties, found.cut_off) == (len(found.games), len(found.games))
    assert found.score.value == 50
    assert found.results_by_end[CAP].ties == len(found.games)


def test_processes_play_the_games_of_one() -> None:
    duel = duel_of(DEEP, SHALLOW)
    one, two = (report(duel, played(duel, 5, processes)) for processes in (1, 2))
    assert [game.record for game in one.games] == [game.record for game in two.games]
    assert one.score == two.score


def with_last_moves(pair: Pair, board: tuple[str, ...], moves: tuple[int, ...], seed: int) -> Pair:
    """The pair as if both games had ended like this."""
    last = IjkState(GAME, board, 0, 99)
    games = tuple(
        replace(game, last=last, record=replace(game.record, moves=(*pair.opening.moves, *moves)))
        for game in pair.games
    )
    assert len(games) == 2
    return Pair(replace(pair.opening, seed=seed), (games[0], games[1]))


def test_a_pair_that_runs_into_an_earlier_one_is_dropped() -> None:
    duel = duel_of(DEEP, SHALLOW)
    (pair,) = played(duel, 1)
    board, moves = ("AbAb", "bAbA", "AbAb", "bAbA"), (0, 1, 2, 3) * 10
    first = with_last_moves(pair, board, moves, seed=1)
    same_end = with_last_moves(pair, board, (3, *moves[-20:]), seed=2)  # the last 20 are the same
    other_moves = with_last_moves(pair, board, (3, *moves[-19:]), seed=3)
    other_board = with_last_moves(pair, ("Cb..", *board[1:]), moves, seed=4)
    found = report(duel, [other_board, same_end, other_moves, first])
    assert [each.opening.seed for each in found.pairs] == [1, 3, 4]
    assert (found.dropped, found.first_seed, found.last_seed) == (1, 1, 4)


def test_a_pair_is_dropped_whole_if_one_of_its_games_is_known() -> None:
    duel = duel_of(DEEP, SHALLOW)
    (pair,) = played(duel, 1)
    one = with_last_moves(pair, ("AbAb",) * 4, (0,) * 30, seed=1)
    two = with_last_moves(pair, ("bAbA",) * 4, (0,) * 30, seed=2)
    half = Pair(replace(two.opening, seed=3), (two.games[0], one.games[1]))
    assert report(duel, [one, half]).dropped == 1
    assert report(duel, [two, half]).dropped == 1
    assert report(duel, [one, two]).dropped == 0


def test_games_with_other_colours_are_other_games() -> None:
    duel = duel_of(DEEP, SHALLOW)
    (pair,) = played(duel, 1)
    ends = [
        with_last_moves(pair, (row,) * 4, (0,) * 30, 1).games for row in ("AbAb", "bAbA", "CCCC")
    ]
    as_plus = Pair(replace(pair.opening, seed=1), (ends[0][0], ends[1][1]))
    as_minus = Pair(replace(pair.opening, seed=2), (ends[2][0], ends[0][1]))
    assert report(duel, [as_plus, as_minus]).dropped == 0


def test_deterministic_agents_do_run_together() -> None:
    """Without dropping, a game would count as often as openings lead to it."""
    tiny = Duel(
        Ijk(size=3), Side("first-fit", UNLIMITED), Side("greedy", UNLIMITED), Plies(4, 6), 99
    )
    pairs = list(play_pairs(tiny, openings(tiny.game, 40, 1, tiny.plies), 1))
    found = report(tiny, pairs)
    assert found.dropped > 0
    assert found.dropped + len(found.pairs) == 40


def test_the_report_adds_up() -> None:
    duel = duel_of(DEEP, SHALLOW)
    found = report(duel, played(duel, 12))
    results = found.results
    assert results.games == len(found.games) == 2 * len(found.pairs)
    points = results.wins + results.ties / 2
    assert found.score.value == pytest.approx(100 * points / results.games)
    assert sum(found.pairs_by_score.values()) == len(found.pairs)
    assert sum(score * n for score, n in found.pairs_by_score.items()) == points
    for what in ("wins", "ties", "losses"):
        by_end = sum(getattr(each, what) for each in found.results_by_end.values())
        assert by_end == getattr(results, what)
    assert found.tie_percent == pytest.approx(100 * results.ties / results.games)
    assert found.elo.value > 0
    assert min(found.ms_a_move) > 0


def test_the_pair_is_played_by_new_agents() -> None:
    """A game does not depend on those before it: the table of an agent is that of one game."""
    duel = duel_of(Side("alphabeta:table=10", Limit(nodes=300)), DEEP)
    first, second = openings(GAME, 2, 1, PLIES)
    play_pair(duel, first)
    again = play_pair(duel, second)
    assert [g.record for g in again.games] == [g.record for g in play_pair(duel, second).games]


@pytest.mark.parametrize(
    ("limit", "label"),
    [
        (Limit(), "alphabeta"),
        (Limit(seconds=0.1), "alphabeta at 0.1 s"),
        (Limit(nodes=100_000), "alphabeta at 100,000 nodes"),
        (Limit(depth=6), "alphabeta at depth 6"),
    ],
)
def test_a_side_is_called_by_its_name_and_limit(limit: Limit, label: str) -> None:
    assert str(Side("alphabeta", limit)) == label
