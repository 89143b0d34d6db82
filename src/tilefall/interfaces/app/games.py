"""Games: the games that a person has played, newest first, to be seen again."""

from __future__ import annotations

from tilefall.interfaces.app.help import Help
from tilefall.interfaces.app.panel import Line, Panel
from tilefall.interfaces.app.stage import BACK, STAY, Next, Over, Stages, Still
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.menu_screen import menu_screen
from tilefall.interfaces.screen.views import Choice, Keys
from tilefall.play.files import read_records
from tilefall.play.kept import KeptGame, kept_games
from tilefall.play.record import BadRecord, Record

PAGE = 12  # games that are shown together
KEYS: Keys = (
    ("up down", "choose"),
    ("enter, space", "see the game"),
    ("right left, page down, page up", "older games, newer games"),
    ("q, escape", "back"),
)
TURNS = {"right": 1, "pagedown": 1, "left": -1, "pageup": -1}


class Games(Still):
    """A page of games at a time; choosing one shows it."""

    def __init__(self, stages: Stages) -> None:
        self._stages = stages
        self._games = kept_games()
        self._page = 0
        self._panel = self._made()

    def grid(self, width: int, height: int, look: Look) -> Grid:
        """The games of the page."""
        return menu_screen(self._panel.view, width, height, look)

    def press(self, key: str, now: float) -> Next:
        """Choose a game, or turn the page."""
        if key == "?":
            return Over(Help(self, "My games", KEYS))
        if key in ("q", "Q", "escape"):
            return BACK
        if key in TURNS:
            self._page = max(0, min(self._page + TURNS[key], self._last_page))
            self._panel = self._made()
            return STAY
        return self._panel.press(key, now)

    @property
    def _last_page(self) -> int:
        return max(0, (len(self._games) - 1) // PAGE)

    def _made(self, trouble: str = "", chosen: int = 0) -> Panel:
        first = self._page * PAGE
        shown = self._games[first : first + PAGE]
        lines = [self._line(game) for game in shown]
        lines.append(Line(Choice("q", "Back"), lambda now: BACK))
        words = trouble or f"{first + 1} to {first + len(shown)} of {len(self._games)}"
        if not self._games:
            words = "There are none yet: every game that you play is kept."
        return Panel("My games", (words,), lines, chosen=chosen)

    def _line(self, game: KeptGame) -> Line:
        def see(now: float) -> Next:
            try:
                return Over(self._stages.reviewing(_only(game)))
            except (OSError, BadRecord) as error:
                trouble = f"{error}" if game.path.name in f"{error}" else f"{game.path}: {error}"
                self._panel = self._made(trouble, self._panel.view.chosen)
                return STAY

        when = f"{game.when:%Y-%m-%d %H:%M}" if game.when else ""
        seed = "" if game.seed is None else f"seed {game.seed}"
        return Line(Choice("", f"{when}  {game.game or game.id}".strip(), seed), see)


def _only(game: KeptGame) -> Record:
    """The record of a game."""
    return next(iter(read_records(game.path)))
