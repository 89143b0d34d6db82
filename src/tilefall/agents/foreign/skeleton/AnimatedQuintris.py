"""AnimatedQuintris: the course's mode in which pieces fall while a program thinks."""

from __future__ import annotations

import random
import sys
import threading
import time
from typing import Protocol

from tilefall.agents.foreign.skeleton.QuintrisGame import EndOfGame, QuintrisGame

__all__ = ["AnimatedQuintris", "EndOfGame", "QuintrisGame", "random", "sys", "threading", "time"]

PERIOD = 0.5  # seconds from tick to tick


class Player(Protocol):
    """Who presses keys while pieces fall."""

    def control_game(self, quintris: AnimatedQuintris) -> None:
        """Press keys as long as the game lasts."""
        ...


class AnimatedQuintris(QuintrisGame):
    """A game in which a piece falls a row every half second."""

    def start_game(self, player: Player) -> None:
        """Let the player press keys; ends with EndOfGame."""
        home = self._sit(period=PERIOD)
        while True:
            try:
                player.control_game(self)
            except EndOfGame:
                if home.is_over:
                    raise
                self.down()  # only a game in its thoughts has ended
                continue
            home.turn(self)  # raises EndOfGame if that is why it has returned
            raise RuntimeError("control_game has returned before the game was over")
