"""Hunt: goes through the positions of a game in a thread, until a mistake is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilefall.agents.agent import Agent
from tilefall.agents.considering import Consider, considered
from tilefall.play.clock import Clock, Thought
from tilefall.play.watching.mistakes import Judged, judged
from tilefall.rules.game import State

BATCH = 0.05  # seconds after which a thread tells how far it is
MOST_ASKED = 16  # positions of a batch


@dataclass(frozen=True)
class PlayedMove:
    """A move of a game, and the state it was played in."""

    number: int
    state: State
    move: int


@dataclass(frozen=True)
class _Batch:
    """How far a thread has come."""

    done: tuple[int, ...]  # positions that were looked at
    mistake: Judged | None = None  # where it stopped
    error: str = ""


class Judge:
    """An agent that judges moves, one batch at a time, and remembers what it found."""

    def __init__(
        self,
        name: str,
        made: Callable[[], Agent],
        clock: Clock,
        consider: Consider = considered,
    ) -> None:
        self.name = name
        self.error = ""
        self.known: dict[int, Judged | None] = {}  # the mistakes; None for other moves
        self._make, self._clock, self._consider = made, clock, consider
        self._agent: Agent | None = None
        self._thought: Thought[_Batch] | None = None
        self._is_wanted = True
        self._mistakes: tuple[int, ...] = ()

    @property
    def is_busy(self) -> bool:
        """Whether it thinks."""
        return self._thought is not None

    @property
    def mistakes(self) -> tuple[int, ...]:
        """The positions of all mistakes that it has found, ascending."""
        return self._mistakes

    def hear(self) -> bool:
        """Take what was found; whether there is anything new."""
        if self._thought is None or not self._thought.is_done:
            return False
        answer, self._thought = self._thought.answer(), None
        if isinstance(answer, BaseException):
            answer = _Batch((), error=f"{self.name} failed, {type(answer).__name__}: {answer}")
        self.known |= dict.fromkeys(answer.done)
        if answer.mistake is not None:
            number = answer.mistake.number
            self.known[number] = answer.mistake
            self._mistakes = tuple(sorted({*self._mistakes, number}))
        self.error = answer.error.split("\n")[0]
        return True

    def ask(self, moves: Sequence[PlayedMove]) -> None:
        """Begin to judge these, unless it is busy with others."""
        if self._thought is None and moves:
            self._is_wanted = True
            self._thought = self._clock.begin(lambda: self._judged(moves), is_urgent=False)

    def stop(self) -> None:
        """Let the thread end after the move that it thinks about."""
        self._is_wanted = False

    def _judged(self, moves: Sequence[PlayedMove]) -> _Batch:
        """In a thread: as many of the moves as there is time for."""
        begun = self._clock.now()
        done: list[int] = []
        try:
            if self._agent is None:
                self._agent = self._make()
            for each in moves:
                if not self._is_wanted:
                    break
                seen = self._consider(each.state, self._agent, self.name)
                found = judged(each.number, seen, each.move)
                done.append(each.number)
                if found is not None and found.is_mistake:
                    return _Batch(tuple(done), found)
                if self._clock.now() - begun > BATCH:
                    break
        except Exception as error:
            text = f"{self.name} failed, {type(error).__name__}: {error}"
            return _Batch(tuple(done), error=text)
        return _Batch(tuple(done))


@dataclass
class Hunt:
    """A search for the next or the last mistake, and how far it is."""

    judge: Judge
    number: int  # of the position that is looked at next
    step: int  # 1 forwards, -1 backwards

    def pass_known(self, end: int) -> Judged | None:
        """The next mistake that is known; the hunt stands at it, or where knowledge ends."""
        while 0 <= self.number < end and self.number in self.judge.known:
            found = self.judge.known[self.number]
            if found is not None:
                return found
            self.number += self.step
        return None

    def next_numbers(self, end: int) -> list[int]:
        """The positions to be judged next."""
        last = end if self.step > 0 else -1
        numbers = range(self.number, last, self.step)[:MOST_ASKED]
        return [number for number in numbers if number not in self.judge.known]
