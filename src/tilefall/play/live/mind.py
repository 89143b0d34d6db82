"""Mind: an agent that thinks beside a live game, about one position at a time."""

from __future__ import annotations

from operator import index

from tilefall.agents.agent import Agent, Forfeit, Limit
from tilefall.play.clock import Clock, Thought
from tilefall.rules.game import State


class Mind:
    """Asks an agent and never waits for it; what it says of another position is not heard."""

    def __init__(self, agent: Agent, limit: Limit, clock: Clock) -> None:
        self.agent, self.limit, self._clock = agent, limit, clock
        self._thought: Thought[int] | None = None
        self._about: State | None = None

    def answer(self, state: State) -> int | BaseException | None:
        """The move for a state, or the error instead of one; None while it thinks.

        It is asked now, or as soon as it has done with the position that it thinks about.
        """
        if self._thought is not None and self._thought.is_done and self._about != state:
            self._thought = None
        if self._thought is None:
            agent, limit = self.agent, self.limit
            self._about = state
            self._thought = self._clock.begin(lambda: index(agent.choose(state, limit)))
        if self._about != state or not self._thought.is_done:
            return None
        return self._thought.answer()

    def has_answer(self, state: State) -> bool:
        """Whether it has thought about a state, and need not be looked at again."""
        return self._thought is not None and self._about == state and self._thought.is_done

    def forget(self) -> None:
        """Ask again, if it is about the same position."""
        self._about = None


def failure_line(agent: Agent, turn: int, error: BaseException) -> str:
    """Why an agent did not choose, in one line."""
    said = " ".join(str(error).split())
    if isinstance(error, Forfeit):
        return said if error.by else f"{agent.name} forfeits, {said}"
    reason = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return f"{agent.name} failed in turn {turn}: {reason}"
