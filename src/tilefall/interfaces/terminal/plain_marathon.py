"""Plain drawings of Marathon: wells, and games piece by piece, since a move is a single key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from tilefall.rules.falling_piece import HIDDEN, WIDTH, in_words
from tilefall.rules.marathon import MarathonState
from tilefall.rules.marathon_text import queue_text
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.tetris import NO_PIECE, PIECES

ABOVE = 2  # hidden rows that are shown: those in which pieces appear
CLASH, GHOST = "*", ":"


def marathon_drawing(state: MarathonState) -> str:
    """A state in as many lines as any other."""
    rows = _with_piece(state)
    above = [f" {row} ".replace(EMPTY, " ").rstrip() for row in rows[:ABOVE]]
    well = [*above, *(f"|{row}|" for row in rows[ABOVE:]), f"+{'-' * WIDTH}+", " 0123456789"]
    held = NO_PIECE if state.held is None else PIECES.letters[state.held]
    panel = [
        *("", ""),
        *(f"score  {state.score}", f"lines  {state.lines}", f"level  {state.level}"),
        *(f"pieces {state.pieces}", ""),
        f"next   {queue_text(state.queue)}",
        f"hold   {held}{' (spent)' * state.is_hold_spent}",
    ]
    lines = zip_longest(well, panel, fillvalue="")
    return "\n".join(f"{left:{WIDTH + 2}}  {right}".rstrip() for left, right in lines)


def _with_piece(state: MarathonState) -> Rows:
    """The rows that are shown, with the piece and its ghost in them."""
    rows = [list(row) for row in state.board[HIDDEN - ABOVE :]]
    for row, column in state.ghost.places if state.ghost else ():
        if row >= -ABOVE:
            rows[row + ABOVE][column] = GHOST
    for row, column in state.falling.places if state.falling else ():
        if row >= -ABOVE:
            assert state.falling is not None
            is_free = state.board[row + HIDDEN][column] == EMPTY
            letter = PIECES.letters[state.falling.piece]
            rows[row + ABOVE][column] = letter if is_free else CLASH
    return tuple("".join(row) for row in rows)


def marathon_result(state: MarathonState, agent: str) -> str:
    """How things stand or ended, in one line."""
    lines = f"{state.lines} line{'s' * (state.lines != 1)}"
    pieces = f"{state.pieces} piece{'s' * (state.pieces != 1)}"
    over = "over" if state.is_over else "not over"
    return f"score {state.score}, {lines}, level {state.level}, {pieces}, game {over} ({agent})"


def marathon_game(
    states: Iterable[MarathonState], moves: Sequence[int], agent: str
) -> Iterator[str]:
    """A game piece by piece: each where it appeared, the keys that led it on, what it did."""
    keys: list[int] = []
    first: MarathonState | None = None
    for state, move in zip_longest(states, moves):
        if first is None or state.pieces > first.pieces or state.is_over:
            if first is not None:
                gained = f", {state.score - first.score} points" * (state.score > first.score)
                yield f"{agent} plays {in_words(keys)}{gained}\n"
            yield marathon_drawing(state)
            first, keys = state, []
        if move is not None:
            keys.append(move)
    if keys:
        yield f"{agent} plays {in_words(keys)}"
        yield marathon_drawing(state)
