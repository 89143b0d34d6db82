"""What players of IJK see, the plain way; and games for the tests of its environments."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from typing import Any
from unittest import mock

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from tilefall.engines.native import ISA_VARIABLE
from tilefall.rules.ijk import ENDS, LETTERS, MODES, WINNING, Ijk, IjkState, tile_codes
from tilefall.rules.notation import EMPTY, Rows

AGENTS = ("player_0", "player_1")


def games() -> st.SearchStrategy[Ijk]:
    return st.builds(
        Ijk,
        st.integers(2, 8),
        st.sampled_from(MODES),
        st.sampled_from(ENDS),
        st.sampled_from(WINNING),
    )


def arguments_of(game: Ijk) -> dict[str, Any]:
    return {"size": game.size, "mode": game.mode, "end": game.end, "winning": game.winning}


def using(isa: str) -> AbstractContextManager[object]:
    return mock.patch.dict(os.environ, {ISA_VARIABLE: isa})


def own_view(board: Rows, player: int) -> Rows:
    """Whoever looks has the capital letters."""
    return board if player == 0 else tuple(row.swapcase() for row in board)


def letters(state: IjkState, player: int) -> list[list[int]]:
    codes = tile_codes()
    return [[codes[cell] for cell in row] for row in own_view(state.board, player)]


def planes(state: IjkState, player: int) -> NDArray[np.float32]:
    names = LETTERS + LETTERS.lower()
    seen = np.zeros((len(names), state.game.size, state.game.size), np.float32)
    for row, cells in enumerate(own_view(state.board, player)):
        for column, cell in enumerate(cells):
            if cell != EMPTY:
                seen[names.index(cell), row, column] = 1
    return seen


def mask(state: IjkState, player: int) -> list[int]:
    return [int(player == state.player and not state.is_over)] * 4
