"""Crew: who plays the games of an arena. The results are the same whoever does."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator
from concurrent.futures import (
    FIRST_COMPLETED,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import dataclass
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait as wait_for
from multiprocessing.process import BaseProcess
from threading import Thread
from time import perf_counter
from typing import Protocol

from tilefall.arena.played import Done
from tilefall.arena.work import Work, is_batch, play
from tilefall.engines.native import allow_searches, end_searches

LOOK = 0.05  # seconds between two looks at processes that are to end
AHEAD = 2  # works for every job, so that the next one is there when the last one ends


@dataclass(frozen=True)
class Finished:
    """Work that was done, its games, and how long they took."""

    work: Work
    games: list[Done]
    seconds: float


class Crew(Protocol):
    """Plays work as long as there is some."""

    @property
    def slots(self) -> int:
        """How many works are played at the same time."""
        ...

    def play(self, take: Callable[[], Work | None]) -> Generator[Finished, None, None]:
        """The works as they end; `take` is asked for the next one. Close it to end them all."""
        ...

    def close(self) -> None:
        """Gives back what was taken for the work."""
        ...


class LocalCrew:
    """This machine: a thread for each job, in which native code plays whole games.

    What is played move by move goes to a process of its own: plain rules would wait for each other
    in threads.
    """

    def __init__(self, jobs: int) -> None:
        self.slots = jobs
        self._others = active_children()
        self._threads = ThreadPoolExecutor(jobs, initializer=_without_interrupts)
        self._processes = ProcessPoolExecutor(
            jobs, get_context("spawn"), initializer=_end_with_parent
        )
        self._is_batch: dict[tuple[int, ...], bool] = {}

    def play(self, take: Callable[[], Work | None]) -> Generator[Finished, None, None]:
        """The works as they end."""
        waiting: set[Future[Finished]] = set()
        try:
            while True:
                while len(waiting) < AHEAD * self.slots and (work := take()):
                    waiting.add(self._threads.submit(self._played, work))
                if not waiting:
                    return
                ended, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in ended:
                    yield future.result()
        except BaseException:
            self._abandon(waiting)
            raise

    def close(self) -> None:
        """Ends the threads and processes, which are idle."""
        self._processes.shutdown()
        self._threads.shutdown()

    def _played(self, work: Work) -> Finished:
        start = perf_counter()
        if work.players not in self._is_batch:
            self._is_batch[work.players] = is_batch(work.setting, work.players)
        if self._is_batch[work.players]:
            games = play(work)
        else:
            games = self._processes.submit(play, work).result()
        return Finished(work, games, perf_counter() - start)

    def _abandon(self, waiting: set[Future[Finished]]) -> None:
        """Ends what is being played at once; nobody wants it any more."""
        for future in waiting:
            future.cancel()
        end_searches()
        try:
            self._end_processes()
            # A thread may be about to start one more; once no thread is left, none can.
            while wait(waiting, timeout=LOOK).not_done:
                self._end_processes()
        finally:
            allow_searches()
        for worker in self._end_processes():
            worker.join()

    def _end_processes(self) -> list[BaseProcess]:
        """The processes that this crew has started and that have not ended yet, told to end."""
        workers = [each for each in active_children() if each not in self._others]
        for worker in workers:
            worker.terminate()
        return workers


def _end_with_parent() -> None:
    """A process whose arena was killed ends too, in the middle of a game, and its programs do."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _without_interrupts() -> None:
    """Ctrl-C is for the main thread; processes inherit that from the thread that starts them."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
