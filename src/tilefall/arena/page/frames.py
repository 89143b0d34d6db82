"""Frames: a recorded game as little data as the page's viewer needs to show every move of it."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.play.record import BadRecord, Record
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.game import Game
from tilefall.rules.ijk import Ijk, IjkState
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.pieces import Placement, empty_board
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

A_MOVE = 9  # letters that a placement takes


@dataclass(frozen=True)
class Frames:
    """A game from its move `first` on; before it stands `boards[0]`.

    Falling games have a board to begin with, then three numbers a move: shape, row and column.
    IJK has a board for every move, the one to begin with included. Rows stand after each other.
    """

    first: int  # moves before what is shown
    lines: int  # made by then
    boards: tuple[str, ...]
    moves: tuple[int, ...]
    end: str  # the last board: the viewer must come to it too


def frames(record: Record, room: int) -> Frames:
    """The last moves of a record, as many as about so many letters hold."""
    if record.seal != record.expected_seal():
        raise BadRecord(f"the record of seed {record.seed} was changed after the game")
    game = parse_game(record.game)
    if isinstance(game, Ijk):
        return _slides(game, record, room)
    assert isinstance(game, Quintris | Tetris)
    return _placements(game, record, room)


def shapes(game: Game) -> list[list[int]]:
    """The cells of each shape of a game, as row and column in turn."""
    if not isinstance(game, Quintris | Tetris):
        return []
    return [[part for cell in shape.cells for part in cell] for shape in game.moves.pieces.shapes]


def letters(game: Game) -> str:
    """The letter of each shape of a game."""
    if not isinstance(game, Quintris | Tetris):
        return ""
    return "".join(shape.name[0] for shape in game.moves.pieces.shapes)


def _placements(game: Quintris | Tetris, record: Record, room: int) -> Frames:
    board, lines = empty_board(game.width, game.height), 0
    if record.start is not None:
        given = game.parse(record.start)
        board, lines = given.board, given.score
    first = max(len(record.moves) - room // A_MOVE, 0)
    for move in record.moves[:first]:
        board, cleared = _after(board, game.moves[move])
        lines += cleared
    start, moves = "".join(board), []
    for move in record.moves[first:]:
        place = game.moves[move]
        board, _ = _after(board, place)
        moves += [game.moves.shape_number(move), place.row, place.column]
    return Frames(first, lines, (start,), tuple(moves), "".join(board))


def _after(board: Rows, place: Placement) -> tuple[Rows, int]:
    """The board with the piece in letters, and how many rows went (F6, F7).

    None goes if the piece reached above the board (T4).
    """
    rows = list(board)
    for i, j in place.shape.cells:
        row, column = place.row + i, place.column + j
        if row >= 0:
            rows[row] = rows[row][:column] + place.shape.name[0] + rows[row][column + 1 :]
    kept = [row for row in rows if EMPTY in row] if place.row >= 0 else rows
    count = len(board) - len(kept)
    return (EMPTY * len(board[0]),) * count + tuple(kept), count


def _slides(game: Ijk, record: Record, room: int) -> Frames:
    dice = Dice(record.seed)
    state: IjkState = game.start(dice) if record.start is None else game.parse(record.start)
    boards = ["".join(state.board)]
    for move in record.moves:
        state = state.play(move).draw(dice)
        boards.append("".join(state.board))
    shown = boards[-max(room // (game.size**2 + 3), 1) :]
    first = len(boards) - len(shown)
    return Frames(first, 0, tuple(shown), record.moves[first:], boards[-1])
