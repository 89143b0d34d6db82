"""Keys of watching and replaying, and how the help puts them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tilefall.interfaces.screen.views import Keys
from tilefall.play.watching.watching import Watching

STEPS = {"right": 1, "l": 1, "left": -1, "h": -1, "pagedown": 10, "pageup": -10}
KEY_STEPS = {".": 1, ",": -1}  # where a piece takes several keys
DIGITS = tuple("0123456789")
WISHES: Mapping[str, Callable[[Watching], bool]] = {
    "space": Watching.toggle,
    "home": Watching.to_start,
    "g": Watching.to_start,
    "end": Watching.to_end,
    "G": Watching.to_end,
    **dict.fromkeys(("up", "+", "="), Watching.faster),
    **dict.fromkeys(("down", "-", "_"), Watching.slower),
    "n": Watching.next_mistake,
    "N": Watching.previous_mistake,
    "v": Watching.verify,
    "escape": lambda watching: watching.preview(None),
}
SHORT: Keys = (
    ("space", "play"),
    ("left right", "step"),
    ("n", "next mistake"),
    ("p", "play from here"),
    ("?", "all keys"),
)
HELP: Keys = (
    ("space", "play and pause"),
    ("left right, h l", "one move back or on"),
    ("page up, page down", "ten moves"),
    (", .", "one key back or on, in a marathon"),
    ("home end, g G", "to the start, to the end"),
    ("up down, + -", "faster, slower"),
    ("n N", "to the next mistake, to the one before"),
    ("1 to 9", "show this candidate on the board"),
    ("0, escape", "show none"),
    ("p", "play from here yourself"),
    ("v", "verify the record"),
    ("?", "this help"),
    ("q", "leave"),
)
