"""Terminal bench: how soon a key is on the screen, and what 60 frames a second cost."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from tilefall.bench.pseudo_terminal import FRAME_END, NoAnswer, PseudoTerminal

COLUMNS, LINES = 100, 32  # room for large cells of the 15 x 25 board
FRAMES_PER_S = 60
SPAN = 8  # keys to one side before they go to the other
START, ANSWER = 20.0, 2.0  # seconds that the program has to start, and to answer a key
GAME = ("play", "quintris", "--mode", "simple", "--seed", "1")


@dataclass(frozen=True)
class TerminalSpeed:
    """Figures of the app in a pseudo-terminal."""

    columns: int
    lines: int
    keys: int
    median_ms: float  # from a key to the end of the frame that shows it
    p99_ms: float
    slowest_ms: float
    frames_per_s: float  # when 60 keys a second each change the picture
    core_share: float  # of one core while they do
    idle_core_share: float  # while nobody does anything
    bytes_per_frame: float
    start_ms: float  # from the command to the first whole frame


def measure(seconds: float) -> TerminalSpeed:
    """Measure a game of Quintris: keys one by one, then 60 a second, then none; so long each."""
    if not os.path.isdir("/proc/self"):
        raise NoAnswer("the bench of the terminal reads processor times from /proc, as on Linux")
    with TemporaryDirectory() as folder:
        environ = {
            **{key: value for key, value in os.environ.items() if key != "NO_COLOR"},
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "TILEFALL_DATA": folder,
        }
        command = (sys.executable, "-m", "tilefall", *GAME)
        began = time.perf_counter()
        terminal = PseudoTerminal(command, COLUMNS, LINES, environ)
        try:
            if terminal.read_until(FRAME_END, START) is None:
                what = "ended" if terminal.is_closed else f"took more than {START:g} s"
                raise NoAnswer(f"{' '.join(command)} {what} before it had shown a picture")
            started = time.perf_counter() - began
            terminal.read_for(0.5)
            return _measured(terminal, seconds, started)
        finally:
            terminal.close()


def _measured(terminal: PseudoTerminal, seconds: float, started: float) -> TerminalSpeed:
    waits = _latencies(terminal, seconds)
    frames, core_share, sent = _load(terminal, seconds)
    before = terminal.cpu_seconds()
    terminal.read_for(seconds)
    idle = (terminal.cpu_seconds() - before) / seconds
    return TerminalSpeed(
        columns=COLUMNS,
        lines=LINES,
        keys=len(waits),
        median_ms=median(waits) * 1e3,
        p99_ms=quantiles(waits, n=100, method="inclusive")[-1] * 1e3,
        slowest_ms=max(waits) * 1e3,
        frames_per_s=frames / seconds,
        core_share=core_share,
        idle_core_share=idle,
        bytes_per_frame=sent / max(1, frames),
        start_ms=started * 1e3,
    )


def _key(number: int) -> bytes:
    """Keys to the right and back again, so that every one of them moves the piece."""
    return b"m" if number // SPAN % 2 == 0 else b"b"


def _to_the_wall(terminal: PseudoTerminal) -> None:
    terminal.write(b"B")
    terminal.read_for(0.3)


def _latencies(terminal: PseudoTerminal, seconds: float) -> list[float]:
    """Seconds from a key to the end of its frame, at moments that no clock of the app knows."""
    _to_the_wall(terminal)
    moments = Random(1)
    waits: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(waits) < 2:
        began = time.perf_counter()
        terminal.write(_key(len(waits)))
        if terminal.read_until(FRAME_END, ANSWER) is None:
            raise NoAnswer(f"key {len(waits) + 1} was not on the screen after {ANSWER:g} s")
        waits.append(time.perf_counter() - began)
        terminal.read_for(moments.uniform(0.02, 0.08))
    return waits


def _load(terminal: PseudoTerminal, seconds: float) -> tuple[int, float, int]:
    """Frames shown, share of a core and bytes written while 60 keys a second are pressed."""
    _to_the_wall(terminal)
    frames = sent = 0
    cpu, began = terminal.cpu_seconds(), time.perf_counter()
    keys = round(seconds * FRAMES_PER_S)
    for number in range(keys):
        terminal.write(_key(number))
        due = began + (number + 1) / FRAMES_PER_S
        while (left := due - time.perf_counter()) > 0:
            found = terminal.read(left)
            frames += found.count(FRAME_END)
            sent += len(found)
    return frames, (terminal.cpu_seconds() - cpu) / (time.perf_counter() - began), sent
