"""Positions of Marathon drawn in tests: `x` is filled, `o` the piece that falls."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.boards import drawn
from tilefall.play.live.marathon import LiveMarathon
from tilefall.rules.falling_piece import HIDDEN, MOVES, Falling, appeared
from tilefall.rules.marathon import Marathon, MarathonAfterstate, MarathonState
from tilefall.rules.marathon_text import parse_queue
from tilefall.rules.notation import Rows
from tilefall.rules.tetris import PIECES

ALL = HIDDEN + 20
EMPTY_ROW = "." * 10
SEED = 1  # L, then S O J I T
START = 100.0


def number(letter: str) -> int:
    """The number of a piece."""
    return PIECES.letters.index(letter)


def at(drawing: str, shape: str = "", **fields: object) -> MarathonState:
    """The drawn rows at the bottom of the well; the shape, such as T1, is where the o are.

    Without a shape a T has just appeared.
    """
    rows = drawn(drawing, ALL)
    falling = appeared(number("T"))
    if shape:
        found = {
            (i, j) for i in range(-HIDDEN, 20) for j in range(10) if rows[i + HIDDEN][j] == "o"
        }
        top, left = min(row for row, _ in found), min(column for _, column in found)
        piece, quarter = number(shape[0]), int(shape[1])
        spots = [
            Falling(piece, quarter, row, column, row)
            for row in range(top - 3, top + 1)
            for column in range(left - 3, left + 1)
        ]
        falling = next(spot for spot in spots if set(spot.places) == found)
    state = MarathonState(
        game=Marathon(),
        board=tuple(row.replace("o", ".") for row in rows),
        falling=falling,
        queue=parse_queue("IOZSJ", 5),
        held=None,
        is_hold_spent=False,
        seen=(1, 1, 1, 1, 1, 1, 0),
    )
    return replace(state, **fields)  # type: ignore[arg-type]


def pressed(state: MarathonState, *names: str) -> MarathonState:
    """The state after these moves, none of which draws a piece."""
    for name in names:
        after = state.play(MOVES.index(name))
        assert len(after.state.queue) == len(state.queue)
        state = after.state
    return state


def last(state: MarathonState, *names: str) -> MarathonAfterstate:
    """What the last of these moves does."""
    return pressed(state, *names[:-1]).play(MOVES.index(names[-1]))


def names(state: MarathonState) -> list[str]:
    """The legal moves in words."""
    return [MOVES[move] for move in state.legal_moves()]


def shown(state: MarathonState, height: int) -> Rows:
    """The lowest rows of the well with the piece in them."""
    rows = [list(row) for row in state.board]
    for row, column in state.falling.places if state.falling else ():
        rows[row + HIDDEN][column] = "o"
    return tuple("".join(row) for row in rows)[-height:]


def check_turn(before: str, shape: str, turn: str, after: str) -> MarathonState:
    """The state after a turn that must lead from one drawing to the other."""
    state = pressed(at(before, shape), turn)
    expected = drawn(after)
    assert shown(state, len(expected)) == expected
    return state


def begun(level: int = 1) -> LiveMarathon:
    """A game whose first piece has fallen its first row."""
    live = LiveMarathon(SEED, level, now=START)
    assert live.advance(START)
    return live


def spun() -> MarathonState:
    """A T that a turn makes a double, after rows that went in a difficult way."""
    drawing = """
        .xo.......
        x.ooxxxxxx
        xxoxxxxxxx
    """
    return at(drawing, "T1", has_chain=True)
