"""All stages: what leads from one to another, made in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilefall.agents.agent import Agent
from tilefall.agents.catalog import agent, default_agent
from tilefall.interfaces.app.games import Games
from tilefall.interfaces.app.keeper import Keeper
from tilefall.interfaces.app.main_menu import MainMenu
from tilefall.interfaces.app.playing import Playing
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.app.stage import Stage
from tilefall.interfaces.app.watching import WatchStage
from tilefall.play.clock import Clock
from tilefall.play.record import Record
from tilefall.play.watching.begin import watched_match, watched_record
from tilefall.rules.game import Game, State
from tilefall.rules.marathon import Marathon
from tilefall.rules.tetris import Tetris

# The game in which agents meet the pieces of a marathon of the same seed.
MARATHON_FOR_AGENTS = Tetris(rules="preview", pieces="bag")
WITH_PREVIEW = "lookahead"  # where the next piece is in sight, no controller is as good


def best_agent(game: Game) -> str:
    """The name of the agent that plays a game best."""
    is_previewed = isinstance(game, Tetris) and game.preview
    return WITH_PREVIEW if is_previewed else default_agent(game)


@dataclass(frozen=True)
class AllStages:
    """Makes every stage of the app."""

    clock: Clock
    keeper: Keeper
    engine: str = "native"

    def menu(self) -> Stage:
        """What to do."""
        return MainMenu(self)

    def playing(self, setup: Setup) -> Stage:
        """A person plays."""
        return Playing(setup, self)

    def games(self) -> Stage:
        """The games that are kept."""
        return Games(self)

    def showing(self, setup: Setup) -> Stage:
        """The best agent plays the game of a setup."""
        game, start = setup.game, setup.start
        if isinstance(game, Marathon):
            game, start = MARATHON_FOR_AGENTS, None
        agents = [agent(best_agent(game), game, setup.seed, setup.engine)] * game.players
        return self.watching(game, agents, setup.seed, start=start)

    def watching(
        self,
        game: Game,
        agents: Sequence[Agent],
        seed: int,
        *,
        names: Sequence[str] | None = None,
        max_turns: int | None = None,
        start: State | None = None,
    ) -> WatchStage:
        """Agents play."""
        watching = watched_match(
            game,
            agents,
            seed,
            self.clock,
            names=names,
            start=start,
            max_turns=max_turns,
            engine_name=self.engine,
        )
        watching.play()
        return WatchStage(watching, self)

    def reviewing(self, record: Record, position: int = 0) -> Stage:
        """A game that has been played, at one of its positions."""
        watching = watched_record(record, self.clock, engine_name=self.engine)
        watching.seek(position)
        return WatchStage(watching, self)
