"""Colours: what pieces and tiles look like, told apart by their letters too."""

from __future__ import annotations

from dataclasses import dataclass

WELL = "#14161c"  # behind the cells of a well
QUINTRIS = {
    "X": "#ddbbff",
    "I": "#ff7710",
    "L": "#ffdd10",
    "Y": "#997799",
    "U": "#107755",
    "N": "#bbffbb",
}
# the set of Okabe and Ito, which colour-blind people tell apart
TETRIS = {
    "I": "#56b4e9",
    "O": "#f0e442",
    "T": "#cc79a7",
    "Z": "#d55e00",
    "S": "#009e73",
    "J": "#0072b2",
    "L": "#e69f00",
}
UPPER, LOWER = "#0072b2", "#e69f00"


@dataclass(frozen=True)
class Paint:
    """A cell's colour and that of the letter on it."""

    fill: str
    ink: str


def paint(fill: str) -> Paint:
    """The fill with the ink, black or white, that stands out more.

    >>> paint("#ffdd10").ink, paint("#107755").ink
    ('#000000', '#ffffff')
    """
    light = luminance(fill)
    return Paint(fill, "#000000" if (light + 0.05) / 0.05 > 1.05 / (light + 0.05) else "#ffffff")


def luminance(colour: str) -> float:
    """How bright a colour is, from 0 to 1, as WCAG defines it.

    >>> luminance("#000000"), luminance("#ffffff")
    (0.0, 1.0)
    """
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (whole / 255 for whole in rgb(colour))
    )
    return round(0.2126 * red + 0.7152 * green + 0.0722 * blue, 9)


def rgb(colour: str) -> tuple[int, int, int]:
    """The red, green and blue of a colour, 0 to 255 each.

    >>> rgb("#ff7710")
    (255, 119, 16)
    """
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue
