"""Signs: the characters that draw frames, marks and bars, for terminals of both kinds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Signs:
    """A character for each use."""

    wall: str
    floor: str
    left_corner: str
    right_corner: str
    top_left: str
    top_right: str
    dot: str  # an empty cell
    more: str  # a text that was cut
    played: str
    previewed: str
    mistake: str
    past: str  # of a slider
    future: str
    knob: str
    both: str  # of two bars on one line
    first: str
    second: str
    cursor: str  # the position in a graph
    best: str
    up: str
    down: str
    left: str
    right: str
    separator: str


DRAWN = Signs(
    wall="│",
    floor="─",
    left_corner="╰",
    right_corner="╯",
    top_left="╭",
    top_right="╮",
    dot="·",
    more="…",
    played="●",
    previewed="▶",
    mistake="×",
    past="━",
    future="─",
    knob="●",
    both="█",
    first="▀",
    second="▄",
    cursor="│",
    best="★",
    up="▲",
    down="▼",
    left="◀",
    right="▶",
    separator="·",
)
ASCII = Signs(
    wall="|",
    floor="-",
    left_corner="+",
    right_corner="+",
    top_left="+",
    top_right="+",
    dot=".",
    more="~",
    played="*",
    previewed=">",
    mistake="x",
    past="=",
    future="-",
    knob="O",
    both="#",
    first='"',
    second="_",
    cursor="|",
    best="*",
    up="^",
    down="v",
    left="<",
    right=">",
    separator="-",
)


def signs(is_ascii: bool) -> Signs:
    """The signs for a terminal that knows ASCII alone, or more."""
    return ASCII if is_ascii else DRAWN
