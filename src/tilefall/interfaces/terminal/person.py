"""Person: someone at a terminal, as an agent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from tilefall.agents.agent import Limit
from tilefall.interfaces.terminal.answers import question, understood
from tilefall.interfaces.terminal.plain import choices, drawing
from tilefall.rules.game import State
from tilefall.rules.tetris import TetrisState


class Quit(Exception):
    """The person has had enough, or the input has ended."""


@dataclass(frozen=True)
class Person:
    """Shows the state, asks for a line and asks again until it is a move."""

    ask: Callable[[str], str | None]  # a question -> a line, None where the input ends
    show: Callable[[str], None]
    hint: Callable[[str], None]

    name: ClassVar[str] = "person"

    def choose(self, state: State, limit: Limit) -> int:
        """The move that the person types; Quit instead of one."""
        self.show(drawing(state))
        if isinstance(state, TetrisState):
            self.show(choices(state))
        while True:
            line = self.ask(question(state))
            if line is None or line.strip().lower() == "q":
                raise Quit
            answer = understood(state, line)
            if answer.hint:
                self.hint(answer.hint)
            if answer.move is not None:
                return answer.move
