"""A clock whose thoughts are answered by hand or at once, and games to watch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from tilefall.agents import agent
from tilefall.agents.agent import Agent, Limit
from tilefall.play import Record, play_match
from tilefall.play.clock import LOOK
from tilefall.play.watching import Watching, watched_match, watched_record
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import State

Answer = TypeVar("Answer")


@dataclass
class HandThought(Generic[Answer]):
    """A thought that is answered when somebody says so, and that nobody may wait for."""

    question: Callable[[], Answer]
    answers: list[Answer | BaseException] = field(default_factory=list)

    @property
    def is_done(self) -> bool:
        return bool(self.answers)

    def wait(self, until: float) -> None:
        raise AssertionError("somebody waits for a thought")

    def answer(self) -> Answer | BaseException:
        assert self.is_done, "an answer was taken that is not there"
        return self.answers[0]

    def think(self) -> None:
        try:
            self.answers.append(self.question())
        except BaseException as error:
            self.answers.append(error)


@dataclass
class HandClock:
    """Stands still; thoughts are answered at once, or wait for `think`."""

    is_quick: bool = True
    time: float = 100.0
    waiting: list[HandThought[Any]] = field(default_factory=list)
    look: float = LOOK

    def now(self) -> float:
        return self.time

    def sleep(self, until: float) -> None:
        raise AssertionError("somebody sleeps")

    def begin(self, question: Callable[[], Answer], is_urgent: bool = True) -> HandThought[Answer]:
        thought = HandThought(question)
        if self.is_quick:
            thought.think()
        else:
            self.waiting.append(thought)
        return thought

    def think(self, number: int = 0) -> None:
        """Answer one of the thoughts that wait."""
        if self.waiting:
            self.waiting.pop(number % len(self.waiting)).think()


@dataclass
class Stubborn:
    """Always the last legal move; after some moves an error."""

    most: int = 10**9
    error: Exception = field(default_factory=lambda: RuntimeError("no more\nof this"))
    name: ClassVar[str] = "stubborn"

    def choose(self, state: State, limit: Limit) -> int:
        if self.most == 0:
            raise self.error
        self.most -= 1
        return state.legal_moves()[-1]


@cache
def recorded(game_text: str, names: tuple[str, ...], seed: int = 3, turns: int = 40) -> Record:
    game = parse_game(game_text)
    return play_match(game, [agent(name, game, seed) for name in names], seed, max_turns=turns)


def record_watching(record: Record, clock: HandClock | None = None, **more: Any) -> Watching:
    return watched_record(record, clock or HandClock(), **more)


def match_watching(
    agents: Sequence[Agent],
    clock: HandClock | None = None,
    game_text: str = "ijk:size=3",
    seed: int = 3,
    **more: Any,
) -> Watching:
    return watched_match(parse_game(game_text), agents, seed, clock or HandClock(), **more)


def settle(watching: Watching, most: int = 1000) -> None:
    """Advance until nothing is left to be done."""
    for _ in range(most):
        if watching.due(100.0) is None:
            return
        watching.advance(100.0)
    raise AssertionError(f"it never settles: {watching.status}")
