"""Bucket: how often something may happen, with some at once."""

from __future__ import annotations


class Bucket:
    """Fills slowly, and everything that happens takes one out of it.

    >>> bucket = Bucket(a_second=2.0, most=3, now=0.0)
    >>> [bucket.takes(now=0.0) for _ in range(4)], bucket.takes(now=0.4), bucket.takes(now=0.5)
    ([True, True, True, False], False, True)
    """

    def __init__(self, a_second: float, most: int, now: float) -> None:
        self._a_second, self._most = a_second, most
        self._left, self._then = float(most), now

    def takes(self, now: float) -> bool:
        """Whether it may happen once more now."""
        self._left = min(self._most, self._left + (now - self._then) * self._a_second)
        self._then = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
