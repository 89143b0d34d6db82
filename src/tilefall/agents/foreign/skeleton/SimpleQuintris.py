"""SimpleQuintris: the course's mode without a clock, one string of keys for each piece."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Iterable
from typing import Protocol

from tilefall.agents.foreign.skeleton.QuintrisGame import EndOfGame, QuintrisGame

__all__ = ["EndOfGame", "QuintrisGame", "SimpleQuintris", "random", "sys", "threading", "time"]


class Player(Protocol):
    """Who gives keys for a piece."""

    def get_moves(self, quintris: SimpleQuintris) -> Iterable[str]:
        """Letters of b, m, n and h."""
        ...


class SimpleQuintris(QuintrisGame):
    """A game in which the keys of a piece act in the top row, and then it drops."""

    def start_game(self, player: Player) -> None:
        """Ask the player for every piece; ends with EndOfGame."""
        home = self._sit(period=None)
        keys = {"b": self.left, "m": self.right, "n": self.rotate, "h": self.hflip}
        while True:
            try:
                pressed = player.get_moves(self)
            except EndOfGame:
                if home.is_over:
                    raise
                pressed = ""  # only a game in its thoughts has ended
            home.restore(self)
            for key in pressed:
                if key not in keys:
                    raise ValueError(f"bad command {key!r} from get_moves, allowed are b m n h")
                keys[key]()
            self.down()
