"""Steered: a piece that keys move, one a step, while gravity pulls at it (F13)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilefall.rules import quintris, tetris
from tilefall.rules.falling import Spot, Well, cleared, locked
from tilefall.rules.game import IllegalMove
from tilefall.rules.pieces import PieceSet
from tilefall.rules.quintris import Quintris, QuintrisAfterstate, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisAfterstate, TetrisState

KEYS = ("nothing", "left", "right", "rotate", "down", "drop", "flip")
LETTERS = {"left": "b", "right": "m", "rotate": "n", "flip": "h"}  # as F5 names them


@dataclass(frozen=True)
class Steered:
    """A position, and where its piece has come to by keys and gravity."""

    state: QuintrisState | TetrisState  # as its piece appeared
    spot: Spot
    gravity: int  # it pulls after so many keys, 0 for never
    waited: int = 0  # keys since it last did, or since the piece appeared

    @property
    def pieces(self) -> PieceSet:
        """The pieces of the game."""
        return quintris.PIECES if isinstance(self.state, QuintrisState) else tetris.PIECES

    @property
    def well(self) -> Well:
        """The board as the piece feels it."""
        return Well(self.state.board, self.pieces)

    @property
    def is_over(self) -> bool:
        """Whether the piece has no room where it appeared (Q5)."""
        return not self.well.fits(self.spot)

    def press(self, key: str) -> Steered | QuintrisAfterstate | TetrisAfterstate:
        """The piece after a key and what gravity does then; the afterstate if that locks it."""
        if key not in keys_of(self.state.game):
            raise IllegalMove(f"key {key!r}, allowed are {' '.join(keys_of(self.state.game))}")
        if self.is_over:
            raise IllegalMove(f"key {key!r}, but the game is over in:\n{self.state}")
        well, spot, waited = self.well, self.spot, self.waited + 1
        if key in LETTERS:
            spot = well.pressed(spot, LETTERS[key])
        if key == "drop":
            return self._locked(well.dropped(spot))
        has_gravity = waited == self.gravity
        for _ in range((key == "down") + has_gravity):
            spot, has_locked = well.ticked(spot)
            if has_locked:
                return self._locked(spot)
        return replace(self, spot=spot, waited=0 if has_gravity else waited)

    def _locked(self, spot: Spot) -> QuintrisAfterstate | TetrisAfterstate:
        """The certain half of a turn that ends here (F6, F7)."""
        state = self.state
        shape = self.pieces.shapes[spot.shape]
        board, lines = cleared(locked(state.board, shape, spot.row, spot.column))
        score, turn = state.score + lines, state.turn + 1
        if isinstance(state, QuintrisState):
            return QuintrisAfterstate(
                state.game, board, state.next, state.seen, score, turn, reward=lines
            )
        return TetrisAfterstate(
            state.game, board, state.next, state.seen, score, turn, reward=lines, over=False
        )


def keys_of(game: Quintris | Tetris) -> tuple[str, ...]:
    """The keys of a game: only Quintris has a flip."""
    return KEYS if isinstance(game, Quintris) else KEYS[: KEYS.index("flip")]


def steered(state: QuintrisState | TetrisState, gravity: int) -> Steered:
    """A position with its piece where it appears (Q4); that of Tetris does in the middle.

    >>> from tilefall.rules.dice import Dice
    >>> steered(Tetris(pieces="O").start(Dice(seed=7)), gravity=4).spot
    Spot(shape=2, row=0, column=4)
    """
    if isinstance(state, QuintrisState):
        return Steered(state, state.spawn, gravity)
    if state.current is None:
        raise IllegalMove(f"no piece is left to be steered in:\n{state}")
    shape = tetris.PIECES.of_piece[state.current][0]
    column = (state.game.width - tetris.PIECES.shapes[shape].width) // 2
    return Steered(state, Spot(shape, 0, column), gravity)
