"""Session: runs a match to whatever end it finds, and keeps what was reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeVar

from tilefall.interfaces.terminal.person import Quit
from tilefall.play.match import Recorder
from tilefall.rules.game import State


class Ending(Enum):
    """Why a session ended."""

    OVER = "over"
    STOPPED = "stopped"
    QUIT = "quit"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Session:
    """How a session ended, and in which state."""

    ending: Ending
    state: State


class Played(Protocol):
    """What a match yields: a move, and the state that it led to."""

    @property
    def move(self) -> int:
        """The move that was played."""
        ...

    @property
    def next(self) -> State:
        """The state after chance."""
        ...


PlayedT = TypeVar("PlayedT", bound=Played)


def run(
    match: Iterator[PlayedT], recorder: Recorder, on_turn: Callable[[PlayedT], None]
) -> Session:
    """Play every turn, note it in the recorder and hand it on, until something ends it.

    The recorder holds the game so far also if `on_turn` fails.
    """
    state = recorder.first
    try:
        for turn in match:
            recorder.add(turn.move, turn.next)
            state = turn.next
            on_turn(turn)
    except Quit:
        return Session(Ending.QUIT, state)
    except KeyboardInterrupt:
        return Session(Ending.INTERRUPTED, state)
    return Session(Ending.STOPPED if state.legal_moves() else Ending.OVER, state)
