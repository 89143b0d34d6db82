"""A terminal and a clock for tests of what environments show."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest


class Tty(io.StringIO):
    """A terminal that keeps what is written to it."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@dataclass
class Time:
    """A clock that only sleeping moves."""

    now: float = 100.0
    slept: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture(name="time")
def time_fixture(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    clock = SimpleNamespace(monotonic=lambda: time.now, sleep=time.sleep)
    monkeypatch.setattr("tilefall.envs.live.time", clock)
    return time


@pytest.fixture(name="tty")
def tty_fixture(monkeypatch: pytest.MonkeyPatch, time: Time) -> Tty:
    tty = Tty()
    for name, value in {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "COLUMNS": "80",
        "LINES": "40",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    for module in ("live", "screen"):  # pytest gives sys.stdout to whoever it likes
        monkeypatch.setattr(f"tilefall.envs.{module}.sys", SimpleNamespace(stdout=tty))
    return tty


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def frames(tty: Tty) -> list[list[str]]:
    """The lines of every frame, without escapes."""
    text = re.sub(r"\x1b\[\?25[hl]", "", without_colours(tty.getvalue()))
    parts = re.split(r"\x1b\[\d+F", text)
    return [part.removesuffix("\x1b[J").replace("\x1b[K", "").splitlines() for part in parts]
