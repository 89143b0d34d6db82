"""A clock that stands still until someone waits, agents that spend its time, and their games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic, TypeVar

from tilefall.agents.agent import Agent, Limit
from tilefall.engines import engine
from tilefall.play import Recorder, verify
from tilefall.play.animated import Fall, Frame, falls
from tilefall.play.clock import LOOK
from tilefall.rules.game import State
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.rules.timing import DROP
from tilefall.search.linear import QUINTRIS_GREEDY, shipped

NATIVE = engine("native")
FALL = Quintris(reach="fall")
PERIOD = 0.5
WEIGHTS = shipped(QUINTRIS_GREEDY)[QUINTRIS_GREEDY].weights
Answer = TypeVar("Answer")


@dataclass
class FakeClock:
    """Waiting moves it, and nothing else; what agents spend is noted for their thought."""

    time: float = 100.0
    spent: float = 0.0
    held_up: float = 0.0  # how much later than asked for every wait ends
    look: float = LOOK

    def now(self) -> float:
        return self.time

    def sleep(self, until: float) -> None:
        self.time = max(self.time, until) + self.held_up

    def begin(self, question: Callable[[], Answer], is_urgent: bool = True) -> FakeThought[Answer]:
        self.spent = 0.0
        answer: Answer | BaseException
        try:
            answer = question()
        except BaseException as error:
            answer = error
        return FakeThought(self, self.time + self.spent, answer)


@dataclass(frozen=True)
class FakeThought(Generic[Answer]):
    """A thought whose answer is known from the start, and heard when its time has come."""

    clock: FakeClock
    ready: float
    found: Answer | BaseException

    @property
    def is_done(self) -> bool:
        return self.clock.time >= self.ready

    def wait(self, until: float) -> None:
        if not self.is_done:
            self.clock.sleep(min(until, self.ready))

    def answer(self) -> Answer | BaseException:
        assert self.is_done
        return self.found


@dataclass
class Slow:
    """Takes the given seconds, one after another and over again; then the best or the last move."""

    clock: FakeClock
    seconds: Sequence[float]
    is_contrary: bool = False
    asked: list[tuple[QuintrisState, Limit]] = field(default_factory=list)
    answers: dict[int, int] = field(default_factory=dict)  # by turn

    name: ClassVar[str] = "slow"

    def choose(self, state: State, limit: Limit) -> int:
        assert isinstance(state, QuintrisState)
        self.clock.spent = self.seconds[len(self.asked) % len(self.seconds)]
        self.asked.append((state, limit))
        best = NATIVE.choose(state, WEIGHTS)
        self.answers[state.turn] = state.legal_moves()[-1] if self.is_contrary else best
        return self.answers[state.turn]


def watched(
    agent: Agent,
    clock: FakeClock,
    *,
    seed: int = 3,
    max_turns: int | None = 3,
    start: QuintrisState | None = None,
    period: float = PERIOD,
    frames: list[Frame] | None = None,
) -> list[Fall]:
    shown = [] if frames is None else frames
    return list(
        falls(
            FALL if start is None else start.game,
            agent,
            seed,
            clock=clock,
            engine=NATIVE,
            period=period,
            max_turns=max_turns,
            start=start,
            on_frame=shown.append,
        )
    )


def check_path(fall: Fall) -> None:
    """The presses lead to the move, ticks between them, and no tick locks the piece (F4 to F8)."""
    state = fall.turn.state
    assert isinstance(state, QuintrisState)
    spot, fallen = state.spawn, 0
    for press in fall.presses:
        while fallen < press.tick:
            spot, has_locked = state.well.ticked(spot)
            assert not has_locked
            fallen += 1
        assert fallen == press.tick
        if press.key == DROP:
            spot = state.well.dropped(spot)
        else:
            pressed = state.well.pressed(spot, press.key)
            assert pressed != spot
            spot = pressed
        assert state.well.fits(spot)
    assert [press.key for press in fall.presses].index(DROP) == len(fall.presses) - 1
    assert state.game.moves.number(*spot) == fall.move


def check_record(found: Sequence[Fall], start: QuintrisState | None, seed: int) -> None:
    recorder = Recorder(FALL if start is None else start.game, ["slow"], seed, start)
    for fall in found:
        recorder.add(fall.move, fall.next)
    assert verify(recorder.record()) is None
