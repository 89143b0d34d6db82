"""Slide explanations: what each of the four slides of IJK is worth, and what that means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp

from tilefall.rules.ijk import MOVES, PLAYERS, IjkState
from tilefall.rules.notation import Rows
from tilefall.search.explain import in_figures
from tilefall.search.ijk_network import SCALE
from tilefall.search.minimax import WIN, is_decided

SURE = 100  # a logarithm of odds beyond which there is no doubt left, nor room in a float
Valuer = Callable[[IjkState], int]  # for the player to move, of a state that is not over


@dataclass(frozen=True)
class Slide:
    """One slide: its value for the one who slides, and the board it leads to."""

    move: int
    value: float  # a mean where tiles come by chance
    board: Rows  # with the new tile if its place is certain and somebody looked that far

    @property
    def name(self) -> str:
        """U, D, L or R."""
        return MOVES[self.move]

    @property
    def ends_in(self) -> int | None:
        """How many slides a certain win or loss takes, with this one; by chance a mean (J3)."""
        return round(WIN - abs(self.value)) if is_decided(self.value) else None


def slides(state: IjkState, value_of: Valuer) -> list[Slide]:
    """All four slides of a state without chance, by what the states after them are worth."""
    found = []
    for move in state.legal_moves():
        after = state.play(move)
        following = after.with_tile(next(iter(after.tile_cells()), None))
        found.append(Slide(move, _for_the_slider(following, value_of), following.board))
    return ranked(found)


def valued_slides(state: IjkState, values: Sequence[float]) -> list[Slide]:
    """All four slides by values that are known, with the boards as they are slid."""
    return ranked([Slide(move, value, state.play(move).board) for move, value in enumerate(values)])


def ranked(found: list[Slide]) -> list[Slide]:
    """The best first, of equal ones the first in the order U D L R (J4)."""
    return sorted(found, key=lambda slide: (-slide.value, slide.move))


def _for_the_slider(state: IjkState, value_of: Valuer) -> int:
    """What a state is worth to the one who has just slid, and not to the one who is to move."""
    if state.is_over:
        side = 1 - 2 * state.player
        return -side * state.score * (WIN - 1)
    value = value_of(state)
    if is_decided(value):
        value += -1 if value > 0 else 1  # an end is one slide further away from here
    return -value


def slide_sentence(found: list[Slide], player: int) -> str:
    """Which slide is best and by how much, or who wins in how many slides."""
    first, second = found[:2]
    if first.ends_in and first.value > 0:
        other = PLAYERS[1 - player]
        return f"{first.name} wins in {_slides(first.ends_in)}, whatever {other} does."
    if first.ends_in:
        return f"Every slide loses; {first.name} holds out longest, for {_slides(first.ends_in)}."
    if second.ends_in:
        return f"{first.name} is the only slide that does not lose by force."
    if first.value == second.value:
        equal = [slide.name for slide in found if slide.value == first.value]
        order = " ".join(MOVES)
        return f"{_listed(equal)} are worth the same; the first in the order {order} is played."
    gap = in_figures(first.value - second.value)
    return f"{first.name} is best, worth {gap} more than {second.name}."


def points(value: float) -> float:
    """How many of 100 points a value leads one to expect if it is odds, as networks learn them.

    >>> round(points(0)), round(points(1000)), points(-WIN)
    (50, 73, 0.0)
    """
    if abs(value) > SURE * SCALE:
        return 100.0 if value > 0 else 0.0
    return 100 / (1 + exp(-value / SCALE))


def _listed(words: list[str]) -> str:
    """Words as they are said: U, D and L."""
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _slides(count: int) -> str:
    return f"{count} slide{'s' * (count != 1)}"
