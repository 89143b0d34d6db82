"""Too small: what a screen says where there is no room for it."""

from __future__ import annotations

from functools import lru_cache

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.board import Size
from tilefall.interfaces.screen.grid import BLANK, Grid, sized, written
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.text import centred, wrapped


@lru_cache(maxsize=16)
def too_small(size: Size, needed: Size, look: Look) -> Grid:
    """A message in the middle: how large the terminal is, what is needed, and what else helps."""
    said = [
        (f"This terminal is {size}.", palette.TEXT),
        (f"At least {needed} is needed.", palette.WARNING),
        ("Make it larger, or start again with --plain.", palette.DIM),
    ]
    lines = [
        centred(written(line, colour), size.width)
        for words, colour in said
        for line in wrapped(words, size.width, look.is_ascii)
    ]
    above = max(0, (size.height - len(lines)) // 2)
    return sized(Grid((*[(BLANK,) * size.width] * above, *lines)), size.width, size.height)
