"""Panel: lines to choose from, by arrows and Enter or by their keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tilefall.interfaces.app.stage import IGNORED, STAY, Next
from tilefall.interfaces.screen.views import Choice, MenuView

Deed = Callable[[float], Next]  # what choosing a line does, at a time
STEPS = {"up": -1, "down": 1, "left": -1, "right": 1, "shift+tab": -1, "tab": 1}
CONFIRMING = ("enter", "space")
ENTER = ("enter",)  # where somebody may still hammer on the space bar
MENU_KEYS = (("up down", "choose"), ("enter", "take it"))


@dataclass(frozen=True)
class Line:
    """A choice and what it does."""

    choice: Choice
    deed: Deed


class Panel:
    """A menu: which line is chosen, and what a key does to it."""

    def __init__(
        self,
        title: str,
        words: Sequence[str],
        lines: Sequence[Line],
        *,
        chosen: int = 0,
        confirming: Sequence[str] = CONFIRMING,
    ) -> None:
        self._lines, self._confirming = tuple(lines), confirming
        self.view = MenuView(
            title=title,
            words=tuple(words),
            choices=tuple(line.choice for line in lines),
            chosen=chosen,
            keys=MENU_KEYS,
        )

    def press(self, key: str, now: float) -> Next:
        """Move the choice, take it, or take the line of this key."""
        if key in STEPS:
            chosen = (self.view.chosen + STEPS[key]) % len(self._lines)
            self.view = replace(self.view, chosen=chosen)
            return STAY
        if key in self._confirming:
            return self._lines[self.view.chosen].deed(now)
        for line in self._lines:
            if key.lower() == line.choice.key:
                return line.deed(now)
        return IGNORED
