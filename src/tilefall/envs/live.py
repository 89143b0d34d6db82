"""Live: frames in the terminal, each over the one before it; elsewhere one below the other."""

from __future__ import annotations

import sys
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from tilefall.envs.marks import Row
from tilefall.envs.screen import Screen, lines_of

HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"  # the cursor
UP, CLEAR_LINE, CLEAR_BELOW = "\x1b[{}F", "\x1b[K", "\x1b[J"


class Live:
    """Where frames are shown; a copy shows its own, below."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._lines = 0  # of the frame that stands there
        self._due = 0.0  # when the next frame may come
        self._cursor: weakref.finalize[[TextIO], Live] | None = None

    def show(self, drawn: Callable[[Screen], list[Row]], frames_per_s: float) -> None:
        """Show what is drawn for the screen; people at a terminal get time to see it."""
        screen = Screen.now()
        if sys.stdout.isatty():
            self._wait(1 / frames_per_s)
        lines = lines_of(drawn(screen), screen)
        if not screen.is_terminal:
            _write(sys.stdout, "\n".join(lines) + "\n\n")
            return
        if self._cursor is None:
            # also when nobody closes it: at the end of the program, whatever ends it
            self._cursor = weakref.finalize(self, _show_cursor, sys.stdout)
        back = UP.format(self._lines) if self._lines else HIDE
        written = "".join(f"{line}{CLEAR_LINE}\n" for line in lines)
        _write(sys.stdout, back + written + CLEAR_BELOW)
        self._lines = len(lines)

    def _wait(self, pause: float) -> None:
        now = time.monotonic()
        if now < self._due:
            time.sleep(self._due - now)
        self._due = max(now, self._due) + pause

    def close(self) -> None:
        """The terminal has its cursor back; the last frame stays, and another comes below it."""
        if self._cursor is not None:
            self._cursor()
        self._begin()

    def __reduce__(self) -> tuple[type[Live], tuple[()]]:
        return Live, ()


def _show_cursor(stream: TextIO) -> None:
    # a terminal that has gone away needs nothing any more
    with suppress(OSError):
        if not stream.closed:
            _write(stream, SHOW)


def _write(stream: TextIO, text: str) -> None:
    stream.write(text)
    stream.flush()
