"""QuintrisGame: the object that course programs look at, press keys on, copy and try things out on.

Names, arguments and results are the course's. What a program does to a copy, or with the static
methods, is its own affair; of the object in play only keys reach the referee (course_table.py).
"""

from __future__ import annotations

import random
import sys
import threading
import time
from contextlib import AbstractContextManager, nullcontext
from typing import ClassVar, Protocol

# Programs that import everything from here use these modules without importing them.
__all__ = ["EndOfGame", "QuintrisGame", "random", "sys", "threading", "time"]

Board = list[str]  # 25 rows of 15 cells, "x" or " "
Piece = list[str]  # the rows of its box
State = tuple[Board, int]  # board and score


class EndOfGame(Exception):
    """No room for the new piece; says so with the score."""

    def __init__(self, s: str) -> None:
        super().__init__(s)
        self.str = s

    def __str__(self) -> str:
        return self.str


class Home(Protocol):
    """Where the game is really played."""

    @property
    def is_over(self) -> bool:
        """Whether the referee has ended the game."""
        ...

    def holds(self, game: QuintrisGame) -> bool:
        """Whether this object is the one in play, and not a copy of it or another game."""
        ...

    def sit(self, game: QuintrisGame, period: float | None) -> None:
        """The object is the one in play from now on and shows the first piece."""
        ...

    def turn(self, game: QuintrisGame) -> AbstractContextManager[object]:
        """The object shows what gravity has done by now, and gravity waits until this is left."""
        ...

    def restore(self, game: QuintrisGame) -> None:
        """The object shows board and row as they are, whatever the program wrote there."""
        ...

    def drop(self, game: QuintrisGame) -> None:
        """The piece has dropped, and the object shows the next one."""
        ...


class QuintrisGame:
    """A board, a falling piece and the one after it."""

    PIECES: ClassVar[list[Piece]] = [
        [" x ", "xxx", " x "],
        ["xxxxx"],
        ["xxxx", "   x"],
        ["xxxx", "  x "],
        ["xxx", "x x"],
        ["xxx ", "  xx"],
    ]
    BOARD_HEIGHT = 25
    BOARD_WIDTH = 15

    # Pieces that follow in a look-ahead are drawn from here, so that neither the real game nor
    # what a program draws itself depends on how far it looked.
    _look_ahead: ClassVar[random.Random] = random.Random(0)
    _home: ClassVar[Home | None] = None

    def __init__(self) -> None:
        self.state: State = ([" " * self.BOARD_WIDTH] * self.BOARD_HEIGHT, 0)
        self.piece: Piece = self.random_piece()
        self.next_piece: Piece = self.piece
        self.row = 0
        self.col = 0
        self.new_piece()

    @property
    def piece_dist(self) -> list[int]:
        """The mix, which players do not see."""
        raise AttributeError("piece_dist is hidden from players; count the pieces instead")

    @staticmethod
    def rotate_piece(piece: Piece, rotation: int) -> Piece:
        """The piece turned clockwise by 0, 90, 180 or 270 degrees."""
        if rotation not in (0, 90, 180, 270):
            raise KeyError(rotation)
        for _ in range(rotation // 90):
            piece = ["".join(column) for column in zip(*reversed(piece), strict=True)]
        return piece

    @staticmethod
    def hflip_piece(piece: Piece) -> Piece:
        """The piece with left and right exchanged."""
        return [line[::-1] for line in piece]

    @staticmethod
    def vflip_piece(piece: Piece) -> Piece:
        """The piece upside down."""
        return piece[::-1]

    @staticmethod
    def print_state(board: Board, score: int) -> None:
        """Score and board, printed."""
        rows = "".join(f"{row}|\n" for row in board)
        print(f"\n\n\nScore: {score} \n{rows}{'-' * QuintrisGame.BOARD_WIDTH}")

    @staticmethod
    def check_collision(board: Board, score: int, piece: Piece, row: int, col: int) -> bool:
        """Whether the piece sticks out at the right or below, or lies on a filled cell."""
        if col + len(piece[0]) > QuintrisGame.BOARD_WIDTH:
            return True
        if row + len(piece) > QuintrisGame.BOARD_HEIGHT:
            return True
        for i, line in enumerate(piece):
            cells = board[row + i]
            for j, cell in enumerate(line):
                if cell != " " and cells[col + j] != " ":
                    return True
        return False

    @staticmethod
    def combine(str1: str, str2: str) -> str:
        """The first row of cells over the second: where it is blank the second shows."""
        return "".join(str2[i] if cell == " " else cell for i, cell in enumerate(str1))

    @staticmethod
    def place_piece(board: Board, score: int, piece: Piece, row: int, col: int) -> State:
        """A new board with the piece on it, and the score as it was.

        Beyond the right wall a row grows, as it did in the course: this board is only a thought.
        """
        placed = []
        for line, cells in zip(piece, board[row : row + len(piece)], strict=True):
            end = col + len(line)
            placed.append(cells[:col] + QuintrisGame.combine(line, cells[col:end]) + cells[end:])
        return board[:row] + placed + board[row + len(piece) :], score

    @staticmethod
    def remove_complete_lines(board: Board, score: int) -> State:
        """A new board without its full rows, blank ones on top, and the score with one for each."""
        kept = [row for row in board if " " in row]
        count = len(board) - len(kept)
        return [" " * QuintrisGame.BOARD_WIDTH] * count + kept, score + count

    def random_piece(self) -> Piece:
        """A piece as a look-ahead expects it: all six alike, in any turn."""
        piece = self._look_ahead.choice(self.PIECES)
        return QuintrisGame.rotate_piece(piece, self._look_ahead.randrange(0, 360, 90))

    def move(self, col_offset: int, new_piece: Piece) -> None:
        """The piece changed and moved if it has room, and as it was if it has not."""
        last = self.BOARD_WIDTH - len(self.piece[0])
        col = max(0, min(last, self.col + col_offset))
        if not QuintrisGame.check_collision(*self.state, new_piece, self.row, col):
            self.piece, self.col = new_piece, col

    def left(self) -> None:
        """One column to the left, if there is room."""
        with self._turn():
            self.move(-1, self.piece)

    def right(self) -> None:
        """One column to the right, if there is room."""
        with self._turn():
            self.move(1, self.piece)

    def rotate(self) -> None:
        """A quarter turn clockwise, if there is room."""
        with self._turn():
            self.move(0, QuintrisGame.rotate_piece(self.piece, 90))

    def hflip(self) -> None:
        """Left and right of the piece exchanged, if there is room."""
        with self._turn():
            self.move(0, QuintrisGame.hflip_piece(self.piece))

    def vflip(self) -> None:
        """The piece upside down, if there is room."""
        with self._turn():
            self.move(0, QuintrisGame.vflip_piece(self.piece))

    def down(self) -> None:
        """The piece dropped and locked; the next one falls."""
        if self._home is not None and self._home.holds(self):
            self._home.drop(self)
            return
        while not QuintrisGame.check_collision(*self.state, self.piece, self.row + 1, self.col):
            self.row += 1
        self.finish()

    def finish(self) -> None:
        """The piece locked where it is, full rows removed; the next one falls, as a thought."""
        placed = QuintrisGame.place_piece(*self.state, self.piece, self.row, self.col)
        self.state = QuintrisGame.remove_complete_lines(*placed)
        self.new_piece()

    def new_piece(self) -> None:
        """The next piece at the top and another one after it, as a thought."""
        self.piece, self.next_piece = self.next_piece, self.random_piece()
        self.col = self._look_ahead.randrange(0, self.BOARD_WIDTH - len(self.piece[0]))
        self.row = 0
        if QuintrisGame.check_collision(*self.state, self.piece, self.row, self.col):
            raise EndOfGame(f"Game over! Final score: {self.state[1]}")

    def print_board(self, clear_screen: bool) -> None:
        """The next piece, and the board with the falling one, printed."""
        if clear_screen:
            print("\n" * 80)
        print("\n".join(["Next piece:", *self.next_piece]))
        shown = QuintrisGame.place_piece(*self.state, self.piece, self.row, self.col)
        QuintrisGame.print_state(*shown)

    def get_board(self) -> Board:
        """The rows of the board."""
        with self._turn():
            return self.state[0]

    def get_score(self) -> int:
        """The score so far."""
        with self._turn():
            return self.state[1]

    def get_piece(self) -> tuple[Piece, int, int]:
        """The falling piece, its row and its column."""
        with self._turn():
            return self.piece, self.row, self.col

    def get_next_piece(self) -> Piece:
        """The piece that comes after the falling one."""
        with self._turn():
            return self.next_piece

    def _turn(self) -> AbstractContextManager[object]:
        if self._home is not None and self._home.holds(self):
            return self._home.turn(self)
        return nullcontext()

    def _sit(self, period: float | None) -> Home:
        """The place where this object is in play from now on."""
        if self._home is None:
            raise RuntimeError("there is no referee: tilefall starts course programs itself")
        self._home.sit(self, period)
        return self._home
