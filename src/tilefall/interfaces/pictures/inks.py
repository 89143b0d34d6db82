"""Inks: the few colours of a picture with a palette, exact wherever there are enough of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilefall.interfaces.pictures.characters import shapes_of
from tilefall.interfaces.pictures.frames import mixed, rgb, shown
from tilefall.interfaces.screen.grid import Grid, Line
from tilefall.interfaces.screen.palette import SCREEN, TEXT

MOST = 255  # one of 256 is kept for what does not change from frame to frame
SMOOTH = (15, 7, 3, 1)  # steps from a colour to the one behind it, at the edges of letters

Colour = tuple[int, int, int]
Pair = tuple[str, str]  # a colour and the one behind it


@dataclass(frozen=True)
class Inks:
    """Numbered colours, and how finely edges are drawn with them."""

    numbers: dict[Colour, int]
    steps: int
    lost_bits: int = 0  # of each part of a colour: 0 where all are exact

    def number(self, colour: str) -> int:
        """The number of a colour."""
        return self.numbers[_coarse(colour, self.lost_bits)]

    def ramp(self, pair: Pair) -> tuple[int, ...]:
        """The numbers from the colour behind to the one in front."""
        return tuple(self.number(colour) for colour in _ramp(pair, self.steps))

    def palette(self) -> bytes:
        """All colours in the order of their numbers, three bytes each, 256 of them."""
        return bytes(part for colour in self.numbers for part in colour).ljust(768, b"\0")


def front(glyph: str, foreground: str, background: str) -> str:
    """The colour of a character on its background: shades have less of their own."""
    shapes = shapes_of(glyph)
    return mixed(foreground or TEXT, background or SCREEN, shapes.strength if shapes else 1.0)


def inks_of(grids: Iterable[Grid], others: Iterable[Pair] = ()) -> Inks:
    """Inks for these grids and other pairs of colours: smooth edges go first if too many."""
    pairs = dict.fromkeys([(SCREEN, SCREEN), *others])
    known: set[Line] = set()
    for grid in grids:
        for line in grid.lines:
            if line not in known:
                known.add(line)
                pairs |= dict.fromkeys(_pairs(line))
    for lost_bits in range(8):
        for steps in SMOOTH:
            found: dict[Colour, int] = {}
            for pair in pairs:
                for colour in _ramp(pair, steps):
                    found.setdefault(_coarse(colour, lost_bits), len(found))
            if len(found) <= MOST:
                return Inks(found, steps, lost_bits)
    raise AssertionError("eight colours are few enough")


def _pairs(line: Line) -> Iterable[Pair]:
    for glyph, foreground, background in line:
        behind = background or SCREEN
        is_blank = shown(glyph).isspace()
        yield behind if is_blank else front(glyph, foreground, background), behind


def _ramp(pair: Pair, steps: int) -> Iterable[str]:
    ink, behind = pair
    if ink == behind:
        return (ink,) * (steps + 1)
    return (mixed(ink, behind, step / steps) for step in range(steps + 1))


def _coarse(colour: str, lost_bits: int) -> Colour:
    red, green, blue = (part >> lost_bits << lost_bits for part in rgb(colour))
    return red, green, blue
