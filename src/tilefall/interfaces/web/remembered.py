"""Remembered: what was read from a folder, until one of its files changes."""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

Read = TypeVar("Read")
Stamp = tuple[tuple[int, int] | None, ...]
LONG = 0.25  # seconds: a reading that takes more is not repeated all the time
REST = 4.0  # times as long as such a reading took, until the next one


@dataclass(frozen=True)
class Reading(Generic[Read]):
    """What a folder held, and when that was so."""

    value: Read
    stamp: Stamp
    due: float  # when it may be read again


@dataclass
class _Slot(Generic[Read]):
    """One folder; its lock is held while it is read, so that it is read once for all who ask."""

    lock: Lock = field(default_factory=Lock)
    known: Reading[Read] | None = None


class Remembered(Generic[Read]):
    """Reads folders, each again only if it has changed; the ones asked for last are kept.

    A folder that is large and changes all the time is read now and then: most of a core is left
    to those who play in it.
    """

    def __init__(
        self,
        read: Callable[[Path], Read],
        files: Sequence[str],
        most: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read, self._files, self._most, self._clock = read, files, most, clock
        self._slots: OrderedDict[Path, _Slot[Read]] = OrderedDict()
        self._lock = Lock()

    def __call__(self, folder: Path) -> Reading[Read]:
        """What is in a folder; called from threads."""
        with self._lock:
            slot = self._slots.setdefault(folder, _Slot())
            self._slots.move_to_end(folder)
            while len(self._slots) > self._most:
                self._slots.popitem(last=False)
        with slot.lock:
            # before reading: what changes meanwhile is read again the next time
            stamp, start = stamp_of(folder, self._files), self._clock()
            if slot.known is None or (slot.known.stamp != stamp and start >= slot.known.due):
                value = self._read(folder)
                end = self._clock()
                due = end + REST * (end - start) if end - start > LONG else end
                slot.known = Reading(value, stamp, due)
            return slot.known


def stamp_of(folder: Path, files: Sequence[str]) -> Stamp:
    """What differs as soon as one of these files does; one without content is as good as none."""
    found: list[tuple[int, int] | None] = []
    for name in files:
        try:
            seen = os.stat(folder / name)
        except OSError:
            found.append(None)
        else:
            found.append((seen.st_mtime_ns, seen.st_size) if seen.st_size else None)
    return tuple(found)


def latest(folder: Path, files: Sequence[str]) -> float:
    """When one of these files changed last, in seconds since 1970; 0 if there is none."""
    known = [each[0] for each in stamp_of(folder, files) if each is not None]
    return max(known, default=0) / 1e9
