"""Sources: where the positions of a watched game come from: agents that play, or a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import index
from threading import Lock
from typing import Protocol

from tilefall.agents.agent import UNLIMITED, Agent, Limit, close, tell_over
from tilefall.agents.foreign.program import ProgramAgent
from tilefall.engines import Engine
from tilefall.play.clock import Clock
from tilefall.play.match import Recorder
from tilefall.play.record import Record
from tilefall.play.turning import following_state, is_over
from tilefall.play.verify import Departs, replayed
from tilefall.play.watching.position import Position, first_position, turned
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.game import Game, IllegalMove, State

BATCH = 0.05  # seconds that a source works before it tells what it has


@dataclass(frozen=True)
class Ply:
    """A move and the position that it led to."""

    move: int
    position: Position


@dataclass(frozen=True)
class Growth:
    """What was played or replayed in one go."""

    plies: tuple[Ply, ...]
    is_complete: bool = False  # nothing follows
    error: str = ""  # why nothing follows, if the game has not come to its end


class Source(Protocol):
    """Makes the positions of a game, some at a time, in whatever thread asks."""

    @property
    def game(self) -> Game:
        """The rules."""
        ...

    @property
    def seed(self) -> int:
        """What decides all chance."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays."""
        ...

    @property
    def first(self) -> Position:
        """Where it begins."""
        ...

    @property
    def length(self) -> int | None:
        """How many positions there will be; None if nobody knows."""
        ...

    def more(self, last: Position, most: int) -> Growth:
        """What follows the last position that it gave: at most so many, and not for long."""
        ...

    def note(self, ply: Ply) -> None:
        """Hear which of the plies that it gave is seen by those who watch."""
        ...

    def record(self) -> Record:
        """The game, as far as it was noted."""
        ...

    def close(self) -> None:
        """End what it has started, also while a thread is busy with it."""
        ...


class MatchSource:
    """A match that its agents play while it is watched."""

    length: int | None = None

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        names: Sequence[str],
        seed: int,
        *,
        clock: Clock,
        engine: Engine,
        start: State | None = None,
        limit: Limit = UNLIMITED,
        max_turns: int | None = None,
    ) -> None:
        if len(agents) != game.players:
            raise ValueError(f"{len(agents)} agents, {game.name} has {game.players} players")
        self.game, self.seed, self.names = game, seed, tuple(names)
        self._agents, self._limit = tuple(agents), limit
        self._clock, self._engine, self._dice = clock, engine, Dice(seed)
        self.first = first_position(game.start(self._dice) if start is None else start)
        self._recorder = Recorder(game, names, seed, start)
        self._left = max_turns
        self._is_closed = False
        self._table = Lock()  # at which the agents sit: nobody closes them while they play

    def more(self, last: Position, most: int) -> Growth:
        """The turns that the agents play now; their errors are told, not raised."""
        plies: list[Ply] = []
        with self._table:
            try:
                return self._played(last, most, plies)
            except Exception as error:
                return Growth(tuple(plies), is_complete=True, error=_told(error))

    def _played(self, last: Position, most: int, plies: list[Ply]) -> Growth:
        begun = self._clock.now()
        while not plies or (len(plies) < most and self._clock.now() - begun < BATCH):
            state = last.state
            if self._is_closed:
                return Growth(tuple(plies), is_complete=True)
            if self._left == 0 or is_over(state):
                tell_over(self._agents, state)
                return Growth(tuple(plies), is_complete=True)
            agent = self._agents[state.player]
            move = index(agent.choose(state, self._limit))
            try:
                following = following_state(state, move, self._dice, self._engine)
            except IllegalMove as error:
                raise IllegalMove(f"{agent.name} chose {error}") from error
            last = turned(last, move, following)
            plies.append(Ply(move, last))
            self._left = None if self._left is None else self._left - 1
        return Growth(tuple(plies))

    def note(self, ply: Ply) -> None:
        """Write a ply down."""
        self._recorder.add(ply.move, ply.position.state)

    def record(self) -> Record:
        """The match so far."""
        return self._recorder.record()

    def close(self) -> None:
        """End what the agents have started, after a move that is being thought about.

        Programs of others may take long over it, and are told to end.
        """
        self._is_closed = True
        for agent in self._agents:
            if isinstance(agent, ProgramAgent):
                agent.interrupt()
        with self._table:
            close(self._agents)


class RecordSource:
    """A record that is played again while it is watched; Departs if it cannot even begin."""

    def __init__(self, record: Record, *, clock: Clock, engine: Engine) -> None:
        self._record, self._clock = record, clock
        self._states: Iterator[State] = replayed(record, engine)
        self._moves = iter(record.moves)
        self.first = first_position(next(self._states))
        self.game = parse_game(record.game)
        self.seed, self.names = record.seed, record.agents
        self.length: int | None = len(record.moves) + 1

    def more(self, last: Position, most: int) -> Growth:
        """The positions that follow, as far as the record holds."""
        plies: list[Ply] = []
        begun = self._clock.now()
        try:
            while not plies or (len(plies) < most and self._clock.now() - begun < BATCH):
                state = next(self._states, None)
                if state is None:
                    return Growth(tuple(plies), is_complete=True)
                move = next(self._moves)
                last = turned(last, move, state)
                plies.append(Ply(move, last))
        except Departs as error:
            return Growth(tuple(plies), is_complete=True, error=str(error))
        return Growth(tuple(plies))

    def note(self, ply: Ply) -> None:
        """All is written down."""

    def record(self) -> Record:
        """The record as it was given."""
        return self._record

    def close(self) -> None:
        """Nothing was started."""


def _told(error: Exception) -> str:
    """An error in one line; what is no error of ours by its name too."""
    text = str(error).splitlines()[0].removesuffix(", in:") if str(error) else ""
    is_ours = type(error).__module__.startswith("tilefall.")
    return text if is_ours and text else f"{type(error).__name__}: {text}".removesuffix(": ")
