"""Watched games: what is shown, how it goes on, and that nothing ever waits."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from tests.play.watching.watched import (
    HandClock,
    Stubborn,
    match_watching,
    record_watching,
    recorded,
    settle,
)
from tilefall.agents import agent
from tilefall.agents.agent import Forfeit
from tilefall.agents.considering import Considered, NoReasons
from tilefall.engines import engine
from tilefall.play import BadRecord, replayed, verify
from tilefall.play.clock import LOOK
from tilefall.play.painted import painted
from tilefall.play.watching.pace import FASTEST, SPEEDS, Pace
from tilefall.play.watching.positions import MOST_STRETCHES, STRETCH
from tilefall.play.watching.thinking import Asking
from tilefall.play.watching.unfolding import STRIDE
from tilefall.play.watching.watching import AT_FIRST, MATCH_AHEAD, RECORD_AHEAD
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import IllegalMove
from tilefall.rules.ijk import Ijk
from tilefall.rules.notation import Rows
from tilefall.rules.quintris import QuintrisState

IJK = recorded("ijk", ("greedy", "greedy"))
QUINTRIS = recorded("quintris", ("greedy",), turns=45)
FIRST = agent("first-fit", Ijk())


def test_a_record_shows_the_states_that_it_holds() -> None:
    watching = record_watching(QUINTRIS)
    states = list(replayed(QUINTRIS))
    assert watching.length == len(states) == 46
    settle(watching)
    for number in (0, 45, 31, 32, 33, 1, 44):
        watching.seek(number)
        assert (watching.position, watching.state) == (number, states[number])
        assert watching.before == (states[number - 1] if number else None)
        assert watching.last_move == (QUINTRIS.moves[number - 1] if number else None)
        assert watching.played == (QUINTRIS.moves[number] if number < 45 else None)
    assert watching.record() == QUINTRIS


def test_cells_know_their_pieces_wherever_one_comes_from() -> None:
    """Kept positions every STRETCH-th only, so most are painted again."""
    watching = record_watching(QUINTRIS)
    settle(watching)
    states = list(replayed(QUINTRIS))
    cells: list[Rows] = [("." * 15,) * 25]
    for state, move in zip(states, QUINTRIS.moves, strict=False):
        assert isinstance(state, QuintrisState)
        cells.append(painted(cells[-1], state, move))
    for number in reversed(range(46)):
        watching.seek(number)
        assert watching.shown.cells == cells[number]


def test_seeks_stay_inside_and_steps_stop() -> None:
    watching = record_watching(IJK)
    settle(watching)
    assert watching.seek(10**9)
    assert watching.position == watching.length - 1
    assert not watching.to_end()
    assert watching.seek(-5)
    assert watching.position == 0
    watching.play()
    assert watching.step(1)
    assert (watching.position, watching.is_playing) == (1, False)
    assert watching.step(-1)
    assert not watching.step(-1)
    assert watching.to_end()
    assert watching.to_start()


def test_a_long_record_opens_at_once_and_is_replayed_as_far_as_it_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = recorded("tetris", ("dt-20",), turns=5000)
    assert len(record.moves) == 5000
    turns = 0
    native = type(engine("native"))
    plain = native.draw

    def counted(self: object, *words: object) -> object:
        nonlocal turns
        turns += 1
        return plain(self, *words)  # type: ignore[arg-type]

    monkeypatch.setattr(native, "draw", counted)
    clock = HandClock(is_quick=False)
    watching = record_watching(record, clock)
    assert (watching.length, turns) == (5001, 0)
    watching.advance(100.0)
    assert turns == 0
    clock.think()
    watching.advance(100.0)
    assert turns <= RECORD_AHEAD + STRETCH
    watching.to_end()
    assert watching.status == "replaying, 1,000 of 5,000 moves"
    assert watching.position == 0
    clock.is_quick = True
    while clock.waiting:
        clock.think()
    watching.advance(100.0)
    watching.advance(100.0)
    assert (watching.position, watching.status) == (5000, "the end, the game is not over")
    before = turns
    watching.seek(2500)
    assert turns - before < STRETCH


def test_on_the_way_to_a_far_position_steps_count_from_there_and_a_pause_stays() -> None:
    clock = HandClock(is_quick=False)
    watching = record_watching(IJK, clock)
    assert watching.seek(20)
    assert watching.step(2)
    assert watching.leafing.target == 22
    assert watching.pause()
    assert watching.leafing.target is None
    assert not watching.pause()
    assert watching.position == 0


def test_few_stretches_are_kept() -> None:
    watching = record_watching(recorded("tetris", ("dt-20",), turns=1500))
    watching.advance(100.0)
    watching.advance(100.0)
    for number in range(0, 1000, STRETCH):
        watching.seek(number)
        assert watching.state.turn == number
    assert len(watching.unfolding.positions._stretches) == MOST_STRETCHES


def test_it_plays_at_its_speed_and_stops_at_the_end() -> None:
    watching = record_watching(IJK)
    settle(watching)
    watching.play()
    assert watching.status == "playing, 4 a second"
    assert not watching.advance(100.0)
    assert watching.due(100.0) == 100.25
    assert not watching.advance(100.2)
    assert watching.advance(100.25)
    assert watching.position == 1
    watching.advance(100.75)
    assert watching.position == 2, "what was lost is not made up for"
    while watching.slower():
        pass
    assert watching.leafing.pace.speed == SPEEDS[0]
    while watching.faster():
        pass
    assert watching.status == "playing, as fast as it goes"
    now = 101.0
    for _ in range(200):
        watching.advance(now)
        now += 1 / 60
    assert (watching.position, watching.is_playing) == (watching.length - 1, False)
    assert watching.due(now) is None
    watching.toggle()
    assert (watching.position, watching.is_playing) == (0, True)
    watching.toggle()
    assert watching.status == "paused"


def test_time_that_was_lost_is_not_made_up_for() -> None:
    pace = Pace(16.0)
    pace.play()
    assert pace.steps(50.0) == 0
    assert pace.steps(50.125) == 2
    assert pace.steps(90.0) == 4  # a quarter of a second
    assert pace.steps(90.0625) == 1
    slow = Pace(0.5)
    slow.play()
    assert [slow.steps(now) for now in (10.0, 11.9, 12.0, 30.0, 31.9, 32.0)] == [0, 0, 1, 1, 0, 1]


def test_speeds_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match=r"speed 3, allowed are 0\.5, 1, 2"):
        Pace(3.0)
    assert [Pace(speed).name for speed in (0.5, FASTEST)] == ["0.5 a second", "as fast as it goes"]


def test_a_match_at_full_speed_comes_to_no_stand() -> None:
    """Whoever reaches the last position that is known wants more of them."""

    def silent(*words: object) -> Considered:
        raise OSError("nobody thinks")  # or somebody would be waited for

    game, clock, asking = parse_game("quintris"), HandClock(), Asking(silent)
    watching = match_watching([agent("greedy", game)], clock, game_text="quintris", asking=asking)
    while watching.faster():
        pass
    watching.play()
    random = Random(1)
    for _ in range(300):
        due = watching.due(clock.time)
        assert due is not None, f"it stands at {watching.position} of {watching.length}"
        clock.time = max(clock.time, due) + random.uniform(0.0, 0.1)
        watching.advance(clock.time)
        if watching.is_over:
            break
    assert watching.position > 100, watching.status


def test_a_match_runs_ahead_of_what_is_shown_but_not_far() -> None:
    game = parse_game("ijk")
    watching = match_watching([agent("first-fit", game)] * 2, game_text="ijk")
    settle(watching)
    assert (watching.position, watching.length) == (0, AT_FIRST + 1)
    while watching.position < 4 * MATCH_AHEAD:  # little by little it gets as far ahead as it may
        watching.to_end()
        settle(watching)
    ahead = watching.length - 1 - watching.position
    assert MATCH_AHEAD - STRIDE <= ahead <= MATCH_AHEAD
    record = watching.record()
    assert verify(record) is None
    assert (record.agents, len(record.moves)) == (("first-fit", "first-fit"), watching.length - 1)


def test_at_the_live_edge_it_says_that_somebody_thinks() -> None:
    clock = HandClock(is_quick=False)
    watching = match_watching([Stubborn(), Stubborn()], clock)
    watching.play()
    watching.advance(100.0)
    assert watching.status == "thinking"
    assert watching.due(100.0) == 100.0 + LOOK
    for _ in range(len(clock.waiting)):
        clock.think()
    assert watching.advance(107.0)
    assert watching.position == 1, "the next position is late, and shown at once"
    assert not watching.advance(107.2)
    assert watching.position == 1, "and the one after it in its time"


def test_a_game_that_ends_is_shown_to_its_end() -> None:
    watching = match_watching([agent("random", Ijk(), 3)] * 2, game_text="ijk:size=2")
    settle(watching)
    watching.to_end()
    settle(watching)
    assert watching.is_over
    assert watching.status == "the game is over"
    assert verify(watching.record()) is None
    assert watching.considered is None


def test_a_cap_ends_a_match() -> None:
    watching = match_watching([FIRST, FIRST], game_text="ijk", max_turns=7)
    settle(watching)
    assert watching.length == 8
    watching.to_end()
    assert watching.status == "the end, the game is not over"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RuntimeError("no more\nof this"), "RuntimeError: no more"),
        (ValueError(), "ValueError"),
        (Forfeit("crash", "exit 3", "exec:./x"), "exec:./x forfeits, crash: exit 3"),
        (IllegalMove("move 9, legal are (0, 1), in:\nboard"), "move 9, legal are (0, 1)"),
    ],
)
def test_an_error_of_an_agent_is_told_and_what_was_played_stays(
    error: Exception, told: str
) -> None:
    watching = match_watching([Stubborn(3, error), Stubborn()], game_text="ijk")
    settle(watching)
    watching.to_end()
    assert watching.length == 7
    assert watching.status == f"the end, the game is not over; {told}"
    assert verify(watching.record()) is None


def test_a_move_that_is_none_is_told() -> None:
    class Wrong(Stubborn):
        def choose(self, *words: object) -> int:
            return 17

    watching = match_watching([Wrong(), Stubborn()], game_text="ijk")
    settle(watching)
    assert watching.error.startswith("stubborn chose move 17, legal are (0, 1, 2, 3)")
    assert watching.length == 1


def test_a_record_that_departs_is_shown_as_far_as_it_holds() -> None:
    moves = (*IJK.moves[:10], 3 - IJK.moves[10], *IJK.moves[11:])
    watching = record_watching(replace(IJK, moves=moves).sealed())
    assert watching.length == 41
    settle(watching)
    watching.to_end()
    assert watching.position == watching.length - 1 == 10
    assert watching.error.startswith("the record departs at move 11: the check is")
    watching.verify()
    settle(watching)
    assert watching.status == f"the end, the game is not over; {watching.error}"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"game": "chess"}, "chess"),
        ({"rules": 99}, "rules 99"),
        ({"agents": ("one",)}, "1 agents"),
    ],
)
def test_a_record_that_does_not_begin_is_refused(changes: dict[str, object], told: str) -> None:
    with pytest.raises(BadRecord, match=told):
        record_watching(replace(IJK, **changes))  # type: ignore[arg-type]


def test_too_few_agents_are_refused() -> None:
    with pytest.raises(ValueError, match="1 agents, ijk has 2 players"):
        match_watching([FIRST])


def test_records_are_verified_beside_the_rest() -> None:
    clock = HandClock(is_quick=False)
    watching = record_watching(QUINTRIS, clock)
    watching.verify()
    assert watching.status == "verifying, 0 of 45 moves"
    watching.advance(100.0)
    clock.is_quick = True
    while clock.waiting:
        clock.think()
    settle(watching)
    assert watching.status == "paused; verified: 45 moves hold"
    watching.step(1)
    assert watching.status == "paused"
    changed = record_watching(replace(QUINTRIS, seal="0" * 16))
    changed.verify()
    settle(changed)
    assert "changed after the game" in changed.status
    match = match_watching([FIRST, FIRST])
    match.verify()
    assert match.status == "paused; a match that is being played needs no check"


def test_another_game_may_go_on_from_what_is_shown() -> None:
    watching = record_watching(QUINTRIS)
    settle(watching)
    watching.seek(17)
    watching.play()
    beginning = watching.play_from_here()
    assert not watching.is_playing
    assert (beginning.game, beginning.seed) == (watching.game, QUINTRIS.seed)
    assert beginning.start == next(islice(replayed(QUINTRIS), 17, None))
    again = match_watching(
        [agent("greedy", beginning.game)],
        game_text="quintris",
        seed=beginning.seed,
        start=beginning.start,
    )
    settle(again)
    moves = again.record().moves
    assert len(moves) == AT_FIRST
    assert moves == QUINTRIS.moves[17 : 17 + AT_FIRST]


def test_who_has_no_reasons_explains_nothing() -> None:
    with pytest.raises(NoReasons, match=r"random: it has no reasons to give; try greedy\."):
        record_watching(QUINTRIS, explainer="random")


def test_closed_it_shows_what_there_is_and_thinks_no_more() -> None:
    clock = HandClock(is_quick=False)
    watching = record_watching(IJK, clock)
    watching.play()
    watching.advance(100.0)
    watching.close()
    watching.close()
    assert watching.due(100.0) is None
    assert not watching.advance(100.0)
    for _ in range(len(clock.waiting)):
        clock.think()
    assert not watching.advance(100.0)
    assert watching.step(1) is False
    assert not clock.waiting
