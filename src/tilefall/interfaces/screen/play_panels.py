"""Play panels: what stands beside a board that a person plays on.

What goes first where lines are few: blank lines, advice, all pieces but the next, what is held,
the title, figures; the notice and the next piece stay.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Cells, Style
from tilefall.interfaces.screen.parts import figure_lines, heading
from tilefall.interfaces.screen.pieces import piece_grid
from tilefall.interfaces.screen.stacked import Section, fixed, stacked
from tilefall.interfaces.screen.text import lines_of, text_line
from tilefall.interfaces.screen.views import Figures, PieceView

ADVICE, LATER, HOLD, TITLE, FIGURES, NOTICE, NEXT = range(7, 0, -1)  # the first goes first
ROOMY = 16  # lines from which on pieces are drawn in large cells


class Said(NamedTuple):
    """All that the panels show; a tuple, since they are remembered by it."""

    game: str
    title: str
    figures: Figures
    has_hold: bool
    held: PieceView | None
    is_hold_spent: bool
    notice: str
    following: tuple[PieceView, ...]
    advice: tuple[str, ...]


@lru_cache(maxsize=64)
def panels(
    said: Said, width: int, height: int, has_two_sides: bool, style: Style
) -> tuple[Grid, ...]:
    """How things stand and what comes, in a panel each or both in one."""
    cells = Cells.LARGE if height >= ROOMY and has_two_sides else Cells.HALF
    now, later = _standing(said, width, cells, style), _coming(said, width, cells, style)
    if has_two_sides:
        return stacked(now, width, height), stacked(later, width, height)
    return (stacked(now + later, width, height),)


def _standing(said: Said, width: int, cells: Cells, style: Style) -> list[Section]:
    is_ascii = style.is_ascii
    sections = [
        fixed(lines_of(said.title, width, is_ascii, palette.BRIGHT), TITLE),
        fixed(figure_lines(said.figures, width, is_ascii), FIGURES),
        fixed(lines_of(said.notice, width, is_ascii, palette.WARNING), NOTICE),
    ]
    if said.has_hold:
        shown = Grid((text_line("empty", width, is_ascii, palette.DIM),))
        if said.held is not None:
            shown = piece_grid(said.held, said.game, cells, style, said.is_hold_spent)
        sections.append(fixed(_titled("hold", shown, width, is_ascii), HOLD))
    return sections


def _coming(said: Said, width: int, cells: Cells, style: Style) -> list[Section]:
    is_ascii = style.is_ascii
    drawn = [piece_grid(piece, said.game, cells, style) for piece in said.following]
    sections = []
    if drawn:
        sections.append(fixed(_titled("next", drawn[0], width, is_ascii), NEXT))
        sections += [fixed(piece, LATER) for piece in drawn[1:]]
    words = [lines_of(line, width, is_ascii, palette.TEXT) for line in said.advice]
    lines = tuple(line for part in words for line in part.lines)
    if lines:
        sections.append(fixed(_titled("advice", Grid(lines), width, is_ascii), ADVICE))
    return sections


def _titled(name: str, shown: Grid, width: int, is_ascii: bool) -> Grid:
    return Grid((*heading(name, width, is_ascii).lines, *shown.lines))
