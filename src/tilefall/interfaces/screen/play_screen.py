"""Play screen: the board in the middle, how things stand to its left, what comes to its right.

Where there is no room on both sides, one panel to the right has it all.
"""

from __future__ import annotations

from tilefall.interfaces.screen.board import LARGEST_FIRST, Size, board_size, drawn
from tilefall.interfaces.screen.covered import covered, labelled
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.joined import level
from tilefall.interfaces.screen.look import Cells, Look
from tilefall.interfaces.screen.parts import keys_line
from tilefall.interfaces.screen.play_panels import Said, panels
from tilefall.interfaces.screen.reduced import reduced
from tilefall.interfaces.screen.small import too_small
from tilefall.interfaces.screen.views import Board, PlayView, WellView

LEAST_SIDE, MOST_SIDE, HUGE_SIDE = 15, 26, 24  # columns of a panel
GAP, MARGIN = 2, 2  # between board and panels; at both edges together
BELOW = 1  # the line of keys


def least_play_size(board: Board) -> Size:
    """The smallest terminal in which a game on this board can be played."""
    small = board_size(board, Cells.HALF)
    return Size(small.width + GAP + LEAST_SIDE + MARGIN, small.height + BELOW)


def play_screen(view: PlayView, width: int, height: int, look: Look) -> Grid:
    """The screen of a game that a person plays, exactly this large."""
    return reduced(_in_true_colours(view, width, height, look), look.depth)


def _in_true_colours(view: PlayView, width: int, height: int, look: Look) -> Grid:
    for cells in LARGEST_FIRST:
        size = board_size(view.board, cells)
        if size.height + BELOW > height:
            continue
        least = HUGE_SIDE if cells is Cells.HUGE else LEAST_SIDE
        side = min(MOST_SIDE, (width - size.width - 2 * GAP - MARGIN) // 2)
        if side >= least:
            return _shown(view, width, height, cells, side, look, has_two_sides=True)
        side = min(MOST_SIDE, width - size.width - GAP - MARGIN)
        if side >= least:
            return _shown(view, width, height, cells, side, look, has_two_sides=False)
    return too_small(Size(width, height), least_play_size(view.board), look)


def _shown(
    view: PlayView,
    width: int,
    height: int,
    cells: Cells,
    side: int,
    look: Look,
    *,
    has_two_sides: bool,
) -> Grid:
    board = drawn(covered(view.board) if view.hidden else view.board, cells, look.style)
    if view.hidden:
        board = labelled(board, view.notice or "paused", look.is_ascii)
    top = (height - BELOW - board.height) // 2
    said = Said(
        view.board.game if isinstance(view.board, WellView) else "",
        view.title,
        view.figures,
        view.has_hold,
        view.held,
        view.is_hold_spent,
        view.notice,
        () if view.hidden else view.following,
        view.advice,
    )
    sides = panels(said, side, height - BELOW - top, has_two_sides, look.style)
    columns = (sides[0], board, sides[1]) if has_two_sides else (board, sides[0])
    main = level(columns, (top,) * len(columns), width, height - BELOW)
    return Grid((*main.lines, keys_line(view.keys, width, look.is_ascii)))
