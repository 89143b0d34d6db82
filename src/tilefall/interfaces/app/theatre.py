"""Theatre: the stages that are open, the one on top shown, and how keys lead on from there."""

from __future__ import annotations

from tilefall.interfaces.app.stage import Back, Go, Over, Quit, Stage, Stay
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Look


class Theatre:
    """A stack of stages. It knows no terminal: keys and times come in, grids go out.

    Keys and times that come after the end are ignored: a terminal may have sent some already.
    """

    def __init__(self, first: Stage) -> None:
        self._stages: list[Stage] = [first]

    @property
    def is_over(self) -> bool:
        """Whether the last stage has ended."""
        return not self._stages

    @property
    def top(self) -> Stage:
        """The stage that is shown."""
        return self._stages[-1]

    def grid(self, width: int, height: int, look: Look) -> Grid:
        """What there is to see."""
        return self.top.grid(width, height, look)

    def press(self, key: str, now: float) -> bool:
        """Hear a key; whether there is something new to see, or the app has ended."""
        if self.is_over:
            return False
        match self.top.press(key, now):
            case Stay(is_new):
                return is_new
            case Go(stage):
                self._stages.pop().close()
                self._stages.append(stage)
            case Over(stage):
                self._stages.append(stage)
            case Back():
                self._stages.pop().close()
            case Quit():
                self.close()
        return True

    def advance(self, now: float) -> bool:
        """Let pass the time; only the stage on top has any."""
        return not self.is_over and self.top.advance(now)

    def due(self, now: float) -> float | None:
        """When `advance` has something to do."""
        return None if self.is_over else self.top.due(now)

    def leave(self, now: float) -> None:
        """The user looks elsewhere."""
        if not self.is_over:
            self.top.leave(now)

    def close(self) -> None:
        """End every stage, the one on top first; an error of one does not keep the others open."""
        first: BaseException | None = None
        while self._stages:
            try:
                self._stages.pop().close()
            except Exception as error:
                first = first or error
        if first is not None:
            raise first
