"""Boxes: the lines of box-drawing characters, found by what Unicode calls them.

A name such as BOX DRAWINGS DOWN LIGHT AND RIGHT HEAVY says which arms there are and how thick.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from tilefall.interfaces.pictures.geometry import HEIGHT, WIDTH, Box, Point, Shapes, Stroke

LIGHT, HEAVY, DOUBLE = "light", "heavy", "double"
HALF = {LIGHT: 1, HEAVY: 2, DOUBLE: 3}  # from the middle of a line to its edge
GAP = 1  # the same for what is left out of a double line
WEIGHTS = {"LIGHT": LIGHT, "SINGLE": LIGHT, "HEAVY": HEAVY, "DOUBLE": DOUBLE}
ARMS = {
    "UP": "u",
    "DOWN": "d",
    "LEFT": "l",
    "RIGHT": "r",
    "VERTICAL": "ud",
    "HORIZONTAL": "lr",
}
OPPOSITE = {"u": "d", "d": "u", "l": "r", "r": "l"}
DASHES = {"DOUBLE": 2, "TRIPLE": 3, "QUADRUPLE": 4}
DASH_SHARE = 0.6  # of the way from one dash to the next
MIDDLE_X, MIDDLE_Y = WIDTH // 2, HEIGHT // 2

Squares = set[tuple[int, int]]  # of one unit each, by their left and top edges


def line_shapes(glyph: str) -> Shapes:
    """The shapes of a box-drawing character."""
    name = unicodedata.name(glyph).removeprefix("BOX DRAWINGS ")
    if found := re.fullmatch(r"(\w+) (\w+) DASH (\w+)", name):
        return Shapes(tuple(_dashes(WEIGHTS[found[1]], DASHES[found[2]], found[3] == "VERTICAL")))
    if "DIAGONAL" in name:
        return Shapes(strokes=tuple(_diagonals(name)))
    if name.startswith("LIGHT ARC"):
        return _arc(arms_of(name.replace("ARC ", "")))
    return Shapes(merged(_squares(arms_of(name))))


def arms_of(name: str) -> dict[str, str]:
    """The arms of a name, and how thick each is.

    >>> arms_of("DOWN LIGHT AND RIGHT HEAVY"), arms_of("LIGHT VERTICAL AND RIGHT")
    ({'d': 'light', 'r': 'heavy'}, {'u': 'light', 'd': 'light', 'r': 'light'})
    """
    arms: dict[str, str] = {}
    weight = ""
    for group in name.split(" AND "):
        words = group.split()
        weight = next((WEIGHTS[word] for word in words if word in WEIGHTS), weight)
        for word in words:
            for arm in ARMS.get(word, ""):
                arms[arm] = weight
    return arms


def merged(squares: Squares) -> tuple[Box, ...]:
    """Few boxes that cover exactly these squares."""
    open_boxes: dict[tuple[int, int], int] = {}  # left and right edge -> top
    boxes = []
    for row in range(HEIGHT + 1):
        runs = set(_runs({x for x, y in squares if y == row}))
        for edges in [edges for edges in open_boxes if edges not in runs]:
            boxes.append(Box(edges[0], open_boxes.pop(edges), edges[1], row))
        for edges in runs:
            open_boxes.setdefault(edges, row)
    return tuple(sorted(boxes))


def _runs(columns: set[int]) -> Iterator[tuple[int, int]]:
    for left in sorted(columns):
        if left - 1 not in columns:
            right = left
            while right in columns:
                right += 1
            yield left, right


def _squares(arms: dict[str, str]) -> Squares:
    """What the arms cover, without the middles of double lines."""
    covered: Squares = set()
    gaps: Squares = set()
    for arm, weight in arms.items():
        across = [arms[other] for other in arms if other not in (arm, OPPOSITE[arm])]
        covered |= _bar(arm, HALF[weight], max((HALF[other] for other in across), default=0))
        if weight == DOUBLE:
            gaps |= _bar(arm, GAP, _gap_end(across, OPPOSITE[arm] in arms))
    return covered - gaps


def _gap_end(across: list[str], goes_on: bool) -> int:
    """How far beyond the middle a double line stays open, given the lines across it."""
    if DOUBLE in across:
        return GAP
    is_open_on_one_side = goes_on and len(across) == 1
    return 0 if not across or is_open_on_one_side else -GAP


def _bar(arm: str, half: int, beyond: int) -> Squares:
    """A bar from an edge to so far beyond the middle."""
    ends = {
        "u": (0, MIDDLE_Y + beyond),
        "d": (MIDDLE_Y - beyond, HEIGHT),
        "l": (0, MIDDLE_X + beyond),
        "r": (MIDDLE_X - beyond, WIDTH),
    }
    along = range(*ends[arm])
    if arm in "ud":
        return {(x, y) for x in range(MIDDLE_X - half, MIDDLE_X + half) for y in along}
    return {(x, y) for x in along for y in range(MIDDLE_Y - half, MIDDLE_Y + half)}


def _dashes(weight: str, count: int, is_vertical: bool) -> Iterator[Box]:
    half, pitch = HALF[weight], (HEIGHT if is_vertical else WIDTH) / count
    for i in range(count):
        start = (i + (1 - DASH_SHARE) / 2) * pitch
        end = start + DASH_SHARE * pitch
        if is_vertical:
            yield Box(MIDDLE_X - half, start, MIDDLE_X + half, end)
        else:
            yield Box(start, MIDDLE_Y - half, end, MIDDLE_Y + half)


def _diagonals(name: str) -> Iterator[Stroke]:
    middle = (MIDDLE_X, MIDDLE_Y)
    if "UPPER RIGHT" in name or "CROSS" in name:
        yield Stroke((WIDTH, 0), middle, (0, HEIGHT))
    if "UPPER LEFT" in name or "CROSS" in name:
        yield Stroke((0, 0), middle, (WIDTH, HEIGHT))


def _arc(arms: dict[str, str]) -> Shapes:
    """A straight piece from above or below, then a quarter of a turn to the side."""
    is_up, is_left = "u" in arms, "l" in arms
    turn = MIDDLE_Y - MIDDLE_X if is_up else MIDDLE_Y + MIDDLE_X
    top, bottom = (0, turn) if is_up else (turn, HEIGHT)
    straight = Box(MIDDLE_X - HALF[LIGHT], top, MIDDLE_X + HALF[LIGHT], bottom)
    side: Point = (0 if is_left else WIDTH, MIDDLE_Y)
    return Shapes((straight,), (Stroke((MIDDLE_X, turn), (MIDDLE_X, MIDDLE_Y), side),))
