"""Differences of two agents whose true mean is known: skewed, with long tails, mostly ties."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

BOUND = 666.0  # lines of 2,000 pieces of Quintris
Numbers = NDArray[np.float64]


def capped_mean(mean: float) -> float:
    """The mean of an exponential score that ends at the bound."""
    return mean * (1 - math.exp(-BOUND / mean))


def exponential(dice: np.random.Generator, mean: float, shape: tuple[int, int]) -> Numbers:
    return np.minimum(dice.exponential(mean, shape), BOUND)


def differences(kind: str, runs: int, games: int, seed: int = 3) -> Numbers:
    """Runs of differences with the true mean 0, in rows."""
    dice, shape = np.random.default_rng(seed), (runs, games)
    if kind == "exponential":
        return exponential(dice, 200, shape) - exponential(dice, 200, shape)
    if kind == "skewed":  # the second agent always has the same score
        return exponential(dice, 150, shape) - capped_mean(150)
    if kind == "disasters":  # the first agent does a little better, but for one game in 201
        return np.where(dice.random(shape) < 1 / 201, -600.0, 3.0)
    if kind == "ties":
        signs = dice.choice([-1.0, 1.0], shape)
        return np.where(dice.random(shape) < 0.95, 0.0, signs * dice.integers(1, 667, shape))
    assert kind == "coins"
    return BOUND * dice.choice([-1.0, 1.0], shape)


KINDS = ("exponential", "skewed", "disasters", "ties", "coins")
