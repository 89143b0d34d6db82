"""logic_IJK: the course's game object of IJK, on which programs look ahead.

A program is handed a copy, so nothing it does here reaches the referee.
"""

from __future__ import annotations

import copy
import random
from functools import lru_cache
from typing import ClassVar

from tilefall.rules.ijk import MOVES, highest_letters, slid_line
from tilefall.rules.notation import EMPTY

__all__ = [
    *("GameFullException", "Game_IJK", "InvalidMoveException"),
    *("copy", "initialGame", "random"),
]

Cells = list[list[str]]  # rows of letters, " " where a cell is empty
BLANK = " "


class InvalidMoveException(Exception):
    """A move that is none of U, D, L, R."""


class GameFullException(Exception):
    """Never raised; programs may name it."""


def initialGame(size: int = 6, player: str = "+", deterministic: bool = True) -> Game_IJK:
    """A board with one tile of the player who begins."""
    cells = [[BLANK] * size for _ in range(size)]
    cells[0][0] = "A" if player == "+" else "a"
    return Game_IJK(cells, player, deterministic)


@lru_cache(maxsize=1 << 16)
def _slid(line: str, player: int) -> tuple[str, ...]:
    return tuple(slid_line(line.replace(BLANK, EMPTY), player).replace(EMPTY, BLANK))


class Game_IJK:
    """A position: board, player to move, and whether tiles appear by chance.

    `makeMove` changes the object AND returns a copy of it, as in the course: a program that wants
    to keep a position copies it first.
    """

    # Tiles of a look-ahead are drawn from here, so that what a program draws itself does not
    # depend on how far it looked.
    _look_ahead: ClassVar[random.Random] = random.Random(0)

    def __init__(self, game: Cells, currentPlayer: str, deterministic: bool) -> None:
        self.__game = game
        self.__current_player = 1 if currentPlayer == "+" else -1
        self.__previous_game = game
        self.__new_piece_loc = (0, 0)
        self.__deterministic = deterministic

    def __deepcopy__(self, memo: dict[int, object]) -> Game_IJK:
        """A copy that shares nothing, made faster than by the standard way."""
        twin = object.__new__(type(self))
        memo[id(self)] = twin
        for name, value in self.__dict__.items():
            is_board = name in ("_Game_IJK__game", "_Game_IJK__previous_game")
            kept = [list(row) for row in value] if is_board else copy.deepcopy(value, memo)
            twin.__dict__[name] = kept
        return twin

    def makeMove(self, move: str) -> Game_IJK:
        """A copy of the position after the move; the object itself has changed too."""
        slides = {"U": self.__up, "D": self.__down, "L": self.__left, "R": self.__right}
        if move not in slides:
            raise InvalidMoveException(f"move {move!r}, allowed are {', '.join(MOVES)}")
        self.__previous_game = self.__game
        slides[move](self.__game)
        self.__switch()
        self.__add_piece()
        return copy.deepcopy(self)

    def getGame(self) -> Cells:
        """A copy of the board."""
        return [list(row) for row in self.__game]

    def getCurrentPlayer(self) -> str:
        """Who is to move: + or -."""
        return "+" if self.__current_player > 0 else "-"

    def getDeterministic(self) -> bool:
        """Whether tiles appear in the first empty cell."""
        return self.__deterministic

    def isGameFull(self) -> bool:
        """Whether no cell is empty."""
        return all(cell != BLANK for row in self.__game for cell in row)

    def state(self) -> str | int:
        """0 while the game goes on; then the winner's highest letter, or 'Tie'."""
        upper, lower = highest_letters(tuple("".join(row) for row in self.__game))
        if max(upper, lower) < "K" and not self.isGameFull():
            return 0
        return "Tie" if upper == lower else max(upper, lower.lower(), key=str.upper)

    def printGame(self) -> None:
        """The board, printed."""
        for row in self.__game:
            print("|".join(f"_{cell}_" for cell in row))
        print("\n")

    # Programs call these by their hidden names to slide without a new tile.

    def __up(self, game: Cells) -> tuple[Cells, bool]:
        return self.__slide(game, is_column=True, is_backwards=False)

    def __down(self, game: Cells) -> tuple[Cells, bool]:
        return self.__slide(game, is_column=True, is_backwards=True)

    def __left(self, game: Cells) -> tuple[Cells, bool]:
        return self.__slide(game, is_column=False, is_backwards=False)

    def __right(self, game: Cells) -> tuple[Cells, bool]:
        return self.__slide(game, is_column=False, is_backwards=True)

    def __slide(self, game: Cells, is_column: bool, is_backwards: bool) -> tuple[Cells, bool]:
        """The board after a slide and whether it has changed; if so it is this object's now."""
        player = 0 if self.__current_player > 0 else 1
        lines = self.__transpose(game) if is_column else game
        lines = self.__reverse(lines) if is_backwards else lines
        lines = [list(_slid("".join(line), player)) for line in lines]
        lines = self.__reverse(lines) if is_backwards else lines
        lines = self.__transpose(lines) if is_column else lines
        has_changed = lines != game
        if has_changed:
            self.__game = [list(line) for line in lines]
        return lines, has_changed

    def __reverse(self, mat: Cells) -> Cells:
        return [line[::-1] for line in mat]

    def __transpose(self, mat: Cells) -> Cells:
        return [list(line) for line in zip(*mat, strict=True)]

    def __switch(self) -> None:
        self.__current_player = -self.__current_player

    def __add_piece(self) -> None:
        """A tile of the player to move in the first empty cell, or in any by chance."""
        size = len(self.__game)
        cells = [divmod(i, size) for i in range(size * size)]
        empty = [(row, column) for row, column in cells if self.__game[row][column] == BLANK]
        if not empty:
            return
        row, column = empty[0] if self.__deterministic else self._look_ahead.choice(empty)
        self.__game[row][column] = "A" if self.__current_player > 0 else "a"
        self.__new_piece_loc = (row, column)
