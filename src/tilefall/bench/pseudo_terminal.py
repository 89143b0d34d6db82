"""Pseudo-terminal: a program that believes to be in a terminal, and what it writes there."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence

from tilefall.errors import TilefallError

ASKS_FOR_FRAMES = b"\x1b[?2026$p"  # can the terminal hold back a frame until it is whole?
HAS_FRAMES = b"\x1b[?2026;2$y"  # it can
FRAME_END = b"\x1b[?2026l"
TICKS_PER_S = os.sysconf("SC_CLK_TCK")


class NoAnswer(TilefallError, RuntimeError):
    """The program did not do what was asked for, or cannot be looked at here."""


class PseudoTerminal:
    """A program in a terminal of its own: keys go in, bytes come out."""

    def __init__(
        self, command: Sequence[str], columns: int, lines: int, environ: Mapping[str, str]
    ) -> None:
        self.pid, self._file = pty.fork()
        if self.pid == 0:  # pragma: no cover: the child becomes the program at once
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
                os.execve(command[0], list(command), dict(environ))
            finally:
                os._exit(127)
        self.is_closed = False

    def write(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._file, keys)

    def read(self, seconds: float) -> bytes:
        """What comes within this time, as soon as something does; nothing if nothing does."""
        if self.is_closed or not select.select([self._file], [], [], max(0.0, seconds))[0]:
            return b""
        try:
            found = os.read(self._file, 1 << 16)
        except OSError:  # the program has ended
            found = b""
        self.is_closed = not found
        if ASKS_FOR_FRAMES in found:
            self.write(HAS_FRAMES)
        return found

    def read_until(self, mark: bytes, seconds: float) -> bytes | None:
        """What comes up to this mark, and whatever came with it; None if it does not come."""
        end = time.monotonic() + seconds
        found = b""
        while mark not in found:
            left = end - time.monotonic()
            if left <= 0 or self.is_closed:
                return None
            found += self.read(left)
        return found

    def read_for(self, seconds: float) -> bytes:
        """All that comes within this time."""
        end = time.monotonic() + seconds
        found = b""
        while (left := end - time.monotonic()) > 0 and not self.is_closed:
            found += self.read(left)
        return found

    def cpu_seconds(self) -> float:
        """Processor time of the program so far, all its threads together."""
        with open(f"/proc/{self.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS_PER_S

    def close(self) -> int:
        """End the program, by force if need be; its exit code."""
        os.close(self._file)
        for _ in range(200):
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        os.kill(self.pid, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
