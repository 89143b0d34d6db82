"""Whole games: any agent of the catalog on many seeds, in native code where there is some."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from tilefall.agents.agent import Agent, close, tell_over
from tilefall.agents.catalog import agent
from tilefall.agents.course import CourseAgent
from tilefall.agents.linear import LinearAgent
from tilefall.agents.searching import SearchAgent
from tilefall.agents.tuples import TupleAgent
from tilefall.engines import packing
from tilefall.engines.native import Native
from tilefall.play.match import turns
from tilefall.rules.quintris import Quintris
from tilefall.search.course import course_timed


@dataclass(frozen=True)
class Played:
    """How one game went."""

    lines: int
    pieces: int
    is_alive: bool  # at the cap
    seconds: float  # of its thread


def whole_games(
    name: str, game: Quintris, seeds: Sequence[int], max_pieces: int, threads: int
) -> list[Played]:
    """The games of an agent, one a seed; threads play different games."""
    native, made = Native(), agent(name, game, seeds[0])
    rules = packing.packed_rules(game)
    if isinstance(made, CourseAgent):
        results = course_timed(game, made.program, seeds, max_pieces, native, threads)
    elif isinstance(made, TupleAgent):
        results = native.tuples.playout(rules, made.tables.native, seeds, max_pieces, threads)
    elif isinstance(made, LinearAgent | SearchAgent):
        options, belief = packing.SearchOptions(1), "uniform"
        if isinstance(made, SearchAgent):
            options, belief = packing.SearchOptions(made.depth, made.beam), made.belief
        results = native.searching.playout(
            rules, made.weights.weights, options, belief, seeds, max_pieces, threads
        )
    else:
        return [_game(agent(name, game, seed), game, seed, max_pieces) for seed in seeds]
    return [
        Played(result.score, result.turns, not result.is_over, seconds)
        for result, seconds in results
    ]


def _game(player: Agent, game: Quintris, seed: int, max_pieces: int) -> Played:
    """A game turn by turn, for agents that are plain Python."""
    start, state = time.perf_counter(), None
    try:
        for turn in turns(game, [player], seed, max_turns=max_pieces):
            state = turn.next
        assert state is not None
        seconds = time.perf_counter() - start
        tell_over([player], state)
    finally:
        close([player])
    return Played(state.score, state.turn, bool(state.legal_moves()), seconds)
