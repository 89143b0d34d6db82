"""Fitness: one number for the games of a candidate, more is better and never below 0."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import fmean, median

from tilefall.train.task import Games


def mean(games: Games, max_pieces: int) -> float:
    """Lines a game. A few lucky games decide it: take many."""
    return fmean(games.lines)


def middle(games: Games, max_pieces: int) -> float:
    """The lines that half of the games reach."""
    return float(median(games.lines))


def mean_log(games: Games, max_pieces: int) -> float:
    """The mean logarithm of lines + 1: twice the lines count as much anywhere."""
    return fmean(math.log(lines + 1) for lines in games.lines)


def survival(games: Games, max_pieces: int) -> float:
    """The share of the cap on pieces that games lived through."""
    return fmean(games.pieces) / max_pieces


def rate(games: Games, max_pieces: int) -> float:
    """Lines a death: those of all games over the games that ended.

    A cap on pieces only cuts games short, so it may be low without any bias. Without a death half
    a one is counted.
    """
    return sum(games.lines) / max(games.deaths, 0.5)


FITNESS: dict[str, Callable[[Games, int], float]] = {
    "mean": mean,
    "median": middle,
    "log": mean_log,
    "survival": survival,
    "rate": rate,
}
