"""Stopping: a search that nobody waits for any more ends, and the others go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local

from tilefall import _native

Stop = _native.Stop  # set it, in any thread, to end the searches of the threads that carry it


class Stopped(RuntimeError):
    """Whoever asked does not want to know any more; what was found until then is no answer."""


UNWANTED = "nobody wants to know any more"


@contextmanager
def carrying(stop: Stop) -> Iterator[None]:
    """Searches of this thread end early when the flag is set; then Stopped, whatever they found."""
    _native.carry(stop)
    _carried.stop = stop
    try:
        yield
        check_wanted()
    finally:
        _carried.stop = None
        _native.carry(None)


def check_wanted() -> None:
    """Stopped, if this thread carries a flag that is set: what it has just found is no answer."""
    stop: Stop | None = getattr(_carried, "stop", None)
    if stop is not None and stop.is_set:
        raise Stopped(UNWANTED)


_carried = local()
