"""Keys of play: which key asks for what in each game, and how the help puts it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tilefall.interfaces.screen.views import Keys
from tilefall.play.live.live import Action


@dataclass(frozen=True)
class KeyMap:
    """The keys of a game."""

    actions: Mapping[str, Action]
    short: Keys  # for the line at the bottom of the screen
    game: Keys  # for the help: what belongs to this game


_SIDEWAYS = {
    "b": Action.LEFT,
    "m": Action.RIGHT,
    "left": Action.LEFT,
    "right": Action.RIGHT,
    "B": Action.WALL_LEFT,
    "M": Action.WALL_RIGHT,
    "shift+left": Action.WALL_LEFT,
    "shift+right": Action.WALL_RIGHT,
    "n": Action.TURN,
    "up": Action.TURN,
    "space": Action.DROP,
}
_SIDEWAYS_HELP: Keys = (
    ("b m, arrows", "left and right"),
    ("B M, shift + arrows", "slide to the wall"),
)
QUINTRIS = KeyMap(
    {**_SIDEWAYS, "h": Action.FLIP, "down": Action.DOWN},
    (("b m", "move"), ("n", "turn"), ("h", "flip"), ("space", "drop")),
    (
        *_SIDEWAYS_HELP,
        ("n, up", "turn clockwise"),
        ("h", "flip"),
        ("down", "one row down"),
        ("space", "drop"),
    ),
)
_TURNS = {"x": Action.TURN, "z": Action.TURN_BACK}
_TURNS_HELP: Keys = (("n x, up", "turn clockwise"), ("z", "turn back"))
TETRIS = KeyMap(
    {**_SIDEWAYS, **_TURNS},
    (("b m", "move"), ("n", "turn"), ("z", "back"), ("space", "drop")),
    (*_SIDEWAYS_HELP, *_TURNS_HELP, ("space", "drop")),
)
MARATHON = KeyMap(
    {**_SIDEWAYS, **_TURNS, "down": Action.DOWN, "c": Action.HOLD, "h": Action.HOLD},
    (("arrows", "move, turn"), ("z", "turn back"), ("c", "hold"), ("space", "drop")),
    (
        *_SIDEWAYS_HELP,
        *_TURNS_HELP,
        ("down", "one row down"),
        ("space", "drop"),
        ("c, h", "hold, or take the held piece"),
    ),
)
IJK = KeyMap(
    {
        name: action
        for action, letter in (
            (Action.UP, "u"),
            (Action.DOWN, "d"),
            (Action.LEFT, "l"),
            (Action.RIGHT, "r"),
        )
        for name in (letter, letter.upper(), action.value)
    },
    (("arrows or U D L R", "slide"),),
    (("arrows, U D L R", "slide all tiles"),),
)
COMMON_SHORT: Keys = (("p", "pause"), ("?", "all keys"))
COMMON: Keys = (
    ("p, escape", "pause, and the menu"),
    ("e", "explain: what an agent would do, and why"),
    ("backspace", "take back a move"),
    ("?", "this help"),
    ("q", "the menu, to leave"),
)
