"""Shared opinions: those who look at the same position think about it once."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Event, Lock

from tilefall.agents.agent import Agent, Limit
from tilefall.agents.capped import capped_limit
from tilefall.agents.considering import Considered, considered
from tilefall.engines.stopping import check_wanted
from tilefall.rules.game import State

MOST_KEPT = 1024  # positions
PATIENCE = 30.0  # seconds; whoever thinks ends long before, or gives up


@dataclass(frozen=True)
class _Question:
    state: State
    name: str  # of the agent, with its parameters
    seed: int | None  # of the game, for agents that know it


@dataclass
class _Opinion:
    done: Event = field(default_factory=Event)
    found: Considered | None = None  # None if whoever thought about it gave up


class SharedOpinions:
    """What agents think of positions, asked from any thread."""

    def __init__(self, limit: Limit, most: int = MOST_KEPT) -> None:
        self._limit, self._most = limit, most
        self._lock = Lock()
        self._known: OrderedDict[_Question, _Opinion] = OrderedDict()

    def __len__(self) -> int:
        """How many positions it remembers."""
        return len(self._known)

    def considered(self, state: State, made: Agent, name: str) -> Considered:
        """What an agent thinks of all moves; whoever asks second waits for the first."""
        question = _Question(state, name, getattr(getattr(made, "dice", None), "seed", None))
        while True:
            with self._lock:
                opinion = self._known.get(question)
                if opinion is None:
                    mine = self._known[question] = _Opinion()
                    if len(self._known) > self._most:
                        self._known.popitem(last=False)
                    break
                self._known.move_to_end(question)
            if opinion.done.wait(PATIENCE) and opinion.found is not None:
                return opinion.found
            self._forget(question, opinion)
        try:
            found = considered(state, made, name, capped_limit(made, self._limit))
            check_wanted()  # a search that was cut short is nobody's opinion
            mine.found = found
            return found
        finally:
            if mine.found is None:
                self._forget(question, mine)
            mine.done.set()

    def _forget(self, question: _Question, opinion: _Opinion) -> None:
        with self._lock:
            if self._known.get(question) is opinion:
                del self._known[question]
