"""Tuple agents: the placement of the current piece that tables value most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tilefall.agents.agent import Agent, Limit
from tilefall.engines import Engine, engine
from tilefall.rules.game import BadText, Game, State
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState
from tilefall.search.tuples_file import Tables, read_tables


@dataclass(frozen=True)
class TupleAgent:
    """Plays a falling game one piece at a time, by tables that learned it."""

    name: str
    tables: Tables
    engine: Engine

    def choose(self, state: State, limit: Limit) -> int:
        """The move with the highest value, the first of equal ones."""
        if not isinstance(state, QuintrisState | TetrisState):
            raise ValueError(f"{self.name} plays falling games, not {state.game.text()}")
        if state.is_over:
            raise ValueError(f"nothing to choose, the game is over: {state.text()}")
        self.tables.check(state.game)
        return self.tables.choice(state, self.engine)


def tuple_agent(game: Game, seed: int, engine_name: str, parameters: Mapping[str, str]) -> Agent:
    """The agent with the tables of the file that the parameters name."""
    if "weights" not in parameters:
        raise BadText("agent tuples needs a file of tables, as in tuples:weights=best.json")
    tables = read_tables(parameters["weights"])
    tables.check(game)
    return TupleAgent("tuples", tables, engine(engine_name))
