"""Timing: the keys of a falling piece, each with the tick after which it is pressed (F12)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from tilefall.rules.falling import TICK

DROP = " "  # the key that drops the piece


class Press(NamedTuple):
    """A key, and how many ticks of gravity the piece has fallen when it is pressed."""

    tick: int
    key: str


def presses(keys: str, fallen: int = 0) -> tuple[Press, ...]:
    """The presses of a key string, the drop at its end included (F12).

    A piece that has fallen some ticks before its first key goes on counting from there.

    >>> presses("b..m")
    (Press(tick=0, key='b'), Press(tick=2, key='m'), Press(tick=2, key=' '))
    """
    found, tick = [], fallen
    for key in keys:
        if key == TICK:
            tick += 1
        else:
            found.append(Press(tick, key))
    return (*found, Press(tick, DROP))


def in_words(timed: Iterable[Press]) -> str:
    """Presses as a person reads them.

    >>> in_words(presses("bb.................m"))
    'bb; after tick 17 m, drop'
    >>> in_words(presses("", fallen=3))
    'after tick 3 drop'
    """
    groups = []
    for tick, together in groupby(timed, key=lambda press: press.tick):
        keys = "".join(press.key for press in together)
        words = [keys.rstrip(DROP), "drop" if keys.endswith(DROP) else ""]
        when = f"after tick {tick} " if tick else ""
        groups.append(when + ", ".join(filter(None, words)))
    return "; ".join(groups)
