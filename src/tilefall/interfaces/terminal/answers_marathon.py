"""Answers in Marathon without a clock: a line names a move, and whoever plays lets pieces fall."""

from __future__ import annotations

from tilefall.rules.falling_piece import MOVES
from tilefall.rules.marathon import MarathonState

LETTERS = dict(zip("lrtbdxhfk", MOVES, strict=True))  # one for each move, in their order
QUESTION = ", ".join(f"{letter} {name}" for letter, name in LETTERS.items()) + "; q to quit: "


def named_move(state: MarathonState, line: str) -> int | None:
    """The move that a line names by its letter or in full, if it is legal here."""
    word = " ".join(line.lower().split())
    name = LETTERS.get(word, word)
    legal = {MOVES[move]: move for move in state.legal_moves()}
    return legal.get(name)


def refusal(state: MarathonState) -> str:
    """What can be typed instead of a line that was no move."""
    letters = {name: letter for letter, name in LETTERS.items()}
    legal = [f"{letters[MOVES[move]]} ({MOVES[move]})" for move in state.legal_moves()]
    return f"Type one of {', '.join(legal)}."
