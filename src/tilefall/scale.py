"""Scale: where values lie on an axis, and which numbers stand beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

WIDE = 30.0  # the last value is so many times the first one


@dataclass(frozen=True)
class Scale:
    """An axis from low to high, even or by factors.

    By factors means of value + 1: a candidate without a single line has a place too.
    """

    low: float
    high: float
    is_log: bool = False
    is_whole: bool = False  # of things that are counted

    def part(self, value: float) -> float:
        """How far from the low end a value is: 0 there, 1 at the high end.

        >>> Scale(0, 99, is_log=True).part(9)
        0.5
        """
        low, high, at = self.low, self.high, value
        if self.is_log:
            low, high, at = math.log1p(low), math.log1p(high), math.log1p(value)
        return (at - low) / (high - low)

    def ticks(self, most: int) -> list[float]:
        """Round numbers of the axis, at most so many of them.

        >>> Scale(0, 70).ticks(5), Scale(0, 3000, is_log=True).ticks(5)
        ([0.0, 20.0, 40.0, 60.0], [0.0, 1.0, 10.0, 100.0, 1000.0])
        """
        return self._log_ticks(most) if self.is_log else self._even_ticks(most)

    def _even_ticks(self, most: int) -> list[float]:
        power = 10.0 ** math.floor(math.log10((self.high - self.low) / most))
        for step in (power, 2 * power, 5 * power, 10 * power, 20 * power):
            first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
            if last - first < most and (step >= 1 or not self.is_whole):
                break
        return [float(f"{number * step:.9g}") for number in range(first, last + 1)]

    def _log_ticks(self, most: int) -> list[float]:
        decades = range(math.ceil(math.log10(self.high + 1)) + 1)
        for digits in ((1, 2, 5), (1, 3), (1,)):
            steps = [0.0, *(digit * 10.0**decade for decade in decades for digit in digits)]
            found = [tick for tick in steps if self.low <= tick <= self.high]
            if len(found) <= most:
                return found
        apart = math.ceil(len(found) / most)
        return found[::-apart][::-1]


def scale_of(values: Iterable[float], may_be_log: bool = False) -> Scale:
    """The scale for all of these values, by factors if they may be and are far apart."""
    known = list(values)
    low, high = min(known), max(known)
    if high - low <= 1e-9 * max(abs(low), abs(high)):
        apart = abs(low) / 10 or 1.0
        low, high = low - apart, high + apart
        return Scale(max(low, 0.0) if known[0] >= 0 else low, high)
    return Scale(low, high, may_be_log and low >= 0 and high + 1 >= WIDE * (low + 1))


def number_text(value: float) -> str:
    """A number as it stands at an axis.

    >>> number_text(0.0175), number_text(12.0), number_text(120000.0)
    ('0.0175', '12', '120,000')
    """
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
