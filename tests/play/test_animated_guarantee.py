"""The guarantee: whatever an agent does, every piece is decided, and what was played is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.play.clocks import (
    FALL,
    NATIVE,
    WEIGHTS,
    FakeClock,
    Slow,
    check_path,
    check_record,
    watched,
)
from tests.rules.positions import SEEDS, quintris_states
from tilefall.agents import Limit
from tilefall.play.animated import AgentFailed, Fall, falls
from tilefall.rules.game import IllegalMove, State
from tilefall.rules.quintris import QuintrisState


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
