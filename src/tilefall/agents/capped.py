"""Capped: agents whose time may run out, and that think no longer for having some left."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilefall.agents.agent import Agent, Limit
from tilefall.agents.expecting import ExpectiminimaxAgent
from tilefall.agents.minimaxing import MinimaxAgent
from tilefall.agents.searching import SearchAgent
from tilefall.rules.game import State


def capped_limit(made: Agent, limit: Limit) -> Limit:
    """The limit at the agent's own depth, if it names no other.

    With time alone a search deepens until it has run out; like this it only ends early.
    """
    if limit.depth is None and isinstance(made, SearchAgent | MinimaxAgent | ExpectiminimaxAgent):
        return replace(limit, depth=made.depth)
    return limit


@dataclass(frozen=True)
class Capped:
    """An agent that plays as it does without a limit, as long as time suffices."""

    agent: Agent

    @property
    def name(self) -> str:
        """The agent's."""
        return self.agent.name

    def choose(self, state: State, limit: Limit) -> int:
        """The agent's move at its own depth, or what it has found when time is up."""
        return self.agent.choose(state, capped_limit(self.agent, limit))
