"""Positions: what a picture shows of a position, as a view and as a grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilefall.interfaces.pictures.drawing import drawn, least_size
from tilefall.interfaces.pictures.moments import Moment
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.views import PieceView, PlayView, TilesView, WellView
from tilefall.play.painted import with_letter
from tilefall.rules import quintris, tetris
from tilefall.rules.game import State
from tilefall.rules.ijk import PLAYERS, IjkState
from tilefall.rules.notation import EMPTY
from tilefall.rules.pieces import Shape
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState

ROWS_ABOVE = 2  # pieces of Tetris appear over the top, lying down


@dataclass(frozen=True)
class Size:
    """How many characters a picture has each way."""

    columns: int
    lines: int


def picture_of(moment: Moment, agents: Sequence[str], size: Size, look: Look) -> Grid:
    """The position as a grid of this size."""
    return drawn(view_of(moment, agents), size.columns, size.lines, look)


def size_of(moment: Moment, agents: Sequence[str]) -> Size:
    """The smallest size that shows all of it."""
    return Size(*least_size(view_of(moment, agents)))


def view_of(moment: Moment, agents: Sequence[str]) -> PlayView:
    """What there is to see in a position of a game that these agents played."""
    state = moment.state
    if isinstance(state, IjkState):
        return _tiles(state, moment, agents)
    assert isinstance(state, QuintrisState | TetrisState)
    is_quintris = isinstance(state, QuintrisState)
    well = WellView(
        state.game.name,
        moment.cells,
        above=0 if is_quintris else ROWS_ABOVE,
        piece=_piece(moment),
        full_rows=_full_rows(moment),
    )
    figures = (("score", str(state.score)), ("turn", str(state.turn)), ("agent", agents[0]))
    following = _following(state)
    return PlayView(
        title=state.game.name,
        board=well,
        figures=figures,
        following=(_alone(following),) if following else (),
        notice="game over" if state.is_over else "",
    )


def _tiles(state: IjkState, moment: Moment, agents: Sequence[str]) -> PlayView:
    names = tuple(zip(PLAYERS, agents, strict=True))
    if state.is_over:
        news = {1: "+ has won", -1: "- has won", 0: "a tie"}[state.score]
    else:
        news = f"{PLAYERS[state.player]} to move"
    return PlayView(
        title=state.game.name,
        board=TilesView(moment.cells, last=moment.last, new=moment.new),
        figures=(("turn", str(state.turn)), *names),
        notice=news,
    )


def _shape(state: State, move: int | None) -> tuple[Shape, int, int] | None:
    """The piece that is shown, with the place of its box."""
    if isinstance(state, QuintrisState | TetrisState) and move is not None:
        place = state.game.moves[move]
        return place.shape, place.row, place.column
    if isinstance(state, QuintrisState):
        return quintris.PIECES.shapes[state.current], 0, state.column
    assert isinstance(state, TetrisState)
    if state.current is None:
        return None
    shape = tetris.PIECES.shapes[tetris.PIECES.of_piece[state.current][0]]
    return shape, -shape.height, (state.game.width - shape.width) // 2


def _piece(moment: Moment) -> PieceView | None:
    found = _shape(moment.state, moment.move)
    if found is None:
        return None
    shape, top, left = found
    places = tuple((top + row, left + column) for row, column in shape.cells)
    return PieceView(shape.name[0], places)


def _full_rows(moment: Moment) -> tuple[int, ...]:
    """The rows that go when the piece is in its place (F7); none if it ends the game (T4)."""
    piece, state = _piece(moment), moment.state
    if not moment.is_flashing or moment.move is None or piece is None:
        return ()
    if isinstance(state, TetrisState) and state.ends_game(moment.move):
        return ()
    cells = with_letter(moment.cells, piece.letter, piece.places)
    return tuple(row for row, line in enumerate(cells) if EMPTY not in line)


def _following(state: QuintrisState | TetrisState) -> Shape | None:
    if isinstance(state, QuintrisState):
        return quintris.PIECES.shapes[state.next]
    if state.next is None:
        return None
    return tetris.PIECES.shapes[tetris.PIECES.of_piece[state.next][0]]


def _alone(shape: Shape) -> PieceView:
    return PieceView(shape.name[0], shape.cells)
