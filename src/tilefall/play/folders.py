"""Folders: who works in one has it alone."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tilefall.errors import TilefallError

LOCK = ".lock"
PATIENCE = 5.0  # seconds for which a lock is waited for that others hold for a moment only
BETWEEN_TRIES = 0.01


class FolderInUse(TilefallError, ValueError):
    """Another process works in a folder."""


def locked(folder: Path, doing: str) -> int:
    """A lock on a folder that ends with the process, however it ends; close it to give it back."""
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    for is_last in (False, True):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError as error:
            if is_last:
                os.close(lock)
                raise FolderInUse(f"{folder}: another process is {doing} here") from error
            time.sleep(BETWEEN_TRIES)  # it may be somebody who only looked: is_held
    return lock


def is_held(folder: Path) -> bool:
    """Whether a process works in a folder; nothing is written there to find out."""
    try:
        lock = os.open(folder / LOCK, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


@contextmanager
def holding(folder: Path, doing: str, patience: float = PATIENCE) -> Iterator[None]:
    """A folder alone for a moment; FolderInUse if others do not let go of it in time."""
    until = time.monotonic() + patience
    while True:
        try:
            lock = locked(folder, doing)
            break
        except FolderInUse:
            if time.monotonic() >= until:
                raise
            time.sleep(BETWEEN_TRIES)
    try:
        yield
    finally:
        os.close(lock)
