"""Live Marathon: a person steers pieces while gravity pulls and the lock waits (M14)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilefall.play.live.landing import Landing, landing
from tilefall.play.live.live import ASSISTED, PERSON, Action
from tilefall.play.match import Recorder
from tilefall.play.painted_marathon import painted_after
from tilefall.play.record import Record
from tilefall.rules.dice import Dice
from tilefall.rules.falling_piece import (
    DOWN,
    DROP,
    FALL,
    HIDDEN,
    HOLD,
    LEFT,
    LOCK,
    RIGHT,
    TURN,
    TURN_BACK,
    Falling,
)
from tilefall.rules.marathon import Marathon, MarathonAfterstate, MarathonState
from tilefall.rules.marathon_points import LOCK_SECONDS, seconds_a_row
from tilefall.rules.notation import Rows
from tilefall.rules.tetris import PIECES

KEYS = {
    Action.LEFT: LEFT,
    Action.RIGHT: RIGHT,
    Action.TURN: TURN,
    Action.TURN_BACK: TURN_BACK,
    Action.DOWN: DOWN,
    Action.DROP: DROP,
    Action.HOLD: HOLD,
}
WALLS = {Action.WALL_LEFT: LEFT, Action.WALL_RIGHT: RIGHT}


@dataclass(frozen=True)
class _Arrival:
    """What there was when a piece appeared after a lock: how far an undo goes back."""

    moves: int
    state: MarathonState
    painted: Rows


class LiveMarathon:
    """A game at a moment; all times are those that the caller tells."""

    def __init__(
        self,
        seed: int,
        level: int = 1,
        now: float = 0.0,
        *,
        start: MarathonState | None = None,
        cells: Rows = (),
    ) -> None:
        self.game, self.seed, self.start = Marathon(level), seed, start
        if start is not None and start.game != self.game:
            raise ValueError(f"a start of {start.game.text()} in a game of {self.game.text()}")
        self.state = self.game.start(Dice(seed)) if start is None else start
        self.news = ""  # what the last piece did that locked, in words
        self.is_assisted = False
        self.landing: Landing | None = None  # what the last piece did that locked
        self._painted = cells or self.state.board
        # written down as it goes: to make the record of a long game takes half a second
        self._recorder = Recorder(self.game, [PERSON], seed, start)
        self._moves = 0
        self._arrivals = [_Arrival(0, self.state, self._painted)]
        self._due = self._first_due(now)  # when the piece falls next, or locks where it rests
        self._paused_at: float | None = None

    @property
    def actions(self) -> tuple[Action, ...]:
        """What can be asked for in this game."""
        return (*KEYS, *WALLS)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_over

    @property
    def is_paused(self) -> bool:
        """Whether time stands still."""
        return self._paused_at is not None

    @property
    def cells(self) -> Rows:
        """The rows that are seen, with the letters of the pieces that filled them."""
        return self._painted[HIDDEN:]

    @property
    def hidden_cells(self) -> Rows:
        """The rows above them."""
        return self._painted[:HIDDEN]

    @property
    def piece(self) -> Falling | None:
        """The piece that falls, or the one that found no room."""
        return self.state.falling

    @property
    def ghost(self) -> Falling | None:
        """The piece where a drop would put it."""
        return self.state.ghost

    def act(self, action: Action, now: float) -> bool:
        """Press a key; False where the rules refuse it and nothing else has happened either."""
        if self.is_paused or action not in self.actions:
            return False
        has_changed = self.advance(now)
        if action in WALLS:
            while self._press(WALLS[action], now):
                has_changed = True
        else:
            has_changed |= self._press(KEYS[action], now)
        self.advance(now)  # a new piece falls its first row at once
        return has_changed

    def advance(self, now: float) -> bool:
        """Let pieces fall and lock, each in its moment, up to now."""
        has_changed = False
        while (due := self.due(now)) is not None and due <= now:
            self._play(LOCK if self.state.rests else FALL, due)
            has_changed = True
        return has_changed

    def due(self, now: float) -> float | None:
        """When the piece falls or locks next; None while time stands still, or after the end."""
        return None if self.is_paused or self.is_over else self._due

    def pause(self, now: float) -> None:
        """Stop the time."""
        if not self.is_paused:
            self.advance(now)
            self._paused_at = now

    def resume(self, now: float) -> None:
        """Let the time go on, with what was left of every wait."""
        if self._paused_at is not None:
            self._due += now - self._paused_at
            self._paused_at = None

    def undo(self, now: float) -> bool:
        """Go back to where the last piece that locked appeared, and mark the game as assisted."""
        self.advance(now)
        if len(self._arrivals) < 2:
            return False
        self._arrivals.pop()  # of the piece that falls now
        arrival = self._arrivals[-1]
        self._recorder.take_back(self._moves - arrival.moves)
        self._moves = arrival.moves
        self.state, self._painted, self.news = arrival.state, arrival.painted, ""
        self.landing = None
        self._due = self._first_due(now if self._paused_at is None else self._paused_at)
        self.assist()
        return True

    def assist(self) -> None:
        """Mark the game as assisted."""
        self.is_assisted = True

    def record(self) -> Record:
        """The game so far, key by key."""
        names = (ASSISTED if self.is_assisted else PERSON,)
        return replace(self._recorder.record(), agents=names).sealed()

    def close(self) -> None:
        """Nothing runs beside the game."""

    def _press(self, move: int, now: float) -> bool:
        if move not in self.state.legal_moves():
            return False
        self._play(move, now)
        return True

    def _play(self, move: int, at: float) -> None:
        before = self.state
        after = before.play(move)
        self.state = after.draw(Dice(self.seed))
        self._recorder.add(move, self.state)
        self._moves += 1
        if after.resting is not None:
            self._note_lock(after)
        self._due = self._next_due(before, move, at)

    def _note_lock(self, after: MarathonAfterstate) -> None:
        """Paint the piece, and remember where the next one appears."""
        assert after.resting is not None
        lines = after.lock.lines if after.lock else 0
        places = [(row + HIDDEN, column) for row, column in after.resting.places]
        found = landing(self._painted, PIECES.letters[after.resting.piece], places, lines)
        self.landing = replace(found, rows=tuple(row - HIDDEN for row in found.rows))
        self._painted = painted_after(self._painted, after)
        self.news = after.lock.words() if after.lock else ""
        self._arrivals.append(_Arrival(self._moves, self.state, self._painted))

    def _next_due(self, before: MarathonState, move: int, at: float) -> float:
        """When the piece falls or locks, after a move at this time (M14)."""
        if move in (DROP, HOLD, LOCK):
            return self._first_due(at)
        if self.state.rests:
            return at if self.state.must_lock else at + LOCK_SECONDS
        if before.rests or move in (DOWN, FALL):
            return at + seconds_a_row(self.state.level)
        return self._due  # keys in the air do not change when it falls

    def _first_due(self, at: float) -> float:
        """When a piece that appears at this time falls or locks (M14)."""
        return at + LOCK_SECONDS if self.state.rests else at
