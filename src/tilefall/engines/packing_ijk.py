"""Packing: IJK states as the native engine holds them, and back."""

from __future__ import annotations

from functools import lru_cache

from tilefall._native import ijk as ijk
from tilefall.rules.ijk import Ijk, IjkAfterstate, IjkState, tile_codes

LETTERS = {code: letter for letter, code in tile_codes().items()}


@lru_cache(maxsize=64)
def packed_rules(game: Ijk) -> ijk.Rules:
    """A game's parameters."""
    winning = tile_codes()[game.winning]
    return ijk.Rules(game.size, game.mode == "nondeterministic", game.end == "round", winning)


def packed(state: IjkState | IjkAfterstate) -> ijk.State:
    """A state, or an afterstate with the player and turn to come."""
    codes = tile_codes()
    rows = [sum(codes[cell] << 8 * i for i, cell in enumerate(row)) for row in state.board]
    return ijk.State(packed_rules(state.game), rows, state.player, state.turn)


def unpacked(game: Ijk, native: ijk.State) -> IjkState:
    """A state; of an afterstate the one without its tile."""
    board = tuple(
        "".join(LETTERS[row >> 8 * column & 0xFF] for column in range(game.size))
        for row in native.rows[: game.size]
    )
    return IjkState(game, board, native.player, native.turn)
