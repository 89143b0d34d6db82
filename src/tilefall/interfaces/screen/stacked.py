"""Stacked sections: parts of a panel below each other, which shrink or go where lines are few."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilefall.interfaces.screen.grid import Grid, Line
from tilefall.interfaces.screen.joined import blanks, joined


@dataclass(frozen=True)
class Section:
    """A part of a panel that is drawn in any number of lines between two."""

    draw: Callable[[int], Grid]
    least: int
    most: int
    goes: int  # how soon it is left out: the highest number goes first
    is_apart: bool = True  # a blank line stands before it where there is room


def fixed(grid: Grid, goes: int, *, is_apart: bool = True) -> Section:
    """A section that is always as high as it is."""
    return Section(lambda _: grid, grid.height, grid.height, goes, is_apart)


def stacked(sections: Sequence[Section], width: int, height: int) -> Grid:
    """What there is room for, in its order: first all shrink, then blank lines go, then sections.

    Lines that are left over make sections higher, those that stay longest first.
    """
    kept = [section for section in sections if section.most]
    while sum(section.least for section in kept) > height and len(kept) > 1:
        kept.remove(max(kept, key=lambda section: section.goes))
    room = max(0, height - sum(section.least for section in kept))
    has_gap = []
    for number, section in enumerate(kept):
        has_gap.append(bool(number) and section.is_apart and room > 0)
        room -= has_gap[-1]
    heights = [section.least for section in kept]
    for number in sorted(range(len(kept)), key=lambda each: kept[each].goes):
        more = min(room, kept[number].most - kept[number].least)
        heights[number] += more
        room -= more
    lines: list[Line] = []
    for section, is_after_gap, lines_high in zip(kept, has_gap, heights, strict=True):
        lines += [blanks(width)] * is_after_gap
        drawn = section.draw(lines_high)
        lines += (_fitted(line, width) for line in drawn.lines)
    return Grid((*lines[:height], *[blanks(width)] * (height - len(lines))))


def _fitted(line: Line, width: int) -> Line:
    if len(line) >= width:
        return line if len(line) == width else line[:width]
    return joined(line, blanks(width - len(line)))
