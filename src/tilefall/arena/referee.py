"""Referee: one game between agents, turn by turn, whoever they are and however it ends."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from operator import index

from tilefall.agents.agent import Agent, Closing, Forfeit, Limit, tell_over
from tilefall.engines.protocol import Engine
from tilefall.play.match import Recorder
from tilefall.play.openings import Opening
from tilefall.play.record import Record
from tilefall.rules.dice import Dice
from tilefall.rules.game import Game, IllegalMove, State


@dataclass(frozen=True)
class Seat:
    """A player at work: what it is called, and how much it may think about a move."""

    name: str
    agent: Agent
    limit: Limit


@dataclass(frozen=True)
class Refereed:
    """How a game went: its last state, its record, and who forfeited it, if somebody did."""

    last: State
    is_over: bool
    moves: tuple[int, ...]  # how many each player chose
    seconds: tuple[float, ...]
    record: Record
    forfeiter: int | None
    forfeit: Forfeit | None


def referee(
    game: Game,
    seats: Sequence[Seat],
    seed: int,
    max_turns: int,
    engine: Engine,
    opening: Opening | None = None,
) -> Refereed:
    """A game until it is over, at its cap, or forfeited; the engine keeps the rules.

    The moves of an opening are played already.
    """
    assert len(seats) == game.players
    dice = Dice(seed)
    recorder = Recorder(game, [seat.name for seat in seats], seed)
    if opening:
        for move, reached in zip(opening.moves, opening.states[1:], strict=True):
            recorder.add(move, reached)
    state: State = opening.state if opening else recorder.first
    chosen, seconds = [0] * len(seats), [0.0] * len(seats)
    forfeiter, forfeit = None, None
    while not (is_over := not engine.legal_moves(state)) and state.turn < max_turns:
        seat = seats[state.player]
        start = time.perf_counter()
        try:
            if isinstance(seat.agent, Closing):
                seat.agent.begin(state, seat.limit)
                start = time.perf_counter()  # what a program needs to start is no thinking
            move = index(seat.agent.choose(state, seat.limit))
        except Forfeit as error:
            forfeiter, forfeit = state.player, error
            break
        finally:
            seconds[state.player] += time.perf_counter() - start
        chosen[state.player] += 1
        try:
            state = engine.draw(engine.play(state, move), dice)
        except IllegalMove as error:
            raise IllegalMove(f"{seat.name} chose {error}") from error
        recorder.add(move, state)
    if forfeit is None:
        tell_over([seat.agent for seat in seats], state)
    return Refereed(
        state, is_over, tuple(chosen), tuple(seconds), recorder.record(), forfeiter, forfeit
    )
