"""Blocks: halves, eighths, quarters and shades of a cell, and the dots of braille characters."""

from __future__ import annotations

from tilefall.interfaces.pictures.geometry import HEIGHT, WIDTH, Box, Shapes

QUADRANTS = {
    0x2596: "3",
    0x2597: "4",
    0x2598: "1",
    0x2599: "134",
    0x259A: "14",
    0x259B: "123",
    0x259C: "124",
    0x259D: "2",
    0x259E: "23",
    0x259F: "234",
}  # 1 2 above 3 4
QUADRANT_BOXES = {
    "1": Box(0, 0, WIDTH / 2, HEIGHT / 2),
    "2": Box(WIDTH / 2, 0, WIDTH, HEIGHT / 2),
    "3": Box(0, HEIGHT / 2, WIDTH / 2, HEIGHT),
    "4": Box(WIDTH / 2, HEIGHT / 2, WIDTH, HEIGHT),
}


def block_shapes(code: int) -> Shapes:
    """The shapes of a block element, by its code."""
    if code in QUADRANTS:
        return Shapes(tuple(QUADRANT_BOXES[quarter] for quarter in QUADRANTS[code]))
    if 0x2591 <= code <= 0x2593:
        return Shapes((Box(0, 0, WIDTH, HEIGHT),), strength=(code - 0x2590) / 4)
    if 0x2581 <= code <= 0x2588:  # from below, in eighths
        return Shapes((Box(0, HEIGHT * (0x2588 - code) / 8, WIDTH, HEIGHT),))
    if 0x2589 <= code <= 0x258F:  # from the left, in eighths
        return Shapes((Box(0, 0, WIDTH * (0x2590 - code) / 8, HEIGHT),))
    halves = {
        0x2580: Box(0, 0, WIDTH, HEIGHT // 2),
        0x2590: Box(WIDTH / 2, 0, WIDTH, HEIGHT),
        0x2594: Box(0, 0, WIDTH, HEIGHT / 8),
        0x2595: Box(WIDTH * 7 / 8, 0, WIDTH, HEIGHT),
    }
    return Shapes((halves[code],))


# Row and column of each bit of a braille character: the lowest row came later, as bits 6 and 7.
DOTS = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1))
PITCH = 5  # from dot to dot, also across cells: squares whose edges are whole pixels


def dot_shapes(pattern: int) -> Shapes:
    """The shapes of a braille character, by the bits of its dots."""
    places = [place for bit, place in enumerate(DOTS) if pattern >> bit & 1]
    return Shapes(
        tuple(
            Box(column * PITCH + 1, row * PITCH + 1, column * PITCH + 4, row * PITCH + 4)
            for row, column in places
        )
    )
