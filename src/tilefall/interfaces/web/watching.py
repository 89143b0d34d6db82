"""Watching: a session in which a game is watched or seen again."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tilefall.interfaces.web.encode import Encoded
from tilefall.interfaces.web.links import link_answer
from tilefall.interfaces.web.messages import Message
from tilefall.interfaces.web.session import Trouble
from tilefall.interfaces.web.watch_parts import moving_parts, still_parts
from tilefall.play.watching.watching import Watching

Wish = Callable[[Watching, Message], object]
WISHES: Mapping[str, Wish] = {
    "toggle": lambda watching, message: watching.toggle(),
    "faster": lambda watching, message: watching.faster(),
    "slower": lambda watching, message: watching.slower(),
    "step": lambda watching, message: watching.step(message.get("by")),
    "step_pieces": lambda watching, message: watching.step_pieces(message.get("by")),
    "seek": lambda watching, message: watching.seek(message.get("to")),
    "next_mistake": lambda watching, message: watching.next_mistake(),
    "previous_mistake": lambda watching, message: watching.previous_mistake(),
    "verify": lambda watching, message: watching.verify(),
    "pause": lambda watching, message: watching.pause(),
}


FRAME = 1 / 60  # seconds: of a game that goes faster some positions are left out


class WatchSession:
    """A watched game, which its client leads through."""

    def __init__(self, watching: Watching) -> None:
        self._watching = watching
        self._still = still_parts(watching)
        self._advanced = 0.0  # when it was told the time

    def hear(self, message: Message, now: float) -> Encoded | None:
        """Lead through the game, or ask for a link to the position or for the record."""
        if message.do == "link":
            return link_answer(self._watching.record(), self._watching.position)
        if message.do == "record":
            return record_answer(self._watching)
        if message.do not in WISHES:
            raise Trouble(f"{message.do}: not while a game is watched")
        WISHES[message.do](self._watching, message)
        return None

    def advance(self, now: float) -> bool:
        """Go on as fast as was asked for, and hear what the thinking has found."""
        self._advanced = now
        return self._watching.advance(now)

    def due(self, now: float) -> float | None:
        """When the next position or an answer may be there."""
        due = self._watching.due(now)
        if due is None or not self._watching.is_playing:
            return due
        return max(due, self._advanced + FRAME)

    def shown(self) -> Encoded:
        """The position, its candidates and the value over the game."""
        return self._still | moving_parts(self._watching)

    def close(self, now: float) -> None:
        """End what thinks."""
        self._watching.close()


def record_answer(watching: Watching) -> Encoded:
    """The game so far as a line of a file, with a name for it."""
    record = watching.record()
    name = f"{watching.game.name}-seed-{record.seed}.jsonl"
    return {"is": "record", "name": name, "line": record.line()}
