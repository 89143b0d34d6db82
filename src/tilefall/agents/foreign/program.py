"""Program: an agent that is a program in any language, in a sandbox for every game."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from tilefall.agents.agent import Forfeit, Limit
from tilefall.agents.foreign.answer import check_ready, chosen
from tilefall.agents.foreign.limits import LIMITS, Limits
from tilefall.agents.foreign.lines import line, question
from tilefall.agents.foreign.messages import over_message, start_message
from tilefall.agents.foreign.sandbox import Command, Sandbox
from tilefall.engines import Engine
from tilefall.rules.game import State

FOREIGN_SECONDS = 10.0  # a move, where nobody says how many
START_SECONDS = 10.0  # more, for the answer to the first message
LAST_WORDS = 0.05  # seconds for a program to end by itself after a game


class ProgramAgent:
    """A program that is asked for moves; whatever it does is a move or a forfeit."""

    _sandbox: Sandbox | None = None
    _is_interrupted = False

    def __init__(
        self,
        name: str,
        command: Command,
        engine: Engine,
        seed: int = 0,
        *,
        start_seconds: float = START_SECONDS,
        limits: Limits = LIMITS,
        way: str = "",
    ) -> None:
        self._name, self.command, self.engine, self.seed = name, command, engine, seed
        self.start_seconds, self.limits, self.way = start_seconds, limits, way
        self._last_turn = -1

    @property
    def name(self) -> str:
        """How it was asked for."""
        return self._name

    def begin(self, state: State, limit: Limit) -> None:
        """Start the program, if it does not run, and wait until it is ready to play on from here.

        A turn that is not later than the last one belongs to another game, which is another run.
        """
        if self._sandbox is not None and state.turn <= self._last_turn:
            self.close()
        if self._sandbox is not None:
            return
        seconds = limit.seconds or FOREIGN_SECONDS
        first_seconds = seconds + self.start_seconds
        message = start_message(state.game, state.player, seconds, first_seconds, self.seed)
        self._last_turn = -1
        with self._forfeits():
            self._sandbox = Sandbox(self.command, self.limits, self.way)
            if self._is_interrupted:  # while it was starting
                self._sandbox.interrupt()
            check_ready(self._sandbox.ask(line(message), first_seconds))

    def choose(self, state: State, limit: Limit) -> int:
        """The program's move of a state that is not over."""
        self.begin(state, limit)
        assert self._sandbox is not None
        seconds = limit.seconds or FOREIGN_SECONDS
        asked = question(state, self.engine, seconds)
        self._last_turn = state.turn
        with self._forfeits():
            return chosen(self._sandbox.ask(asked.line, seconds), state, asked.legal)

    def tell_over(self, state: State) -> None:
        """Tell the program how the game ended, by its rules or at a cap, and let it end."""
        if self._sandbox is not None:
            self._sandbox.tell(line(over_message(state)))
            self._sandbox.stop(LAST_WORDS)
            self._sandbox = None

    def close(self) -> None:
        """End the program at once, with all that it started."""
        if self._sandbox is not None:
            self._sandbox.stop()
            self._sandbox = None

    def interrupt(self) -> None:
        """End the program for good, from another thread than the one that waits for its answer.

        That one sees a program that has ended, and closes.
        """
        self._is_interrupted = True
        if (sandbox := self._sandbox) is not None:
            sandbox.interrupt()

    def __del__(self) -> None:
        self.close()

    @contextlib.contextmanager
    def _forfeits(self) -> Iterator[None]:
        """Whoever forfeits has ended, and is named."""
        try:
            yield
        except Forfeit as error:
            self.close()
            raise Forfeit(error.cause, error.detail, self.name) from None
