"""LiveQuintris: a person steers pentominoes, under gravity or in no hurry (Q7)."""

from __future__ import annotations

from math import isfinite

from tilefall.engines import Engine, engine
from tilefall.play.animated import PERIOD
from tilefall.play.live.history import History, Moment
from tilefall.play.live.landing import Landing, placement_landing
from tilefall.play.live.live import Action
from tilefall.play.live.stopwatch import Stopwatch
from tilefall.play.painted import painted
from tilefall.play.record import Record
from tilefall.rules.dice import Dice
from tilefall.rules.falling import Spot
from tilefall.rules.notation import Rows
from tilefall.rules.pieces import Placement
from tilefall.rules.quintris import PIECES, Quintris, QuintrisAfterstate, QuintrisState

KEYS = {Action.LEFT: "b", Action.RIGHT: "m", Action.TURN: "n", Action.FLIP: "h"}
WALLS = {Action.WALL_LEFT: "b", Action.WALL_RIGHT: "m"}


class LiveQuintris:
    """With reach `fall` a piece sinks a row every period and locks where it comes to rest (F8).

    With reach `drop` it waits at the top for its keys. A row down that a person asks for is a tick
    out of turn: the next one is due a period later.
    """

    def __init__(
        self,
        game: Quintris,
        seed: int,
        period: float = PERIOD,
        *,
        start: QuintrisState | None = None,
        cells: Rows = (),
        rules: Engine | None = None,
    ) -> None:
        if not (isfinite(period) and period > 0):
            raise ValueError(f"a period of {period} seconds, expected more than 0")
        first = game.start(Dice(seed)) if start is None else start
        self.game, self.seed, self.period, self.start = game, seed, period, start
        # The plain rules look for all places in reach whenever a piece locks: a tenth of a second.
        self._rules = engine() if rules is None else rules
        self._history = History(game, seed, Moment(first, cells or first.board), start)
        self._watch = Stopwatch()
        self._appear(0.0)

    def _appear(self, seconds: float) -> None:
        """The piece of the state is at the top, and its time begins (A1)."""
        self._spot = self.state.spawn
        self._ticks, self._since = 0, seconds

    @property
    def state(self) -> QuintrisState:
        """The position, its piece at the top."""
        return self._history.now.state

    @property
    def has_gravity(self) -> bool:
        """Whether pieces sink by themselves."""
        return self.game.reach == "fall"

    @property
    def actions(self) -> tuple[Action, ...]:
        """What can be asked for."""
        down = (Action.DOWN,) if self.has_gravity else ()
        return (*KEYS, *WALLS, *down, Action.DROP)

    @property
    def is_over(self) -> bool:
        """Whether the new piece has no room (Q5)."""
        return self.state.is_over

    @property
    def is_assisted(self) -> bool:
        """Whether a piece was taken back, or an agent gave advice."""
        return self._history.is_assisted

    @property
    def is_paused(self) -> bool:
        """Whether time stands still."""
        return self._watch.is_stopped

    @property
    def cells(self) -> Rows:
        """The board, with the letters of the pieces that filled it."""
        return self._history.now.cells

    @property
    def last(self) -> Placement | None:
        """Where the last piece came to rest; its rows may be gone."""
        move = self._history.now.last
        return None if move is None else self.game.moves[move]

    @property
    def removed(self) -> int:
        """How many rows the last piece removed."""
        return self._history.now.reward

    @property
    def landing(self) -> Landing | None:
        """What the last piece did; None before the first one has come to rest."""
        last, before = self.last, self._history.before
        if last is None or before is None:
            return None
        return placement_landing(before.cells, last, self.removed)

    @property
    def piece(self) -> Placement | None:
        """The piece where it is; when the game is over, where it has no room."""
        return _placement(self._spot)

    @property
    def ghost(self) -> Placement | None:
        """Where a drop would put the piece; None when the game is over."""
        return None if self.is_over else _placement(self.state.well.dropped(self._spot))

    @property
    def following(self) -> tuple[str, ...]:
        """The names of the shapes to come that are in sight."""
        return (PIECES.shapes[self.state.next].name,)

    def act(self, action: Action, now: float) -> bool:
        """Do what was asked for, after the ticks that were due before it."""
        if self.is_paused:
            return False
        is_new = self.advance(now)
        if self.is_over or action not in self.actions:
            return is_new
        if action is Action.DOWN:
            self._ticks, self._since = 0, self._watch.read(now)
            self._tick(self._since)
            return True
        if action is Action.DROP:
            self._spot = self.state.well.dropped(self._spot)
            self._lock(self._watch.read(now))
            return True
        spot = self._steered(action)
        is_new |= spot != self._spot
        self._spot = spot
        return is_new

    def _steered(self, action: Action) -> Spot:
        """The spot that a key leads to, or a key that is held until the rules refuse it."""
        pressed = self.state.well.pressed
        if action in KEYS:
            return pressed(self._spot, KEYS[action])
        spot, key = self._spot, WALLS[action]
        while (moved := pressed(spot, key)) != spot:
            spot = moved
        return spot

    def advance(self, now: float) -> bool:
        """Let all ticks come that are due by now; those of a new piece count from its own time."""
        is_new = False
        while (due := self.due(now)) is not None and due <= now:
            self._ticks += 1
            self._tick(self._since + self._ticks * self.period)
            is_new = True
        return is_new

    def due(self, now: float) -> float | None:
        """When the next tick comes; None without gravity, in a pause and when it is over."""
        self._watch.read(now)
        if not self.has_gravity or self.is_paused or self.is_over:
            return None
        return self._watch.time_of(self._since + (self._ticks + 1) * self.period)

    def _tick(self, seconds: float) -> None:
        self._spot, has_locked = self.state.well.ticked(self._spot)
        if has_locked:
            self._lock(seconds)

    def _lock(self, seconds: float) -> None:
        """The piece locks where it is, and the next one appears at once."""
        state, move = self.state, self.game.moves.number(*self._spot)
        after = self._rules.play(state, move)
        following = self._rules.draw(after, self._history.dice)
        assert isinstance(after, QuintrisAfterstate)
        assert isinstance(following, QuintrisState)
        cells = painted(self.cells, state, move)
        self._history.add(Moment(following, cells, move, after.reward))
        self._appear(seconds)

    def pause(self, now: float) -> None:
        """Stop the time; a part of a period that has passed is not lost."""
        self.advance(now)
        if not self.is_over:
            self._watch.stop(now)

    def resume(self, now: float) -> None:
        """Let the time go on."""
        self._watch.go(now)

    def undo(self, now: float) -> bool:
        """Take back the last piece that locked: it is at the top again, with all its time."""
        if self.is_paused:
            return False
        is_new = self.advance(now)
        if not self._history.take_back(1):
            return is_new
        self._appear(self._watch.read(now))
        return True

    def assist(self) -> None:
        """Mark the game as assisted."""
        self._history.is_assisted = True

    def record(self) -> Record:
        """The game so far, without the piece that is falling."""
        return self._history.record((None,))

    def close(self) -> None:
        """Nothing runs beside the game."""


def _placement(spot: Spot) -> Placement:
    return Placement(PIECES.shapes[spot.shape], spot.row, spot.column)
