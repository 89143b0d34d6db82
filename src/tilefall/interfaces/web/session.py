"""Session: what a connection is about: a game that is played, or one that is watched."""

from __future__ import annotations

from typing import Protocol

from tilefall.errors import UsageError
from tilefall.interfaces.web.encode import Encoded
from tilefall.interfaces.web.messages import Message


class Trouble(UsageError, ValueError):
    """What a client wants cannot be; says why, in words that the client may see."""


class Session(Protocol):
    """Hears wishes and times, never waits, and shows itself as parts of a view.

    Times are seconds of the clock that it was made with.
    """

    def hear(self, message: Message, now: float) -> Encoded | None:
        """Do what was wished for; an answer, if it asks for one. Trouble if it cannot be."""
        ...

    def advance(self, now: float) -> bool:
        """Let time pass up to now; whether there is something new to see."""
        ...

    def due(self, now: float) -> float | None:
        """When `advance` has something to do next; None if only a wish changes anything."""
        ...

    def shown(self) -> Encoded:
        """All that there is to see, in parts: a client is sent those that have changed."""
        ...

    def close(self, now: float) -> None:
        """End what goes on beside it, and keep what is to be kept."""
        ...
