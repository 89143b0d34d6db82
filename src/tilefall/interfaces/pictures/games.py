"""Games: a record as a still picture or as frames, which every kind of file is made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilefall.interfaces.pictures.frames import Frame
from tilefall.interfaces.pictures.moments import Span, moments
from tilefall.interfaces.pictures.positions import picture_of
from tilefall.interfaces.screen.board import Size
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Look
from tilefall.play.record import Record

FLASH = 0.4  # the share of a position's time in which its complete rows light up
DEFAULT_LOOK = Look()
END_SECONDS = 2.0  # the last position stays at least so long


@dataclass(frozen=True)
class Style:
    """How a game is shown."""

    size: Size
    look: Look = DEFAULT_LOOK
    speed: float = 4.0  # positions a second


def still(record: Record, number: int, style: Style) -> Grid:
    """The position after so many moves."""
    (moment,) = moments(record, Span(number, number))
    return picture_of(moment, record.agents, style.size, style.look)


def game_frames(record: Record, span: Span, style: Style) -> Iterator[Frame]:
    """The positions of a game, each as long as the speed says."""
    seconds = 1 / style.speed
    for moment in moments(record, span):
        grid = picture_of(moment, record.agents, style.size, style.look)
        bright = replace(moment, is_flashing=True)
        flash = picture_of(bright, record.agents, style.size, style.look)
        if moment.number == span.last:
            yield Frame(grid, max(seconds, END_SECONDS))
        elif flash == grid:
            yield Frame(grid, seconds)
        else:
            yield Frame(grid, seconds * (1 - FLASH))
            yield Frame(flash, seconds * FLASH)
