"""Leafing: which position of a game is shown, and how that changes with wishes and time."""

from __future__ import annotations

from tilefall.play.watching.pace import Pace
from tilefall.play.watching.unfolding import Unfolding


class Leafing:
    """A position that is shown, among those of a game that still grows."""

    def __init__(self, unfolding: Unfolding, speed: float) -> None:
        self.position = 0
        self.target: int | None = None  # asked for, and not known yet
        self.preview: int | None = None  # rank of the candidate that is marked
        self.pace = Pace(speed)
        self._unfolding = unfolding

    @property
    def known(self) -> int:
        """How many positions can be shown."""
        return len(self._unfolding.positions)

    @property
    def is_at_edge(self) -> bool:
        """Whether nothing after the shown position is known."""
        return self.position == self.known - 1

    @property
    def is_at_end(self) -> bool:
        """Whether nothing will follow the shown position."""
        return self.is_at_edge and self._unfolding.is_complete

    def play(self) -> None:
        """Go on from here by itself; from the start if this is the end."""
        if self.is_at_end:
            self.show(0)
        self.pace.play()

    def pause(self) -> bool:
        """Stay here; whether that is any change."""
        is_new = self.pace.is_playing or self.target is not None
        self.pace.pause()
        self.target = None
        return is_new

    def show(self, number: int) -> bool:
        """Show a position that is known."""
        is_new = number != self.position
        if is_new:
            self.position, self.preview = number, None
        return is_new

    def seek(self, number: int) -> bool:
        """Show a position as soon as it is known; there is always a nearest one."""
        self.pace.restart()
        number = min(max(number, 0), self._unfolding.length - 1)
        if number < self.known:
            self.target = None
            return self.show(number)
        self.target = number
        return True

    def step(self, by: int) -> bool:
        """Some positions on or back, from where it stands or is about to be."""
        self.pace.pause()
        return self.seek((self.position if self.target is None else self.target) + by)

    def advance(self, now: float) -> bool:
        """Show what was asked for if it is known now, or what follows by itself."""
        if self.target is not None:
            return self._reach(self.target)
        if not self.pace.is_playing:
            return False
        if self.is_at_end:
            self.pace.pause()
            return True
        is_new = self.show(min(self.position + self.pace.steps(now), self.known - 1))
        if self.is_at_edge and not is_new:
            self.pace.hold(now)
        return is_new

    def due(self, now: float) -> float | None:
        """When another position is to be shown; None if that takes a wish, or a longer game."""
        if self.target is not None or (self.is_at_edge and not self.is_at_end):
            return None
        due = self.pace.due(now)
        return None if due is None else max(now, due)

    def _reach(self, target: int) -> bool:
        if target >= self.known and not self._unfolding.is_complete:
            return False
        self.target = None
        return self.show(min(target, self.known - 1))
