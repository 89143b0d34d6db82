"""Remembered: what was read from a folder, until one of its files changes."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

Read = TypeVar("Read")
Stamp = tuple[tuple[int, int] | None, ...]


@dataclass
class _Slot(Generic[Read]):
    """One folder; its lock is held while it is read, so that it is read once for all who ask."""

    lock: Lock = field(default_factory=Lock)
    known: tuple[Stamp, Read] | None = None


class Remembered(Generic[Read]):
    """Reads folders, each again only if it has changed; the ones asked for last are kept."""

    def __init__(self, read: Callable[[Path], Read], files: Sequence[str], most: int) -> None:
        self._read, self._files, self._most = read, files, most
        self._slots: OrderedDict[Path, _Slot[Read]] = OrderedDict()
        self._lock = Lock()

    def __call__(self, folder: Path) -> Read:
        """What is in a folder; called from threads."""
        with self._lock:
            slot = self._slots.setdefault(folder, _Slot())
            self._slots.move_to_end(folder)
            while len(self._slots) > self._most:
                self._slots.popitem(last=False)
        with slot.lock:
            # before reading: what changes meanwhile is read again the next time
            stamp = stamp_of(folder, self._files)
            if slot.known is None or slot.known[0] != stamp:
                slot.known = (stamp, self._read(folder))
            return slot.known[1]


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
