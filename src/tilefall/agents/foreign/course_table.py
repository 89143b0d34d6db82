"""Table: where a course program's game of Quintris is really played, by what the referee says.

The program's object shows the piece; the program moves it there as it likes, by keys or by writing
to it. What counts is what keys can do: when the piece ticks or drops, the shortest keys are found
that lead to where the object shows it, and if there are none it stays where it was.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Protocol, cast

from tilefall.agents.foreign.messages import Message
from tilefall.agents.foreign.skeleton.QuintrisGame import EndOfGame, Piece, QuintrisGame
from tilefall.rules.falling import KEYS, TICK, Spot, Well
from tilefall.rules.notation import EMPTY
from tilefall.rules.quintris import PIECES

BLANK = " "
SHAPES = {shape.rows: number for number, shape in enumerate(PIECES.shapes)}


def keys_in_row(well: Well, start: Spot) -> dict[Spot, str]:
    """Every spot of the same row that keys lead to, with the shortest keys (F5)."""
    keys_to = {start: ""}
    waiting = deque([start])
    while waiting:
        spot = waiting.popleft()
        for key in KEYS:
            reached = well.pressed(spot, key)
            if reached not in keys_to:
                keys_to[reached] = keys_to[spot] + key
                waiting.append(reached)
    return keys_to


class Line(Protocol):
    """The way to the referee: a Channel."""

    def request(self) -> Message | None:
        """The referee's next message; None when there are no more."""
        ...

    def answer(self, message: Message) -> None:
        """Say something to the referee."""
        ...


class Table:
    """The piece as the referee knows it, and the object on which the program sees it."""

    def __init__(
        self,
        channel: Line,
        reach: str,
        clock: Callable[[], float] = time.monotonic,
        *,
        has_thread: bool = True,  # False: ticks come only when the program looks
    ) -> None:
        self.is_over = False
        self._has_thread = has_thread
        self._channel = channel
        self._reach = reach
        self._clock = clock
        self._process = os.getpid()
        self._lock = threading.RLock()
        self._game: QuintrisGame | None = None
        self._period: float | None = None
        self._well = Well((), PIECES)
        self._spot = Spot(0, 0, 0)
        self._keys = ""
        self._score = 0
        self._due = 0.0  # when the next tick comes

    def holds(self, game: QuintrisGame) -> bool:
        """Whether this object is the one in play; to a process that was forked none is."""
        return game is self._game and os.getpid() == self._process

    def sit(self, game: QuintrisGame, period: float | None) -> None:
        """The object is the one in play from now on and shows the first piece."""
        if period is not None and self._reach != "fall":
            raise ValueError("an animated game needs quintris:reach=fall, and quintris is played")
        if self._game is not None:
            self._raise_if_over()
            raise RuntimeError("start_game was called again before the game was over")
        self._game, self._period = game, period
        self._channel.answer({"type": "ready"})
        self._receive()
        if period is not None and self._has_thread:
            threading.Thread(target=self._fall, daemon=True).start()

    def turn(self, game: QuintrisGame) -> AbstractContextManager[object]:
        """All ticks that are due have come; no other comes until this is left."""
        with self._lock:
            while self._period is not None and not self.is_over and self._clock() >= self._due:
                self._tick(game)
            self._raise_if_over()
        return self._lock

    def restore(self, game: QuintrisGame) -> None:
        """The object shows board and row as they are, and the piece where keys can have led it."""
        with self.turn(game):
            self._follow(game)
            self._show(game)

    def drop(self, game: QuintrisGame) -> None:
        """The piece has dropped, and the object shows the next one."""
        with self.turn(game):
            self._follow(game)
            self._answer()
            self._raise_if_over()

    def _raise_if_over(self) -> None:
        if self.is_over:
            raise EndOfGame(f"Game over! Final score: {self._score}")

    def _fall(self) -> None:
        """See to it that ticks come in time, whatever the program does meanwhile."""
        assert self._game is not None
        with suppress(EndOfGame):
            while True:
                time.sleep(max(0.0, self._due - self._clock()))
                self.turn(self._game)

    def _tick(self, game: QuintrisGame) -> None:
        """The piece a row lower, or locked (F8).

        An object whose board or row the program has replaced shows what it tries out, which is
        neither where its piece is nor to be disturbed.
        """
        is_trying = tuple(game.state[0]) != self._blank_board() or game.row > self._spot.row
        if not is_trying:
            self._follow(game)
        lower, has_locked = self._well.ticked(self._spot)
        if has_locked:
            self._answer()  # without this tick: a drop leads to the same place (F9)
            return
        assert self._period is not None
        self._spot, self._keys, self._due = lower, self._keys + TICK, self._due + self._period
        if not is_trying:
            self._show(game)

    def _follow(self, game: QuintrisGame) -> None:
        """The piece is where the object shows it, if keys lead there."""
        shape = SHAPES.get(tuple(row.replace(BLANK, EMPTY) for row in game.piece))
        if shape is None:
            return
        shown = Spot(shape, self._spot.row, game.col)
        if shown != self._spot and shown in (found := keys_in_row(self._well, self._spot)):
            self._keys += found[shown]
            self._spot = shown

    def _answer(self) -> None:
        try:
            self._channel.answer({"keys": self._keys})
        except BrokenPipeError:
            self.is_over = True  # the referee has left, and with it the game
        else:
            self._receive()

    def _receive(self) -> None:
        """The object shows the piece of the referee's next question; or there is none."""
        request = self._channel.request()
        if request is None or request["type"] != "choose":
            self.is_over = True
            self._score = cast(int, (request or {}).get("score", self._score))
            return
        self._well = Well(tuple(cast(list[str], request["board"])), PIECES)
        self._score = cast(int, request["score"])
        current = SHAPES[tuple(cast(list[str], cast(Message, request["current"])["rows"]))]
        self._spot = Spot(current, 0, cast(int, request["column"]))
        self._keys = ""
        self._due = self._clock() + (self._period or 0.0)
        assert self._game is not None
        self._show(self._game)
        self._game.next_piece = _blanks(cast(list[str], cast(Message, request["next"])["rows"]))

    def _show(self, game: QuintrisGame) -> None:
        game.state = (list(self._blank_board()), self._score)
        game.piece = _blanks(PIECES.shapes[self._spot.shape].rows)
        game.row, game.col = self._spot.row, self._spot.column

    def _blank_board(self) -> tuple[str, ...]:
        return tuple(row.replace(EMPTY, BLANK) for row in self._well.board)


def _blanks(rows: tuple[str, ...] | list[str]) -> Piece:
    return [row.replace(EMPTY, BLANK) for row in rows]
