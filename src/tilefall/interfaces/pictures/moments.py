"""Moments: a recorded game as the positions that pictures show, one after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, zip_longest

from tilefall.interfaces.screen.views import Place
from tilefall.play.painted import painted
from tilefall.play.painted_marathon import painted_marathon
from tilefall.play.record import Record
from tilefall.play.verify import replayed
from tilefall.rules.game import State
from tilefall.rules.ijk import MOVES, IjkState
from tilefall.rules.marathon import MarathonState
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState


@dataclass(frozen=True)
class Moment:
    """A position, with what the eye wants to know beside it."""

    number: int  # how many moves led here
    state: State
    cells: Rows  # the board with the letters of pieces
    move: int | None = None  # a piece is shown where this move puts it, not where it appears
    is_flashing: bool = False  # rows that are complete light up
    last: str = ""  # IJK: the slide that led here
    new: Place | None = None  # IJK: the tile that has just appeared


@dataclass(frozen=True)
class Span:
    """Which positions are shown: every so many from the first to the last, and the last."""

    first: int
    last: int
    every: int = 1

    def __contains__(self, number: object) -> bool:
        assert isinstance(number, int)
        is_inside = self.first <= number <= self.last
        return is_inside and ((number - self.first) % self.every == 0 or number == self.last)

    def __len__(self) -> int:
        between = self.last - self.first
        return between // self.every + 1 + (between % self.every > 0)


def moments(record: Record, span: Span) -> Iterator[Moment]:
    """The positions of a record; pieces are where they are put, but for the last position.

    BadRecord where the record does not hold.
    """
    states = replayed(record)
    moment: Moment | None = None
    shown = islice(zip_longest(states, record.moves), span.last + 1)
    for number, (state, move) in enumerate(shown):
        moment = _first(state) if moment is None else _following(moment, state)
        assert moment.number == number
        moment = replace(moment, move=move)
        if number in span:
            yield moment if number < span.last else replace(moment, move=None)
    if span.last == len(record.moves):
        next(states, None)  # the end of a record is checked after its last state


def _first(state: State) -> Moment:
    assert isinstance(state, QuintrisState | TetrisState | IjkState | MarathonState)
    return Moment(0, state, state.board)


def _following(moment: Moment, state: State) -> Moment:
    old, move, number = moment.state, moment.move, moment.number + 1
    assert move is not None
    if isinstance(old, QuintrisState | TetrisState):
        return Moment(number, state, painted(moment.cells, old, move))
    if isinstance(old, MarathonState):
        return Moment(number, state, painted_marathon(moment.cells, old, move))
    assert isinstance(old, IjkState)
    assert isinstance(state, IjkState)
    slid = old.play(move).board
    new = [
        (row, column)
        for row, line in enumerate(slid)
        for column, tile in enumerate(line)
        if tile == EMPTY != state.board[row][column]
    ]
    return Moment(number, state, state.board, last=MOVES[move], new=new[0] if new else None)
