"""Beliefs: how likely a search takes each unknown piece to be, in whole parts (S3)."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from tilefall.engines import Engine
from tilefall.engines.native import Native
from tilefall.engines.protocol import FallingState
from tilefall.rules.dice import Dice
from tilefall.rules.draws import mix, posterior

PARTS = 1 << 16
BELIEFS = ("uniform", "told", "posterior")

Belief = tuple[int, ...]


def in_parts(chances: tuple[Fraction, ...]) -> Belief:
    """Chances as whole parts of 65536, each rounded to the nearest.

    >>> in_parts((Fraction(1, 4), Fraction(3, 4)))
    (16384, 49152)
    """
    return tuple(floor(PARTS * chance + Fraction(1, 2)) for chance in chances)


def belief_of(name: str, state: FallingState, engine: Engine, dice: Dice) -> Belief:
    """The belief of this name about the piece after those that a state shows.

    `uniform` knows nothing; `told` knows the mix, also a hidden one, which only a referee could
    tell it; `posterior` is exact Bayes on the pieces seen.
    """
    pieces = len(state.seen)
    draws = state.game.draws
    if name == "uniform":
        return (1,) * pieces
    if name == "told" and draws.text == "hidden":
        return mix(dice, pieces)
    if name == "posterior" and draws.text == "hidden":
        return hidden_posterior(state.seen, engine)
    if name not in BELIEFS:
        raise ValueError(f"belief {name!r}, allowed are {', '.join(BELIEFS)}")
    # Where the rules tell the mix, the bag or the list, so does every belief but `uniform`.
    unknown = state.turn + 1 + (state.next is not None)
    return in_parts(draws.chances(unknown, state.seen))


def hidden_posterior(seen: tuple[int, ...], engine: Engine) -> Belief:
    """What to expect of a hidden mix, given the pieces seen (F11)."""
    if isinstance(engine, Native):
        return tuple(engine.searching.posterior(seen))
    return in_parts(posterior(seen))
