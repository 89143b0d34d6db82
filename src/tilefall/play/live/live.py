"""Live games: what a screen may ask of a game in which somebody presses keys."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from tilefall.play.record import Record
from tilefall.rules.game import Game, State

PERSON, ASSISTED = "person", "person-assisted"  # who played, as records name it


class Action(Enum):
    """What a person may want, whatever key says so."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"  # IJK
    DOWN = "down"  # IJK; where pieces fall, one row down
    WALL_LEFT = "to the left wall"
    WALL_RIGHT = "to the right wall"
    TURN = "turn"  # clockwise
    TURN_BACK = "turn back"
    FLIP = "flip"
    DROP = "drop"
    HOLD = "hold"


class Live(Protocol):
    """A game at a moment. Times are seconds of a clock that only moves when it is told to.

    Every method that changes something returns whether there is something new to see.
    """

    @property
    def game(self) -> Game:
        """The rules that it is played by."""
        ...

    @property
    def seed(self) -> int:
        """What decides all chance."""
        ...

    @property
    def state(self) -> State:
        """The position: before the moves of the piece that is falling."""
        ...

    @property
    def actions(self) -> tuple[Action, ...]:
        """What can be asked for in this game."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        ...

    @property
    def is_assisted(self) -> bool:
        """Whether a move was taken back, or an agent gave advice."""
        ...

    @property
    def is_paused(self) -> bool:
        """Whether time stands still."""
        ...

    def act(self, action: Action, now: float) -> bool:
        """Do what was asked for; False where the rules refuse it."""
        ...

    def advance(self, now: float) -> bool:
        """Let pass the time up to now: gravity, locks, the moves of agents."""
        ...

    def due(self, now: float) -> float | None:
        """When `advance` has something to do next; None if only a key can change anything."""
        ...

    def pause(self, now: float) -> None:
        """Stop the time."""
        ...

    def resume(self, now: float) -> None:
        """Let the time go on."""
        ...

    def undo(self, now: float) -> bool:
        """Take back the last move of the person's, and mark the game as assisted."""
        ...

    def assist(self) -> None:
        """Mark the game as assisted."""
        ...

    def record(self) -> Record:
        """The game so far."""
        ...

    def close(self) -> None:
        """End what runs beside the game."""
        ...
