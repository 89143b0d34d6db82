"""Fitness: one number for the games of a candidate, more is better and never below 0."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import fmean, median

from tilefall.train.task import Game


def mean(games: Sequence[Game], max_pieces: int) -> float:
    """Lines a game. A few lucky games decide it: take many."""
    return fmean(game.lines for game in games)


def middle(games: Sequence[Game], max_pieces: int) -> float:
    """The lines that half of the games reach."""
    return float(median(game.lines for game in games))


def mean_log(games: Sequence[Game], max_pieces: int) -> float:
    """The mean logarithm of lines + 1: twice the lines count as much anywhere."""
    return fmean(math.log(game.lines + 1) for game in games)


def survival(games: Sequence[Game], max_pieces: int) -> float:
    """The share of the cap on pieces that games lived through."""
    return fmean(game.pieces for game in games) / max_pieces


def rate(games: Sequence[Game], max_pieces: int) -> float:
    """Lines a death: those of all games over the games that ended.

    A cap on pieces only cuts games short, so it may be low without any bias. Without a death half
    a one is counted.
    """
    deaths = sum(not game.is_alive for game in games)
    return sum(game.lines for game in games) / max(deaths, 0.5)


FITNESS: dict[str, Callable[[Sequence[Game], int], float]] = {
    "mean": mean,
    "median": middle,
    "log": mean_log,
    "survival": survival,
    "rate": rate,
}
