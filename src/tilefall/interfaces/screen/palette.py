"""Palette: the colours of pieces, tiles and all around them, safe for colour-blind eyes."""

from __future__ import annotations

from tilefall import colours
from tilefall.interfaces.screen.shades import mixed

WELL = colours.WELL
STRIPE = "#181b22"  # every other column of it, where there is no room for dots
SCREEN = "#0d0f13"  # behind everything else
TEXT, DIM, BRIGHT = "#c8ccd4", "#7d8594", "#ffffff"
ACCENT, WARNING = "#5cb8ec", "#f0a830"
INK = "#101216"  # letters on coloured cells
STACK = "#8a90a0"  # filled cells of which nobody knows the piece
GRID = "#2a2f3a"  # the faint dots of empty cells
WALL = "#3d4453"  # walls, floors and frames
CHOSEN = "#223040"  # behind a line that is looked at
CANDIDATE = "#254a63"  # a candidate that is looked at
PIECES = {"quintris": colours.QUINTRIS, "tetris": colours.TETRIS}
UPPER, LOWER = "#3b82c4", "#e8871e"  # the two players of IJK
EARLY, LATE = "A", "K"  # the letters between which tiles grow brighter


def falling(game: str, letter: str) -> str:
    """The colour of a piece that falls."""
    return PIECES[game].get(letter, STACK)


def stacked(game: str, letter: str) -> str:
    """The colour of a cell that has come to rest, darker than what falls."""
    return mixed(falling(game, letter), WELL, 0.24)


def ghost(game: str, letter: str) -> str:
    """The colour of the place where a piece would land."""
    return mixed(falling(game, letter), WELL, 0.3)


def shadow(game: str, letter: str) -> str:
    """The same where it fills a cell, so fainter."""
    return mixed(falling(game, letter), WELL, 0.7)


def tile(letter: str, is_new: bool = False) -> str:
    """The colour of a tile of IJK: whose it is, the brighter the later its letter."""
    late = mixed(UPPER if letter.isupper() else LOWER, WELL, 0.4 * (1 - lateness(letter)))
    return mixed(late, BRIGHT, 0.25) if is_new else late


def lateness(letter: str) -> float:
    """How far a letter is from the first to the one that wins, 0 to 1."""
    last = ord(LATE) - ord(EARLY)
    return min(max(ord(letter.upper()) - ord(EARLY), 0), last) / last
