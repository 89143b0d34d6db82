"""Matches for pictures: games that are always the same."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.agents.catalog import agent
from tilefall.play.match import play_match
from tilefall.play.record import Record
from tilefall.rules.catalog import parse_game


@dataclass(frozen=True)
class Match:
    """A game that is always the same: who plays, by which seed, and for how many moves."""

    game: str
    agents: tuple[str, ...]
    seed: int
    moves: int

    def record(self) -> Record:
        """The game."""
        game = parse_game(self.game)
        agents = [agent(name, game, self.seed, "native") for name in self.agents]
        return play_match(game, agents, self.seed, max_turns=self.moves)
