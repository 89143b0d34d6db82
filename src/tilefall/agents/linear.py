"""Linear agents: the placement of the current piece with the highest weighted features."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.agents.agent import Limit
from tilefall.engines import Engine
from tilefall.rules.game import State
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState
from tilefall.search.linear import LinearWeights


@dataclass(frozen=True)
class LinearAgent:
    """Plays falling games one piece at a time; an engine weighs the placements."""

    name: str
    weights: LinearWeights
    engine: Engine

    def choose(self, state: State, limit: Limit) -> int:
        """The move with the highest value, the first of equal ones."""
        if not isinstance(state, QuintrisState | TetrisState):
            raise ValueError(f"{self.name} plays falling games, not {state.game.text()}")
        if state.is_over:
            raise ValueError(f"nothing to choose, the game is over: {state.text()}")
        return self.engine.choose(state, self.weights.weights)
