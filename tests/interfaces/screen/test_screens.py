"""Screens and panels are what the goldens show, as text that a person can read.

`python -m tests.interfaces.screen.test_screens` writes the files again.
A difference is a change of behaviour.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests import GOLDEN
from tests.interfaces.screen.screens import AFTER, FALLING_KEYS, MENU, PLAY, WATCH
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Depth, Look
from tilefall.interfaces.screen.menu_screen import menu_screen
from tilefall.interfaces.screen.overlays import help_panel, menu_panel, over
from tilefall.interfaces.screen.play_screen import play_screen
from tilefall.interfaces.screen.watch_screen import watch_screen

FOLDER = GOLDEN / "screens"
SIZES = ((80, 24), (120, 40), (28, 7))
LOOKS = {"": Look(), "-ascii": Look(Depth.NONE, is_ascii=True)}
PAUSED = replace(PLAY["tetris"], hidden=True, notice="paused, p goes on")


def drawn(name: str) -> Grid:
    """The grid of a golden: what is shown, in which size, and -ascii where it is plain."""
    look = LOOKS["-ascii"] if name.endswith("-ascii") else LOOKS[""]
    what, size, *_ = name.split(" ")
    width, height = map(int, size.removesuffix("-ascii").split("x"))
    kind, _, which = what.partition("-")
    if kind == "play":
        return play_screen(PLAY[which], width, height, look)
    if kind == "watch":
        return watch_screen(WATCH[which], width, height, look)
    if kind == "paused":
        return play_screen(PAUSED, width, height, look)
    if kind == "menu":
        return menu_screen(MENU, width, height, look)
    below = play_screen(PLAY["tetris"], width, height, look)
    panel = help_panel("Keys", FALLING_KEYS, look) if kind == "help" else menu_panel(AFTER, look)
    return over(below, panel)


WHAT = [f"{kind}-{game}" for kind in ("play", "watch") for game in PLAY]
NAMES = [
    *(f"{what} {w}x{h}{look}" for what in [*WHAT, "menu"] for w, h in SIZES for look in LOOKS),
    *(f"{what} 80x24{look}" for what in ("paused", "help", "after") for look in LOOKS),
    "play-tetris 160x50",
    "play-quintris 40x16",
    "watch-quintris 56x17",
]


def path(name: str) -> Path:
    return FOLDER / f"{name.replace(' ', '-')}.txt"


@pytest.mark.parametrize("name", NAMES)
def test_screens_are_as_the_goldens_show(name: str) -> None:
    assert f"{drawn(name).text()}\n" == path(name).read_text(encoding="utf-8")


def test_every_golden_has_its_test() -> None:
    assert {each.name for each in FOLDER.iterdir()} == {path(name).name for name in NAMES}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for name in NAMES:
        path(name).write_text(f"{drawn(name).text()}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
