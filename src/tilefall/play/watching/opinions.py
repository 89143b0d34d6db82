"""Opinions: what the explainer thinks of positions, those first that are looked at."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from tilefall.agents.agent import Agent
from tilefall.agents.considering import Consider, Considered, SlidesSeen, considered
from tilefall.play.clock import Clock, Thought
from tilefall.play.watching.values import Values
from tilefall.rules.game import State
from tilefall.rules.ijk import IjkState
from tilefall.search.expectimax import FRACTION, GAME_OVER
from tilefall.search.minimax import is_decided
from tilefall.search.slide_explain import points

BATCH = 0.02  # seconds after which a thread tells what it has found
MOST_KEPT = 128  # positions whose candidates are remembered; values are kept of all
MINDS = 3  # thoughts at a time: one for what is around, the others for what is shown
LOST = GAME_OVER / FRACTION  # a value that is no value: the game would be over


@dataclass(frozen=True)
class Asked:
    """A position that somebody wants to know about."""

    number: int
    state: State


@dataclass(frozen=True)
class _Found:
    """What came of a batch."""

    seen: tuple[tuple[int, Considered], ...]
    error: str = ""


class _Mind:
    """A thread's agent, and what it thinks about."""

    def __init__(self, made: Callable[[], Agent]) -> None:
        self._make = made
        self._agent: Agent | None = None
        self.thought: Thought[_Found] | None = None
        self.numbers: frozenset[int] = frozenset()

    @property
    def agent(self) -> Agent:
        """The agent, made in the thread that asks first: networks take a while to load."""
        if self._agent is None:
            self._agent = self._make()
        return self._agent


class Opinions:
    """What is thought of the positions of a game. Values are player 0's."""

    def __init__(
        self,
        name: str,
        made: Callable[[], Agent],
        clock: Clock,
        consider: Consider = considered,
    ) -> None:
        self.name = name
        self.values = Values()
        self.has_odds = False  # values are points of 100
        self.error = ""  # of the explainer, which is asked no more then
        self._clock, self._consider = clock, consider
        self._minds = [_Mind(made) for _ in range(MINDS)]
        self._seen: OrderedDict[int, Considered] = OrderedDict()
        self._needed: frozenset[int] = frozenset()
        self._is_closed = False

    @property
    def is_busy(self) -> bool:
        """Whether somebody thinks."""
        return any(mind.thought is not None for mind in self._minds)

    def knows(self, number: int) -> bool:
        """Whether there is something thought of a position."""
        return number in self._seen

    def of(self, number: int) -> Considered | None:
        """What is thought of a position, if that is known."""
        return self._seen.get(number)

    def hear(self) -> bool:
        """Take what was found; whether that is anything."""
        return sum(self._hear(mind) for mind in self._minds) > 0

    def ask(self, shown: Asked | None, around: Sequence[Asked]) -> None:
        """Go on with the shown position, then with those around it, none of them known yet.

        What nobody asks for any more is given up.
        """
        self._needed = frozenset(each.number for each in (shown, *around) if each is not None)
        if self.error or self._is_closed:
            return
        if shown is not None and not any(shown.number in mind.numbers for mind in self._minds):
            self._ask([*self._minds[1:], self._minds[0]], [shown], is_urgent=True)
        self._ask(self._minds[:1], around, is_urgent=False)

    def close(self) -> None:
        """Let the threads end after the position that they think about."""
        self._needed = frozenset()
        self._is_closed = True

    def _ask(self, minds: Sequence[_Mind], asked: Sequence[Asked], is_urgent: bool) -> None:
        """Begin with these positions if one of the minds is free."""
        mind = next((each for each in minds if each.thought is None), None)
        if mind is not None and asked:
            mind.numbers = frozenset(each.number for each in asked)
            mind.thought = self._clock.begin(lambda: self._found(mind, asked), is_urgent)

    def _found(self, mind: _Mind, asked: Sequence[Asked]) -> _Found:
        """In a thread: as many of the positions as there is time for and are still needed."""
        begun = self._clock.now()
        seen: list[tuple[int, Considered]] = []
        try:
            for each in asked:
                if each.number in self._needed:
                    found = self._consider(each.state, mind.agent, self.name)
                    seen.append((each.number, found))
                if self._clock.now() - begun > BATCH:
                    break
        except Exception as error:
            return _Found(tuple(seen), f"{self.name} failed, {type(error).__name__}: {error}")
        return _Found(tuple(seen))

    def _hear(self, mind: _Mind) -> bool:
        if mind.thought is None or not mind.thought.is_done:
            return False
        answer, mind.thought, mind.numbers = mind.thought.answer(), None, frozenset()
        if isinstance(answer, BaseException):
            answer = _Found((), f"{self.name} failed, {type(answer).__name__}: {answer}")
        self.error = self.error or answer.error.split("\n")[0]
        for number, seen in answer.seen:
            self.put(number, seen)
        return bool(answer.seen or answer.error)

    def put(self, number: int, seen: Considered) -> None:
        """Remember what is thought of a position."""
        self._seen[number] = seen
        self._seen.move_to_end(number)
        if len(self._seen) > MOST_KEPT:
            self._seen.popitem(last=False)
        self.values.put(number, value_of(seen))
        self.has_odds = isinstance(seen, SlidesSeen) and seen.has_odds


def value_of(seen: Considered) -> float:
    """What a position is worth to player 0: infinite if its end is certain, odds in points."""
    best = seen.candidates[0].value
    if not isinstance(seen, SlidesSeen):
        return -inf if best <= LOST else best
    side = 1 - 2 * seen.state.player
    if seen.has_odds:
        return points(side * best)
    return side * (inf if best > 0 else -inf) if is_decided(best) else side * best


def value_at_the_end(state: State, has_odds: bool) -> float | None:
    """What a game that is over is worth to player 0; None where only the score counts."""
    if not isinstance(state, IjkState):
        return None
    if has_odds:
        return 50.0 + 50.0 * state.score
    return state.score * inf if state.score else 0.0
