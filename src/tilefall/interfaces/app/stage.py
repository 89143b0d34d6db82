"""Stages: what the app may show, one at a time or laid over each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tilefall.interfaces.app.keeper import Keeper
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Look
from tilefall.play.clock import Clock
from tilefall.play.record import Record


class Stage(Protocol):
    """Something to see that hears keys and lets time pass. It never waits for anything."""

    def grid(self, width: int, height: int, look: Look) -> Grid:
        """What there is to see, exactly this large."""
        ...

    def press(self, key: str, now: float) -> Next:
        """Hear a key, a character or a name such as `left`; what comes next."""
        ...

    def advance(self, now: float) -> bool:
        """Let pass the time up to now; whether there is something new to see."""
        ...

    def due(self, now: float) -> float | None:
        """When `advance` has something to do; None if only a key can change anything."""
        ...

    def leave(self, now: float) -> None:
        """The user looks elsewhere: time stands still until a key brings it back."""
        ...

    def close(self) -> None:
        """The stage is not shown again: keep what is to be kept, end what runs beside it."""
        ...


class Still:
    """What a stage does on which nothing moves and beside which nothing runs."""

    def advance(self, now: float) -> bool:
        """There is never anything new."""
        return False

    def due(self, now: float) -> float | None:
        """Nothing is ever due."""
        return None

    def leave(self, now: float) -> None:
        """There is no time that could stand still."""

    def close(self) -> None:
        """There is nothing to keep or to end."""


@dataclass(frozen=True)
class Stay:
    """Nothing else is shown; `is_new` if there is something new to see here."""

    is_new: bool = True


@dataclass(frozen=True)
class Go:
    """Another stage takes the place of this one."""

    stage: Stage


@dataclass(frozen=True)
class Over:
    """Another stage is laid over this one, which waits below it."""

    stage: Stage


@dataclass(frozen=True)
class Back:
    """This stage ends; the one below it is shown, or the app ends."""


@dataclass(frozen=True)
class Quit:
    """The app ends."""


class Stages(Protocol):
    """What makes stages, so that one can lead to another."""

    @property
    def clock(self) -> Clock:
        """The time, and thoughts beside it."""
        ...

    @property
    def keeper(self) -> Keeper:
        """Where games are kept."""
        ...

    def playing(self, setup: Setup) -> Stage:
        """A person plays."""
        ...

    def showing(self, setup: Setup) -> Stage:
        """The best agent plays the game of a setup."""
        ...

    def reviewing(self, record: Record) -> Stage:
        """A game that has been played."""
        ...

    def games(self) -> Stage:
        """The games that are kept."""
        ...


Next = Stay | Go | Over | Back | Quit
STAY, IGNORED, BACK, QUIT = Stay(), Stay(is_new=False), Back(), Quit()
