"""Course clock: the last move that a program of IJK gave before its time was up."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable
from types import FrameType

INTERVAL = 0.02  # seconds: a program that catches everything is stopped again and again
LONGEST = 1e6  # seconds beyond which no clock is needed


class TimeIsUp(BaseException):
    """Raised inside a program that thinks too long; no Exception, so that few programs catch it."""


def last_move(moves: Callable[[], Iterable[object]], seconds: float) -> object:
    """The last move that came in time, None if none did.

    >>> last_move(lambda: "UD", seconds=1)
    'D'
    """
    latest: object = None
    deadline = time.monotonic() + seconds
    previous = signal.signal(signal.SIGALRM, _stop)
    if seconds < LONGEST:
        signal.setitimer(signal.ITIMER_REAL, seconds, INTERVAL)
    try:
        for move in moves():
            if time.monotonic() > deadline:
                break
            latest = move
    except TimeIsUp:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    return latest


def _stop(_signal: int, frame: FrameType | None) -> None:
    """Stop the program, but never the lines above, which look at the clock themselves."""
    if frame is not None and frame.f_code.co_filename != __file__:
        raise TimeIsUp
