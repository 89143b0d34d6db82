"""Look: how a screen is drawn, by what a terminal can show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Cells(Enum):
    """How large the cells of a board are."""

    HUGE = "huge"  # four columns and two lines each; tiles 8 and 3
    LARGE = "large"  # two columns and a line each; tiles 6 and 3
    HALF = "half"  # a column and half a line each; tiles 4 and 1
    PLAIN = "plain"  # a character each, no colour: for pipes and screen readers


class Depth(Enum):
    """How many colours there are."""

    TRUE = "true"
    INDEXED = "256"
    BASIC = "16"
    NONE = "none"


@dataclass(frozen=True)
class Look:
    """What a terminal can show, and what its user wants."""

    depth: Depth = Depth.TRUE
    is_ascii: bool = False
    has_letters: bool = True  # on the cells, so that colour is never the only sign

    @property
    def style(self) -> Style:
        """What of it decides which characters are drawn."""
        return Style(self.depth is not Depth.NONE, self.is_ascii, self.has_letters)


class Style(NamedTuple):
    """What decides which characters are drawn; a tuple, since many caches ask for its hash."""

    is_coloured: bool
    is_ascii: bool
    has_letters: bool
