"""Duel: two agents play a game twice from one opening, each of them once as +."""

from __future__ import annotations

import signal
import time
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess

from tilefall.agents.agent import Agent, Limit, close, tell_over
from tilefall.agents.catalog import agent
from tilefall.play.match import Recorder, turns
from tilefall.play.openings import Opening, Plies
from tilefall.play.record import Record
from tilefall.rules.game import State
from tilefall.rules.ijk import Ijk, IjkState, empty_cells

LETTER, FULL, CAP = "winning letter", "full board", "cap"
ENDS = (LETTER, FULL, CAP)
LAST_MOVES = 20  # two games that share these and their last position are one game


@dataclass(frozen=True)
class Side:
    """Who plays, by the name in the catalog, and how much it may think about a move."""

    name: str
    limit: Limit

    def __str__(self) -> str:
        words = {
            "nodes": f"{self.limit.nodes:,} nodes" if self.limit.nodes else "",
            "depth": f"depth {self.limit.depth}",
            "seconds": f"{self.limit.seconds} s",
        }
        told = [word for what, word in words.items() if getattr(self.limit, what) is not None]
        return f"{self.name} at {' and '.join(told)}" if told else self.name


@dataclass(frozen=True)
class Duel:
    """What is played: a game, two sides, how long openings are and the most plies of a game."""

    game: Ijk
    first: Side
    second: Side
    plies: Plies
    max_plies: int


@dataclass(frozen=True)
class Effort:
    """How many moves a side has made in a game, and how long it thought about them."""

    moves: int
    seconds: float


@dataclass(frozen=True)
class DuelGame:
    """One game as the first side sees it."""

    record: Record
    last: IjkState
    is_plus: bool  # whether the first side played +
    first: Effort
    second: Effort

    @property
    def result(self) -> int:
        """1 if the first side has won, -1 if the second has, 0 for a tie or a game cut off."""
        return self.record.score if self.is_plus else -self.record.score

    @property
    def end(self) -> str:
        """Why it ended; a board that is full counts as that, whatever stands on it."""
        if not self.last.is_over:
            return CAP
        return LETTER if empty_cells(self.last.board) else FULL

    @property
    def key(self) -> tuple[object, ...]:
        """The same for games that ran together before their last moves."""
        played = self.first.moves + self.second.moves
        moves = self.record.moves[-min(played, LAST_MOVES) :]
        return self.is_plus, self.last.board, self.last.player, moves


@dataclass(frozen=True)
class Pair:
    """Two games from the same opening with the same dice; the first side is + in the first."""

    opening: Opening
    games: tuple[DuelGame, DuelGame]

    @property
    def score(self) -> float:
        """The points of the first side: 1 for a win, half a point for a tie."""
        return sum((game.result + 1) / 2 for game in self.games)


def play_pair(duel: Duel, opening: Opening) -> Pair:
    """Both games of an opening."""
    return Pair(opening, (_game(duel, opening, True), _game(duel, opening, False)))


@dataclass
class _Clocked:
    """An agent with a limit of its own, and what it spent."""

    name: str
    agent: Agent
    limit: Limit
    moves: int = field(default=0, init=False)
    seconds: float = field(default=0.0, init=False)

    def choose(self, state: State, limit: Limit) -> int:
        """The agent's move."""
        start = time.perf_counter()
        move = self.agent.choose(state, self.limit)
        self.seconds += time.perf_counter() - start
        self.moves += 1
        return move

    @property
    def effort(self) -> Effort:
        """What it spent so far."""
        return Effort(self.moves, self.seconds)


def _game(duel: Duel, opening: Opening, is_plus: bool) -> DuelGame:
    # new agents for every game: no game knows of another
    first, second = (
        _Clocked(str(side), agent(side.name, duel.game, opening.seed), side.limit)
        for side in (duel.first, duel.second)
    )
    players = [first, second] if is_plus else [second, first]
    recorder = Recorder(duel.game, [player.name for player in players], opening.seed)
    for move, state in zip(opening.moves, opening.states[1:], strict=True):
        recorder.add(move, state)
    last = opening.state
    left = max(duel.max_plies - len(opening.moves), 0)
    started = [player.agent for player in players]
    try:
        for turn in turns(duel.game, players, opening.seed, max_turns=left, start=last):
            recorder.add(turn.move, turn.next)
            assert isinstance(turn.next, IjkState)
            last = turn.next
        tell_over(started, last)
    finally:
        close(started)
    return DuelGame(recorder.record(), last, is_plus, first.effort, second.effort)


def play_pairs(
    duel: Duel, openings: Sequence[Opening], processes: int
) -> Generator[Pair, None, None]:
    """The pairs of all openings as they are finished; close it to end those that are not."""
    if processes == 1:
        for opening in openings:
            yield play_pair(duel, opening)
        return
    others = active_children()
    workers: list[BaseProcess] = []
    # threads would wait for each other in the plain rules; a new process shares nothing with them
    pool = ProcessPoolExecutor(min(processes, len(openings)), get_context("spawn"))
    try:
        # processes inherit the mask: Ctrl-C is for the one who started them
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            waiting = [pool.submit(play_pair, duel, opening) for opening in openings]
            workers += [each for each in active_children() if each not in others]
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for future in as_completed(waiting):
            yield future.result()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()
        raise
    finally:
        pool.shutdown()
