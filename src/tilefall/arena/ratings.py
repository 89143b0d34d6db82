"""Ratings: the Elo of many players from the points of their pairs of games (Bradley and Terry)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from statistics import NormalDist

from tilefall.stats import Estimate, Z, elo

SCALE = 400 / math.log(10)  # Elo for each unit of the logistic curve
STEPS = 200  # at most; some ten are usual
ADDED = (0.0, 2.0)  # a pair lost and a pair won, as in the intervals of scores

Matrix = list[list[float]]
Pairings = dict[tuple[int, int], list[float]]


@dataclass(frozen=True)
class Rating:
    """How strong a player is, counted from the first one."""

    elo: Estimate
    superiority: float  # how likely it is that it is stronger than the first one


def ratings(agents: int, pairings: Mapping[tuple[int, int], Sequence[float]]) -> list[Rating]:
    """The Elo of all agents; the first one has 0.

    A pairing (i, j) has the points of agent i in each of its pairs of games with agent j, 0 to 2.
    The interval is that of the score which an agent would have against the first one; the pair is
    its unit, since two games from one opening are not independent. One pair won and one lost are
    added to every pairing for the interval. They count for the Elo too where it would be without
    end, for instance that of an agent which has won everything.

    >>> found = ratings(3, {(1, 0): [2, 1, 1.5, 1], (2, 1): [1, 1, 2, 0.5]})
    >>> [round(rating.elo.value) for rating in found]
    [0, 137, 181]
    """
    played = _checked(agents, pairings)
    guarded = {pairing: [*points, *ADDED] for pairing, points in played.items()}
    centre = _fitted(agents, guarded)
    values = _fitted(agents, played) if _has_end(agents, played) else centre
    spread = _covariance(agents, guarded, centre)
    found = [Rating(Estimate(0.0, 0.0, 0.0), 0.5)]
    for agent in range(1, agents):
        error = math.sqrt(spread[agent - 1][agent - 1])
        found.append(_rating(values[agent], centre[agent], error))
    return found


def _rating(value: float, centre: float, error: float) -> Rating:
    score = _expected(centre)
    half = error * score * (1 - score)  # in scores, where the interval of a sweep stays sensible
    low, high = elo(100 * (score - Z * half)), elo(100 * (score + Z * half))
    estimate = Estimate(SCALE * value, min(low, SCALE * value), max(high, SCALE * value))
    return Rating(estimate, NormalDist().cdf((score - 0.5) / half))


def _checked(agents: int, pairings: Mapping[tuple[int, int], Sequence[float]]) -> Pairings:
    """The pairings that were played, each once; ValueError if they do not connect all agents."""
    played: Pairings = {}
    for (one, other), points in pairings.items():
        if one == other or not (0 <= one < agents and 0 <= other < agents):
            raise ValueError(f"pairing {one} with {other}, expected two of 0 to {agents - 1}")
        if wrong := [value for value in points if not 0 <= value <= 2]:
            raise ValueError(f"points {wrong[0]} of a pair, expected 0 to 2")
        mirrored = [2 - value for value in points] if one > other else list(points)
        if points:
            played.setdefault((min(one, other), max(one, other)), []).extend(mirrored)
    met = _reached({(one, other) for one, other in played} | {(b, a) for a, b in played})
    if apart := [agent for agent in range(agents) if agent not in met]:
        names = ", ".join(map(str, apart))
        raise ValueError(
            f"agents {names} have met neither agent 0 nor anybody who has: "
            "ratings need pairings that connect all agents"
        )
    return played


def _has_end(agents: int, played: Pairings) -> bool:
    """Whether the likeliest Elo of all is finite: everybody has points against everybody.

    If not directly, then in a chain: points against one who has points against another.
    """
    gains = {(one, other) for (one, other), points in played.items() if any(points)}
    gains |= {(b, a) for (a, b), points in played.items() if any(p < 2 for p in points)}
    losses = {(other, one) for one, other in gains}
    return len(_reached(gains)) == len(_reached(losses)) == agents


def _reached(steps: set[tuple[int, int]]) -> set[int]:
    """All that can be reached from agent 0 by steps from one to another."""
    found, waiting = {0}, [0]
    while waiting:
        here = waiting.pop()
        new = {there for start, there in steps if start == here} - found
        found |= new
        waiting += new
    return found


def _expected(lead: float) -> float:
    """The score that a lead leads to."""
    return 1 / (1 + math.exp(-lead))


def _fitted(agents: int, played: Pairings) -> list[float]:
    """The likeliest strengths; the first one is 0."""
    strengths = [0.0] * agents
    for _ in range(STEPS):
        gradient = [0.0] * agents
        for (one, other), points in played.items():
            surplus = sum(points) - 2 * len(points) * _expected(strengths[one] - strengths[other])
            gradient[one] += surplus
            gradient[other] -= surplus
        inverse = _inverse(_information(agents, played, strengths))
        step = [0.0, *(sum(map(mul, row, gradient[1:])) for row in inverse)]
        # no lead changes by more than 1, so that every step of Newton's method is uphill
        length = max(map(abs, step), default=0.0)
        part = min(1.0, 0.5 / length) if length else 0.0
        strengths = [old + part * change for old, change in zip(strengths, step, strict=True)]
        if length < 1e-10:
            break
    return strengths


def _information(agents: int, played: Pairings, strengths: Sequence[float]) -> Matrix:
    """How sharply the likelihood bends at the strengths of all agents but the first."""
    weights = {}
    for (one, other), points in played.items():
        score = _expected(strengths[one] - strengths[other])
        weights[one, other] = 2 * len(points) * score * (1 - score)
    return _summed(agents, weights)


def _covariance(agents: int, played: Pairings, strengths: Sequence[float]) -> Matrix:
    """The errors of the strengths, each pair of games being one observation (sandwich)."""
    weights = {}
    for (one, other), points in played.items():
        score = _expected(strengths[one] - strengths[other])
        weights[one, other] = sum((value - 2 * score) ** 2 for value in points)
    inverse = _inverse(_information(agents, played, strengths))
    return _multiplied(_multiplied(inverse, _summed(agents, weights)), inverse)


def _summed(agents: int, weights: Mapping[tuple[int, int], float]) -> Matrix:
    """The sum of weight * x x', x having 1 for one agent of a pairing and -1 for the other."""
    found = [[0.0] * agents for _ in range(agents)]
    for (one, other), weight in weights.items():
        found[one][one] += weight
        found[other][other] += weight
        found[one][other] -= weight
        found[other][one] -= weight
    return [row[1:] for row in found[1:]]


def _multiplied(one: Matrix, other: Matrix) -> Matrix:
    columns = list(zip(*other, strict=True))
    return [[sum(map(mul, row, column)) for column in columns] for row in one]


def _inverse(matrix: Matrix) -> Matrix:
    """By elimination; no pivots are sought, since sums of weight * x x' need none."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
