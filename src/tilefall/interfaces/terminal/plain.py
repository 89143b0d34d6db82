"""Plain drawings: states as text in ASCII, for any terminal, pipe or screen reader."""

from __future__ import annotations

from tilefall.interfaces.screen.board import drawn
from tilefall.interfaces.screen.grid import beside, grid_of, written
from tilefall.interfaces.screen.look import Cells, Depth, Look
from tilefall.interfaces.screen.views import PieceView, TilesView, WellView
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

PLAIN = Look(Depth.NONE, is_ascii=True).style
ABOVE = 2  # rows over a well of Tetris: its pieces appear lying down


def drawing(state: State) -> str:
    """A state as a person wants to see it, in several lines without the last line's end."""
    if isinstance(state, QuintrisState):
        return drawing_at(state, state.spawn)
    if isinstance(state, TetrisState):
        return _tetris(state)
    if isinstance(state, IjkState):
        return _ijk(state)
    if isinstance(state, MarathonState):
        return marathon_drawing(state)
    raise TypeError(f"no drawing for {type(state).__name__}")


def drawing_at(state: QuintrisState, spot: Spot) -> str:
    """A state whose piece has come to a spot."""
    piece = _piece(quintris.PIECES.shapes[spot.shape], spot.row, spot.column)
    well = drawn(WellView("quintris", state.board, piece=piece), Cells.PLAIN, PLAIN)
    panel = _panel(state, quintris.PIECES.shapes[state.next])
    return beside(well, grid_of(map(written, panel))).text()


def _tetris(state: TetrisState) -> str:
    pieces = tetris.PIECES
    first = [pieces.shapes[shapes[0]] for shapes in pieces.of_piece]
    piece = None
    if state.current is not None:
        shape = first[state.current]
        piece = _piece(shape, -shape.height, (state.game.width - shape.width) // 2)
    well = drawn(WellView("tetris", state.board, ABOVE, piece), Cells.PLAIN, PLAIN)
    following = None if state.next is None else first[state.next]
    panel = [""] * ABOVE + _panel(state, following)
    return beside(well, grid_of(map(written, panel))).text()


def _ijk(state: IjkState) -> str:
    news = "the game is over" if state.is_over else f"{PLAYERS[state.player]} to move"
    return "\n".join([*tile_rows(state.board), f"turn {state.turn}, {news}"])


def tile_rows(board: Rows) -> list[str]:
    """The rows of an IJK board.

    >>> tile_rows(("A.", ".b"))
    ['_A_|___', '___|_b_']
    """
    return drawn(TilesView(board), Cells.PLAIN, PLAIN).text().split("\n")


def _piece(shape: Shape, row: int, column: int) -> PieceView:
    places = tuple((row + i, column + j) for i, j in shape.cells)
    return PieceView(shape.name[0], places)


def _panel(state: QuintrisState | TetrisState, following: Shape | None) -> list[str]:
    lines = [f"score {state.score}", f"turn  {state.turn}"]
    if following is not None:
        lines += ["", f"next  {following.name[0]}", *_lettered(following)]
    return lines


def _lettered(shape: Shape) -> list[str]:
    return [row.replace(FILLED, shape.name[0]).replace(EMPTY, " ") for row in shape.rows]


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
    shapes = [tetris.PIECES.shapes[index] for index in tetris.PIECES.of_piece[state.current]]
    blocks = [
        grid_of(map(written, [f"{number}:", *_lettered(shape)]))
        for number, shape in enumerate(shapes)
    ]
    return beside(*blocks, gap=3).text()


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
