"""Sight: what there is to see of a falling game, whatever draws it."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.engines.environments import NativeState
from tilefall.envs.settings import Settings
from tilefall.rules.falling import Spot, Well, board_of
from tilefall.rules.notation import Rows
from tilefall.rules.pieces import Shape

ABOVE = 3  # rows over a well whose pieces wait above it: they lie down, and a row is between


@dataclass(frozen=True)
class Piece:
    """A shape, and the row and column of its box's top left corner; rows above the well are < 0."""

    shape: Shape
    row: int
    column: int

    @property
    def letter(self) -> str:
        """Which piece it is."""
        return self.shape.name[0]

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The rows and columns that it fills."""
        return [(self.row + i, self.column + j) for i, j in self.shape.cells]


@dataclass(frozen=True)
class Sight:
    """A position as one sees it."""

    board: Rows
    above: int  # rows over the well that belong to the picture
    piece: Piece | None
    ghost: Piece | None  # where the piece would come to rest
    following: Shape | None
    score: int
    turn: int
    is_over: bool


def rows_above(settings: Settings) -> int:
    """How many rows over the well a picture needs: pieces without a spot wait there (T3)."""
    return 0 if settings.has_spot else ABOVE


def sight_of(settings: Settings, state: NativeState) -> Sight:
    """What there is to see of a position."""
    game, shapes = settings.game, settings.pieces.shapes
    board = board_of(state.columns[: game.width], game.height)
    piece = ghost = None
    if state.current >= 0:
        piece = _piece(settings, state)
    is_over = piece is None
    if piece is not None and settings.has_spot:
        well, spot = Well(board, settings.pieces), Spot(state.current, state.row, state.column)
        is_over = not well.fits(spot)
        if not is_over:
            ghost = Piece(piece.shape, well.dropped(spot).row, piece.column)
    following = shapes[state.next] if settings.has_next and state.next >= 0 else None
    above = rows_above(settings)
    return Sight(board, above, piece, ghost, following, state.score, state.turn, is_over)


def _piece(settings: Settings, state: NativeState) -> Piece:
    shape = settings.pieces.shapes[state.current]
    if settings.has_spot:
        return Piece(shape, state.row, state.column)
    return Piece(shape, -1 - shape.height, (settings.game.width - shape.width) // 2)
