"""Animated: Quintris in real time, where a piece falls while its agent thinks (A1 to A8)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite
from operator import index

from tilefall.agents.agent import Agent, Limit
from tilefall.engines import Engine
from tilefall.errors import TilefallError
from tilefall.play.clock import Clock, Thought
from tilefall.play.match import Turn
from tilefall.rules.dice import Dice
from tilefall.rules.falling import Spot
from tilefall.rules.game import IllegalMove
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.rules.timing import DROP, Press, presses
from tilefall.search.linear import QUINTRIS_GREEDY, shipped

PERIOD = 0.5  # seconds between ticks, as in the original
LONGEST_MARGIN = 0.05
FALLBACK = "greedy"  # who decides when the agent is late


class AgentFailed(TilefallError, RuntimeError):
    """An agent raised an error instead of choosing; says which, and when."""


@dataclass(frozen=True)
class Frame:
    """A moment of a fall: a piece that is at a spot after some ticks."""

    state: QuintrisState
    spot: Spot
    fallen: int


@dataclass(frozen=True)
class Fall:
    """A piece from its appearance to its lock: what was pressed and when, and who decided."""

    turn: Turn
    presses: tuple[Press, ...]
    is_fallback: bool  # the agent was late

    @property
    def move(self) -> int:
        """The move that was played."""
        return self.turn.move

    @property
    def next(self) -> QuintrisState:
        """The state that it led to."""
        assert isinstance(self.turn.next, QuintrisState)
        return self.turn.next


def margin_of(seconds: float) -> float:
    """What is kept back of the seconds before the first tick that costs something (A3).

    >>> margin_of(10.0), margin_of(0.5), margin_of(0.1)
    (0.05, 0.05, 0.01)
    """
    return min(seconds / 10, LONGEST_MARGIN)


def free_ticks(state: QuintrisState, engine: Engine) -> int:
    """The most ticks that a piece can fall by itself and still reach every legal move (A2)."""
    spots = [state.spawn]
    spot, has_locked = state.well.ticked(state.spawn)
    while not has_locked:
        spots.append(spot)
        spot, has_locked = state.well.ticked(spot)
    everything = len(state.legal_moves())

    def has_lost(tick: int) -> bool:
        return len(engine.keys_from(state, spots[tick])) < everything

    # what a piece has lost it never gets back (F12)
    return bisect_left(range(1, len(spots)), True, key=has_lost)


def falls(
    game: Quintris,
    agent: Agent,
    seed: int,
    *,
    clock: Clock,
    engine: Engine,
    period: float = PERIOD,
    max_turns: int | None = None,
    start: QuintrisState | None = None,
    on_frame: Callable[[Frame], None] = lambda frame: None,
) -> Iterator[Fall]:
    """The pieces of a game as they fall, until the game is over or the cap is reached.

    The engine finds what is in reach, and decides where the agent is late (A5).
    """
    if game.reach != "fall":
        raise ValueError(f"{game.text()} is not played in real time, quintris:reach=fall is")
    if not (isfinite(period) and period > 0):
        raise ValueError(f"a period of {period} seconds, expected more than 0")
    dice = Dice(seed)
    mind = _Mind(agent, clock)
    state = game.start(dice) if start is None else start
    played = 0
    while (max_turns is None or played < max_turns) and state.legal_moves():
        free = free_ticks(state, engine)
        piece = _Piece(state, period, clock, on_frame)
        move = mind.decided(piece, free)
        is_fallback = move is None
        if move is None:
            weights = shipped(QUINTRIS_GREEDY)[QUINTRIS_GREEDY].weights
            move = engine.choose_from(state, piece.spot, weights)
        try:
            after = state.play(move)
        except IllegalMove as error:
            raise IllegalMove(f"{agent.name} chose {error}") from error
        piece.press_all(presses(engine.keys_from(state, piece.spot)[move], piece.fallen))
        assert game.moves.number(*piece.spot) == move
        who = FALLBACK if is_fallback else agent.name
        turn = Turn(who, state, move, after, after.draw(dice))
        fall = Fall(turn, tuple(piece.pressed), is_fallback)
        yield fall
        state, played = fall.next, played + 1


class _Piece:
    """A piece while it falls: where it is, how many ticks it has fallen, what was pressed."""

    def __init__(
        self,
        state: QuintrisState,
        period: float,
        clock: Clock,
        on_frame: Callable[[Frame], None],
    ) -> None:
        self.state, self.period, self.clock, self.on_frame = state, period, clock, on_frame
        self.spot, self.fallen = state.spawn, 0
        self.pressed: list[Press] = []
        self.born = clock.now()
        self._show()

    def time_of(self, tick: int) -> float:
        """When a tick is due (A1)."""
        return self.born + tick * self.period

    def tick(self) -> None:
        """Fall a row (F8)."""
        self.spot, has_locked = self.state.well.ticked(self.spot)
        assert not has_locked, "a piece is decided before the tick that locks it (A7)"
        self.fallen += 1
        self._show()

    def press_all(self, timed: tuple[Press, ...]) -> None:
        """Press every key at its tick, the drop at the end (A6)."""
        for press in timed:
            while self.fallen < press.tick:
                self.clock.sleep(self.time_of(self.fallen + 1))
                self.tick()
            well = self.state.well
            is_drop = press.key == DROP
            self.spot = well.dropped(self.spot) if is_drop else well.pressed(self.spot, press.key)
            self.pressed.append(press)
            self._show()

    def _show(self) -> None:
        self.on_frame(Frame(self.state, self.spot, self.fallen))


class _Mind:
    """An agent that thinks beside the loop, about one piece at a time (A4)."""

    def __init__(self, agent: Agent, clock: Clock) -> None:
        self.agent, self.clock = agent, clock
        self.thought: Thought[int] | None = None
        self.about: QuintrisState | None = None

    def decided(self, piece: _Piece, free: int) -> int | None:
        """The agent's move for a piece that falls on meanwhile; None at the deadline (A3)."""
        margin = margin_of((free + 1) * piece.period)
        deadline = piece.time_of(free + 1) - margin
        while True:
            self._ask(piece.state, deadline - margin)
            tick = piece.time_of(piece.fallen + 1)
            moment = min(tick, deadline)
            if (move := self._heard(piece.state, moment)) is not None:
                return move
            if self.clock.now() < moment:
                continue  # it was free to be asked only now
            if deadline <= tick:
                return None
            piece.tick()

    def _ask(self, state: QuintrisState, until: float) -> None:
        """Ask about this piece, unless that was done, it still thinks, or no time is left."""
        seconds = until - self.clock.now()
        if self.thought is None and self.about is not state and seconds > 0:
            agent, limit = self.agent, Limit(seconds=seconds)
            self.thought = self.clock.begin(lambda: index(agent.choose(state, limit)))
            self.about = state

    def _heard(self, state: QuintrisState, until: float) -> int | None:
        """The answer about this piece, if it comes by then; one about another is thrown away."""
        if self.thought is None:
            self.clock.sleep(until)
            return None
        self.thought.wait(until)
        if not self.thought.is_done:
            return None
        answer, self.thought = self.thought.answer(), None
        if isinstance(answer, BaseException):
            assert self.about is not None
            reason = f"{type(answer).__name__}: {answer}"
            where = f"{self.agent.name} failed in turn {self.about.turn}"
            raise AgentFailed(f"{where}: {reason}") from answer
        return answer if self.about is state else None
