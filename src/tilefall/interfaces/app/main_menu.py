"""Main menu: what a person may want who has typed nothing but the name of the program."""

from __future__ import annotations

import secrets

from tilefall.agents.catalog import default_agent
from tilefall.interfaces.app.help import Help
from tilefall.interfaces.app.panel import Line, Panel
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.app.stage import BACK, Next, Over, Stages, Still
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.menu_screen import menu_screen
from tilefall.interfaces.screen.views import Choice, Keys
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import Game

GAMES = (
    ("1", "quintris:reach=fall", "Quintris", "pentominoes fall, of a mix that nobody sees"),
    ("2", "marathon", "Tetris", "the standard rules: hold, five pieces in sight, levels"),
    ("3", "ijk", "IJK", "slide and merge letters against an agent"),
)
WATCHED = (
    ("4", "quintris", "Watch Quintris", "three pieces deep, and why"),
    ("5", "tetris:rules=preview,pieces=bag", "Watch Tetris", "with the next piece in sight"),
    ("6", "ijk", "Watch IJK", "a search with a learned network plays itself"),
)
KEYS: Keys = (
    ("up down", "choose"),
    ("enter, space", "take it"),
    ("1 to 7", "take a line at once"),
    ("q, escape", "leave"),
)


def fresh_seed() -> int:
    """A seed that nobody has chosen."""
    return secrets.randbits(32)


class MainMenu(Still):
    """The games to play and to watch, and the games that were played."""

    def __init__(self, stages: Stages) -> None:
        self._stages = stages
        lines = [
            *(self._play_line(key, parse_game(game), *words) for key, game, *words in GAMES),
            *(self._watch_line(key, parse_game(game), *words) for key, game, *words in WATCHED),
            Line(Choice("7", "My games", "see them again, move by move"), self._games),
            Line(Choice("q", "Leave"), lambda now: BACK),
        ]
        self._panel = Panel("tilefall", ("Games where tiles fall or slide.",), lines)

    def grid(self, width: int, height: int, look: Look) -> Grid:
        """The lines to choose from."""
        return menu_screen(self._panel.view, width, height, look)

    def press(self, key: str, now: float) -> Next:
        """Choose."""
        if key == "?":
            return Over(Help(self, "Keys", KEYS))
        return BACK if key in ("escape", "Q") else self._panel.press(key, now)

    def _play_line(self, key: str, game: Game, name: str, about: str) -> Line:
        def play(now: float) -> Next:
            against = default_agent(game, is_quick=True) if game.players == 2 else None
            return Over(self._stages.playing(Setup(game, fresh_seed(), against)))

        return Line(Choice(key, f"Play {name}", about), play)

    def _watch_line(self, key: str, game: Game, name: str, about: str) -> Line:
        def watch(now: float) -> Next:
            return Over(self._stages.showing(Setup(game, fresh_seed())))

        return Line(Choice(key, name, about), watch)

    def _games(self, now: float) -> Next:
        return Over(self._stages.games())
