"""Course explanations: what a course program adds up for each move that it tried."""

from __future__ import annotations

from tilefall.engines.protocol import FallingState
from tilefall.rules.falling import locked
from tilefall.search.course import ENDS_GAME, CourseSearch
from tilefall.search.course_values import Program, terms
from tilefall.search.explain import Explained, Reason


def course_explained(
    state: FallingState, search: CourseSearch, program: Program
) -> list[Explained]:
    """The moves that were tried, best first, with the features of their placement times weights.

    Of equal values the move that is played comes first.
    """
    ranked = sorted(
        search.candidates, key=lambda each: (-each.value, each.move != search.chosen, each.move)
    )
    return [
        Explained(
            each.move,
            each.value / program.scale,
            () if each.value == ENDS_GAME else _reasons(state, each.move, program),
        )
        for each in ranked
    ]


def _reasons(state: FallingState, move: int, program: Program) -> tuple[Reason, ...]:
    place = state.game.moves[move]
    board = locked(state.board, place.shape, place.row, place.column)
    return tuple(
        Reason(term.feature, term.count, _in_units(term.weight, program.unit))
        for term in terms(program, board)
        if term.weight
    )


def _in_units(weight: int, unit: int) -> float:
    return weight / unit if weight % unit else weight // unit
