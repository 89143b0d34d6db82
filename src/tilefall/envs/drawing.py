"""Drawing: a falling game in plain characters, and what is said beside a well."""

from __future__ import annotations

from collections.abc import Callable

from tilefall.envs.marks import Mark, Row, beside, text_of
from tilefall.envs.sight import Sight
from tilefall.rules.notation import EMPTY
from tilefall.rules.pieces import FILLED, Shape

GAP = 2  # columns between the well and what is said beside it
PANEL = 12  # columns of what is said, so that games side by side stay where they are


def plain_text(sight: Sight) -> str:
    """The well in its walls, `x` for locked cells, the piece in its letters; score, turn, next."""
    return "\n".join(text_of(row) for row in plain_rows(sight))


def plain_rows(sight: Sight) -> list[Row]:
    """The rows of the plain text."""
    width = len(sight.board[0])
    cells = [[" "] * width for _ in range(sight.above)] + [list(row) for row in sight.board]
    if sight.piece is not None:
        for row, column in sight.piece.cells:
            cells[row + sight.above][column] = sight.piece.letter
    walls = [" "] * sight.above + ["|"] * len(sight.board)
    well = [[Mark(wall + "".join(row) + wall)] for wall, row in zip(walls, cells, strict=True)]
    well.append([Mark(f"+{'-' * width}+")])
    return with_panel(well, sight, sight.above, lettered)


def lettered(shape: Shape) -> list[Row]:
    """A piece in its letters."""
    letter = shape.name[0]
    return [[Mark(row.replace(FILLED, letter).replace(EMPTY, " "))] for row in shape.rows]


def with_panel(
    well: list[Row], sight: Sight, top: int, drawn: Callable[[Shape], list[Row]]
) -> list[Row]:
    """The rows of a well, and from a row on what is said beside them; all of them as wide."""
    panel: list[Row] = [[] for _ in range(top)]
    panel += [[Mark(f"score {sight.score}".ljust(PANEL))], [Mark(f"turn  {sight.turn}")]]
    panel.append([Mark("over")] if sight.is_over else [])
    if sight.following is not None:
        panel += [[Mark(f"next  {sight.following.name[0]}")], *drawn(sight.following)]
    return beside([well, panel], GAP)
