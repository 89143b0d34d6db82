"""Overlays: framed panels that are laid over a screen, which fades behind them."""

from __future__ import annotations

from functools import lru_cache

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import Cell, Grid, Line, cell, put, written
from tilefall.interfaces.screen.look import Depth, Look
from tilefall.interfaces.screen.menu import menu_sections, menu_width
from tilefall.interfaces.screen.parts import keys_line
from tilefall.interfaces.screen.reduced import colour_in, reduced
from tilefall.interfaces.screen.shades import mixed
from tilefall.interfaces.screen.signs import signs
from tilefall.interfaces.screen.stacked import stacked
from tilefall.interfaces.screen.text import clean, filled, fitted
from tilefall.interfaces.screen.views import Keys, MenuView

MOST_WIDTH = 76  # of what is in a frame
FADED = 0.6  # how much of the screen's colour is in what is behind a panel


def over(grid: Grid, panel: Grid) -> Grid:
    """The grid, faded, with a panel in its middle; a panel that is larger is cut at its ends."""
    row, column = (grid.height - panel.height) // 2, (grid.width - panel.width) // 2
    faded = Grid(tuple(_faded_line(line) for line in grid.lines))
    return put(faded, panel, max(0, row), max(0, column))


@lru_cache(maxsize=256)
def help_panel(title: str, keys: Keys, look: Look) -> Grid:
    """All keys and what they do, in a frame."""
    is_ascii = look.is_ascii
    wide = max((len(clean(key, is_ascii)) for key, _ in keys), default=0)
    lines = [
        written(f"{clean(key, is_ascii):>{wide}}", palette.ACCENT)
        + written(f"  {clean(about, is_ascii)}", palette.TEXT)
        for key, about in keys
    ]
    inner = min(MOST_WIDTH, max(map(len, [*lines, clean(title, is_ascii) + "    "])))
    return reduced(framed([filled(line, inner) for line in lines], title, is_ascii), look.depth)


def menu_panel(view: MenuView, look: Look) -> Grid:
    """A menu in a frame, as after a game: how it ended, and what can be done next."""
    is_ascii = look.is_ascii
    inner = min(MOST_WIDTH, menu_width(view, is_ascii))
    sections = menu_sections(view, inner, is_ascii)[1:]
    shown = [section.most for section in sections if section.most]
    body = stacked(sections, inner, sum(shown) + max(0, len(shown) - 1))
    lines = list(body.lines)
    if view.keys:
        lines += [filled((), inner), keys_line(view.keys, inner, is_ascii)]
    return reduced(framed(lines, view.title, is_ascii), look.depth)


def framed(lines: list[Line], title: str, is_ascii: bool) -> Grid:
    """Lines of one width in a frame with a title, on a ground of their own."""
    sign = signs(is_ascii)
    inner = len(lines[0]) if lines else len(title)
    name = fitted(title, inner - 2, is_ascii)
    rule = sign.floor * (inner - len(name) - 1)
    edge = written(sign.top_left + sign.floor, palette.DIM)
    top = edge + written(f" {name} ", palette.BRIGHT) + written(rule + sign.top_right, palette.DIM)
    bottom = written(
        f"{sign.left_corner}{sign.floor * (inner + 2)}{sign.right_corner}", palette.DIM
    )
    side = written(sign.wall, palette.DIM)
    pad = written(" ")
    rows = [side + pad + line + pad + side for line in [written(" " * inner), *lines]]
    rows.append(side + written(" " * (inner + 2)) + side)
    return Grid(tuple(tuple(map(_on_well, row)) for row in (top, *rows, bottom)))


def _on_well(each: Cell) -> Cell:
    return each if each.background else cell(each.glyph, each.foreground, palette.WELL)


@lru_cache(maxsize=1024)
def _faded_line(line: Line) -> Line:
    return tuple(_faded(each) for each in line)


@lru_cache(maxsize=4096)
def _faded(each: Cell) -> Cell:
    return cell(each.glyph, _faded_colour(each.foreground), _faded_ground(each.background))


def _faded_colour(colour: str) -> str:
    """The colour nearer to the screen's; named ones have one grey for all."""
    if colour.startswith("#"):
        return mixed(colour, palette.SCREEN, FADED)
    if colour.startswith("color("):
        return colour_in(palette.DIM, Depth.INDEXED)
    return "bright_black" if colour else ""


def _faded_ground(colour: str) -> str:
    return mixed(colour, palette.SCREEN, FADED) if colour.startswith("#") else ""
