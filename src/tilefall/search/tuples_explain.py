"""Why tables prefer one move to another: what each of them adds."""

from __future__ import annotations

from tilefall.engines import Engine
from tilefall.engines.protocol import FallingState
from tilefall.search.expectimax import FRACTION, GAME_OVER, Candidate, Search
from tilefall.search.explain import Explained, Reason
from tilefall.search.tuples import left_by, part_sizes, places
from tilefall.search.tuples_file import Tables


def tuples_explained(
    state: FallingState, tables: Tables, engine: Engine
) -> tuple[Search, list[Explained]]:
    """All moves as a search one piece deep, and the same best first with what each table adds."""
    values = tables.values(state, engine)
    candidates = tuple(
        Candidate(move, GAME_OVER if value is None else value * FRACTION)
        for move, value in values.items()
    )
    ranked = sorted(candidates, key=lambda each: (-each.value, each.move))
    shown = [
        Explained(
            each.move,
            each.value / FRACTION,
            () if values[each.move] is None else _reasons(state, each.move, tables),
        )
        for each in ranked
    ]
    return Search(candidates, 1, len(candidates), True), shown


def _reasons(state: FallingState, move: int, tables: Tables) -> tuple[Reason, ...]:
    board, removed = left_by(state, move)
    worth = dict.fromkeys(part_sizes(len(board[0])), 0)
    for place in places(board):
        worth[place.part] += tables.numbers[place.number]
    of_tables = (Reason(part, 1, value) for part, value in worth.items())
    return Reason("rows_removed", removed, tables.row_worth), *of_tables
