"""Logs: means of numbers that may be too large or too small to be written."""

from __future__ import annotations

import math
from collections.abc import Sequence


def log_mean(logs: Sequence[float]) -> float:
    """The log of the mean of numbers whose logs are given.

    >>> log_mean([2000.0, 2000.0]), log_mean([-math.inf, math.log(4.0)]) == math.log(2.0)
    (2000.0, True)
    """
    most = max(logs)
    if most == -math.inf:
        return most
    return most + math.log(math.fsum(math.exp(log - most) for log in logs) / len(logs))
