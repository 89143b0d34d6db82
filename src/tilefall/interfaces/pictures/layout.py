"""Layout: where the cells of a grid are in a picture, in units of a cell's geometry."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilefall.interfaces.pictures.geometry import HEIGHT, WIDTH
from tilefall.interfaces.screen.grid import Grid

PADDING = 20
BAR = 36  # the bar on top with the title
RADIUS = 12
BASELINE = 16  # from the top of a cell
FONT_SIZE = 16.6  # its characters are as wide as a cell
TITLE_SIZE = 14.0
CHARACTER_SHARE = 0.602  # of a font's size: how wide its characters are
BUTTONS = (24, 42, 60)  # the middles of three circles in the bar
BUTTONS_WIDTH = 78
BORDER, BAR_COLOUR = "#2a2f3a", "#171a21"


@dataclass(frozen=True)
class Layout:
    """A grid's place in its picture."""

    columns: int
    lines: int
    title: str = ""  # a picture with a title has a bar and round corners, as windows have

    @property
    def left(self) -> int:
        """Where the first column begins."""
        return PADDING

    @property
    def top(self) -> int:
        """Where the first line begins."""
        return PADDING + (BAR if self.title else 0)

    @property
    def width(self) -> int:
        """Of the whole picture."""
        return self.columns * WIDTH + 2 * PADDING

    @property
    def height(self) -> int:
        """Of the whole picture."""
        return self.top + self.lines * HEIGHT + PADDING


def layout_of(grid: Grid, title: str = "") -> Layout:
    """The layout of a picture of this grid; a title too long for its bar is cut."""
    found = Layout(grid.width, grid.height, title)
    room = int((found.width - 2 * BUTTONS_WIDTH) / (TITLE_SIZE * CHARACTER_SHARE))
    if len(title) <= max(room, 0):
        return found
    return replace(found, title=f"{title[: max(1, room - 3)]}...")
