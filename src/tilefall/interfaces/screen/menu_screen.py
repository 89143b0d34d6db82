"""Menu screen: a title, some words, and lines to choose from, in the middle of the screen."""

from __future__ import annotations

from tilefall.interfaces.screen.board import Size
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.joined import blanks
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.menu import menu_sections, menu_width
from tilefall.interfaces.screen.parts import keys_line
from tilefall.interfaces.screen.reduced import reduced
from tilefall.interfaces.screen.small import too_small
from tilefall.interfaces.screen.stacked import stacked
from tilefall.interfaces.screen.text import centred
from tilefall.interfaces.screen.views import MenuView

LEAST_MENU_SIZE = Size(30, 8)
MOST_WIDTH = 90
BELOW = 1  # the line of keys


def menu_screen(view: MenuView, width: int, height: int, look: Look) -> Grid:
    """The menu, exactly this large; a long one shows the part around the chosen line."""
    if width < LEAST_MENU_SIZE.width or height < LEAST_MENU_SIZE.height:
        return reduced(too_small(Size(width, height), LEAST_MENU_SIZE, look), look.depth)
    inner = min(width - 2, MOST_WIDTH, menu_width(view, look.is_ascii))
    sections = menu_sections(view, inner, look.is_ascii)
    shown = [section.most for section in sections if section.most]
    room = height - BELOW
    high = min(sum(shown) + len(shown) - 1, room)
    above = (room - high) // 2
    body = stacked(sections, inner, high)
    lines = [centred(line, width) for line in body.lines]
    lines = [blanks(width)] * above + lines + [blanks(width)] * (room - above - high)
    return reduced(Grid((*lines, keys_line(view.keys, width, look.is_ascii))), look.depth)
