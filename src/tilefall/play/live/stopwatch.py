"""Stopwatch: the seconds that a game has had, pauses left out."""

from __future__ import annotations


class Stopwatch:
    """Counts from the first moment that it is told of; stands still while it is stopped.

    >>> watch = Stopwatch()
    >>> watch.read(100.0), watch.read(100.25)
    (0.0, 0.25)
    >>> watch.stop(100.25)
    >>> watch.go(200.0)
    >>> watch.read(200.5), watch.time_of(1.0)
    (0.75, 200.75)
    """

    def __init__(self) -> None:
        self._zero: float | None = None  # the moment at which it would have begun without pauses
        self._seconds = 0.0
        self.is_stopped = False

    def read(self, now: float) -> float:
        """The seconds up to now; a clock that is set back does not turn them back."""
        if self._zero is None:
            self._zero = now
        if not self.is_stopped:
            self._seconds = max(self._seconds, now - self._zero)
        return self._seconds

    def time_of(self, seconds: float) -> float:
        """The moment at which it shows these seconds, if nobody stops it again."""
        assert self._zero is not None, "a stopwatch that has not begun"
        return self._zero + seconds

    def stop(self, now: float) -> None:
        """Stand still from now on."""
        self.read(now)
        self.is_stopped = True

    def go(self, now: float) -> None:
        """Go on from where it stood."""
        if self.is_stopped:
            self._zero = now - self._seconds
            self.is_stopped = False
