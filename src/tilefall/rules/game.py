"""What every game has in common: the protocols Game, State and Afterstate, and their errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from tilefall.errors import TilefallError, UsageError
from tilefall.rules.dice import Dice

RULES_VERSION = 1  # changes whenever the same seed and moves could lead to another state


class IllegalMove(TilefallError, ValueError):
    """A move that the rules do not allow in this state."""


class BadText(UsageError, ValueError):
    """A text that is no position, game or record; says where, and what was expected."""


class Game(Protocol):
    """Rules with their parameters."""

    @property
    def name(self) -> str:
        """One word: quintris, tetris or ijk."""
        ...

    @property
    def players(self) -> int:
        """One or two."""
        ...

    @property
    def moves(self) -> Sequence[object]:
        """What each move number means; str() of an entry is fit for people."""
        ...

    def start(self, dice: Dice) -> State:
        """The first state of the game that these dice play."""
        ...

    def parse(self, text: str) -> State:
        """The state of a position text; BadText says where it is wrong."""
        ...

    def text(self) -> str:
        """Name and parameters: `quintris`, `tetris:width=10,height=10`."""
        ...


class State(Protocol):
    """A position at which a player chooses, or at which the game is over."""

    @property
    def game(self) -> Game:
        """The rules that it is played by."""
        ...

    @property
    def player(self) -> int:
        """Who is to move: 0 or 1."""
        ...

    @property
    def turn(self) -> int:
        """How many moves have been played."""
        ...

    @property
    def score(self) -> int:
        """Lines so far, or who has won: 1 player 0, -1 player 1, 0 nobody."""
        ...

    def legal_moves(self) -> tuple[int, ...]:
        """Ascending, and empty exactly when the game is over."""
        ...

    def play(self, move: int) -> Afterstate:
        """The certain half of a turn; IllegalMove if the rules do not allow it."""
        ...

    def text(self) -> str:
        """The position in one line; `game.parse` is the inverse."""
        ...

    def digest(self) -> int:
        """64 bits that stand for this state (D5)."""
        ...


class Afterstate(Protocol):
    """The point between the certain half of a turn and its chance half."""

    @property
    def reward(self) -> int:
        """What the move was worth, always to player 0."""
        ...

    def chances(self) -> tuple[Chance, ...]:
        """Every way that chance may go on, as a player knows it."""
        ...

    def draw(self, dice: Dice) -> State:
        """The chance half of a turn, as these dice decide it."""
        ...


@dataclass(frozen=True)
class Chance:
    """One way that chance may go on. Those of an afterstate sum to one exactly."""

    probability: Fraction
    state: State
