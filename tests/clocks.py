"""A clock that stands still until someone waits, and agents that spend its time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from tilefall.agents.agent import Limit
from tilefall.engines import engine
from tilefall.rules.game import State
from tilefall.rules.quintris import QuintrisState

NATIVE = engine("native")
WEIGHTS = (-222, 92, -224, -658, 180, -44, 0, -52, -1808, -58, 0)


@dataclass
class FakeClock:
    """Waiting moves it, and nothing else; what agents spend is noted for their thought."""

    time: float = 100.0
    spent: float = 0.0
    held_up: float = 0.0  # how much later than asked for every wait ends

    def now(self) -> float:
        return self.time

    def sleep(self, until: float) -> None:
        self.time = max(self.time, until) + self.held_up

    def begin(self, question: Callable[[], int]) -> FakeThought:
        self.spent = 0.0
        answer: int | BaseException
        try:
            answer = question()
        except BaseException as error:
            answer = error
        return FakeThought(self, self.time + self.spent, answer)


@dataclass(frozen=True)
class FakeThought:
    """A thought whose answer is known from the start, and heard when its time has come."""

    clock: FakeClock
    ready: float
    found: int | BaseException

    @property
    def is_done(self) -> bool:
        return self.clock.time >= self.ready

    def wait(self, until: float) -> None:
        if not self.is_done:
            self.clock.sleep(min(until, self.ready))

    def answer(self) -> int | BaseException:
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
