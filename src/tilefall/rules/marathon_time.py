"""Time of Marathon: how fast pieces fall and how long they rest before they lock (M14)."""

from __future__ import annotations

LOCK_SECONDS = 0.5
FASTEST = 20  # the level from which on pieces fall no faster


def seconds_a_row(level: int) -> float:
    """How long a piece takes to fall by a row.

    >>> seconds_a_row(1), round(seconds_a_row(2), 3)
    (1.0, 0.793)
    """
    steps = min(level, FASTEST) - 1
    return (0.8 - steps * 0.007) ** steps
