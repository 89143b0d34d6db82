"""Known outcomes: IJK positions with who wins and how soon, in a file that a person can read."""

from __future__ import annotations

from dataclasses import dataclass

from tests import GOLDEN
from tilefall.rules.catalog import parse
from tilefall.rules.ijk import PLAYERS, IjkState

FILE = GOLDEN / "outcomes.txt"
FARTHEST = 12  # slides


@dataclass(frozen=True)
class Outcome:
    """A position and how it ends."""

    state: IjkState
    winner: int  # 1 player 0, -1 player 1, 0 neither
    slides: int  # until the win; of a tie until its longest game has ended

    def line(self) -> str:
        """The outcome as a line of the file."""
        who = {1: PLAYERS[0], -1: PLAYERS[1], 0: "="}[self.winner]
        return f"{who} {self.slides:2} | {self.state.text()}"


def read(line: str) -> Outcome:
    """The outcome that a line of the file tells."""
    told, position = line.split(" | ")
    who, slides = told.split()
    state = parse(position)
    assert isinstance(state, IjkState)
    return Outcome(state, {PLAYERS[0]: 1, PLAYERS[1]: -1, "=": 0}[who], int(slides))
