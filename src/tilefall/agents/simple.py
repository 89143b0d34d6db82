"""Simple agents that play every game: by chance, and the first move there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tilefall.agents.agent import Limit, open_moves
from tilefall.rules.dice import Dice
from tilefall.rules.game import State

LANE = 100  # no game rolls this high, so an agent may share its game's seed


@dataclass(frozen=True)
class RandomAgent:
    """Every legal move is as likely as any other; the same seed plays the same game."""

    seed: int
    name: ClassVar[str] = "random"

    def choose(self, state: State, limit: Limit) -> int:
        """The move that this agent's dice give for the turn."""
        moves = open_moves(state)
        lane = LANE + state.player
        return moves[Dice(self.seed).roll(turn=state.turn, sides=len(moves), lane=lane)]


@dataclass(frozen=True)
class FirstFit:
    """Always the legal move with the lowest number."""

    name: ClassVar[str] = "first-fit"

    def choose(self, state: State, limit: Limit) -> int:
        """The first legal move."""
        return open_moves(state)[0]
