"""Whole games: any agent of the catalog on many seeds, in native code where there is some."""

from __future__ import annotations

import struct
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tilefall import __version__
from tilefall.agents.agent import Agent, close, tell_over
from tilefall.agents.catalog import agent
from tilefall.agents.course import CourseAgent
from tilefall.agents.linear import LinearAgent
from tilefall.agents.searching import SearchAgent
from tilefall.engines import packing
from tilefall.engines.native import Native
from tilefall.engines.packing import packed_weights
from tilefall.play.match import turns
from tilefall.play.record import (
    FORMAT,
    Record,
    check_text,
    digest_text,
    line_head,
    open_line,
    seal_of,
)
from tilefall.rules.dice import Dice
from tilefall.rules.game import RULES_VERSION, State
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.course import course_games


class WholeGame(NamedTuple):
    """How one game went; a named tuple, which is made in a fraction of a dataclass's time."""

    score: int
    turns: int
    is_over: bool  # by the rules; False at the cap
    seconds: float  # of its thread
    digest: str  # of the last state, as records write it
    packed_moves: bytes | None = None  # two bytes each, the lower one first; None if not kept
    checks: str = ""  # as in a record

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves, if they were kept."""
        packed = _kept(self)
        return struct.unpack(f"<{len(packed) // 2}H", packed)


def is_native(player: Agent) -> bool:
    """Whether an agent's whole games are played in native code."""
    native = LinearAgent | SearchAgent | CourseAgent
    return isinstance(player, native) and isinstance(player.engine, Native)


def whole_games(
    name: str,
    game: Quintris | Tetris,
    seeds: Sequence[int],
    max_turns: int,
    threads: int,
    keep_moves: bool = False,
) -> list[WholeGame]:
    """The games of an agent, one a seed, played without a limit of time; Ctrl-C ends them.

    Threads play different games, so an agent's own threads change nothing.
    """
    if not seeds:
        return []
    made = agent(name, game, seeds[0])
    if is_native(made):
        return _native_games(made, game, seeds, max_turns, threads, keep_moves)
    # Who plays by chance or is told the mix must know the seed of its game.
    players = ((agent(name, game, seed), seed) for seed in seeds)
    return [_plain_game(player, game, seed, max_turns, keep_moves) for player, seed in players]


def record_of(game: Quintris | Tetris, agent_name: str, seed: int, played: WholeGame) -> Record:
    """The record of a game whose moves were kept, as `play_match` makes it."""
    return Record(
        version=FORMAT,
        tilefall=__version__,
        game=game.text(),
        rules=RULES_VERSION,
        agents=(agent_name,),
        seed=seed,
        start=None,
        score=played.score,
        digest=played.digest,
        moves=played.moves,
        checks=played.checks,
        seal=seal_of(_opened(game, agent_name, seed, played)),
    )


def line_of(game: Quintris | Tetris, agent_name: str, seed: int, played: WholeGame) -> bytes:
    """The line of that record with its end, in a third of the time that it takes by way of it."""
    opened = _opened(game, agent_name, seed, played)
    return b'%b"%b"}\n' % (opened, seal_of(opened).encode())


def _opened(game: Quintris | Tetris, agent_name: str, seed: int, played: WholeGame) -> bytes:
    moves, head = packing.falling.moves_text(_kept(played)), _head(game, agent_name)
    # Digits alone need no escapes, and looking for them takes as long as the seal.
    checks = f'"{played.checks}"'
    return open_line(head, seed, None, played.score, played.digest, moves, checks).encode()


@lru_cache(maxsize=64)
def _head(game: Quintris | Tetris, agent_name: str) -> str:
    return line_head(FORMAT, __version__, game.text(), RULES_VERSION, (agent_name,))


def _native_games(
    made: Agent,
    game: Quintris | Tetris,
    seeds: Sequence[int],
    max_turns: int,
    threads: int,
    keep_moves: bool,
) -> list[WholeGame]:
    rules, rest = packing.packed_rules(game), (seeds, max_turns, threads)
    assert isinstance(made, LinearAgent | SearchAgent | CourseAgent)
    native = made.engine
    assert isinstance(native, Native)
    native.set_isa()
    if isinstance(made, CourseAgent):
        played = course_games(game, made.program, *rest, native, keep_moves)
    elif isinstance(made, LinearAgent):
        weights = packed_weights(game, made.weights.weights)
        played = packing.falling.whole_linear(rules, weights, *rest, keep_moves)
    else:
        options = packing.falling.SearchOptions(made.depth, made.beam)
        weights = packed_weights(game, made.weights.weights)
        played = packing.falling.whole_searched(
            rules, weights, options, made.belief, *rest, keep_moves
        )
    return [
        WholeGame(
            each.score,
            each.turns,
            each.is_over,
            each.seconds,
            digest_text(each.digest),
            each.moves if keep_moves else None,
            each.checks,
        )
        for each in played
    ]


def _plain_game(
    player: Agent, game: Quintris | Tetris, seed: int, max_turns: int, keep_moves: bool
) -> WholeGame:
    """A game turn by turn, for agents that are plain Python."""
    start = time.perf_counter()
    state: State = game.start(Dice(seed))
    moves, checks = [], []
    try:
        for turn in turns(game, [player], seed, max_turns=max_turns):
            state = turn.next
            if keep_moves:
                moves.append(turn.move)
                checks.append(check_text(state.digest()))
        seconds = time.perf_counter() - start
        tell_over([player], state)
    finally:
        close([player])
    return WholeGame(
        state.score,
        state.turn,
        not state.legal_moves(),
        seconds,
        digest_text(state.digest()),
        struct.pack(f"<{len(moves)}H", *moves) if keep_moves else None,
        "".join(checks),
    )


def _kept(played: WholeGame) -> bytes:
    if played.packed_moves is None:
        raise ValueError("the moves of this game were not kept; whole_games(keep_moves=True) does")
    return played.packed_moves
