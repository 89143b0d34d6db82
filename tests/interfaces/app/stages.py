"""A stage for tests that notes what happens to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tilefall.interfaces.app.stage import IGNORED, Next
from tilefall.interfaces.screen.grid import Grid, sized, written
from tilefall.interfaces.screen.look import Look


@dataclass
class Fake:
    """A stage that notes what happens to it, and does at a key what it was told."""

    name: str
    log: list[str]
    answers: dict[str, Next] = field(default_factory=dict)
    errors: dict[str, Exception] = field(default_factory=dict)  # by what it is asked for
    at: float | None = None

    def _note(self, what: str) -> None:
        self.log.append(f"{self.name} {what}")
        if (error := self.errors.get(what.partition(" ")[0])) is not None:
            raise error

    def grid(self, width: int, height: int, look: Look) -> Grid:
        if "grid" in self.errors:
            raise self.errors["grid"]
        return sized(Grid((written(self.name),)), width, height)

    def press(self, key: str, now: float) -> Next:
        self._note(f"press {key}")
        return self.answers.get(key, IGNORED)

    def advance(self, now: float) -> bool:
        if "advance" in self.errors:
            raise self.errors["advance"]
        return False

    def due(self, now: float) -> float | None:
        return self.at

    def leave(self, now: float) -> None:
        self._note("leave")

    def close(self) -> None:
        self._note("close")
