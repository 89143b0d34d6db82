"""Real time: how long an agent has, when keys are pressed, and that every piece is decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.play.clocks import (
    FALL,
    NATIVE,
    PERIOD,
    WEIGHTS,
    FakeClock,
    Slow,
    check_path,
    check_record,
    watched,
)
from tests.rules.boards import pentomino, quintris
from tests.rules.positions import SEEDS, quintris_states
from tilefall.agents import Limit
from tilefall.engines import Engine
from tilefall.play.animated import AgentFailed, Fall, Frame, falls, free_ticks, margin_of
from tilefall.rules.catalog import parse
from tilefall.rules.game import IllegalMove, State
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.rules.timing import DROP

MARGIN = 0.05
NEVER = 1e9


def test_a1_a_piece_falls_a_row_every_period_from_when_it_appears() -> None:
    clock, frames = FakeClock(), list[Frame]()
    agent = Slow(clock, [1.3])
    start = clock.now()
    (first, second) = watched(agent, clock, max_turns=2, frames=frames)
    assert clock.now() == pytest.approx(start + 2 * 1.3)  # the second piece's clock began anew
    for fall in (first, second):
        assert {press.tick for press in fall.presses} == {2}
        shown = [frame for frame in frames if frame.state is fall.turn.state]
        falling = [frame for frame in shown if frame.fallen <= 2][:3]
        assert [(frame.fallen, frame.spot.row) for frame in falling] == [(0, 0), (1, 1), (2, 2)]


def test_a1_a_period_is_more_than_nothing_and_pieces_must_slide() -> None:
    clock = FakeClock()
    for period in (0.0, -1.0, float("inf"), float("nan")):
        with pytest.raises(ValueError, match="expected more than 0"):
            watched(Slow(clock, [0]), clock, period=period)
    with pytest.raises(ValueError, match="quintris:reach=fall is"):
        next(falls(Quintris(), Slow(clock, [0]), 1, clock=clock, engine=NATIVE))


def test_a2_a_piece_is_free_to_fall_as_long_as_it_loses_no_place(engine: Engine) -> None:
    """A flat bar over an empty board can stand up until row 20, and so reach everything."""
    assert free_ticks(quintris("", "I0", 0, reach="fall"), engine) == 20
    # a standing bar has room to lie down in every row, but the last tick locks it
    assert free_ticks(quintris("", "I1", 0, reach="fall"), engine) == 19
    tower = ".......x.......\n" * 18
    assert free_ticks(quintris(tower, "I1", 0, reach="fall"), engine) == 2
    to_the_top = ".......x.......\n" * 20
    assert free_ticks(quintris(to_the_top, "I1", 0, reach="fall"), engine) == 0


@given(quintris_states())
@examples(40)
def test_a2_one_tick_more_would_lose_a_place(state: QuintrisState) -> None:
    state = replace(state, game=replace(state.game, reach="fall"))
    assume(not state.is_over)
    free = free_ticks(state, NATIVE)
    spot, has_locked = state.spawn, False
    for _ in range(free):
        spot, has_locked = state.well.ticked(spot)
        assert not has_locked
    assert state.keys_from(spot).keys() == state.keys.keys()
    lower, has_locked = state.well.ticked(spot)
    assert has_locked or state.keys_from(lower).keys() < state.keys.keys()


def test_a3_an_agent_has_the_free_ticks_and_one_more_less_a_margin() -> None:
    clock = FakeClock()
    agent = Slow(clock, [0.1])
    start = quintris("", "I0", 0, reach="fall")
    watched(agent, clock, max_turns=1, start=start)
    ((_, limit),) = agent.asked
    assert limit.seconds == pytest.approx(21 * PERIOD - 2 * MARGIN)


@pytest.mark.parametrize(("late_by", "is_fallback"), [(-0.001, False), (0.001, True)])
def test_a3_the_deadline_is_a_margin_before_the_tick_that_loses_something(
    late_by: float, is_fallback: bool
) -> None:
    """The agent is told a margin less than it has, so ending a little late is no harm."""
    clock = FakeClock()
    start = quintris("", "I0", 0, reach="fall")
    agent = Slow(clock, [21 * PERIOD - MARGIN + late_by])
    begun = clock.now()
    (fall,) = watched(agent, clock, max_turns=1, start=start)
    assert fall.is_fallback == is_fallback
    assert fall.presses[0].tick == 20
    assert clock.now() <= begun + 21 * PERIOD - MARGIN + 0.001
    check_path(fall)


def test_a3_margins_are_a_tenth_of_the_time_but_never_long() -> None:
    assert [margin_of(seconds) for seconds in (0.01, 0.5, 10)] == [0.001, 0.05, 0.05]


def test_a3_where_ticks_are_fast_a_margin_may_be_longer_than_a_period() -> None:
    """The deadline then comes some ticks before those that would still be free."""
    clock = FakeClock()
    start = quintris("", "I0", 0, reach="fall")
    begun = clock.now()
    (fall,) = watched(Slow(clock, [NEVER]), clock, max_turns=1, start=start, period=0.01)
    assert fall.is_fallback
    assert clock.now() == pytest.approx(begun + 21 * 0.01 * 0.9)
    assert fall.presses[0].tick == 18
    check_path(fall)


@pytest.mark.parametrize("seconds", [0.3, 0.44])
def test_a3_near_the_top_a_part_of_a_period_is_left(seconds: float) -> None:
    rows = "/".join(["xxxxxxxxxxxxx2"] * 24)
    start = parse(f"quintris:reach=fall {rows} I0@3 X0 1-1-0-0-0-0 0 0")
    assert isinstance(start, QuintrisState)
    clock = FakeClock()
    agent = Slow(clock, [seconds])
    (fall,) = watched(agent, clock, max_turns=1, start=start)
    ((_, limit),) = agent.asked
    assert limit.seconds == pytest.approx(PERIOD - 2 * MARGIN)
    assert not fall.is_fallback
    assert {press.tick for press in fall.presses} == {0}
    (late,) = watched(Slow(clock, [0.46]), clock, max_turns=1, start=start)
    assert late.is_fallback
    assert {press.tick for press in late.presses} == {0}


def test_a4_a_late_answer_is_thrown_away_and_never_played_with_a_later_piece() -> None:
    """Same piece over and over, so the late answer would be legal for the next one as well."""
    game = Quintris(pieces="I", reach="fall")
    clock = FakeClock()
    agent = Slow(clock, [14.0, 0.1, 0.1], is_contrary=True)  # late, then soon
    found = list(falls(game, agent, 3, clock=clock, engine=NATIVE, max_turns=3))
    assert [fall.is_fallback for fall in found] == [True, False, False]
    assert found[0].move == NATIVE.choose(found[0].turn.state, WEIGHTS)  # type: ignore[arg-type]
    assert found[0].move != agent.answers[0]
    for fall in found[1:]:
        assert fall.move == agent.answers[fall.turn.state.turn]


def test_a4_an_agent_that_still_thinks_is_asked_when_it_is_free() -> None:
    clock = FakeClock()
    agent = Slow(clock, [12.0, 0.1])
    start = quintris("", "I0", 0, following="I0", reach="fall")
    begun = clock.now()
    found = watched(agent, clock, max_turns=2, start=start)
    assert [fall.is_fallback for fall in found] == [True, False]
    second = begun + 21 * PERIOD - MARGIN  # when the second bar appeared
    heard = begun + 12.0
    (_, limit) = agent.asked[1]
    free = free_ticks(found[1].turn.state, NATIVE)  # type: ignore[arg-type]
    left = second + (free + 1) * PERIOD - 2 * MARGIN - heard
    assert limit.seconds == pytest.approx(left)
    assert found[1].presses[0].tick == int((heard + 0.1 - second) / PERIOD)


def test_a4_an_agent_that_never_answers_is_asked_once() -> None:
    clock = FakeClock()
    agent = Slow(clock, [NEVER])
    found = watched(agent, clock, max_turns=4)
    assert len(agent.asked) == 1
    assert all(fall.is_fallback for fall in found)
    check_record(found, None, 3)


def test_a5_the_fallback_is_greedy_play_from_where_the_piece_is() -> None:
    clock = FakeClock()
    for fall in watched(Slow(clock, [NEVER]), clock, max_turns=4):
        state = fall.turn.state
        assert isinstance(state, QuintrisState)
        assert fall.turn.agent == "greedy"
        assert fall.move == NATIVE.choose(state, WEIGHTS)
        assert fall.presses[0].tick == free_ticks(state, NATIVE)


def test_a6_keys_are_pressed_at_their_ticks_then_the_piece_drops() -> None:
    """The bar has to slide under the roof after tick 22; its agent answers after the third."""
    roof = """
        ..........xxxxx
        ...............
        ...............
        xxxxxxxxxx.....
    """
    start = quintris(roof, "I0", 0, reach="fall")
    clock = FakeClock()
    begun = clock.now()
    (fall,) = watched(Slow(clock, [1.6]), clock, max_turns=1, start=start)
    assert fall.move == FALL.moves.number(pentomino("I0"), 24, 10)
    assert "".join(press.key for press in fall.presses) == "m" * 10 + DROP
    assert [press.tick for press in fall.presses] == [3] * 5 + [22] * 6
    assert clock.now() == pytest.approx(begun + 22 * PERIOD)
    check_path(fall)


def test_a6_an_instant_answer_costs_no_tick() -> None:
    clock = FakeClock()
    begun = clock.now()
    for fall in watched(Slow(clock, [0.0]), clock, max_turns=4):
        assert not fall.is_fallback
        if all(press.tick == 0 for press in fall.presses):
            assert clock.now() == begun


@given(
    SEEDS,
    st.lists(st.floats(0, 30), min_size=1, max_size=5),
    st.booleans(),
    st.sampled_from([0.02, 0.5, 3.0]),
    st.sampled_from([0.0, 0.0, 0.03, 0.7]),
)
@examples(15)
def test_a7_no_piece_falls_without_a_decision(
    seed: int, seconds: list[float], is_contrary: bool, period: float, held_up: float
) -> None:
    """Any seed, any slowness, also on a machine that is held up: the agent decides, or greedy."""
    clock = FakeClock(held_up=held_up)
    agent = Slow(clock, seconds, is_contrary)
    found = watched(agent, clock, seed=seed, max_turns=5, period=period)
    assert found
    for fall in found:
        state = fall.turn.state
        assert isinstance(state, QuintrisState)
        check_path(fall)
        if fall.is_fallback:
            assert fall.move == NATIVE.choose(state, WEIGHTS)
        else:
            assert fall.move == agent.answers[state.turn]
    check_record(found, None, seed)


@given(quintris_states(), st.floats(0, 20))
@examples(20)
def test_a7_also_from_positions_that_no_game_reaches(state: QuintrisState, seconds: float) -> None:
    state = replace(state, game=replace(state.game, reach="fall"))
    clock = FakeClock()
    found = watched(Slow(clock, [seconds]), clock, max_turns=2, start=state)
    assert bool(found) == (not state.is_over)
    for fall in found:
        check_path(fall)
    check_record(found, state, 3)


def test_a7_a_game_ends_when_a_piece_has_no_room() -> None:
    clock = FakeClock()
    found = watched(Slow(clock, [0.2], is_contrary=True), clock, max_turns=None)
    assert found[-1].next.is_over
    assert not any(fall.turn.state.legal_moves() == () for fall in found)
    check_record(found, None, 3)
    assert watched(Slow(clock, [0.2]), clock, start=found[-1].next) == []


@dataclass
class Failing(Slow):
    """Raises an error in its third turn."""

    last_seconds: float = 0.1

    def choose(self, state: State, limit: Limit) -> int:
        if state.turn == 2:
            self.clock.spent = self.last_seconds
            raise KeyError("no idea")
        return super().choose(state, limit)


@dataclass
class Cheating(Slow):
    """Answers something that is no legal move in its second turn."""

    illegal: Any = 1

    def choose(self, state: State, limit: Limit) -> int:
        found: int = self.illegal if state.turn == 1 else super().choose(state, limit)
        return found


def played_until_it_fails(agent: Slow, clock: FakeClock, error: type[Exception]) -> tuple[int, str]:
    found: list[Fall] = []
    with pytest.raises(error) as caught:
        list(map(found.append, falls(FALL, agent, 3, clock=clock, engine=NATIVE, max_turns=6)))
    check_record(found, None, 3)
    return len(found), str(caught.value)


def test_a8_an_agent_that_fails_ends_the_game_and_what_was_played_stays() -> None:
    clock = FakeClock()
    turns, said = played_until_it_fails(Failing(clock, [0.1]), clock, AgentFailed)
    assert (turns, said) == (2, "slow failed in turn 2: KeyError: 'no idea'")


def test_a8_an_illegal_move_ends_the_game_too() -> None:
    clock = FakeClock()
    turns, said = played_until_it_fails(Cheating(clock, [0.1]), clock, IllegalMove)
    assert turns == 1
    assert said.startswith("slow chose move 1, legal are ")
    wordy = Cheating(clock, [0.1], illegal="left")
    turns, said = played_until_it_fails(wordy, clock, AgentFailed)
    assert (turns, "TypeError" in said) == (1, True)


def test_a8_an_error_that_comes_late_is_not_forgotten() -> None:
    """Greedy has decided the piece in the meantime; the error is heard with the next one."""
    clock = FakeClock()
    agent = Failing(clock, [0.1], last_seconds=13.0)
    turns, said = played_until_it_fails(agent, clock, AgentFailed)
    assert turns == 3
    assert said.startswith("slow failed in turn 2")
