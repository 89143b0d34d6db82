"""Expecting agents: nondeterministic IJK some slides ahead, every tile that may appear weighed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf

from tilefall.agents.agent import Limit
from tilefall.engines import Engine
from tilefall.rules.game import State
from tilefall.rules.ijk import IjkState
from tilefall.search.expectiminimax import ChanceMemory, ChanceThought, Plan, chance_thought
from tilefall.search.minimax import DEEPEST, MOST_NODES

CHANCE_TABLE_BITS = 18  # 262,144 positions, 4 MiB


@dataclass(frozen=True)
class ExpectiminimaxAgent:
    """Plays the slide of the highest expected value, `depth` slides deep."""

    name: str
    plan: Plan
    engine: Engine
    depth: int
    table_bits: int = CHANCE_TABLE_BITS
    memory: ChanceMemory = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "memory", ChanceMemory(self.table_bits))

    def choose(self, state: State, limit: Limit) -> int:
        """The best slide that the search finds."""
        return self._searched(state, limit, every_move=False).move

    def think(self, state: State, limit: Limit) -> ChanceThought:
        """What the search saw of every move.

        A limit of depth goes before the agent's own. With a limit of nodes or seconds it deepens
        as long as that allows, beyond its own depth too, and the deepest search that ended counts.
        """
        return self._searched(state, limit, every_move=True)

    def _searched(self, state: State, limit: Limit, every_move: bool) -> ChanceThought:
        if not isinstance(state, IjkState):
            raise TypeError(f"{self.name} plays ijk, not {state.game.name}")
        if state.is_over:
            raise ValueError(f"nothing to choose, the game is over: {state.text()}")
        is_free = not limit.is_cap and (limit.nodes is not None or limit.seconds is not None)
        return chance_thought(
            state,
            replace(self.plan, every_move=every_move),
            limit.depth or (DEEPEST if is_free else self.depth),
            self.engine,
            self.memory,
            nodes=limit.nodes or MOST_NODES,
            seconds=limit.seconds or inf,
        )
