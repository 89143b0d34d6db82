"""Play parts: what a page must know of a game's keys, once for the whole game."""

from __future__ import annotations

from tilefall.interfaces.app.play_keys import COMMON
from tilefall.interfaces.app.playing import PAUSING, UNDOING
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.screen.views import Keys
from tilefall.interfaces.web.browser_keys import BROWSER_KEYS
from tilefall.interfaces.web.encode import Encoded, encoded
from tilefall.play.live.live import Action, Live

ADVISING = ("e", "E")
WALLS = {Action.LEFT: Action.WALL_LEFT, Action.RIGHT: Action.WALL_RIGHT}
REPEATED = (Action.LEFT, Action.RIGHT, Action.DOWN)  # while their key is held
HELD: Keys = (("held", "left, right and down go on as long as the key is down"),)


def fixed_parts(setup: Setup, live: Live) -> Encoded:
    """The parts of the view that stay as they are."""
    slides = Action.UP in live.actions  # of IJK: a slide for each press
    repeated = () if slides else REPEATED
    wishes = dict.fromkeys(PAUSING, "pause") | dict.fromkeys(UNDOING, "undo")
    wishes |= dict.fromkeys(ADVISING, "explain")
    return {
        "session": "play",
        "title": setup.title,
        "game": setup.game.text(),
        "seed": str(setup.seed),  # scripts have no whole numbers of 64 bits
        "has_time": setup.has_time,
        "actions": {
            browser_key(key): action.value
            for key, action in setup.keys.actions.items()
            if action in live.actions
        },
        "wishes": {browser_key(key): wish for key, wish in wishes.items()},
        "can": [action.value for action in live.actions],
        "repeated": {
            action.value: WALLS[action].value if action in WALLS else ""
            for action in repeated
            if action in live.actions
        },
        "keys": encoded(setup.keys.game),
        "help": encoded((*setup.keys.game, *(() if slides else HELD), *COMMON)),
    }


def browser_key(key: str) -> str:
    """A key by the name that browsers give it.

    >>> browser_key("b"), browser_key("space"), browser_key("shift+left")
    ('b', ' ', 'Shift+ArrowLeft')
    """
    modifier, _, name = key.rpartition("+")
    name = BROWSER_KEYS.get(name, name)
    return f"{modifier.title()}+{name}" if modifier else name
