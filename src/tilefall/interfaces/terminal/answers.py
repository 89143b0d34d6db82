"""Answers: what a person's line of text means as a move."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.interfaces.terminal.answers_marathon import QUESTION, named_move, refusal
from tilefall.rules.falling import KEYS, TICK
from tilefall.rules.game import State
from tilefall.rules.ijk import MOVES, IjkState
from tilefall.rules.marathon import MarathonState
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import PIECES, TetrisState


@dataclass(frozen=True)
class Answer:
    """The move that a line asks for, if any, and what to tell the person."""

    move: int | None
    hint: str = ""


def question(state: State) -> str:
    """What to ask the person who is to move."""
    if isinstance(state, QuintrisState):
        return "keys (b left, m right, n turn, h flip; then it drops), q to quit: "
    if isinstance(state, TetrisState):
        return "orientation and left column, such as 0 4; q to quit: "
    if isinstance(state, MarathonState):
        return QUESTION
    return f"{' '.join(MOVES)}, q to quit: "


def understood(state: State, line: str) -> Answer:
    """What a line means in this state."""
    if isinstance(state, QuintrisState):
        return _keys(state, line.strip("\r\n"))
    if isinstance(state, TetrisState):
        return _orientation_and_column(state, line)
    if isinstance(state, IjkState):
        return _direction(line.strip())
    if isinstance(state, MarathonState):
        move = named_move(state, line)
        return Answer(move, refusal(state) if move is None else "")
    raise TypeError(f"no answers for {type(state).__name__}")


def _keys(state: QuintrisState, line: str) -> Answer:
    """Keys that the game does not have are named and ignored; the others act."""
    allowed = KEYS + (TICK if state.game.reach == "fall" else "")
    keys = line.lower()
    bad = dict.fromkeys(key for key in keys if key not in allowed)
    move = state.move_by_keys("".join(key for key in keys if key in allowed))
    if not bad:
        return Answer(move)
    names = ", ".join(ascii(key) for key in bad)
    return Answer(move, f"Ignored {names}: the keys are {' '.join(allowed)}.")


def _orientation_and_column(state: TetrisState, line: str) -> Answer:
    words = line.split()
    if not 1 <= len(words) <= 2 or not all(word.isascii() and word.isdigit() for word in words):
        return Answer(None, "Type two numbers: an orientation, and the column of its left edge.")
    orientation, column = (0, *map(int, words))[-2:]
    assert state.current is not None
    shapes = PIECES.of_piece[state.current]
    if orientation >= len(shapes):
        return Answer(None, f"No orientation {orientation}, this piece has 0 to {len(shapes) - 1}.")
    last = state.game.width - PIECES.shapes[shapes[orientation]].width
    if column > last:
        return Answer(
            None, f"Column {column} is too far right for orientation {orientation}: 0 to {last}."
        )
    moves = state.game.moves
    for move in state.legal_moves():
        if moves.shape_number(move) == shapes[orientation] and moves[move].column == column:
            return Answer(move)
    raise AssertionError("every orientation and column is legal (T3)")


def _direction(line: str) -> Answer:
    if line.upper() in MOVES:
        return Answer(MOVES.index(line.upper()))
    return Answer(None, f"Type one letter: {', '.join(MOVES)}.")
