"""Keys of watching in a browser: those of the terminal, by the names that browsers give them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tilefall.interfaces.app.watch_keys import DIGITS, HELP, KEY_STEPS, STEPS, WISHES
from tilefall.interfaces.screen.views import Keys
from tilefall.interfaces.web.browser_keys import BROWSER_KEYS
from tilefall.interfaces.web.encode import Encoded
from tilefall.interfaces.web.messages import FARTHEST
from tilefall.play.watching.watching import Watching

NO_PREVIEW: Encoded = {"do": "preview", "rank": 0}
# What a client says for what the terminal calls.
SAID: Mapping[Callable[[Watching], bool], Encoded] = {
    Watching.toggle: {"do": "toggle"},
    Watching.to_start: {"do": "seek", "to": 0},
    Watching.to_end: {"do": "seek", "to": FARTHEST},
    Watching.faster: {"do": "faster"},
    Watching.slower: {"do": "slower"},
    Watching.next_mistake: {"do": "next_mistake"},
    Watching.previous_mistake: {"do": "previous_mistake"},
    Watching.verify: {"do": "verify"},
}
# What the page does by itself; previews too, since it knows the candidates.
OF_THE_PAGE = {
    "p": "play_from_here",
    "o": "outlines",
    "c": "copy_link",
    "s": "save",
    "?": "help",
}
MORE_HELP: Keys = (
    ("o", "outlines of the first candidates, on and off"),
    ("c", "copy a link to this position"),
    ("s", "save the record as a file"),
)


def keys() -> Encoded:
    """What each key asks for, as a message."""
    found = {
        **{key: {"do": "step_pieces", "by": by} for key, by in STEPS.items()},
        **{key: {"do": "step", "by": by} for key, by in KEY_STEPS.items()},
        **{key: {"do": "preview", "rank": int(key)} for key in DIGITS},
        **{key: SAID.get(wish, NO_PREVIEW) for key, wish in WISHES.items()},
        **{key: {"do": name} for key, name in OF_THE_PAGE.items()},
    }
    return {BROWSER_KEYS.get(key, key): said for key, said in found.items()}


def help_lines() -> Keys:
    """The keys and what they do; a page is left as any other is."""
    own = tuple(line for line in HELP if line[0] != "q")
    return (*own[:-1], *MORE_HELP, own[-1])
