"""Retrograde: IJK solved in plain Python, layer by layer and back; small, so that it is right."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.rules.ijk import IjkState

WIN = 30_000  # a win at once; each slide before it makes it worth one less (J3)


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


def retrograde(first: IjkState, most_slides: int = 10**9) -> dict[IjkState, Known]:
    """Every position that play can reach in so many slides, the first one last.

    Where the game goes on after that nobody has won: such positions are worth 0.
    """
    layers = [[first]]
    while layers[-1] and len(layers) <= most_slides:
        after = (follower for state in layers[-1] for follower in followers(state))
        layers.append(list(dict.fromkeys(after)))
    known: dict[IjkState, Known] = {}
    for state in layers.pop():
        known[state] = Known(ended(state), 0)
    for layer in reversed(layers):
        for state in layer:
            known[state] = valued(state, known)
    return known


def ended(state: IjkState) -> int:
    """What an end is worth to the player whose turn it would be; 0 if the game goes on."""
    return state.score * WIN * (1 - 2 * state.player)


def valued(state: IjkState, known: dict[IjkState, Known]) -> Known:
    """What a position is worth, given all that can follow it."""
    if state.is_over:
        return Known(ended(state), 0)
    after = [known[follower] for follower in followers(state)]
    best = max(-each.value for each in after)
    nearer = best - (best > 0) + (best < 0)  # a slide further from the end
    return Known(nearer, 1 + max(each.longest for each in after))
