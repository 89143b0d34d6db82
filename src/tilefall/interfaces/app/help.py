"""Help: the keys of a stage, laid over it."""

from __future__ import annotations

from tilefall.interfaces.app.stage import BACK, Next, Stage, Still
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.overlays import help_panel, over
from tilefall.interfaces.screen.views import Keys


class Help(Still):
    """The keys of the stage below; any key takes it away."""

    def __init__(self, below: Stage, title: str, keys: Keys) -> None:
        self._below, self._title, self._keys = below, title, keys

    def grid(self, width: int, height: int, look: Look) -> Grid:
        """The stage below with the keys over it."""
        below = self._below.grid(width, height, look)
        return over(below, help_panel(self._title, self._keys, look))

    def press(self, key: str, now: float) -> Next:
        """Away with it."""
        return BACK
