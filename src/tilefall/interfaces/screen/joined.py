"""Joined lines: parts next to each other, remembered, so that what stays is the same object."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tilefall.interfaces.screen.grid import BLANK, Grid, Line

MOST = 8192  # lines that are remembered


@dataclass(frozen=True)
class Joined:
    """A line and its parts, which are kept: nobody else may have their ids."""

    parts: tuple[Line, ...]
    line: Line


_kept: dict[tuple[int, ...], Joined] = {}


def joined(*parts: Line) -> Line:
    """The parts as one line, the same object for the same parts.

    Parts are known by identity: comparing their cells would take longer than joining them.
    """
    key = tuple(map(id, parts))
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= MOST:
            _kept.clear()
        line: Line = ()
        for part in parts:
            line += part
        found = _kept[key] = Joined(parts, line)
    return found.line


@lru_cache(maxsize=512)
def blanks(width: int) -> Line:
    """So many blanks, the same object every time."""
    return (BLANK,) * width


def level(parts: tuple[Grid, ...], starts: tuple[int, ...], width: int, height: int) -> Grid:
    """Grids next to each other, each from its own line on, in the middle of this size.

    Each is cut at the last line; they must not be wider than the size.
    """
    taken = sum(part.width for part in parts)
    gap = min(2, (width - taken) // max(len(parts) - 1, 1)) if len(parts) > 1 else 0
    left = (width - taken - gap * (len(parts) - 1)) // 2
    right = width - taken - gap * (len(parts) - 1) - left
    columns = [[blanks(left)] * height]
    for number, (part, start) in enumerate(zip(parts, starts, strict=True)):
        columns += [[blanks(gap)] * height] if number else []
        below = [blanks(part.width)] * (height - start - part.height)
        columns.append([*[blanks(part.width)] * start, *part.lines, *below][:height])
    columns.append([blanks(right)] * height)
    return Grid(tuple(joined(*line) for line in zip(*columns, strict=True)))
