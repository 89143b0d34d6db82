"""Features: what a placement leaves behind, in whole numbers (docs/features.md, E1 to E18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from typing import NamedTuple

from tilefall.rules import quintris, tetris
from tilefall.rules.falling import cleared, locked
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.pieces import FILLED, PieceSet, Placement, flipped


class Features(NamedTuple):
    """The features of one placement, all taken after full rows are removed, but for the first."""

    landing_height: int  # in half rows, so that it is whole
    eroded_cells: int
    row_transitions: int
    column_transitions: int
    holes: int
    wells: int
    wells_fast: int
    hole_depth: int
    rows_with_holes: int
    pattern_diversity: int
    rows_removed: int


def features(board: Rows, place: Placement) -> Features:
    """The features of a placement that stays inside the board."""
    assert place.row >= 0
    full_board = locked(board, place.shape, place.row, place.column)
    after, removed = cleared(full_board)
    of_piece = sum(EMPTY not in full_board[place.row + i] for i, _ in place.shape.cells)
    bottom = len(board) - place.row - place.shape.height
    holes = hole_cells(after)
    return Features(
        landing_height=2 * bottom + place.shape.height - 1,
        eroded_cells=removed * of_piece,
        row_transitions=sum(changes(FILLED + row + FILLED) for row in after),
        column_transitions=sum(changes(EMPTY + column + FILLED) for column in columns(after)),
        holes=len(holes),
        wells=wells(after),
        wells_fast=wells_fast(after),
        hole_depth=sum(depth_above_holes(column) for column in columns(after)),
        rows_with_holes=len({row for row, _ in holes}),
        pattern_diversity=pattern_diversity(after),
        rows_removed=removed,
    )


def columns(board: Rows) -> Rows:
    """The columns as words, each from the top down."""
    return tuple("".join(column) for column in zip(*board, strict=True))


def changes(line: str) -> int:
    """How often filled and empty change along a line (E3, E4).

    >>> changes("x.xx")
    2
    """
    return sum(cell != other for cell, other in pairwise(line))


def hole_cells(board: Rows) -> list[tuple[int, int]]:
    """The empty cells with a filled cell anywhere above them (E5)."""
    return [
        (row, j)
        for j, column in enumerate(columns(board))
        for row, cell in enumerate(column)
        if cell == EMPTY and FILLED in column[:row]
    ]


def is_well_cell(board: Rows, row: int, column: int) -> bool:
    """Whether a cell is empty and both its sides are filled; walls are filled (E6)."""
    line = FILLED + board[row] + FILLED
    return line[column : column + 3] == FILLED + EMPTY + FILLED


def empties_down(column: str, row: int) -> int:
    """How many empty cells there are in a row downward, from this one on.

    >>> empties_down("x..x.", 1)
    2
    """
    return len(column[row:]) - len(column[row:].lstrip(EMPTY))


def wells(board: Rows) -> int:
    """For every well cell the consecutive empty cells downward, itself included (E6)."""
    return sum(
        empties_down(column, row)
        for j, column in enumerate(columns(board))
        for row in range(len(column))
        if is_well_cell(board, row, j)
    )


def wells_fast(board: Rows) -> int:
    """As wells, but below a well cell every empty cell down to a filled one joins it (E7)."""
    total = 0
    for j, column in enumerate(columns(board)):
        row = 0
        while row < len(column):
            if is_well_cell(board, row, j):
                depth = empties_down(column, row)
                total += depth * (depth + 1) // 2
                row += depth
            else:
                row += 1
    return total


def depth_above_holes(column: str) -> int:
    """The filled cells above the lowest empty cell of a column (E8).

    >>> depth_above_holes(".xx.x.x")
    3
    """
    return column[: column.rfind(EMPTY) + 1].count(FILLED)


def pattern_diversity(board: Rows) -> int:
    """How many of the steps -2 to 2 occur between neighbouring column heights (E10)."""
    heights = [len(column.lstrip(EMPTY)) for column in columns(board)]
    return len({right - left for left, right in pairwise(heights)} & {-2, -1, 0, 1, 2})


MOST_CASES, MOST_ROOM, MOST_WAYS, MOST_BEND = 7, 7, 4, 3  # the last case stands for more, too
PLACES, SIDES = ("edge", "next", "inner"), ("edge", "inner")


def surface(board: Rows, pieces: PieceSet) -> Counter[str]:
    """The cases that occur on a board, each with how often it does."""
    return Counter(_cases(board, pieces))


def _cases(board: Rows, pieces: PieceSet) -> Iterator[str]:
    heights = [len(column.lstrip(EMPTY)) for column in columns(board)]
    width, height = len(heights), len(board)
    for i, depth in enumerate(well_depths(heights)):
        if depth:
            yield f"well_{PLACES[min(i, width - 1 - i, 2)]}_{min(depth, MOST_CASES)}"
    for piece in range(len(pieces.letters)):
        yield f"fit_{fit_name(pieces, piece)}_{min(ways_to_fit(heights, pieces, piece), MOST_WAYS)}"
    yield f"room_{min(height - max(heights), MOST_ROOM)}"
    for i, each in enumerate(heights):
        yield f"column_room_{_side(i, width)}_{min(height - each, MOST_ROOM)}"
    for i, (left, right) in enumerate(pairwise(heights)):
        if left != right:
            yield f"step_{_side(i, width - 1)}_{min(abs(right - left), MOST_CASES)}"
    for i, cover in enumerate(covers(board)):
        if cover:
            yield f"cover_{_side(i, width)}_{min(cover, MOST_CASES)}"
    for left, here, right in zip(heights, heights[1:], heights[2:], strict=False):
        if not left == here == right:
            yield bend_name(here - left, right - here)


def _side(number: int, count: int) -> str:
    return "edge" if number in (0, count - 1) else "inner"


def well_depths(heights: list[int]) -> list[int]:
    """How much lower each column is than both its neighbours; walls are higher than all (E12).

    >>> well_depths([3, 1, 2, 0])
    [0, 1, 0, 2]
    """
    wall = max(heights)
    around = [wall, *heights, wall]
    return [
        max(0, min(left, right) - here)
        for left, here, right in zip(around, heights, around[2:], strict=False)
    ]


def ways_to_fit(heights: list[int], pieces: PieceSet, piece: int) -> int:
    """In how many ways a piece can be laid onto columns so that no gap is below it (E13).

    Only shapes two or more columns wide are counted: a narrower one fits anywhere.

    >>> ways_to_fit([0, 0, 1, 1], tetris.PIECES, tetris.PIECES.letters.index("O"))
    2
    """
    shapes = [pieces.shapes[number] for number in pieces.of_piece[piece]]
    return sum(
        len({heights[first + i] - low for i, low in enumerate(_lower_side(shape.rows))}) == 1
        for shape in shapes
        if shape.width > 1
        for first in range(len(heights) - shape.width + 1)
    )


@cache
def _lower_side(shape: Rows) -> tuple[int, ...]:
    """The empty cells of each column below its lowest filled one."""
    return tuple(len(column) - len(column.rstrip(EMPTY)) for column in columns(shape))


def covers(board: Rows) -> list[int]:
    """For each column the filled cells above its topmost hole; 0 without a hole (E17)."""
    tops: dict[int, int] = {}
    for row, column in sorted(hole_cells(board)):
        tops.setdefault(column, row)
    words = columns(board)
    return [words[i][: tops[i]].count(FILLED) if i in tops else 0 for i in range(len(words))]


def bend_name(first: int, second: int) -> str:
    """What three columns are called: by two steps, seen from the side whose pair is smaller (E18).

    >>> bend_name(-2, -1), bend_name(1, 2), bend_name(3, -9)
    ('bend_-2_-1', 'bend_-2_-1', 'bend_3_-3')
    """
    left, right = (max(-MOST_BEND, min(step, MOST_BEND)) for step in (first, second))
    return "bend_{}_{}".format(*min((left, right), (-right, -left)))


@cache
def fit_name(pieces: PieceSet, piece: int) -> str:
    """What the cases of a piece are called; pieces that mirror each other share them.

    >>> [fit_name(tetris.PIECES, piece) for piece in range(7)]
    ['I', 'O', 'T', 'SZ', 'SZ', 'JL', 'JL']
    """
    drawn = [pieces.shapes[numbers[0]].rows for numbers in pieces.of_piece]
    mirrored = [flipped(pieces.shapes[number].rows) for number in pieces.of_piece[piece]]
    alike = {letter for letter, rows in zip(pieces.letters, drawn, strict=True) if rows in mirrored}
    return "".join(sorted({pieces.letters[piece], *alike}))


def _fit_names(*games: PieceSet) -> tuple[str, ...]:
    """Of all pieces of these games, each name once."""
    names = [fit_name(pieces, i) for pieces in games for i in range(len(pieces.letters))]
    return tuple(dict.fromkeys(names))


def _numbered(prefix: str, first: int, last: int) -> list[str]:
    return [f"{prefix}_{number}" for number in range(first, last + 1)]


def _bend_names() -> list[str]:
    """All but that of level columns, each once."""
    steps = range(-MOST_BEND, MOST_BEND + 1)
    names = [bend_name(*pair) for pair in product(steps, repeat=2) if pair != (0, 0)]
    return list(dict.fromkeys(names))


# All cases of all games, in the order in which weights of them stand.
SURFACE: tuple[str, ...] = (
    *(name for place in PLACES for name in _numbered(f"well_{place}", 1, MOST_CASES)),
    *(
        name
        for letters in _fit_names(tetris.PIECES, quintris.PIECES)
        for name in _numbered(f"fit_{letters}", 0, MOST_WAYS)
    ),
    *_numbered("room", 0, MOST_ROOM),
    *(name for side in SIDES for name in _numbered(f"column_room_{side}", 0, MOST_ROOM)),
    *(name for side in SIDES for name in _numbered(f"step_{side}", 1, MOST_CASES)),
    *(name for side in SIDES for name in _numbered(f"cover_{side}", 1, MOST_CASES)),
    *_bend_names(),
)


def surface_of(pieces: PieceSet) -> tuple[str, ...]:
    """The cases that a game with these pieces knows."""
    fits = _fit_names(pieces)
    return tuple(
        name for name in SURFACE if not name.startswith("fit_") or name.split("_")[1] in fits
    )


def parted(name: str) -> tuple[str, tuple[int, ...]]:
    """The name of a table, and the numbers of a case in it.

    >>> parted("step_edge_2"), parted("bend_-1_0"), parted("holes")
    (('step_edge', (2,)), ('bend', (-1, 0)), ('holes', ()))
    """
    stem, _, last = name.rpartition("_")
    if not last.removeprefix("-").isdigit():
        return name, ()
    table, numbers = parted(stem)
    return table, (*numbers, int(last))


def right_name(name: str) -> str:
    """What a bend is called that was named from its lower end; any other name is as it was.

    >>> right_name("bend_1_2"), right_name("bend_1"), right_name("holes")
    ('bend_-2_-1', 'bend_1', 'holes')
    """
    table, numbers = parted(name)
    match table, numbers:
        case "bend", (first, second):
            return bend_name(first, second)
    return name


def unknown_feature(name: str, allowed: Sequence[str]) -> str:
    """What to say of a feature that is none of those allowed."""
    right = right_name(name)
    hint = f", which is called {right}" if right in allowed else ""
    return f"feature {name!r}{hint}, allowed are {in_words(allowed)}"


def in_words(names: Sequence[str]) -> str:
    """Names for people, those that differ by numbers together.

    >>> in_words(("holes", "step_edge_1", "step_edge_2", "bend_-3_0", "bend_-2_1", "bend_0_-3"))
    'holes, step_edge_1..2, bend_-3..0_-3..1'
    """
    cases: dict[str, list[tuple[int, ...]]] = {}
    for name in names:
        table, numbers = parted(name)
        cases.setdefault(table, []).append(numbers)
    return ", ".join(
        "_".join([table, *(f"{min(each)}..{max(each)}" for each in zip(*found, strict=True))])
        for table, found in cases.items()
    )
