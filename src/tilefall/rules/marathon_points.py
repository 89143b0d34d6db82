"""Points of Marathon: what a lock is worth, and what it is called (M9 to M12)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

SOFT, HARD = 1, 2  # points for a row, by key and by drop
COMBO = 50
LINES_A_LEVEL = 10


class Spin(Enum):
    """Whether a T was turned into a narrow place (M10)."""

    NONE = ""
    MINI = "mini T-spin"
    FULL = "T-spin"


# By the rows that went; a level multiplies all of them.
POINTS = {
    Spin.NONE: (0, 100, 300, 500, 800),
    Spin.MINI: (100, 200, 400),
    Spin.FULL: (400, 800, 1200, 1600),
}
ALL_CLEAR = (0, 800, 1200, 1800, 2000)
BACK_TO_BACK_ALL_CLEAR = 3200
NAMES = ("", "single", "double", "triple", "tetris")


@dataclass(frozen=True)
class Lock:
    """What a piece did when it locked."""

    lines: int
    spin: Spin
    streak: int  # pieces in a row that removed rows, this one included
    is_back_to_back: bool
    is_all_clear: bool
    level: int  # before the rows went

    @property
    def points(self) -> int:
        """What it is worth, without what the way down was worth."""
        points = POINTS[self.spin][self.lines]
        if self.is_back_to_back:
            points += points // 2
        points += COMBO * max(self.streak - 1, 0)
        if self.is_all_clear:
            is_great = self.lines == 4 and self.is_back_to_back
            points += BACK_TO_BACK_ALL_CLEAR if is_great else ALL_CLEAR[self.lines]
        return points * self.level

    def words(self) -> str:
        """What people call it; nothing for a piece that only locks.

        >>> Lock(2, Spin.FULL, 3, True, False, level=1).words()
        'T-spin double, back to back, combo 2'
        """
        name = " ".join(filter(None, (self.spin.value, NAMES[self.lines])))
        said = [
            name,
            "back to back" if self.is_back_to_back else "",
            f"combo {self.streak - 1}" if self.streak > 1 else "",
            "all clear" if self.is_all_clear else "",
        ]
        return ", ".join(filter(None, said))


def is_difficult(lines: int, spin: Spin) -> bool:
    """Whether rows went in one of the ways that count more back to back (M11)."""
    return lines == 4 or (lines > 0 and spin is not Spin.NONE)


def level_of(start: int, lines: int) -> int:
    """The level after so many rows (M9).

    >>> level_of(start=3, lines=29)
    5
    """
    return start + lines // LINES_A_LEVEL
