"""Course agents: the programs of a university course, as they were written (docs/course.md)."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.agents.agent import Limit, open_moves
from tilefall.engines import Engine
from tilefall.rules.game import State
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState
from tilefall.search.course import CourseSearch, course_searched
from tilefall.search.course_values import GENETIC, SUM, VOIDS, WAVY, Program

# What each is, and what may follow its name.
ABOUT = {
    SUM: ("heights, sided holes and bumpiness, one piece at a time", ("search", "threads")),
    WAVY: (
        "wavyness, holes and empty columns; search=small, one or full",
        ("search", "variant", "threads"),
    ),
    VOIDS: ("voids by their row, with the next piece", ("search", "threads")),
    GENETIC: (
        "four weights found by a genetic algorithm; variant=program or published",
        ("search", "variant", "threads", "weights"),
    ),
}


@dataclass(frozen=True)
class CourseAgent:
    """Plays what a course program plays. Its search is fixed, so limits change nothing."""

    name: str
    program: Program
    engine: Engine
    threads: int = 1

    def choose(self, state: State, limit: Limit) -> int:
        """The move that the program plays."""
        return self.think(state, limit).chosen

    def think(self, state: State, limit: Limit) -> CourseSearch:
        """What the program saw."""
        open_moves(state)
        if not isinstance(state, QuintrisState | TetrisState):
            raise ValueError(f"{self.name} plays falling games, not {state.game.text()}")
        return course_searched(state, self.program, self.engine, self.threads)
