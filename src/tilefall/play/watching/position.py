"""Position: a state of a game with its painted cells."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.play.painted import painted
from tilefall.play.painted_marathon import painted_marathon
from tilefall.rules.game import Game, State
from tilefall.rules.marathon import MarathonState
from tilefall.rules.notation import Rows
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState


@dataclass(frozen=True)
class Position:
    """A state, and the letter of the piece that filled each cell of its board."""

    state: State
    cells: Rows = ()  # none where no pieces fall


@dataclass(frozen=True)
class Beginning:
    """Where another game may go on from."""

    game: Game
    seed: int
    start: State
    cells: Rows = ()  # its board as it is painted, where that is known


def first_position(state: State) -> Position:
    """A position of which nobody knows how it came about."""
    if isinstance(state, QuintrisState | TetrisState | MarathonState):
        return Position(state, state.board)
    return Position(state)


def turned(position: Position, move: int, following: State) -> Position:
    """The position after a move, whose state is known."""
    state = position.state
    if isinstance(state, MarathonState):
        return Position(following, painted_marathon(position.cells, state, move))
    if not isinstance(state, QuintrisState | TetrisState):
        return Position(following)
    return Position(following, painted(position.cells, state, move))
