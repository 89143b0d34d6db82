"""Drawing: a view as a grid, for pictures: the board, and beside it what is known."""

from __future__ import annotations

from functools import lru_cache

from tilefall.interfaces.pictures.frames import mixed
from tilefall.interfaces.pictures.tiles import tiles_grid
from tilefall.interfaces.screen.grid import (
    Cell,
    Grid,
    Line,
    beside,
    cell,
    grid_of,
    put,
    sized,
    written,
)
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.palette import (
    ACCENT,
    BRIGHT,
    DIM,
    INK,
    PIECES,
    STACK,
    TEXT,
    WARNING,
    WELL,
)
from tilefall.interfaces.screen.views import PieceView, PlayView, TilesView, WellView
from tilefall.rules.notation import EMPTY, Rows

PANEL = 22  # columns beside the board
GAP = 3
RESTING = 0.78  # how bright the stack is, beside the piece that moves
WALL = mixed(DIM, WELL, 0.55)
SPECK = mixed(STACK, WELL, 0.3)  # the dots of empty cells


def drawn(view: PlayView, width: int, height: int, look: Look) -> Grid:
    """The view in the middle of a grid of this size."""
    board = _board(view, look)
    both = beside(board, _panel(view, look), gap=GAP)
    whole = sized(grid_of([]), width, height)
    return put(whole, both, max(0, (height - both.height) // 2), max(0, (width - both.width) // 2))


def least_size(view: PlayView) -> tuple[int, int]:
    """The columns and lines that show all of a view."""
    board = _board(view, Look())
    return board.width + GAP + PANEL, max(board.height, _panel(view, Look()).height)


def _board(view: PlayView, look: Look) -> Grid:
    if isinstance(view.board, TilesView):
        return tiles_grid(view.board, look)
    return well_grid(view.board, look)


def well_grid(well: WellView, look: Look) -> Grid:
    """A well with two columns a cell, its walls and its floor."""
    moving = {} if well.piece is None else dict.fromkeys(well.piece.places, well.piece.letter)
    lines: list[Line] = []
    width = len(well.cells[0])
    for row in range(-well.above, len(well.cells)):
        cells = well.cells[row] if row >= 0 else EMPTY * width
        fallen = tuple(moving.get((row, column), "") for column in range(width))
        lines.append(_row(well.game, cells, fallen, row < 0, row in well.full_rows, look))
    corners, floor = ("++", "-") if look.is_ascii else ("╰╯", "─")
    lines.append(written(corners[0] + floor * 2 * width + corners[1], WALL))
    return grid_of(lines)


@lru_cache(maxsize=4096)
def _row(
    game: str, cells: str, moving: tuple[str, ...], is_above: bool, is_full: bool, look: Look
) -> Line:
    wall = written(" " if is_above else "|" if look.is_ascii else "│", WALL)
    line: list[Cell] = [*wall]
    for old, new in zip(cells, moving, strict=True):
        line += _pair(game, old, new, is_above, is_full, look)
    return (*line, *wall)


def _pair(
    game: str, old: str, new: str, is_above: bool, is_full: bool, look: Look
) -> tuple[Cell, Cell]:
    """The two characters of a cell: the stack's letter, and that of the piece over it."""
    letter = new or old
    if letter == EMPTY:
        if is_above:
            return cell(" "), cell(" ")
        dot = "." if look.is_ascii else "·"
        return cell(dot, SPECK, WELL), cell(" ", "", WELL)
    colour = PIECES[game].get(letter, STACK)
    if is_full:
        colour = mixed(BRIGHT, colour, 0.85)
    elif not new:
        colour = mixed(colour, WELL, RESTING)
    if new and old != EMPTY:
        letter = "*"  # both want the cell: the game is over
    if not look.has_letters or letter == "x":
        letter = " "
    return cell(letter, mixed(INK, colour, 0.85), colour), cell(" ", INK, colour)


def _panel(view: PlayView, look: Look) -> Grid:
    lines = [written(view.title.upper(), ACCENT), written("")]
    for name, value in view.figures:
        room = PANEL - 7
        short = value if len(value) <= room else f"{value[: room - 3]}..."
        lines.append((*written(f"{name:<7}", DIM), *written(short, TEXT)))
    for piece in view.following:
        lines += [written(""), written("next", DIM), written("")]
        assert isinstance(view.board, WellView)
        lines += piece_grid(view.board.game, piece, look).lines
    if view.notice:
        lines += [written(""), written(view.notice, WARNING)]
    return sized(grid_of(lines), PANEL, len(lines))


def piece_grid(game: str, piece: PieceView, look: Look) -> Grid:
    """A piece by itself."""
    height = 1 + max(row for row, _ in piece.places)
    width = 1 + max(column for _, column in piece.places)
    rows: Rows = tuple(
        "".join(piece.letter if (i, j) in piece.places else EMPTY for j in range(width))
        for i in range(height)
    )
    lines = []
    for row in rows:
        line: list[Cell] = []
        for letter in row:
            new = "" if letter == EMPTY else letter
            line += _pair(game, EMPTY, new, True, False, look)
        lines.append(tuple(line))
    return grid_of(lines)
