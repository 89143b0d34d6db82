"""What the tests of IJK share: states, turns and slides on any engine."""

from __future__ import annotations

from tilefall.engines import Engine
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import (
    Ijk,
    IjkAfterstate,
    IjkState,
    transposed,
)
from tilefall.rules.notation import Rows

U, D, L, R = range(4)
PLUS, MINUS = range(2)
DICE = Dice(seed=7)
CHANCE = "nondeterministic"


def state_of(board: Rows, player: int = PLUS, mode: str = "", end: str = "ply") -> IjkState:
    return IjkState(Ijk(len(board), mode or "deterministic", end), board, player, turn=0)


def after_of(engine: Engine, state: IjkState, move: int) -> IjkAfterstate:
    after = engine.play(state, move)
    assert isinstance(after, IjkAfterstate)
    return after


def next_of(engine: Engine, state: IjkState, move: int, dice: Dice = DICE) -> IjkState:
    state_after = engine.draw(after_of(engine, state, move), dice)
    assert isinstance(state_after, IjkState)
    return state_after


def assert_slides(engine: Engine, board: Rows, move: int, player: int, after: Rows) -> None:
    assert engine.slid(Ijk(len(board)), board, player, move) == after


def assert_line_slides(engine: Engine, line: str, player: int, left: str, right: str) -> None:
    """A line slides the same way as any row, any column, and next to any other line."""
    rest = ("." * 6, "aBcDeF", "fEdCbA", "ABABAB", "......")
    for place in (0, 3, 5):
        rows = (*rest[:place], line, *rest[place:])
        for move, expected in ((L, left), (R, right)):
            assert engine.slid(Ijk(), rows, player, move)[place] == expected
        for move, expected in ((U, left), (D, right)):
            after = engine.slid(Ijk(), transposed(rows), player, move)
            assert transposed(after)[place] == expected
