"""Views: what there is to show at a moment, told apart from how it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilefall.rules.notation import Rows
from tilefall.rules.pieces import Placement

Place = tuple[int, int]  # row and column; rows above the board are negative


def placed(placement: Placement) -> tuple[Place, ...]:
    """The places that a piece fills."""
    row, column = placement.row, placement.column
    return tuple((row + down, column + across) for down, across in placement.shape.cells)


@dataclass(frozen=True)
class PieceView:
    """A piece somewhere in a well, or by itself with its box at (0, 0)."""

    letter: str
    places: tuple[Place, ...]


@dataclass(frozen=True)
class WellView:
    """A well: the letter of the piece that filled each cell, and what falls in it."""

    game: str  # whose colours: quintris or tetris
    cells: Rows  # letters, "x" where nobody knows the piece, "." where it is empty
    above: int = 0  # rows over the top that are shown too
    piece: PieceView | None = None
    ghost: PieceView | None = None  # where the piece would land
    outline: PieceView | None = None  # a candidate that is looked at
    outline_name: str = ""  # its number, written into it
    roof: Rows = ()  # the cells of the rows over the top, where a game fills them
    full_rows: tuple[int, ...] = ()  # complete with the piece in its place, about to go


@dataclass(frozen=True)
class TilesView:
    """A board of IJK, with what is said of the four slides around it."""

    board: Rows
    said: Mapping[str, str] = field(default_factory=dict)  # U, D, L, R -> a few characters
    best: str = ""  # the slide that is marked as the best
    last: str = ""  # the slide that led here
    new: Place | None = None  # the tile that has just appeared


Board = WellView | TilesView
Figures = tuple[tuple[str, str], ...]  # names and what they are: ("score", "12")
Keys = tuple[tuple[str, str], ...]  # keys and what they do: ("space", "drop")


@dataclass(frozen=True)
class PlayView:
    """A game that a person plays."""

    title: str
    board: Board
    figures: Figures
    following: tuple[PieceView, ...] = ()
    held: PieceView | None = None
    has_hold: bool = False  # the game has a hold, full or empty
    is_hold_spent: bool = False  # not to be used again before the piece locks
    notice: str = ""  # one line: paused, practice, the agent thinks, the game is over
    hidden: bool = False  # the board is covered, as while a game is paused
    advice: tuple[str, ...] = ()  # what an agent says of the position, a few lines
    keys: Keys = ()


@dataclass(frozen=True)
class CandidateView:
    """A move that an agent looked at."""

    rank: int
    name: str
    value: str
    gap: str  # behind the best, "" for the best itself
    is_played: bool = False
    is_previewed: bool = False
    places: tuple[Place, ...] = ()  # where its piece would rest; none in IJK
    board: Rows = ()  # what a slide of IJK leads to


@dataclass(frozen=True)
class ReasonView:
    """What one feature adds to the value of the first and the second candidate."""

    feature: str
    first: float
    second: float


@dataclass(frozen=True)
class WatchView:
    """A game that agents play or have played, with what they think of it."""

    title: str
    board: Board
    figures: Figures
    candidates: tuple[CandidateView, ...]  # best first; empty while nothing is known
    reasons: tuple[ReasonView, ...]
    why: str  # one sentence
    values: tuple[float | None, ...]  # of every position, None where nobody has looked yet
    position: int  # which position is shown, 0 the first
    length: int  # positions that there are
    status: str  # one line: playing 4x, paused, thinking, verified
    following: tuple[PieceView, ...] = ()
    mistakes: tuple[int, ...] = ()  # positions at which a mistake was found
    nothing: str = ""  # why there are no candidates, if it is not that nobody has looked yet
    is_explained: bool = True  # there is somebody who can say what moves are worth
    keys: Keys = ()


@dataclass(frozen=True)
class Choice:
    """A line of a menu."""

    key: str
    name: str
    about: str = ""


@dataclass(frozen=True)
class MenuView:
    """A title, some words, and lines to choose from."""

    title: str
    words: tuple[str, ...]
    choices: tuple[Choice, ...]
    chosen: int = 0
    keys: Keys = ()
