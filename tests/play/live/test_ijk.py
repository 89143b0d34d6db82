"""Live IJK: against an agent that thinks beside the game, or two at one keyboard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.play.live.lives import (
    PAUSE,
    RESUME,
    UNDO,
    HandClock,
    HandThought,
    Quiet,
    Step,
    do,
    steps,
)
from tests.rules.positions import SEEDS, ijk_states
from tilefall.agents.agent import Forfeit, Limit
from tilefall.play.clock import LOOK
from tilefall.play.live.ijk import SHOWN, LiveIjk
from tilefall.play.live.live import ASSISTED, PERSON, Action, Live
from tilefall.play.live.mind import Mind
from tilefall.play.verify import verify
from tilefall.rules.catalog import parse
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import MOVES, Ijk, IjkState

MODES = ("deterministic", "nondeterministic")
UP, DOWN, LEFT, RIGHT = (MOVES.index(letter) for letter in "UDLR")


class Table:
    """A live game against an agent whose thoughts the test answers."""

    def __init__(
        self, game: Ijk | None = None, person_is: int = 0, start: IjkState | None = None
    ) -> None:
        self.agent = Quiet()
        self.clock = HandClock(self.agent)
        game = Ijk() if game is None else game
        self.live = LiveIjk(game, 7, self.agent, person_is, start=start, clock=self.clock)

    @property
    def thought(self) -> HandThought:
        """The last thought that was begun."""
        return self.clock.thoughts[-1]


def position(text: str) -> IjkState:
    state = parse(text)
    assert isinstance(state, IjkState)
    return state


def test_an_answer_is_shown_some_time_after_the_slide() -> None:
    table = Table()
    live = table.live
    assert live.due(10.0) is None
    assert live.act(Action.RIGHT, 10.0)
    assert table.thought.state == live.state
    assert live.is_thinking
    table.thought.found = LEFT
    assert live.due(10.0) == 10.0 + SHOWN
    assert not live.advance(10.0 + SHOWN - 0.01)
    assert live.advance(10.0 + SHOWN)
    assert (live.last, live.state.turn) == ("L", 2)
    assert not live.is_thinking
    assert live.due(11.0) is None
    assert not live.advance(11.0)


def test_an_agent_that_takes_its_time_is_looked_at_often_and_never_waited_for() -> None:
    table = Table()
    live = table.live
    live.act(Action.RIGHT, 0.0)
    assert live.due(5.0) == 5.0 + LOOK
    assert not live.advance(5.0)
    table.thought.found = LEFT
    due = live.due(5.0)
    assert due is not None
    assert live.advance(due)
    assert len(table.clock.thoughts) == 1


def test_an_answer_that_is_there_waits_for_no_other_look() -> None:
    table = Table()
    live = table.live
    live.act(Action.RIGHT, 10.0)
    table.thought.found = LEFT
    # an answer makes itself known where looks are few: the other look would be much later
    assert live.due(10.0 + SHOWN - LOOK / 2) == 10.0 + SHOWN


def test_a_key_while_the_agent_is_to_slide_is_lost() -> None:
    table = Table()
    live = table.live
    live.act(Action.RIGHT, 0.0)
    assert not live.act(Action.UP, 0.1)
    table.thought.found = LEFT
    assert live.act(Action.UP, 1.0)  # the answer is shown, which the person has not seen yet
    assert live.record().moves == (RIGHT, LEFT)


def test_who_is_second_sees_the_agent_begin() -> None:
    table = Table(person_is=1)
    live = table.live
    assert not live.act(Action.UP, 0.0)
    assert table.thought.state == live.state
    table.thought.found = RIGHT
    assert live.advance(SHOWN)
    assert not live.undo(SHOWN)  # the agent's slide is not the person's to take back
    assert live.act(Action.DOWN, 1.0)
    assert live.record().agents == ("quiet", PERSON)


def test_two_at_one_keyboard() -> None:
    live = LiveIjk(Ijk(), 1)
    assert [live.act(action, 0.0) for action in live.actions] == [True] * 4
    assert live.record().moves == (UP, DOWN, LEFT, RIGHT)
    assert live.record().agents == (PERSON, PERSON)
    assert live.due(0.0) is None
    assert not live.is_thinking
    assert live.undo(0.0)
    assert live.record().moves == (UP, DOWN, LEFT)
    assert live.record().agents == (ASSISTED, ASSISTED)
    assert live.result is None
    live.close()


def test_i9_the_new_tile_is_pointed_at() -> None:
    live = LiveIjk(Ijk(size=3), 1)
    assert (live.last, live.new) == ("", None)
    live.act(Action.DOWN, 0.0)
    assert live.cells == ("a..", "...", "A..")
    assert (live.last, live.new) == ("D", (0, 0))
    live = LiveIjk(Ijk(size=3), 1, start=position("ijk:size=3 AA1/3/3 + 0"))
    live.act(Action.LEFT, 0.0)
    assert live.cells == ("Ba.", "...", "...")
    assert live.new == (0, 1)  # and not where a slide has changed a tile


def test_undo_takes_back_the_slide_and_its_answer() -> None:
    table = Table()
    live = table.live
    for now in (0.0, 1.0):
        live.act(Action.RIGHT, now)
        table.thought.found = DOWN
        live.advance(now + SHOWN)
    assert live.record().moves == (RIGHT, DOWN, RIGHT, DOWN)
    assert not live.is_assisted
    assert live.undo(2.0)
    assert live.record().moves == (RIGHT, DOWN)
    assert live.record().agents == (ASSISTED, "quiet")
    assert live.undo(2.0)
    assert live.record().moves == ()
    assert not live.undo(2.0)


def test_undo_while_the_agent_thinks_throws_its_thought_away() -> None:
    table = Table()
    live = table.live
    live.act(Action.RIGHT, 0.0)
    assert live.undo(0.1)
    assert live.record().moves == ()
    assert not live.is_thinking
    live.act(Action.DOWN, 0.2)
    assert len(table.clock.thoughts) == 1  # it thinks about one position at a time
    assert not live.advance(0.9)
    assert live.due(0.9) == 0.9 + LOOK
    table.thought.found = UP  # about what was taken back
    assert not live.advance(1.0)
    assert len(table.clock.thoughts) == 2
    assert table.thought.state == live.state
    table.thought.found = RIGHT
    assert live.advance(1.1)
    assert live.record().moves == (DOWN, RIGHT)


def test_a_thought_about_the_same_position_is_heard_though_it_was_taken_back_between() -> None:
    table = Table()
    live = table.live
    live.act(Action.RIGHT, 0.0)
    live.undo(0.1)
    live.act(Action.RIGHT, 5.0)
    table.thought.found = UP
    assert not live.advance(5.1)  # seen for too short a time
    assert live.advance(5.0 + SHOWN)
    assert len(table.clock.thoughts) == 1


class Ending(HandThought):
    """A thought whose answer comes right after somebody has looked for it."""

    @property
    def is_done(self) -> bool:
        self.looks = getattr(self, "looks", 0) + 1
        return self.looks > 1


def test_an_answer_that_comes_between_two_looks_is_not_heard_for_another_position() -> None:
    agent = Quiet()
    clock = HandClock(agent)
    mind = Mind(agent, Limit(), clock)
    first, second = position("ijk A5/6/6/6/6/6 + 0"), position("ijk a5/6/6/6/6/6 - 1")
    mind.answer(first)
    clock.thoughts[-1].found = UP
    mind._thought = Ending(first, UP)
    assert mind.answer(second) is None
    assert mind.answer(second) is None
    assert agent.asked == [first, second]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuntimeError("no idea\nat all"), "quiet failed in turn 1: RuntimeError: no idea at all"),
        (MemoryError(), "quiet failed in turn 1: MemoryError"),
        (Forfeit("crash", "it ended", "quiet"), "quiet forfeits, crash: it ended"),
        (Forfeit("crash", "it ended"), "quiet forfeits, crash: it ended"),
        (7, "quiet chose move 7, legal are (0, 1, 2, 3)"),
        (-1, "quiet chose move -1, legal are (0, 1, 2, 3)"),
    ],
)
def test_an_agent_that_fails_ends_the_game_and_the_record_is_kept(
    error: int | BaseException, said: str
) -> None:
    table = Table()
    live = table.live
    live.act(Action.RIGHT, 0.0)
    table.thought.found = error
    assert live.advance(1.0)
    assert live.failure == said
    assert live.is_over
    assert not live.is_thinking
    assert live.result is None
    assert live.due(1.0) is None
    assert not live.advance(2.0)
    assert not live.act(Action.LEFT, 2.0)
    assert live.record().moves == (RIGHT,)
    assert verify(live.record()) is None


def test_after_a_failure_a_slide_can_be_taken_back_and_the_agent_asked_again() -> None:
    table = Table()
    live = table.live
    live.act(Action.RIGHT, 0.0)
    table.thought.found = RuntimeError("once")
    live.advance(1.0)
    assert live.undo(2.0)
    assert (live.failure, live.is_over) == ("", False)
    assert live.act(Action.RIGHT, 3.0)
    assert len(table.clock.thoughts) == 2
    table.thought.found = UP
    assert live.advance(4.0)
    assert live.record().moves == (RIGHT, UP)


def test_a_pause_lets_the_agent_think_but_not_slide() -> None:
    table = Table()
    live = table.live
    live.act(Action.RIGHT, 0.0)
    live.pause(0.125)
    table.thought.found = UP
    assert live.due(1.0) is None
    assert not live.advance(100.0)
    assert not live.act(Action.UP, 100.0)
    assert not live.undo(100.0)
    live.resume(100.0)
    assert live.due(100.0) == pytest.approx(100.0 + SHOWN - 0.125)
    assert not live.advance(100.1)
    assert live.advance(100.2)


def test_the_limit_is_told() -> None:
    agent = Quiet()
    live = LiveIjk(Ijk(), 1, agent, limit=Limit(seconds=0.25), clock=HandClock(agent))
    live.act(Action.UP, 0.0)
    assert agent.limits == [Limit(seconds=0.25)]


@pytest.mark.parametrize(
    ("text", "action", "score"),
    [
        ("ijk:size=2,winning=B AA/2 + 0", Action.LEFT, 1),
        ("ijk:size=2,winning=B aa/2 + 0", Action.LEFT, -1),
        ("ijk:size=2 Aa/b1 + 0", Action.DOWN, -1),
        ("ijk:size=2 Bb/a1 + 0", Action.DOWN, 0),
    ],
)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("person_is", [0, 1])
def test_i11_wins_losses_and_ties(
    text: str, action: Action, score: int, mode: str, person_is: int
) -> None:
    text = text.replace("size=2", f"size=2,mode={mode}" if mode != MODES[0] else "size=2")
    state = position(text.replace("+ 0", "+- "[person_is] + " 0"))
    table = Table(state.game, person_is, state)
    live = table.live
    assert live.result is None
    assert live.act(action, 0.0)
    assert live.state.is_over
    assert live.result == (-score if person_is else score)
    assert table.clock.thoughts == []
    assert live.due(0.0) is None
    assert not live.act(action, 0.0)
    live.pause(0.0)
    assert not live.is_paused
    assert verify(live.record()) is None
    live.close()
    assert (table.agent.told, table.agent.closed) == ([live.state], 1)


def test_after_the_end_the_last_slide_can_be_taken_back() -> None:
    state = position("ijk:size=2,winning=B AA/2 - 0")
    table = Table(state.game, 0, state)
    live = table.live
    live.advance(0.0)
    table.thought.found = UP
    live.advance(SHOWN)
    assert live.act(Action.LEFT, 1.0)
    assert live.is_over
    assert live.undo(1.0)
    assert not live.is_over
    assert live.record().moves == (UP,)


def test_a_game_that_is_left_closes_its_agent_and_tells_it_nothing() -> None:
    table = Table()
    table.live.act(Action.UP, 0.0)
    table.live.close()
    assert (table.agent.told, table.agent.closed) == ([], 1)


@given(
    st.sampled_from(MODES),
    SEEDS,
    st.sampled_from([None, 0, 1]),
    steps(UNDO, PAUSE, RESUME),
    st.lists(st.integers(0, 3), min_size=1),
)
@examples(80)
def test_whatever_is_pressed_the_record_holds(
    mode: str, seed: int, person_is: int | None, todo: list[Step], answers: list[int]
) -> None:
    agent = Quiet()
    clock = HandClock(agent)
    against = None if person_is is None else agent
    game = Ijk(size=4, mode=mode, winning="D")
    live, now = LiveIjk(game, seed, against, person_is or 0, clock=clock), 0.0
    for number, (step, seconds) in enumerate(todo):
        turn, was_persons = live.state.turn, not live.is_thinking
        do(live, step, now)
        if isinstance(step, Action) and live.state.turn > turn and was_persons:
            assert live.state.turn == turn + 1
        now += seconds
        if clock.thoughts and clock.thoughts[-1].found is None:
            clock.thoughts[-1].found = answers[number % len(answers)]
        live.advance(now)
        assert live.cells == live.state.board
        assert live.is_over == live.state.is_over
    record = live.record()
    assert verify(record) is None
    assert len(record.moves) == live.state.turn
    person = ASSISTED if live.is_assisted else PERSON
    names = {None: (person, person), 0: (person, "quiet"), 1: ("quiet", person)}
    assert record.agents == names[person_is]


@given(ijk_states(), SEEDS, steps())
@examples(60)
def test_what_was_taken_back_can_be_played_again(
    start: IjkState, seed: int, todo: list[Step]
) -> None:
    live = LiveIjk(start.game, seed, start=start)
    for step, _ in todo:
        do(live, step, 0.0)
    record, last, new = live.record(), live.last, live.new
    assert verify(record) is None
    for _ in record.moves:
        assert live.undo(0.0)
    assert live.state == start
    for step, _ in todo:
        do(live, step, 0.0)
    assert (live.record().moves, live.record().checks) == (record.moves, record.checks)
    assert (live.last, live.new) == (last, new)


def test_what_makes_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="player 2, allowed are 0 and 1"):
        LiveIjk(Ijk(), 1, Quiet(), 2)
    with pytest.raises(ValueError, match="a start of ijk, expected ijk:size=4"):
        LiveIjk(Ijk(size=4), 1, start=Ijk().start(Dice(1)))


def test_it_is_a_live_game() -> None:
    live: Live = LiveIjk(Ijk(), 9)
    live.assist()
    assert live.record().agents == (ASSISTED, ASSISTED)
    assert (live.game, live.seed) == (Ijk(), 9)
    assert not live.act(Action.DROP, 0.0)
    live.close()
