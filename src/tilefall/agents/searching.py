"""Searching agents: they look some pieces ahead and weigh what chance may bring."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from tilefall.agents.agent import Limit, open_moves
from tilefall.engines import Engine
from tilefall.rules.dice import Dice
from tilefall.rules.game import State
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState
from tilefall.search.beliefs import belief_of
from tilefall.search.expectimax import Search, searched
from tilefall.search.linear import LinearWeights

DEEPEST = 16


@dataclass(frozen=True)
class SearchAgent:
    """Plays the move of the highest expected value, `depth` pieces deep."""

    name: str
    weights: LinearWeights
    engine: Engine
    depth: int
    belief: str
    dice: Dice  # of the game; only the belief `told` looks at it
    threads: int = 1

    def choose(self, state: State, limit: Limit) -> int:
        """The best move that the search finds."""
        return self.think(state, limit).best.move

    def think(self, state: State, limit: Limit) -> Search:
        """What the search saw.

        A limit of depth goes before the agent's own. With a limit of seconds it deepens as long as
        there is time, beyond its own depth too, and the deepest search that ended counts.
        """
        open_moves(state)
        if not isinstance(state, QuintrisState | TetrisState):
            raise TypeError(f"{self.name} plays quintris and tetris, not {state.game.name}")
        if limit.nodes is not None:
            raise ValueError(f"{self.name} takes a limit of depth or seconds, not of nodes")
        belief = belief_of(self.belief, state, self.engine, self.dice)
        weights, threads = self.weights.weights, self.threads
        if limit.seconds is None:
            return searched(state, weights, belief, limit.depth or self.depth, self.engine, threads)
        deadline = perf_counter() + limit.seconds
        best = searched(state, weights, belief, 1, self.engine, threads)
        for depth in range(2, (limit.depth or DEEPEST) + 1):
            seconds = deadline - perf_counter()
            if seconds <= 0:
                break
            found = searched(state, weights, belief, depth, self.engine, threads, seconds)
            if not found.is_complete:
                break
            best = found
        return best
