"""Searching agents: they look some pieces ahead and weigh what chance may bring."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from time import perf_counter

from tilefall.agents.agent import Limit
from tilefall.engines import Engine
from tilefall.rules.dice import Dice
from tilefall.rules.game import State
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState
from tilefall.search.expectimax import Search, belief_of, searched
from tilefall.search.linear import LinearWeights

DEEPEST = 16
MOST_MOVES = 2048  # no position has more


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
    beam: int = 0  # how many placements of a choice are followed; 0 for all

    def choose(self, state: State, limit: Limit) -> int:
        """The best move that the search finds."""
        return self._searched(state, limit, only_best=True).best.move

    def think(self, state: State, limit: Limit) -> Search:
        """What the search saw of every move.

        A limit of depth goes before the agent's own. With a limit of seconds it deepens as long as
        there is time, beyond its own depth too, and the deepest search that ended counts.
        """
        return self._searched(state, limit, only_best=False)

    def _searched(self, state: State, limit: Limit, only_best: bool) -> Search:
        if not isinstance(state, QuintrisState | TetrisState):
            raise TypeError(f"{self.name} plays quintris and tetris, not {state.game.name}")
        if state.is_over:
            raise ValueError(f"nothing to choose, the game is over: {state.text()}")
        if limit.nodes is not None and not limit.is_cap:
            raise ValueError(f"{self.name} takes a limit of depth or seconds, not of nodes")
        search = partial(
            searched,
            state,
            self.weights.weights,
            belief_of(self.belief, state, self.engine, self.dice),
            engine=self.engine,
            threads=self.threads,
            beam=self.beam,
            only_best=only_best,
        )
        if limit.seconds is None:
            return search(depth=limit.depth or self.depth)
        deadline = perf_counter() + limit.seconds
        best = search(depth=1)
        deepest = limit.depth or (self.depth if limit.is_cap else DEEPEST)
        for depth in range(2, deepest + 1):
            seconds = deadline - perf_counter()
            if seconds <= 0:
                break
            found = search(depth=depth, seconds=seconds)
            if not found.is_complete:
                break
            best = found
        return best
