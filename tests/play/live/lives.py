"""Live games to test with: actions and the time between them, and thoughts answered by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar, cast

from hypothesis import strategies as st

from tilefall.agents.agent import Limit
from tilefall.engines import engine
from tilefall.play.clock import LOOK, Thought
from tilefall.play.live.live import Action, Live
from tilefall.play.record import Record, check_text, digest_text
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.game import State

Answer = TypeVar("Answer")

UNDO, PAUSE, RESUME, WAIT = "undo", "pause", "resume", "wait"
Step = tuple[Action | str, float]  # what is done, and the seconds after it

# Halves, quarters and so on are exact as floats, wherever the clock stands.
SECONDS = st.one_of(st.just(0.0), st.integers(0, 200).map(lambda parts: parts / 64))


def steps(*others: str) -> st.SearchStrategy[list[Step]]:
    """What a person may do, drops more often than other things, so that many pieces lock."""
    wanted = st.sampled_from([*Action, *[Action.DROP] * 6, *others])
    return st.lists(st.tuples(wanted, SECONDS), max_size=40)


def do(live: Live, step: Action | str, now: float) -> None:
    """One step at a time."""
    if isinstance(step, Action):
        live.act(step, now)
    elif step == UNDO:
        live.undo(now)
    elif step == PAUSE:
        live.pause(now)
    elif step == RESUME:
        live.resume(now)
    else:
        live.advance(now)


def do_all(live: Live, todo: Iterable[Step], now: float = 0.0) -> float:
    """The time after all steps."""
    live.advance(now)
    for step, seconds in todo:
        do(live, step, now)
        now += seconds
        live.advance(now)
    return now


def holds(record: Record) -> bool:
    """Whether a record verifies, asked of the native engine; plain rules take longer."""
    game, dice, native = parse_game(record.game), Dice(record.seed), engine("native")
    state = game.start(dice) if record.start is None else game.parse(record.start)
    checks = ""
    for move in record.moves:
        state = native.draw(native.play(state, move), dice)
        checks += check_text(native.digest(state))
    return (
        record.checks == checks
        and record.digest == digest_text(state.digest())
        and record.score == state.score
        and record.seal == record.expected_seal()
    )


@dataclass
class HandThought:
    """A thought that ends when somebody sets its answer."""

    state: State
    found: int | BaseException | None = None

    @property
    def is_done(self) -> bool:
        return self.found is not None

    def wait(self, until: float) -> None:
        raise AssertionError("a live game never waits for a thought")

    def answer(self) -> int | BaseException:
        assert self.found is not None
        return self.found


@dataclass
class HandClock:
    """Begins thoughts that are answered by hand; nobody may look at it or wait by it."""

    agent: Quiet
    thoughts: list[HandThought] = field(default_factory=list)
    look: float = LOOK

    def now(self) -> float:
        raise AssertionError("a live game is told the time")

    def sleep(self, until: float) -> None:
        raise AssertionError("a live game never sleeps")

    def begin(self, question: Callable[[], Answer], is_urgent: bool = True) -> Thought[Answer]:
        assert all(thought.is_done for thought in self.thoughts), "it still thinks"
        question()
        self.thoughts.append(HandThought(self.agent.asked[-1]))
        return cast(Thought[Answer], self.thoughts[-1])  # only moves are asked for


@dataclass
class Quiet:
    """An agent that notes what it was asked, told, and whether it was closed."""

    asked: list[State] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    told: list[State] = field(default_factory=list)
    closed: int = 0

    name: ClassVar[str] = "quiet"

    def choose(self, state: State, limit: Limit) -> int:
        self.asked.append(state)
        self.limits.append(limit)
        return 0

    def begin(self, state: State, limit: Limit) -> None:
        pass

    def tell_over(self, state: State) -> None:
        self.told.append(state)

    def close(self) -> None:
        self.closed += 1
