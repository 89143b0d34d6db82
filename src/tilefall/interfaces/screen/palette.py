"""Palette: the colours of pieces, tiles and all around them, safe for colour-blind eyes."""

from __future__ import annotations

WELL = "#14161c"  # behind the cells of a well
SCREEN = "#0d0f13"  # behind everything else
TEXT, DIM, BRIGHT = "#c8ccd4", "#7d8594", "#ffffff"
ACCENT, WARNING = "#56b4e9", "#e69f00"
INK = "#101216"  # letters on coloured cells
STACK = "#8a90a0"  # filled cells of which nobody knows the piece
GRID = "#1f232c"  # the faint dots of empty cells, walls and floors
PIECES = {
    "quintris": {
        "X": "#ddbbff",
        "I": "#ff7710",
        "L": "#ffdd10",
        "Y": "#997799",
        "U": "#107755",
        "N": "#bbffbb",
    },
    # The set of Okabe and Ito; its black is too dark for a dark well, so one is grey.
    "tetris": {
        "I": "#56b4e9",
        "O": "#f0e442",
        "T": "#cc79a7",
        "Z": "#d55e00",
        "S": "#009e73",
        "J": "#0072b2",
        "L": "#e69f00",
    },
}
UPPER, LOWER = "#3b82c4", "#e8871e"  # the two players of IJK
