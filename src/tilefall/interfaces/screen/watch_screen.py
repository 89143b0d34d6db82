"""Watch screen: the board to the left, what agents think of it to the right, the game below.

Where lines are few, first the table, the bars and the graph shrink, to three candidates at least;
then blank lines go, the next pieces, the bars, the graph, the sentence and the figures; the title
and the first candidates stay.
"""

from __future__ import annotations

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.bars import bar_lines
from tilefall.interfaces.screen.board import LARGEST_FIRST, Size, board_size, drawn
from tilefall.interfaces.screen.candidates import FEWEST, candidate_lines, shown
from tilefall.interfaces.screen.graph import graph
from tilefall.interfaces.screen.grid import Grid, Line
from tilefall.interfaces.screen.joined import blanks, joined, level
from tilefall.interfaces.screen.look import Cells, Look, Style
from tilefall.interfaces.screen.parts import figure_flow, heading, keys_line, title_line
from tilefall.interfaces.screen.pieces import in_a_row
from tilefall.interfaces.screen.reduced import reduced
from tilefall.interfaces.screen.slider import slider
from tilefall.interfaces.screen.small import too_small
from tilefall.interfaces.screen.stacked import Section, fixed, stacked
from tilefall.interfaces.screen.text import lines_of, text_line
from tilefall.interfaces.screen.views import Board, WatchView, WellView

LEAST_SIDE, MOST_SIDE = 34, 76  # columns of the panel
HUGE_SIDE = 60
GAP, MARGIN = 2, 2
NOTHING_YET = "nobody has looked at it yet"
BELOW = 3  # the slider, the status, the keys
FEWEST_BARS, FEWEST_DOTS, MOST_DOTS = 2, 3, 8  # lines
NEXT, BARS, GRAPH, WHY, FIGURES, FIRST, TITLE = range(7, 0, -1)  # the first goes first


def least_watch_size(board: Board) -> Size:
    """The smallest terminal in which a game on this board can be watched."""
    small = board_size(board, Cells.HALF)
    return Size(small.width + GAP + LEAST_SIDE + MARGIN, small.height + BELOW)


def watch_screen(view: WatchView, width: int, height: int, look: Look) -> Grid:
    """The screen of a game that agents play or have played, exactly this large."""
    return reduced(_in_true_colours(view, width, height, look), look.depth)


def _in_true_colours(view: WatchView, width: int, height: int, look: Look) -> Grid:
    for cells in LARGEST_FIRST:
        size = board_size(view.board, cells)
        least = HUGE_SIDE if cells is Cells.HUGE else LEAST_SIDE
        side = min(MOST_SIDE, width - size.width - GAP - MARGIN)
        if size.height + BELOW <= height and side >= least:
            return _shown(view, width, height, cells, side, look)
    return too_small(Size(width, height), least_watch_size(view.board), look)


def _shown(view: WatchView, width: int, height: int, cells: Cells, side: int, look: Look) -> Grid:
    board = drawn(view.board, cells, look.style)
    room = height - BELOW
    panel = stacked(_sections(view, side, look.style), side, room)
    left = stacked(_left(view, board, cells, look.style), board.width, room)
    main = level((left, panel), (0, 0), width, room)
    inner = width - MARGIN
    edge = blanks(MARGIN // 2)
    game = slider(view.position, view.length, view.mistakes, inner, look.is_ascii)
    status = text_line(view.status, inner, look.is_ascii, palette.TEXT)
    below = (joined(edge, line, edge) for line in (game, status))
    return Grid((*main.lines, *below, keys_line(view.keys, width, look.is_ascii)))


def _left(view: WatchView, board: Grid, cells: Cells, style: Style) -> list[Section]:
    """The board, and below it the pieces that come."""
    sections = [fixed(board, TITLE)]
    if view.following and isinstance(view.board, WellView):
        size = Cells.HALF if cells is Cells.HALF else Cells.LARGE
        pieces = in_a_row(view.following, view.board.game, size, style, board.width)
        title = heading("next", board.width, style.is_ascii)
        sections.append(fixed(Grid((*title.lines, *pieces.lines)), NEXT))
    return sections


def _sections(view: WatchView, width: int, style: Style) -> list[Section]:
    is_ascii = style.is_ascii
    head = [
        fixed(title_line(view.title, width, is_ascii), TITLE),
        fixed(figure_flow(view.figures, width, is_ascii), FIGURES, is_apart=False),
    ]
    if not view.is_explained:
        return head
    return [
        *head,
        _table(view, width, is_ascii),
        fixed(lines_of(view.why, width, is_ascii, palette.TEXT), WHY),
        _bars(view, width, style),
        _curve(view, width, is_ascii),
    ]


def _table(view: WatchView, width: int, is_ascii: bool) -> Section:
    def draw(height: int) -> Grid:
        return _titled(
            "candidates",
            candidate_lines(shown(view.candidates, height - 2), width, is_ascii),
            width,
            is_ascii,
        )

    if not view.candidates:
        line = text_line(view.nothing or NOTHING_YET, width, is_ascii, palette.DIM)
        return fixed(_titled("candidates", (line,), width, is_ascii), FIRST)
    most = len(view.candidates) + 2
    return Section(draw, min(FEWEST + 2, most), most, FIRST)


def _bars(view: WatchView, width: int, style: Style) -> Section:
    lines = bar_lines(view.reasons, width, style)

    def draw(height: int) -> Grid:
        return _titled("first against second", lines[: height - 1], width, style.is_ascii)

    most = len(lines) + 1 if lines else 0
    return Section(draw, min(FEWEST_BARS + 2, most), most, BARS)


def _curve(view: WatchView, width: int, is_ascii: bool) -> Section:
    has_values = any(value is not None for value in view.values)

    def draw(height: int) -> Grid:
        curve = graph(
            view.values, view.length, view.position, view.mistakes, width, height - 1, is_ascii
        )
        return _titled("value over the game", curve.lines, width, is_ascii)

    return Section(draw, (FEWEST_DOTS + 1) * has_values, (MOST_DOTS + 1) * has_values, GRAPH)


def _titled(name: str, lines: tuple[Line, ...], width: int, is_ascii: bool) -> Grid:
    return Grid((*heading(name, width, is_ascii).lines, *lines))
