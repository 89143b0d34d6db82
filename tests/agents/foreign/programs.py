"""Foreign programs for tests, small ones that do as they are told, and proof that they ended."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import pytest

from tilefall.agents.agent import Forfeit, Limit
from tilefall.agents.foreign.confinement import SWEEPS, WAYS
from tilefall.agents.foreign.limits import LIMITS, Limits
from tilefall.agents.foreign.program import ProgramAgent
from tilefall.agents.foreign.sandbox import Command, Sandbox
from tilefall.engines import engine
from tilefall.rules.dice import Dice
from tilefall.rules.game import State
from tilefall.rules.ijk import Ijk

BRIEFLY = ("-I", "-S", "-c")  # a Python that starts at once
# What every program here begins with; each says that it is ready in its own time.
PRELUDE = """
import os, sys, time
def asked():
    return sys.stdin.readline()
def say(text):
    os.write(1, (text if isinstance(text, bytes) else text.encode()) + b"\\n")
def ready():
    asked()
    say('{"type": "ready"}')
def moves(count=10**9):
    while count and "choose" in asked():
        say('{"move": 0}')
        count -= 1
"""


def states(count: int) -> list[State]:
    """So many positions of a game of IJK, each the next of the one before."""
    dice = Dice(1)
    state: State = Ijk().start(dice)
    found = [state]
    while len(found) < count:
        state = state.play(0).draw(dice)
        found.append(state)
    return found


@dataclass
class Trial:
    """A way of containment, and where a program's traces would be."""

    way: str
    folder: Path
    marker: str = field(default_factory=lambda: f"marker-{uuid4().hex}")

    def agent(
        self, source: str, limits: Limits = LIMITS, start_seconds: float = 10.0
    ) -> ProgramAgent:
        """A program of this source; all that it forks has the marker among its words."""
        words = (sys.executable, *BRIEFLY, PRELUDE + source, self.marker)
        return self.program(Command(words, self.folder), limits, start_seconds)

    def program(
        self, command: Command, limits: Limits = LIMITS, start_seconds: float = 10.0
    ) -> ProgramAgent:
        """Any program."""
        return ProgramAgent(
            "it",
            command,
            engine(),
            start_seconds=start_seconds,
            limits=limits,
            way=self.way,
        )

    def forfeit(
        self,
        program: str | ProgramAgent,
        limits: Limits = LIMITS,
        seconds: float = 30.0,
        start_seconds: float = 10.0,
    ) -> Forfeit:
        """How a program forfeits within four moves; nothing of it is left by then."""
        if isinstance(program, str):
            program = self.agent(program, limits, start_seconds)
        found = None
        try:
            for state in states(4):
                program.choose(state, Limit(seconds=seconds))
        except Forfeit as error:
            found = error
        self.assert_gone()
        assert found is not None, "it plays"
        assert found.detail.isprintable()
        assert found.by == "it"
        return found

    def alive(self) -> list[int]:
        """The processes that have the marker among their words."""
        return with_word(self.marker)

    def assert_gone(self) -> None:
        """No process and no folder is left."""
        assert self.alive() == []
        assert list(self.folder.glob("tilefall-*")) == []


def with_word(marker: str) -> list[int]:
    """The living processes that have this among their words."""
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and marker.encode() in Path("/proc", name, "cmdline").read_bytes():
                found.append(int(name))
        except OSError:
            continue
    return found


def wait_for(claim: Callable[[], bool]) -> None:
    """Returns when a claim holds; fails if that takes far too long."""
    for _ in range(1000):
        if claim():
            return
        time.sleep(0.02)
    pytest.fail("waited in vain")


def can_contain(way: str) -> bool:
    """Whether this machine has a way of containment."""
    command = Command((sys.executable, *BRIEFLY, ""), Path("/"))
    return Sandbox(command, way=way).stop(10.0).way == way


HAVE = [way for way in WAYS if can_contain(way)]
BEST_AND_WORST = sorted({HAVE[0], SWEEPS})


@pytest.fixture(params=BEST_AND_WORST)
def trial(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trial:
    """A trial in the best way that this machine has, and in the one that every machine has."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return Trial(request.param, tmp_path)


@pytest.fixture
def best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trial:
    """A trial in the way that programs are contained in here."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return Trial("", tmp_path)
