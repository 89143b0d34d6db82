"""Watching: the stage on which agents play, or a record is seen again."""

from __future__ import annotations

from dataclasses import replace

from tilefall.agents.catalog import default_agent
from tilefall.interfaces.app.help import Help
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.app.stage import BACK, STAY, Next, Over, Stages, Stay
from tilefall.interfaces.app.watch_keys import DIGITS, HELP, KEY_STEPS, SHORT, STEPS, WISHES
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.watch_screen import watch_screen
from tilefall.interfaces.screen.watch_view import watch_view
from tilefall.play.watching.watching import Watching

NOTHING_LEFT = "the game is over here; step back to play on from a position"


class WatchStage:
    """A game with what agents think of it: keys lead through its positions."""

    def __init__(self, watching: Watching, stages: Stages) -> None:
        self.watching, self._stages = watching, stages
        self._said = ""  # instead of the status, until the next key

    def grid(self, width: int, height: int, look: Look) -> Grid:
        """The position, its candidates and the value over the game."""
        view = watch_view(self.watching)
        view = replace(view, keys=SHORT, status=self._said or view.status)
        return watch_screen(view, width, height, look)

    def press(self, key: str, now: float) -> Next:
        """Lead through the game."""
        watching, said, self._said = self.watching, self._said, ""
        if key == "?":
            watching.pause()
            return Over(Help(self, "Watching", HELP))
        if key in ("q", "Q"):
            return BACK
        if key == "p":
            return self._play_from_here()
        if key in STEPS:
            is_new = watching.step_pieces(STEPS[key])
        elif key in KEY_STEPS:
            is_new = watching.step(KEY_STEPS[key])
        elif key in DIGITS:
            is_new = watching.preview(int(key) or None)
        else:
            is_new = key in WISHES and WISHES[key](watching)
        return Stay(is_new or bool(said))

    def advance(self, now: float) -> bool:
        """Go on as fast as was asked for, and hear what the thinking has found."""
        return self.watching.advance(now)

    def due(self, now: float) -> float | None:
        """When the next position or an answer may be there."""
        return self.watching.due(now)

    def leave(self, now: float) -> None:
        """A game that is only watched may go on unseen."""

    def close(self) -> None:
        """End what thinks."""
        self.watching.close()

    def _play_from_here(self) -> Next:
        watching = self.watching
        watching.pause()
        here = watching.play_from_here()
        if watching.is_over:
            self._said = NOTHING_LEFT
            return STAY
        against = default_agent(here.game, is_quick=True) if here.game.players == 2 else None
        is_second = here.start.player == 1
        setup = Setup(
            here.game,
            here.seed,
            against,
            is_second=is_second,
            start=here.start,
            cells=here.cells,
        )
        return Over(self._stages.playing(setup))
