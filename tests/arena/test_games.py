"""Games of an arena: who plays next, what a referee does with forfeits, agents that change."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.arena.small_arenas import PLAN, met, played
from tilefall.agents.agent import Forfeit, Limit
from tilefall.agents.catalog import agent
from tilefall.arena.crew import LocalCrew
from tilefall.arena.judge import Judge
from tilefall.arena.plan import BadArena, Plan
from tilefall.arena.played import Played
from tilefall.arena.prints import agent_print, check_prints
from tilefall.arena.referee import Seat, referee
from tilefall.arena.schedule import Schedule, carry_out
from tilefall.arena.store import create, reopen
from tilefall.arena.work import Bout, Work, is_batch, play, setting_of
from tilefall.engines import engine
from tilefall.play.openings import Plies
from tilefall.play.verify import verify
from tilefall.rules.game import IllegalMove, State
from tilefall.rules.ijk import Ijk
from tilefall.rules.quintris import Quintris

VERSUS = replace(PLAN, game="ijk:size=3", agents=("greedy", "random", "first-fit"), games=8)


def taken(plan: Plan, games: Sequence[Played] = (), seconds: float = 0.0) -> list[Work]:
    """All work of a schedule, each of which takes so long."""
    judge = Judge(plan)
    judge.add(games)
    schedule, found = Schedule(plan, judge, games, slots=2), []
    while work := schedule.take():
        schedule.has_taken(work, seconds)
        found.append(work)
    return found


def bouts(work: Sequence[Work]) -> list[tuple[tuple[int, ...], int]]:
    return [(each.players, bout.number) for each in work for bout in each.bouts]


def test_every_agent_plays_every_bout_once_and_nobody_runs_far_ahead() -> None:
    work = taken(PLAN, seconds=10.0)
    assert sorted(bouts(work)) == [((place,), n) for place in (0, 1) for n in range(20)]
    assert [each.players for each in work[:4]] == [(0,), (1,), (0,), (1,)]
    assert {bout.seed - bout.number for each in work for bout in each.bouts} == {PLAN.first_seed}


def test_quick_games_are_handed_out_many_at_a_time() -> None:
    many = replace(PLAN, games=10_000)
    assert max(len(each.bouts) for each in taken(many, seconds=0.001)) > 100
    assert {len(each.bouts) for each in taken(PLAN, seconds=100.0)} == {1}
    sure = replace(many, is_until_sure=True)
    assert max(len(each.bouts) for each in taken(sure, seconds=0.001)) == 16


def test_what_is_played_is_not_played_again() -> None:
    done = [played(bout, place) for bout, place in ((0, 0), (3, 0), (0, 1), (19, 1))]
    left = bouts(taken(PLAN, done))
    assert len(left) == len(set(left)) == 36
    assert not {((0,), 0), ((0,), 3), ((1,), 0), ((1,), 19)} & set(left)
    pairs = [met(0, 0, 1, 1), met(0, 1, 0, 1)]
    assert len(bouts(taken(VERSUS, pairs))) == 3 * 4 - 1


def test_what_is_decided_is_not_played_any_more() -> None:
    sure = replace(PLAN, is_until_sure=True, games=1000, max_turns=300)
    done = [
        game for bout in range(60) for game in (played(bout, 0, 0), played(bout, 1, 90 + bout % 9))
    ]
    assert taken(sure, done) == []


def test_openings_of_two_players_are_distinct_and_may_run_out_only_until_sure() -> None:
    work = taken(VERSUS)
    assert len(bouts(work)) == 3 * 4
    assert sorted({each.players for each in work}) == [(0, 1), (0, 2), (1, 2)]
    few = replace(VERSUS, game="ijk:size=2", plies=Plies(1, 2), games=1000, is_until_sure=True)
    assert 0 < len(bouts(taken(few))) < 3 * 500


@dataclass
class Scripted:
    """Plays the first legal move until it forfeits, and remembers what it is told."""

    name: str = "scripted"
    forfeits_at: int = -1
    heard: list[str] = field(default_factory=list)

    def begin(self, state: State, limit: Limit) -> None:
        self.heard.append("begin")

    def choose(self, state: State, limit: Limit) -> int:
        if state.turn >= self.forfeits_at >= 0:
            raise Forfeit("time", "no answer in 1 s")
        return state.legal_moves()[0]

    def tell_over(self, state: State) -> None:
        self.heard.append("over")

    def close(self) -> None:
        self.heard.append("close")


def test_a_forfeit_ends_a_game_where_it_stands() -> None:
    player = Scripted(forfeits_at=5)
    found = referee(Quintris(), [Seat("a", player, Limit())], 1, 50, engine())
    assert (found.forfeiter, found.is_over, found.last.turn) == (0, False, 5)
    assert found.forfeit is not None
    assert found.forfeit.cause == "time"
    assert "over" not in player.heard
    assert found.moves == (5,)
    verify(found.record)
    assert found.record.agents == ("a",)


@pytest.mark.parametrize("loser", [0, 1])
def test_whoever_forfeits_against_another_has_lost(
    loser: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    players: list[Scripted] = []

    def made(text: str, game: object, seed: int) -> Scripted:
        players.append(Scripted(forfeits_at=9 if text == f"agent {loser}" else -1))
        return players[-1]

    monkeypatch.setattr("tilefall.arena.work.agent", made)
    setting = setting_of(
        replace(PLAN, game="ijk", agents=("agent 0", "agent 1"), max_turns=40, plies=Plies(4, 4))
    )
    first, second = play(Work(setting, (0, 1), (Bout(0, 7),)))
    assert [first.played.players, second.played.players] == [(0, 1), (1, 0)]
    for done in (first, second):
        place = done.played.players.index(loser)
        assert (done.played.forfeiter, done.played.cause) == (place, "time")
        assert done.played.score == (1 if place else -1)
        assert not done.played.is_over
    assert len(players) == 4
    assert all(player.heard[-1] == "close" for player in players)


def test_the_cap_ends_a_game_and_the_agents_hear_of_it() -> None:
    players = [Scripted("a"), Scripted("b")]
    seats = [Seat(player.name, player, Limit()) for player in players]
    found = referee(Ijk(), seats, 1, 10, engine())
    assert (found.is_over, found.last.turn, found.moves) == (False, 10, (5, 5))
    assert [player.heard[-1] for player in players] == ["over", "over"]


def test_an_illegal_move_of_our_own_is_a_fault_and_no_forfeit() -> None:
    class Wrong(Scripted):
        def choose(self, state: State, limit: Limit) -> int:
            return 10**6

    with pytest.raises(IllegalMove, match="a chose move 1000000"):
        referee(Quintris(), [Seat("a", Wrong(), Limit())], 1, 50, engine())


def test_native_code_plays_whole_games_unless_a_search_has_a_clock() -> None:
    setting = setting_of(replace(PLAN, agents=("greedy", "lookahead", "random")))
    assert [is_batch(setting, (place,)) for place in range(3)] == [True, True, False]
    timed = replace(setting, seconds_a_move=0.1)
    assert [is_batch(timed, (place,)) for place in range(3)] == [True, False, False]


def test_games_are_the_same_in_one_call_and_move_by_move() -> None:
    setting = setting_of(replace(PLAN, agents=("greedy", "lookahead"), max_turns=60))
    for place in (0, 1):
        work = Work(setting, (place,), (Bout(0, 3), Bout(1, 8)))
        for done in play(work):
            name = setting.agents[place]
            seat = Seat(name, agent(name, Quintris()), Limit())
            found = referee(Quintris(), [seat], done.played.seed, 60, engine())
            assert done.line == f"{found.record.line()}\n".encode()
            assert done.played.is_over == found.is_over


def test_a_tournament_goes_on_where_it_was_left(tmp_path: Path) -> None:
    plan = replace(PLAN, games=6, agents=("greedy", "random"))
    told: list[int] = []
    with closing(create(tmp_path, plan)) as store, closing(LocalCrew(2)) as crew:
        generator = crew.play(Schedule(plan, Judge(plan), (), 2).take)
        store.add(next(generator).games)
        generator.close()
        before = store.played()
    with closing(reopen(tmp_path)) as store, closing(LocalCrew(1)) as crew:
        carry_out(store, crew, told.append)
        after = store.played()
    assert after[: len(before)] == before
    assert sum(told) == len(after) == 12
    assert {(game.players, game.bout) for game in after} == {
        ((place,), bout) for place in (0, 1) for bout in range(6)
    }


def test_an_agent_whose_file_has_changed_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(state):\n    return state.legal_moves()[0]\n")
    game = Quintris()
    plan = replace(PLAN, agents=("greedy", str(file)))
    plan = replace(plan, prints=tuple(agent_print(text, game) for text in plan.agents))
    assert plan.prints[0] == ""
    check_prints(plan)
    file.write_text("def choose(state):\n    return state.legal_moves()[-1]\n")
    with pytest.raises(BadArena, match=r"mine.py has changed since the arena was begun"):
        check_prints(plan)
