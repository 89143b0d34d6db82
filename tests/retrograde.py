"""Retrograde: IJK solved in plain Python, layer by layer and back; small, so that it is right."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.rules.ijk import IjkState
from tilefall.search.solving import WIN


@dataclass(frozen=True)
class Known:
    """A position's value for the player to move, and the slides of its longest game."""

    value: int
    longest: int


def followers(state: IjkState) -> list[IjkState]:
    """The positions after each slide; none if the game is over."""
    states = []
    for move in state.legal_moves():
        (chance,) = state.play(move).chances()
        assert isinstance(chance.state, IjkState)
        states.append(chance.state)
    return states


def retrograde(first: IjkState, most: int = 10**9) -> dict[IjkState, Known] | None:
    """Every position that play can reach, the first one included; None if there are too many."""
    layers = [[first]]
    while layers[-1]:
        after = (follower for state in layers[-1] for follower in followers(state))
        layers.append(list(dict.fromkeys(after)))
        if sum(map(len, layers)) > most:
            return None
    known: dict[IjkState, Known] = {}
    for layer in reversed(layers):
        for state in layer:
            known[state] = valued(state, known)
    return known


def valued(state: IjkState, known: dict[IjkState, Known]) -> Known:
    """What a position is worth, given all that can follow it."""
    if state.is_over:
        return Known(state.score * WIN * (1 - 2 * state.player), 0)
    after = [known[follower] for follower in followers(state)]
    best = max(-each.value for each in after)
    nearer = best - (best > 0) + (best < 0)  # a slide further from the end
    return Known(nearer, 1 + max(each.longest for each in after))
