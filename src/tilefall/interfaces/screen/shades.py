"""Shades: colours between colours, and what can be read on them."""

from __future__ import annotations

from functools import lru_cache

from tilefall.colours import luminance

READABLE = 4.5  # the contrast that text needs, as the web's guidelines define it
DARKEST, BRIGHTEST = "#101216", "#ffffff"


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour, 0 to 255.

    >>> channels("#ff7710")
    (255, 119, 16)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=4096)
def mixed(colour: str, other: str, part: float) -> str:
    """A colour with so much of another in it.

    >>> mixed("#000000", "#ff8000", 0.5)
    '#804000'
    """
    pairs = zip(channels(colour), channels(other), strict=True)
    red, green, blue = (int(mine + (yours - mine) * part + 0.5) for mine, yours in pairs)
    return f"#{red:02x}{green:02x}{blue:02x}"


def contrast(colour: str, other: str) -> float:
    """How well one is seen on the other, 1 not at all and 21 best.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    darker, brighter = sorted((luminance(colour), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=4096)
def ink_on(colour: str) -> str:
    """The colour for letters on this one: as close to it as can be read, so that it stays calm."""
    end = max((DARKEST, BRIGHTEST), key=lambda each: contrast(each, colour))
    steps = (mixed(colour, end, step / 10) for step in range(1, 10))
    return next((ink for ink in steps if contrast(ink, colour) >= READABLE), end)
