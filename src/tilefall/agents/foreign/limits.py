"""Limits: how much a foreign program may take in one game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The most that a program may take, with all that it starts."""

    memory: int = 2 << 30  # bytes
    cpu_seconds: float = 600
    processes: int = 64
    file_bytes: int = 1 << 28  # of each file
    open_files: int = 256  # of each process
    error_bytes: int = 1 << 20
    output_bytes: int = 1 << 24
    line_bytes: int = 1 << 16  # of an answer

    def words(self) -> list[str]:
        """What its keeper has to know, in the order of a task."""
        kept = (
            *(self.memory, self.cpu_seconds, self.processes),
            *(self.file_bytes, self.open_files, self.error_bytes),
        )
        return [str(value) for value in kept]


LIMITS = Limits()
