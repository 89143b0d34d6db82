"""Look: how a screen is drawn, by what a terminal can show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Cells(Enum):
    """How large the cells of a board are."""

    LARGE = "large"  # two columns and a line each
    HALF = "half"  # a column and half a line each
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
