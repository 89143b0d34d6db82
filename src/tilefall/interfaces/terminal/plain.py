"""Plain drawings: states as text in ASCII, for any terminal, pipe or screen reader."""

from __future__ import annotations

from itertools import zip_longest

from tilefall.interfaces.terminal.plain_marathon import marathon_drawing, marathon_result
from tilefall.rules import quintris, tetris
from tilefall.rules.falling import Spot
from tilefall.rules.game import State
from tilefall.rules.ijk import PLAYERS, IjkState
from tilefall.rules.marathon import MarathonState
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.pieces import FILLED, Shape
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState
from tilefall.rules.timing import in_words, presses

CLASH = "*"  # a cell that the piece and the stack both want: the game is over
TALLEST_FIRST_SHAPE = 2  # Tetris pieces appear lying down


def drawing(state: State) -> str:
    """A state as a person wants to see it, in several lines without the last line's end."""
    if isinstance(state, QuintrisState):
        return _quintris(state)
    if isinstance(state, TetrisState):
        return _tetris(state)
    if isinstance(state, IjkState):
        return _ijk(state)
    if isinstance(state, MarathonState):
        return marathon_drawing(state)
    raise TypeError(f"no drawing for {type(state).__name__}")


def _quintris(state: QuintrisState) -> str:
    return drawing_at(state, state.spawn)


def drawing_at(state: QuintrisState, spot: Spot) -> str:
    """A state whose piece has come to a spot."""
    board = _with_piece(state.board, quintris.PIECES.shapes[spot.shape], spot)
    return _well(board, _panel(state, quintris.PIECES.shapes[state.next]))


def _tetris(state: TetrisState) -> str:
    pieces = tetris.PIECES
    first = [pieces.shapes[shapes[0]] for shapes in pieces.of_piece]
    above = [""] * TALLEST_FIRST_SHAPE
    if state.current is not None:
        rows = _lettered(first[state.current]).split("\n")
        left = (state.game.width - first[state.current].width) // 2
        above = [""] * (TALLEST_FIRST_SHAPE - len(rows))
        above += [f" {' ' * left}{row}" for row in rows]
    following = None if state.next is None else first[state.next]
    return "\n".join(
        [*(line.rstrip() for line in above), _well(state.board, _panel(state, following))]
    )


def _ijk(state: IjkState) -> str:
    news = "the game is over" if state.is_over else f"{PLAYERS[state.player]} to move"
    return "\n".join([*tile_rows(state.board), f"turn {state.turn}, {news}"])


def tile_rows(board: Rows) -> list[str]:
    """The rows of an IJK board.

    >>> tile_rows(("A.", ".b"))
    ['_A_|___', '___|_b_']
    """
    return ["|".join(f"_{cell}_".replace(EMPTY, "_") for cell in row) for row in board]


def _with_piece(board: Rows, shape: Shape, spot: Spot) -> Rows:
    rows = [list(row) for row in board]
    for i, j in shape.cells:
        row, column = spot.row + i, spot.column + j
        rows[row][column] = shape.name[0] if board[row][column] == EMPTY else CLASH
    return tuple("".join(row) for row in rows)


def _panel(state: QuintrisState | TetrisState, following: Shape | None) -> list[str]:
    lines = [f"score {state.score}", f"turn  {state.turn}"]
    if following is not None:
        lines += ["", f"next  {following.name[0]}", *_lettered(following).split("\n")]
    return lines


def _lettered(shape: Shape) -> str:
    return "\n".join(shape.rows).replace(FILLED, shape.name[0]).replace(EMPTY, " ")


def _well(board: Rows, panel: list[str]) -> str:
    """The board between its walls, with column numbers below and a panel to the right.

    >>> print(_well(("..x.", "xx.x"), ["score 3"]))
    |..x.|  score 3
    |xx.x|
    +----+
     0123
    """
    width = len(board[0])
    digits = "".join(str(column % 10) for column in range(width))
    well = [*(f"|{row}|" for row in board), f"+{'-' * width}+", f" {digits}"]
    rows = zip_longest(well, panel, fillvalue="")
    return "\n".join(f"{left:{width + 2}}  {right}".rstrip() for left, right in rows)


def choices(state: TetrisState) -> str:
    """The numbered orientations of the current piece, side by side.

    >>> print(choices(tetris.Tetris(height=4).parse("tetris:height=4 - S - 0-0-0-0-1-0-0 0 0")))
    0:    1:
     SS   S
    SS    SS
           S
    """
    if state.current is None:
        return ""
    blocks = []
    for number, index in enumerate(tetris.PIECES.of_piece[state.current]):
        lines = [f"{number}:", *_lettered(tetris.PIECES.shapes[index]).split("\n")]
        width = max(map(len, lines)) + 3
        blocks.append([line.ljust(width) for line in lines])
    rows = zip_longest(*blocks, fillvalue=None)
    widths = [len(block[0]) for block in blocks]
    return "\n".join(
        "".join(
            " " * width if line is None else line for line, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    )


def move_line(state: State, agent: str, move: int) -> str:
    """Who did what, in a few words; with the keys and their ticks where pieces slide (F12)."""
    said = f"{agent} plays {state.game.moves[move]}"
    if isinstance(state, QuintrisState) and state.game.reach == "fall":
        return f"{said}: {in_words(presses(state.keys_to(move)))}"
    return said


def result_line(state: State, agents: tuple[str, ...]) -> str:
    """How things stand or ended, in one line."""
    turns = f"after {state.turn} turn{'s' * (state.turn != 1)}"
    is_over = not state.legal_moves()
    if isinstance(state, IjkState):
        names = [f"{sign} ({agent})" for sign, agent in zip(PLAYERS, agents, strict=True)]
        if not is_over:
            return f"undecided {turns}, {names[0]} against {names[1]}"
        news = {1: f"{names[0]} has won", -1: f"{names[1]} has won", 0: "a tie"}[state.score]
        return f"{news} {turns}"
    if isinstance(state, MarathonState):
        return marathon_result(state, agents[0])
    return f"score {state.score} {turns}, game {'over' if is_over else 'not over'} ({agents[0]})"
