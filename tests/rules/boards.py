"""Boards drawn in tests: states from drawings, and placements by name."""

from __future__ import annotations

from textwrap import dedent

from tilefall.engines import Engine
from tilefall.rules.game import State
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.quintris import PIECES as PENTOMINOES
from tilefall.rules.quintris import Quintris, QuintrisAfterstate, QuintrisState
from tilefall.rules.tetris import PIECES as TETROMINOES
from tilefall.rules.tetris import Tetris, TetrisAfterstate, TetrisState

Place = tuple[str, int, int]  # shape, row and column


def drawn(drawing: str, height: int = 0) -> Rows:
    """The rows of a drawing, below as many empty ones as the height asks for.

    >>> drawn('''
    ...     x.x
    ...     xx.
    ... ''', height=3)
    ('...', 'x.x', 'xx.')
    """
    rows = tuple(dedent(drawing).split())
    assert len({len(row) for row in rows}) <= 1, rows
    return (EMPTY * len(rows[0]),) * (height - len(rows)) + rows


def quintris(
    drawing: str, current: str, column: int, *, following: str = "X0", reach: str = "drop"
) -> QuintrisState:
    """A state with these rows at the bottom of the well; of its mix nothing was seen."""
    return QuintrisState(
        game=Quintris(reach=reach),
        board=drawn(drawing or EMPTY * 15, 25),
        current=pentomino(current),
        column=column,
        next=pentomino(following),
        seen=(0,) * 6,
        score=0,
        turn=0,
    )


def tetris(drawing: str, piece: str, *, following: str | None = None) -> TetrisState:
    """A state with exactly this board; with a next piece the rules are those with preview."""
    board = drawn(drawing)
    return TetrisState(
        game=Tetris(len(board[0]), len(board), "research" if following is None else "preview"),
        board=board,
        current=TETROMINOES.letters.index(piece),
        next=None if following is None else TETROMINOES.letters.index(following),
        seen=(0,) * 7,
        score=0,
        turn=0,
    )


def pentomino(name: str) -> int:
    """The number of a shape of Quintris."""
    number = PENTOMINOES.named(name)
    assert number is not None, name
    return number


def places(engine: Engine, state: QuintrisState | TetrisState) -> set[Place]:
    """The legal moves of an engine as shape, row and column."""
    found = [state.game.moves[move] for move in engine.legal_moves(state)]
    return {(place.shape.name, place.row, place.column) for place in found}


def move_to(state: QuintrisState | TetrisState, name: str, column: int) -> int:
    """The only legal move with this shape and column."""
    found = [
        move
        for move in state.legal_moves()
        if (state.game.moves[move].shape.name, state.game.moves[move].column) == (name, column)
    ]
    assert len(found) == 1, (name, column, found)
    return found[0]


def after_keys(engine: Engine, state: QuintrisState, keys: str) -> QuintrisAfterstate:
    """What an engine makes of the move that the keys lead to; it must think it legal."""
    move = state.move_by_keys(keys)
    assert move in engine.legal_moves(state)
    after = engine.play(state, move)
    assert isinstance(after, QuintrisAfterstate)
    return after


def after_place(engine: Engine, state: TetrisState, name: str, column: int) -> TetrisAfterstate:
    """What an engine makes of a placement in Tetris."""
    after = engine.play(state, move_to(state, name, column))
    assert isinstance(after, TetrisAfterstate)
    return after


def is_over(engine: Engine, state: State) -> bool:
    """Whether an engine finds no move."""
    return engine.legal_moves(state) == ()
