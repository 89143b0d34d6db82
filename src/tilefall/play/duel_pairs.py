"""Duel pairs: many pairs at once, each in a process of its own, until all are played."""

from __future__ import annotations

import signal
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess

from tilefall.play.duel import Duel, Pair, play_pair
from tilefall.play.openings import Opening


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
