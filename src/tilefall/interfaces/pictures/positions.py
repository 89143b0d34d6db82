"""Positions: what a picture shows of a position, as a view and as a grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilefall.interfaces.pictures.moments import Moment
from tilefall.interfaces.screen.board import Size, board_size
from tilefall.interfaces.screen.boards import following_views, placed_view, plain_board
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Cells, Look
from tilefall.interfaces.screen.play_screen import GAP, MARGIN, least_play_size, play_screen
from tilefall.interfaces.screen.views import (
    Board,
    Figures,
    PieceView,
    PlayView,
    TilesView,
    WellView,
)
from tilefall.play.painted import with_letter
from tilefall.play.turning import is_over
from tilefall.rules.ijk import PLAYERS, IjkState
from tilefall.rules.marathon import MarathonState
from tilefall.rules.notation import EMPTY
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState

PANEL = 22  # columns beside the board


def picture_of(moment: Moment, agents: Sequence[str], size: Size, look: Look) -> Grid:
    """The position as a grid of this size, drawn as the app draws it."""
    return play_screen(view_of(moment, agents), size.width, size.height, look)


def size_of(moment: Moment, agents: Sequence[str]) -> Size:
    """The smallest size that has large cells and room for what is said beside the board."""
    size = board_size(view_of(moment, agents).board, Cells.LARGE)
    return Size(size.width + GAP + PANEL + MARGIN, size.height + 2)


def least_size_of(moment: Moment, agents: Sequence[str]) -> Size:
    """The smallest size that shows anything."""
    return least_play_size(view_of(moment, agents).board)


def view_of(moment: Moment, agents: Sequence[str]) -> PlayView:
    """What there is to see in a position of a game that these agents played."""
    state = moment.state
    return PlayView(
        title=state.game.text(),
        board=_board(moment),
        figures=_figures(moment, agents),
        following=following_views(state),
        notice=_notice(moment),
    )


def _board(moment: Moment) -> Board:
    board, state, move = plain_board(moment.state, moment.cells), moment.state, moment.move
    if isinstance(board, TilesView):
        return replace(board, last=moment.last, new=moment.new)
    if isinstance(state, QuintrisState | TetrisState) and move is not None:
        piece = placed_view(state, move)
        return replace(board, piece=piece, full_rows=_full_rows(moment, board, piece))
    return board


def _full_rows(moment: Moment, board: WellView, piece: PieceView) -> tuple[int, ...]:
    """The rows that go when the piece is in its place (F7); none if it ends the game (T4)."""
    state, move = moment.state, moment.move
    assert move is not None
    if not moment.is_flashing or (isinstance(state, TetrisState) and state.ends_game(move)):
        return ()
    cells = with_letter(board.cells, piece.letter, piece.places)
    return tuple(row for row, line in enumerate(cells) if EMPTY not in line)


def _figures(moment: Moment, agents: Sequence[str]) -> Figures:
    state = moment.state
    if isinstance(state, IjkState):
        return (("turn", f"{state.turn:,}"), *zip(PLAYERS, agents, strict=True))
    figures = [("score", f"{state.score:,}")]
    if isinstance(state, MarathonState):
        figures += [("lines", f"{state.lines:,}"), ("level", str(state.level))]
    else:
        figures.append(("pieces", f"{state.turn:,}"))
    return (*figures, ("agent", agents[0]))


def _notice(moment: Moment) -> str:
    state = moment.state
    if not isinstance(state, IjkState):
        return "game over" if is_over(state) else ""
    if state.is_over:
        return {1: "+ has won", -1: "- has won", 0: "a tie"}[state.score]
    return f"{PLAYERS[state.player]} to move"
