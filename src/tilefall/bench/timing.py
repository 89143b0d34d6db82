"""Timing: how much work a second, measured in rounds of which the best one counts."""

from __future__ import annotations

import time
from collections.abc import Callable

ROUNDS = 5


def per_second(work: Callable[[], int], seconds: float, rounds: int = ROUNDS) -> float:
    """The most units of work a second over some rounds that together last this long.

    `work` does some and says how much. Others on the machine only ever make a round slower, so
    the fastest one is nearest to what the machine can do.
    """
    work()  # warm caches and predictors
    best = 0.0
    for _ in range(rounds):
        done, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds / rounds:
            done += work()
        best = max(best, done / spent)
    return best
