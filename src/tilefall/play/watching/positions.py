"""Positions: those of a game so far, of which only some are kept and the others made again."""

from __future__ import annotations

from collections import OrderedDict

from tilefall.engines import Engine
from tilefall.play.turning import following_state
from tilefall.play.watching.position import Position, turned
from tilefall.rules.dice import Dice

STRETCH = 32  # positions between two that are kept: a few milliseconds to make again
MOST_STRETCHES = 8  # at hand, just made or made again


class Positions:
    """The positions of a game by their number, 0 the first, and the moves between them."""

    def __init__(self, first: Position, seed: int, engine: Engine) -> None:
        self.moves: list[int] = []
        self.last = first
        self._dice, self._engine = Dice(seed), engine
        self._marks = [first]  # every STRETCH-th
        self._stretches: OrderedDict[int, list[Position]] = OrderedDict({0: [first]})

    def __len__(self) -> int:
        return len(self.moves) + 1

    def add(self, move: int, position: Position) -> None:
        """Note a move of the last position and what it led to."""
        self.moves.append(move)
        self.last = position
        stretch, rest = divmod(len(self.moves), STRETCH)
        if rest == 0:
            self._marks.append(position)
            if len(self._stretches) < MOST_STRETCHES:
                self._stretches[stretch] = [position]
        elif len(found := self._stretches.get(stretch, [])) == rest:
            found.append(position)

    def __getitem__(self, number: int) -> Position:
        if not 0 <= number < len(self):
            raise IndexError(f"position {number}, there are 0 to {len(self) - 1}")
        if number == len(self) - 1:
            return self.last
        stretch, rest = divmod(number, STRETCH)
        found = self._stretches.get(stretch, [])
        if len(found) <= rest:  # also where the game has grown since
            found = self._stretches[stretch] = self._made(stretch)
        self._stretches.move_to_end(stretch)
        if len(self._stretches) > MOST_STRETCHES:
            self._stretches.popitem(last=False)
        return found[rest]

    def _made(self, stretch: int) -> list[Position]:
        position = self._marks[stretch]
        found = [position]
        first = stretch * STRETCH
        for move in self.moves[first : first + STRETCH - 1]:
            state = following_state(position.state, move, self._dice, self._engine)
            position = turned(position, move, state)
            found.append(position)
        return found
