"""Reduced colours: the same grid for terminals with 256 colours, with 16, or with none."""

from __future__ import annotations

from functools import lru_cache

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import Cell, Grid, Line, cell
from tilefall.interfaces.screen.look import Depth
from tilefall.interfaces.screen.shades import channels, contrast

STEPS = (0, 95, 135, 175, 215, 255)  # of the cube of 6 x 6 x 6 colours
LEAST_CONTRAST = 3.0
# What falls is bright and what lies is not, so each piece has a colour of its own in both.
BASIC_PIECES = {
    "quintris": {"X": "magenta", "I": "red", "L": "yellow", "Y": "blue", "U": "green", "N": "cyan"},
    "tetris": {
        "I": "cyan",
        "O": "yellow",
        "T": "magenta",
        "Z": "red",
        "S": "green",
        "J": "blue",
        "L": "white",
    },
}
BASIC = {
    palette.WELL: "black",
    palette.STRIPE: "black",
    palette.SCREEN: "black",
    palette.TEXT: "white",
    palette.DIM: "white",
    palette.BRIGHT: "bright_white",
    palette.ACCENT: "bright_cyan",
    palette.WARNING: "bright_yellow",
    palette.INK: "black",
    palette.STACK: "white",
    palette.GRID: "bright_black",
    palette.WALL: "bright_black",
    palette.CHOSEN: "blue",
    palette.CANDIDATE: "blue",
}
# Greys and tiles of IJK, where the nearest colour would have another hue.
INDEXED = {
    palette.WELL: 233,
    palette.STRIPE: 234,
    palette.SCREEN: 232,
    palette.GRID: 238,
    palette.WALL: 240,
    palette.CHOSEN: 236,
    palette.CANDIDATE: 24,
}
INDEXED_TILES = (24, 25, 31, 32), (94, 130, 172, 208)  # capital and small letters, early to late
NEW_TILES = 74, 215
BASIC_TILES = "blue", "yellow"
TILES = "ABCDEFGHIJK"
# As most terminals show them, for the colours that are not listed.
SHOWN = {
    "black": "#000000",
    "red": "#aa0000",
    "green": "#00aa00",
    "yellow": "#aa5500",
    "blue": "#0000aa",
    "magenta": "#aa00aa",
    "cyan": "#00aaaa",
    "white": "#aaaaaa",
    "bright_black": "#555555",
    "bright_red": "#ff5555",
    "bright_green": "#55ff55",
    "bright_yellow": "#ffff55",
    "bright_blue": "#5555ff",
    "bright_magenta": "#ff55ff",
    "bright_cyan": "#55ffff",
    "bright_white": "#ffffff",
}


def reduced(grid: Grid, depth: Depth) -> Grid:
    """The grid in the colours that there are; lines that were the same object still are."""
    if depth is Depth.TRUE:
        return grid
    return Grid(tuple(_line(line, depth) for line in grid.lines))


@lru_cache(maxsize=4096)
def _line(line: Line, depth: Depth) -> Line:
    return tuple(_cell(each, depth) for each in line)


@lru_cache(maxsize=8192)
def _cell(old: Cell, depth: Depth) -> Cell:
    ink, behind = colour_in(old.foreground, depth), colour_in(old.background, depth)
    if depth is Depth.BASIC and old.glyph.isalnum() and ink and behind:
        ink = _readable(ink, behind)
    return cell(old.glyph, ink, behind)


def _readable(ink: str, behind: str) -> str:
    """The ink, or black or white where it could not be read on what has become of its ground."""
    if contrast(SHOWN[ink], SHOWN[behind]) >= LEAST_CONTRAST:
        return ink
    return max(("black", "bright_white"), key=lambda each: contrast(SHOWN[each], SHOWN[behind]))


@lru_cache(maxsize=4096)
def colour_in(colour: str, depth: Depth) -> str:
    """What a colour is called where there are fewer, as rich knows it.

    >>> colour_in("#ff7710", Depth.INDEXED), colour_in("#ff7710", Depth.BASIC)
    ('color(208)', 'bright_red')
    """
    if not colour.startswith("#") or depth is Depth.TRUE:
        return colour
    if depth is Depth.NONE:
        return ""
    return _indexed(colour) if depth is Depth.INDEXED else _basic(colour)


def _indexed(colour: str) -> str:
    """The nearest colour of the cube or of the greys."""
    known = _indexed_names()
    if colour in known:
        return f"color({known[colour]})"
    parts = [min(range(6), key=lambda i: abs(STEPS[i] - part)) for part in channels(colour)]
    cube = 16 + 36 * parts[0] + 6 * parts[1] + parts[2]
    grey = min(range(24), key=lambda i: abs(8 + 10 * i - sum(channels(colour)) / 3))
    level = 8 + 10 * grey
    found = {cube: tuple(STEPS[part] for part in parts), 232 + grey: (level, level, level)}
    return f"color({min(found, key=lambda each: _distance(found[each], channels(colour)))})"


def _basic(colour: str) -> str:
    known = _basic_names()
    if colour in known:
        return known[colour]
    return min(SHOWN, key=lambda name: _distance(channels(SHOWN[name]), channels(colour)))


@lru_cache(maxsize=1)
def _indexed_names() -> dict[str, int]:
    names = dict(INDEXED)
    for letters, numbers, new in zip((TILES, TILES.lower()), INDEXED_TILES, NEW_TILES, strict=True):
        for letter in letters:
            step = int(palette.lateness(letter) * (len(numbers) - 1) + 0.5)
            names[palette.tile(letter)] = numbers[step]
            names[palette.tile(letter, is_new=True)] = new
    return names


@lru_cache(maxsize=1)
def _basic_names() -> dict[str, str]:
    """The names of all colours that are chosen by hand."""
    names = dict(BASIC)
    for game, pieces in BASIC_PIECES.items():
        for letter, name in pieces.items():
            names[palette.falling(game, letter)] = f"bright_{name}"
            names[palette.stacked(game, letter)] = name
            names[palette.ghost(game, letter)] = name
            names[palette.shadow(game, letter)] = "bright_black"
    for letters, name in zip((TILES, TILES.lower()), BASIC_TILES, strict=True):
        for letter in letters:
            names[palette.tile(letter)] = name
            names[palette.tile(letter, is_new=True)] = f"bright_{name}"
    return names


def _distance(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """How different two colours look; eyes tell greens apart best and blues worst."""
    weights = (3, 6, 1)
    triples = zip(one, other, weights, strict=True)
    return sum(weight * (mine - yours) ** 2 for mine, yours, weight in triples)
