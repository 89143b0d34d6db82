"""Minimax agents: IJK some slides ahead."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from tilefall.agents.agent import Limit
from tilefall.engines import Engine
from tilefall.rules.game import State
from tilefall.rules.ijk import IjkState
from tilefall.search.ijk_evaluation import Evaluation
from tilefall.search.minimax import DEEPEST, MOST_NODES, Memory, Thought, thought

TABLE_BITS = 20  # 1,048,576 positions, 16 MiB


@dataclass(frozen=True)
class MinimaxAgent:
    """Plays the best slide of the deterministic game, `depth` slides deep."""

    name: str
    evaluation: Evaluation
    engine: Engine
    depth: int
    table_bits: int = TABLE_BITS
    threads: int = 1
    memory: Memory = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "memory", Memory(self.table_bits))

    def choose(self, state: State, limit: Limit) -> int:
        """The best slide that the search finds."""
        return self.think(state, limit).move

    def think(self, state: State, limit: Limit) -> Thought:
        """What the search saw.

        A limit of depth goes before the agent's own. With a limit of nodes or seconds it deepens
        as long as that allows, beyond its own depth too, and the deepest search that ended counts.
        """
        if not isinstance(state, IjkState):
            raise TypeError(f"{self.name} plays ijk, not {state.game.name}")
        if state.is_over:
            raise ValueError(f"nothing to choose, the game is over: {state.text()}")
        is_free = not limit.is_cap and (limit.nodes is not None or limit.seconds is not None)
        return thought(
            state,
            self.evaluation,
            limit.depth or (DEEPEST if is_free else self.depth),
            self.engine,
            self.memory,
            threads=self.threads,
            nodes=limit.nodes or MOST_NODES,
            seconds=limit.seconds or inf,
        )
