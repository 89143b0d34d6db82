"""Tile agents: IJK one move ahead, by what stands on the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tilefall.agents.agent import Limit, open_moves
from tilefall.rules.game import State
from tilefall.rules.ijk import LETTERS, IjkState
from tilefall.rules.notation import EMPTY, Rows


def tile_value(board: Rows) -> int:
    """Upper case minus lower case, each tile as many A's as it took: A 1, B 2, C 4.

    >>> tile_value(("C.a", ".B."))
    5
    """
    tiles = "".join(board).replace(EMPTY, "")
    return sum((1 if tile.isupper() else -1) << LETTERS.index(tile.upper()) for tile in tiles)


@dataclass(frozen=True)
class TileGreedy:
    """The move after which the most tiles are its own; a move that wins or loses counts first."""

    name: ClassVar[str] = "greedy"

    def choose(self, state: State, limit: Limit) -> int:
        """The best move for the side to move, the first of equal ones."""
        if not isinstance(state, IjkState):
            raise ValueError(f"this greedy plays ijk, not {state.game.text()}")
        side = 1 - 2 * state.player  # values are player 0's

        def worth(move: int) -> tuple[int, int]:
            after = state.play(move)
            return side * after.reward, side * tile_value(after.board)

        return max(open_moves(state), key=worth)
