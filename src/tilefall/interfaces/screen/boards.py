"""Boards: positions as views: what stands where, what falls, what was played, what is marked."""

from __future__ import annotations

from collections.abc import Mapping

from tilefall.engines.protocol import FallingState
from tilefall.interfaces.screen.marathon_view import marathon_following, marathon_well
from tilefall.interfaces.screen.views import Board, PieceView, TilesView, WellView
from tilefall.rules import quintris, tetris
from tilefall.rules.game import State
from tilefall.rules.ijk import MOVES, IjkState
from tilefall.rules.marathon import MarathonState
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.pieces import Shape
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState

TETRIS_ABOVE = 2  # rows in which a piece of Tetris waits: it lies down


def piece_view(shape: Shape, row: int = 0, column: int = 0) -> PieceView:
    """A shape with its box's top left corner at a place."""
    return PieceView(shape.name[0], tuple((row + i, column + j) for i, j in shape.cells))


def placed_view(state: FallingState, move: int) -> PieceView:
    """The piece of a state where a move puts it."""
    place = state.game.moves[move]
    return piece_view(place.shape, place.row, place.column)


def waiting_view(state: FallingState) -> PieceView | None:
    """The piece that is about to fall; None if there is none or it has no room."""
    if state.is_over:
        return None
    if isinstance(state, QuintrisState):
        return piece_view(quintris.PIECES.shapes[state.current], 0, state.column)
    assert state.current is not None
    shape = _first_shape(state.current)
    return piece_view(shape, -shape.height, (state.game.width - shape.width) // 2)


def following_views(state: State) -> tuple[PieceView, ...]:
    """The pieces in sight after the one that falls."""
    if isinstance(state, QuintrisState):
        return (piece_view(quintris.PIECES.shapes[state.next]),)
    if isinstance(state, TetrisState) and state.next is not None:
        return (piece_view(_first_shape(state.next)),)
    return marathon_following(state) if isinstance(state, MarathonState) else ()


def well_view(
    state: FallingState,
    cells: Rows,
    *,
    played: int | None = None,
    marked: int | None = None,
    marked_name: str = "",
) -> WellView:
    """A well with its waiting piece, a ghost where it is played to, and a marked placement."""
    return WellView(
        game=state.game.name,
        cells=cells,
        above=TETRIS_ABOVE if isinstance(state, TetrisState) else 0,
        piece=waiting_view(state),
        ghost=None if played is None else placed_view(state, played),
        outline=None if marked is None else placed_view(state, marked),
        outline_name=marked_name,
    )


def tiles_view(
    state: IjkState,
    before: IjkState | None,
    last: int | None,
    said: Mapping[str, str],
    best: str = "",
) -> TilesView:
    """A board of IJK with what is said of its slides, and what the last one brought."""
    new = None
    if before is not None and last is not None:
        new = _new_tile(before.play(last).board, state.board)
    return TilesView(state.board, said, best, "" if last is None else MOVES[last], new)


def plain_board(state: State, cells: Rows) -> Board:
    """A board of which nothing is thought."""
    if isinstance(state, QuintrisState | TetrisState):
        return well_view(state, cells)
    if isinstance(state, IjkState):
        return tiles_view(state, None, None, {})
    assert isinstance(state, MarathonState), f"no board of {state.game.name}"
    return marathon_well(state, cells)


def _first_shape(piece: int) -> Shape:
    return tetris.PIECES.shapes[tetris.PIECES.of_piece[piece][0]]


def _new_tile(slid: Rows, board: Rows) -> tuple[int, int] | None:
    for i, (old, new) in enumerate(zip(slid, board, strict=True)):
        for j, (was, cell) in enumerate(zip(old, new, strict=True)):
            if was == EMPTY != cell:
                return i, j
    return None
