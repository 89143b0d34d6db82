"""Packing of weights: the places of tables in native code, which are the same for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import itemgetter

from tilefall.engines.protocol import WEIGHED, checked_weights
from tilefall.rules.features import Features
from tilefall.rules.pieces import PieceSet
from tilefall.rules.quintris import Quintris
from tilefall.rules.surface import MOST_BEND, PLACES, SIDES, SURFACE, bend_name, fit_name
from tilefall.rules.tetris import Tetris

FIT_TABLES = 7  # as many as any game has pieces
NATIVE_WEIGHTS = 235  # E1 to E11, and all entries of the tables


def packed_weights(game: Quintris | Tetris, weights: Sequence[int]) -> tuple[int, ...]:
    """The weights of a game, checked: those of E1 to E11, and those of tables if there are any."""
    weights = checked_weights(weights, game)
    if len(weights) < len(WEIGHED):
        return weights
    linear, tables = weights[: len(Features._fields)], weights[len(Features._fields) :]
    return (*linear, *(0 if at is None else tables[at] for at in _entries(game.moves.pieces)))


def with_tables(weights: Sequence[int]) -> tuple[int, ...]:
    """The weights with those of tables, which are 0 if they were left out."""
    return (*weights, *[0] * (len(WEIGHED) - len(weights)))


@cache
def unpacker(pieces: PieceSet) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """What makes of the counts of all entries how often each case of SURFACE was counted.

    Whoever explains a position asks for that of all its moves, so most of it is one call.
    """
    entries = _entries(pieces)
    places: list[list[int]] = [[] for _ in SURFACE]
    for entry, case in enumerate(entries):
        if case is not None:
            places[case].append(entry)
    nothing = len(entries)  # the place of a 0 behind all counts
    first_of_all = itemgetter(*(each[0] if each else nothing for each in places))
    others = [(case, entry) for case, each in enumerate(places) for entry in each[1:]]

    def unpacked(counts: Sequence[int]) -> tuple[int, ...]:
        found = list(first_of_all((*counts, 0)))
        for case, entry in others:
            found[case] += counts[entry]
        return tuple(found)

    return unpacked


@cache
def _entries(pieces: PieceSet) -> tuple[int | None, ...]:
    """For each entry of the native tables the number of its case, if it has one."""
    known = {name: number for number, name in enumerate(SURFACE)}
    return tuple(known.get(name) for name in _names(pieces))


def _names(pieces: PieceSet) -> Iterator[str]:
    """What the entries would be called; nothing is counted in those that SURFACE does not have."""
    eight, sixteen = range(8), range(16)
    fits = [fit_name(pieces, piece) for piece in range(len(pieces.letters))]
    fits += ["none"] * (FIT_TABLES - len(fits))
    yield from (f"well_{place}_{number}" for place in PLACES for number in eight)
    yield from (f"fit_{letters}_{number}" for letters in fits for number in eight)
    yield from (f"room_{number}" for number in sixteen)
    yield from (f"column_room_{side}_{number}" for side in SIDES for number in sixteen)
    yield from (f"step_{side}_{number}" for side in SIDES for number in eight)
    yield from (f"cover_{side}_{number}" for side in SIDES for number in eight)
    yield from (_bend(first, second) for first in eight for second in eight)


def _bend(first: int, second: int) -> str:
    """The bend of two steps that are counted from the lowest one; the last entries are of none."""
    steps = (first - MOST_BEND, second - MOST_BEND)
    return "none" if max(steps) > MOST_BEND else bend_name(*steps)
