"""Crews: who plays the games of a command, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilefall.train.workers import Workers


def crew_of(workers: str, threads: int) -> Workers:
    """The cores of this machine."""
    from tilefall.train.workers import LocalWorkers

    return LocalWorkers(threads)
