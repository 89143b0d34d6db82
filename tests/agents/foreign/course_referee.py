"""A small referee for course programs: in a process of their own, or in this one on made draws."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from tilefall.agents.foreign.messages import (
    Message,
    choose_message,
    over_message,
    start_message,
)
from tilefall.engines import engine
from tilefall.rules.game import Game, State

PROGRAMS = Path(__file__).parent / "course_programs"
PATIENCE = 120  # seconds, for a busy machine


@dataclass(frozen=True)
class Ended:
    """How a program's process ended."""

    code: int
    errors: str


class Course:
    """A course program in its host's process, asked and answered as the referee does."""

    def __init__(self, host: str, program: Path) -> None:
        command = [sys.executable, "-m", f"tilefall.agents.foreign.{host}", str(program)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        self._errors: list[str] = []
        self._reader = threading.Thread(target=self._read_errors)
        self._reader.start()
        self._watch = threading.Timer(PATIENCE, self._process.kill)
        self._watch.start()

    def __enter__(self) -> Course:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.ended(is_killed=True)

    def start(self, game: Game, player: int = 0, seconds: float = PATIENCE) -> bool:
        """Whether the program is ready to play."""
        return self._asked(start_message(game, player, seconds, seconds)) == {"type": "ready"}

    def choose(self, state: State, seconds: float = PATIENCE) -> Message | None:
        """What the program answers; None if it has ended."""
        return self._asked(choose_message(state, engine(), seconds))

    def over(self, state: State) -> Ended:
        """How the program ends after its game."""
        self._say(over_message(state))
        return self.ended()

    def ended(self, *, is_killed: bool = False) -> Ended:
        """How the program has ended, or what is left of it."""
        if is_killed:
            self._process.kill()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        code = self._process.wait()
        self._watch.cancel()
        self._reader.join()
        self._process.stdout.close()
        self._process.stderr.close()
        return Ended(code, "".join(self._errors))

    def _asked(self, message: Message) -> Message | None:
        self._say(message)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        return json.loads(line) if line else None

    def _say(self, message: Message) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it has ended, which its answer will show
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        self._errors += self._process.stderr
