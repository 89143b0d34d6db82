"""Setup: a game that somebody wants to play: which, with whom, from where, and in which pace."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import TypeVar

from tilefall.agents.agent import UNLIMITED, Limit
from tilefall.agents.capped import capped_limit
from tilefall.agents.catalog import agent
from tilefall.interfaces.app import play_keys
from tilefall.interfaces.app.play_keys import KeyMap
from tilefall.interfaces.screen.live_view import ijk_view, quintris_view, tetris_view
from tilefall.interfaces.screen.marathon_view import marathon_view
from tilefall.interfaces.screen.views import PlayView
from tilefall.play.animated import PERIOD
from tilefall.play.clock import Clock
from tilefall.play.live.ijk import LiveIjk
from tilefall.play.live.live import Live
from tilefall.play.live.marathon import LiveMarathon
from tilefall.play.live.quintris import LiveQuintris
from tilefall.play.live.tetris import LiveTetris
from tilefall.rules.game import Game, State
from tilefall.rules.ijk import Ijk, IjkState
from tilefall.rules.marathon import Marathon, MarathonState
from tilefall.rules.marathon_tetris import as_tetris
from tilefall.rules.notation import Rows
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisState

StateT = TypeVar("StateT")


@dataclass(frozen=True)
class Setup:
    """What is needed to begin a game, once or again."""

    game: Game
    seed: int
    against: str | None = None  # the agent of IJK; nobody is a second person at the keyboard
    is_second: bool = False  # the agent moves first
    period: float = PERIOD  # seconds between the ticks of Quintris
    start: State | None = None  # a position in the middle of a game
    cells: Rows = ()  # the letters on its board, where they are known
    is_practice: bool = False
    engine: str = "native"
    limit: Limit = UNLIMITED  # of the agent of IJK, for one slide

    @property
    def title(self) -> str:
        """The game's name for people."""
        return {"marathon": "Tetris", "ijk": "IJK"}.get(self.game.name, self.game.name.title())

    @property
    def has_time(self) -> bool:
        """Whether something falls by itself."""
        game = self.game
        return isinstance(game, Marathon) or (isinstance(game, Quintris) and game.reach == "fall")

    @property
    def keys(self) -> KeyMap:
        """The keys of the game."""
        maps = {
            "quintris": play_keys.QUINTRIS,
            "tetris": play_keys.TETRIS,
            "marathon": play_keys.MARATHON,
            "ijk": play_keys.IJK,
        }
        return maps[self.game.name]

    def with_new_seed(self) -> Setup:
        """The same from the beginning, with other dice."""
        return replace(self, seed=secrets.randbits(32), start=None, cells=())

    def live(self, clock: Clock) -> Live:
        """The game, about to begin now."""
        game = self.game
        if isinstance(game, Quintris):
            return LiveQuintris(
                game, self.seed, self.period, start=self._start_of(QuintrisState), cells=self.cells
            )
        if isinstance(game, Tetris):
            return LiveTetris(game, self.seed, start=self._start_of(TetrisState), cells=self.cells)
        if isinstance(game, Marathon):
            here = self._start_of(MarathonState)
            return LiveMarathon(self.seed, game.level, clock.now(), start=here, cells=self.cells)
        if isinstance(game, Ijk):
            against, limit = None, self.limit
            if self.against is not None:
                against = agent(self.against, game, self.seed, self.engine)
                limit = capped_limit(against, limit)
            person = int(self.is_second)
            start = self._start_of(IjkState)
            return LiveIjk(game, self.seed, against, person, limit=limit, clock=clock, start=start)
        raise TypeError(f"no live game for {type(game).__name__}")

    def view(self, live: Live, best: str) -> PlayView:
        """What there is to see of the game."""
        if isinstance(live, LiveQuintris):
            return quintris_view(live, best)
        if isinstance(live, LiveTetris):
            return tetris_view(live, best)
        if isinstance(live, LiveMarathon):
            return marathon_view(live, best)
        assert isinstance(live, LiveIjk)
        return ijk_view(live, best)

    def explainable(self, live: Live) -> State | None:
        """The position as agents know it; None if they know none like it."""
        state = live.state
        return as_tetris(state) if isinstance(state, MarathonState) else state

    def _start_of(self, kind: type[StateT]) -> StateT | None:
        assert self.start is None or isinstance(self.start, kind)
        return self.start
