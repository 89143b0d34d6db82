"""Playing: the stage on which a person plays, from the first piece to the menu at the end."""

from __future__ import annotations

from dataclasses import replace

from tilefall.interfaces.app.advisor import Advisor
from tilefall.interfaces.app.help import Help
from tilefall.interfaces.app.panel import ENTER, Line, Panel
from tilefall.interfaces.app.play_keys import COMMON, COMMON_SHORT
from tilefall.interfaces.app.results import result_words
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.app.stage import BACK, IGNORED, STAY, Go, Next, Over, Stages
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.overlays import menu_panel, over
from tilefall.interfaces.screen.play_screen import play_screen
from tilefall.interfaces.screen.views import Choice, PlayView
from tilefall.play.record import Record
from tilefall.play.turning import is_over

PAUSING = ("p", "P", "escape", "q", "Q")
UNDOING = ("backspace", "ctrl+h")  # some terminals send the second for the first
ASKING = {
    "undo": "Taking back makes this game practice, marked as assisted: backspace again to do it.",
    "explain": "Advice makes this game practice, marked as assisted: e again to see it.",
}

DEAF = 0.6  # seconds in which the end of a game hears nothing: somebody still wants to steer


class Playing:
    """A live game with its keys, its pauses and its end."""

    def __init__(self, setup: Setup, stages: Stages) -> None:
        self._setup, self._stages = setup, stages
        self._live = setup.live(stages.clock)
        self._best = stages.keeper.best(setup.game.text(), setup.against)
        self._advisor = Advisor(stages.clock, setup.engine)
        self._deaf_until = 0.0
        self._panel: Panel | None = None
        self._asked = ""  # what needs a second key, as it makes the game an assisted one
        self._record: Record | None = None  # of the game as it was kept
        if setup.is_practice:
            self._live.assist()

    def grid(self, width: int, height: int, look: Look) -> Grid:
        """The game, and the menu over it if there is one."""
        grid = play_screen(self._view(), width, height, look)
        return over(grid, menu_panel(self._panel.view, look)) if self._panel else grid

    def press(self, key: str, now: float) -> Next:
        """A key of the game, of its menu, or of the help."""
        if key == "?":
            self._live.pause(now)
            return Over(Help(self, self._setup.title, (*self._setup.keys.game, *COMMON)))
        if self._panel is not None:
            return self._in_menu(key, now)
        asked, self._asked = self._asked, ""
        if self._live.is_paused and not self._advisor.is_asked:
            self._live.resume(now)  # the key that ends a pause does nothing else
            return STAY
        if self._advisor.is_asked:
            self._advisor.forget()
            self._live.resume(now)
        if key in PAUSING:
            return self._pause(now)
        if key in UNDOING:
            return self._assisted("undo", asked, now)
        if key in ("e", "E"):
            return self._assisted("explain", asked, now)
        action = self._setup.keys.actions.get(key)
        if action is None:
            return STAY if asked else IGNORED
        is_new = self._live.act(action, now)
        self._end_if_over(now)
        return STAY if is_new or asked else IGNORED

    def advance(self, now: float) -> bool:
        """Gravity, the other player, and what the advisor has found."""
        is_new = self._live.advance(now) | self._advisor.advance(now)
        self._end_if_over(now)
        return is_new

    def due(self, now: float) -> float | None:
        """When the game or the advisor has something to do."""
        times = [time for time in (self._live.due(now), self._advisor.due(now)) if time is not None]
        return min(times, default=None)

    def leave(self, now: float) -> None:
        """Pause, so that nothing falls unseen."""
        if self._panel is None and self._setup.has_time and not self._live.is_over:
            self._pause(now)

    def close(self) -> None:
        """Keep the game, also one that was cut short."""
        self._keep()
        self._live.close()

    def _view(self) -> PlayView:
        view = self._setup.view(self._live, self._best)
        view = replace(view, title=self._setup.title, keys=(*self._setup.keys.short, *COMMON_SHORT))
        if self._asked:
            return replace(view, notice=ASKING[self._asked])
        return self._advisor.shown(view)

    def _in_menu(self, key: str, now: float) -> Next:
        assert self._panel is not None
        if now < self._deaf_until:
            return IGNORED
        if key in ("escape", "p", "P") and not self._live.is_over:
            return self._resume(now)
        return self._panel.press(key, now)

    def _pause(self, now: float) -> Next:
        self._live.pause(now)
        lines = [
            Line(Choice("p", "Go on"), self._resume),
            Line(Choice("r", "Same game again", f"seed {self._setup.seed}"), self._again),
            Line(Choice("g", "New game"), self._new),
            Line(Choice("q", "Leave", "the game is kept"), lambda now: BACK),
        ]
        self._panel = Panel("Paused", (), lines)
        return STAY

    def _resume(self, now: float) -> Next:
        self._panel = None
        self._live.resume(now)
        return STAY

    def _assisted(self, what: str, asked: str, now: float) -> Next:
        """Undo or advice: in practice at once, else at the second key."""
        if not self._live.is_assisted and asked != what:
            self._asked = what
            return STAY
        if what == "undo":
            return STAY if self._live.undo(now) else IGNORED
        self._live.assist()
        self._live.pause(now)
        self._advisor.ask(self._setup.explainable(self._live), self._setup.seed)
        return STAY

    def _end_if_over(self, now: float) -> None:
        if not self._live.is_over or self._panel is not None:
            return
        words = [*result_words(self._live), *self._keep()]
        lines = [
            Line(Choice("v", "Review", "every move, and what was better"), self._review),
            Line(Choice("r", "Same game again", f"seed {self._setup.seed}"), self._again),
            Line(Choice("w", "Watch the best agent", "on the same game"), self._watch),
            Line(Choice("g", "New game"), self._new),
            Line(Choice("q", "Leave"), lambda now: BACK),
        ]
        self._panel = Panel("Game over", words, lines, confirming=ENTER)
        self._deaf_until = now + DEAF

    def _keep(self) -> list[str]:
        """Keep the game as it is now, once; what there is to say of it."""
        record = self._live.record()
        if not record.moves or record == self._record:
            return []
        self._record = record
        # a game that an agent could not go on with is not over, and nobody's tie
        return [*self._stages.keeper.keep(record, is_over(self._live.state)).words]

    def _review(self, now: float) -> Next:
        return Over(self._stages.reviewing(self._live.record()))

    def _watch(self, now: float) -> Next:
        return Over(self._stages.showing(self._setup))

    def _again(self, now: float) -> Next:
        return Go(self._next(self._setup))

    def _new(self, now: float) -> Next:
        return Go(self._next(self._setup.with_new_seed()))

    def _next(self, setup: Setup) -> Playing:
        self._keep()  # first, as its score may be the best that the next game shows
        return Playing(setup, self._stages)
