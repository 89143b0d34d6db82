"""Frames: grids that follow each other, and what all kinds of pictures make of their cells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tilefall.interfaces.screen.grid import Grid

NOT_SHOWN = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True)
class Frame:
    """A grid and how long it is shown."""

    grid: Grid
    seconds: float


def shown(glyph: str) -> str:
    """The character that stands for a glyph: one that could steer a terminal is not let through.

    >>> shown("a"), shown("\\x1b"), shown("")
    ('a', '�', ' ')
    """
    if not glyph:
        return " "
    return glyph if glyph.isprintable() else NOT_SHOWN


@lru_cache(maxsize=4096)
def rgb(colour: str) -> tuple[int, int, int]:
    """The three parts of a colour, 0 to 255, of #rrggbb or a name that terminals know.

    >>> rgb("#0d0f13"), rgb("color(196)")
    ((13, 15, 19), (255, 0, 0))
    """
    if colour.startswith("#"):
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
    from rich.color import Color

    found = Color.parse(colour).get_truecolor()
    return found.red, found.green, found.blue


@lru_cache(maxsize=4096)
def mixed(foreground: str, background: str, strength: float) -> str:
    """A colour between two, as #rrggbb.

    >>> mixed("#ff0000", "#000000", 0.5)
    '#800000'
    """
    parts = zip(rgb(foreground), rgb(background), strict=True)
    return "#" + "".join(f"{round(a * strength + b * (1 - strength)):02x}" for a, b in parts)
