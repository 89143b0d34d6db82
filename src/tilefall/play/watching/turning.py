"""Turning: one turn of any game by an engine, and a position with its painted cells."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.engines import Engine
from tilefall.play.painted import painted
from tilefall.rules.dice import Dice
from tilefall.rules.game import Game, State
from tilefall.rules.ijk import IjkState
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


def first_position(state: State) -> Position:
    """A position of which nobody knows how it came about."""
    return Position(state, state.board if isinstance(state, QuintrisState | TetrisState) else ())


def turned(position: Position, move: int, following: State) -> Position:
    """The position after a move, whose state is known."""
    state = position.state
    if not isinstance(state, QuintrisState | TetrisState):
        return Position(following)
    return Position(following, painted(position.cells, state, move))


def following_state(state: State, move: int, dice: Dice, engine: Engine) -> State:
    """The state after a whole turn; a game that engines do not know plays by its own rules."""
    if isinstance(state, QuintrisState | TetrisState | IjkState):
        return engine.draw(engine.play(state, move), dice)
    return state.play(move).draw(dice)


def is_over(state: State) -> bool:
    """Whether there is no move left."""
    if isinstance(state, QuintrisState | TetrisState | IjkState):
        return state.is_over
    return not state.legal_moves()
