"""Turning: whole turns of any game, by an engine where there is one."""

from __future__ import annotations

from tilefall.engines import Engine
from tilefall.rules.dice import Dice
from tilefall.rules.game import State
from tilefall.rules.ijk import IjkState
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState


def following_state(state: State, move: int, dice: Dice, engine: Engine | None) -> State:
    """The state after a whole turn; games that engines do not know play by their own rules."""
    if engine is None or not isinstance(state, QuintrisState | TetrisState | IjkState):
        return state.play(move).draw(dice)
    return engine.draw(engine.play(state, move), dice)


def is_over(state: State) -> bool:
    """Whether there is no move left; told without a list of all moves where that is possible."""
    if isinstance(state, QuintrisState | TetrisState | IjkState):
        return state.is_over
    return not state.legal_moves()
