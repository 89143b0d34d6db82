"""Pace: how fast positions are shown, and how many are due."""

from __future__ import annotations

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 60.0, 600.0)  # positions a second
FASTEST = SPEEDS[-1]  # as fast as it goes: more than a screen can show or most agents play
USUAL = 4.0
PATIENCE = 0.25  # seconds of lost time that are made up for; of more nothing is


class Pace:
    """Whether a game goes on by itself, and how fast."""

    def __init__(self, speed: float = USUAL) -> None:
        if speed not in SPEEDS:
            allowed = ", ".join(f"{each:g}" for each in SPEEDS)
            raise ValueError(f"speed {speed:g}, allowed are {allowed}")
        self.is_playing = False
        self.speed = speed
        self._from: float | None = None  # when the shown position began to be shown

    @property
    def name(self) -> str:
        """The speed for people.

        >>> Pace(0.5).name, Pace(FASTEST).name
        ('0.5 a second', 'as fast as it goes')
        """
        return "as fast as it goes" if self.speed == FASTEST else f"{self.speed:g} a second"

    def play(self) -> None:
        """Go on from the next time that it is told."""
        self.is_playing, self._from = True, None

    def pause(self) -> None:
        """Stand still."""
        self.is_playing = False

    def change(self, by: int) -> bool:
        """One of the speeds faster or slower; False if there is none."""
        found = SPEEDS.index(self.speed) + by
        if not 0 <= found < len(SPEEDS):
            return False
        self.speed, self._from = SPEEDS[found], None
        return True

    def restart(self) -> None:
        """Show the position of this moment for its full time."""
        self._from = None

    def hold(self, now: float) -> None:
        """Be ready for the next position, which is not there yet, and for no more than one."""
        self._from = now - 1 / self.speed

    def steps(self, now: float) -> int:
        """How many positions to go on by now."""
        if not self.is_playing:
            return 0
        if self._from is None:
            self._from = now
        # the smallest part more, or sums of periods fall short of whole ones
        steps = int((now - self._from) * self.speed + 1e-6)
        self._from += steps / self.speed
        most = max(1, int(PATIENCE * self.speed))
        if steps > most:
            steps, self._from = most, now
        return steps

    def due(self, now: float) -> float | None:
        """When the next position is to be shown; None while it stands still."""
        if not self.is_playing:
            return None
        return now if self._from is None else self._from + 1 / self.speed
