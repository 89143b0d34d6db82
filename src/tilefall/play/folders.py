"""Folders: who works in one has it alone."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

LOCK = ".lock"


class FolderInUse(ValueError):
    """Another process works in a folder."""


def locked(folder: Path, doing: str) -> int:
    """A lock on a folder that ends with the process, however it ends; close it to give it back."""
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(lock)
        raise FolderInUse(f"{folder}: another process is {doing} here") from error
    return lock
