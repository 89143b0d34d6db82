"""Landing: where a piece of a live game came to rest, and which rows it completed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilefall.play.painted import with_letter
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.pieces import Placement


@dataclass(frozen=True)
class Landing:
    """A piece that has locked; its cells and rows as they were numbered before rows went."""

    letter: str
    column: int  # the first that it takes
    rows: tuple[int, ...] = ()  # that were complete with it, and are gone


def landing(cells: Rows, letter: str, places: Sequence[tuple[int, int]], lines: int) -> Landing:
    """The landing of a piece on painted cells that took so many lines with it.

    >>> landing(("..", "x."), "I", [(0, 1), (1, 1)], lines=1)
    Landing(letter='I', column=1, rows=(1,))
    """
    filled = with_letter(cells, letter, places)
    rows = tuple(row for row, line in enumerate(filled) if EMPTY not in line) if lines else ()
    return Landing(letter, min(column for _, column in places), rows)


def placement_landing(cells: Rows, placement: Placement, lines: int) -> Landing:
    """The landing of a piece where a move has put it."""
    row, column = placement.row, placement.column
    places = [(row + down, column + across) for down, across in placement.shape.cells]
    return landing(cells, placement.shape.name[0], places, lines)
