"""Bars: what each feature adds to the value of the first and of the second candidate.

Both bars of a feature share a line: the upper half is the first candidate's, the lower half the
second's; what is less than nothing grows to the left of the axis.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import Cell, Line, cell, written
from tilefall.interfaces.screen.look import Style
from tilefall.interfaces.screen.signs import Signs, signs
from tilefall.interfaces.screen.text import clean, fitted
from tilefall.interfaces.screen.views import ReasonView

FIRST, SECOND = palette.ACCENT, palette.WARNING
NUMBER = 9  # columns for the difference
LEAST_BARS, MOST_NAME = 8, 20


@dataclass(frozen=True)
class Axis:
    """Where bars begin and how long they are: columns to the left and right of nothing."""

    left: int
    right: int
    scale: float  # columns for one

    def reach(self, value: float) -> range:
        """The columns that a bar fills."""
        length = round(abs(value) * self.scale)
        return (
            range(self.left - length, self.left)
            if value < 0
            else range(self.left, self.left + length)
        )


@lru_cache(maxsize=64)
def bar_lines(reasons: tuple[ReasonView, ...], width: int, style: Style) -> tuple[Line, ...]:
    """A legend and a line for each feature, those that tell the two apart most first."""
    if not reasons or width < LEAST_BARS + NUMBER + 3:
        return ()
    ranked = sorted(reasons, key=lambda each: -abs(each.first - each.second))
    longest = max(len(clean(each.feature, style.is_ascii)) for each in reasons)
    name_width = min(longest, MOST_NAME, width - NUMBER - LEAST_BARS - 2)
    room = width - name_width - NUMBER - 2
    axis = _axis(reasons, room)
    sign = signs(style.is_ascii)
    legend = (
        written(f"{'':{name_width}} ")
        + written(f"{sign.first} first", FIRST)
        + written(f"  {sign.second} second", SECOND)
    )
    lines = [legend[:width]]
    for each in ranked:
        name = f"{fitted(each.feature, name_width, style.is_ascii):>{name_width}} "
        bars = _bars(each, axis, room, sign, style)
        lines.append(written(name, palette.TEXT) + bars + _number(each.first - each.second))
    return tuple(lines)


def _axis(reasons: tuple[ReasonView, ...], room: int) -> Axis:
    values = [value for each in reasons for value in (each.first, each.second)]
    low, high = min(0.0, *values), max(0.0, *values)
    if low == high:
        return Axis(0, room, 0.0)
    left = round(room * -low / (high - low))
    return Axis(left, room - left, room / (high - low))


def _bars(each: ReasonView, axis: Axis, room: int, sign: Signs, style: Style) -> Line:
    first, second = axis.reach(each.first), axis.reach(each.second)
    return tuple(_bar_cell(i in first, i in second, sign, style) for i in range(room))


def _bar_cell(is_first: bool, is_second: bool, sign: Signs, style: Style) -> Cell:
    if is_first and is_second:
        is_drawn = style.is_coloured and not style.is_ascii
        return cell(sign.first, FIRST, SECOND) if is_drawn else cell(sign.both, palette.TEXT)
    if is_first:
        return cell(sign.first, FIRST)
    return cell(sign.second, SECOND) if is_second else cell(" ")


def _number(difference: float) -> Line:
    """By how much the first is better, signed."""
    colour = palette.DIM if abs(difference) < 5e-4 else FIRST if difference > 0 else SECOND
    return written(f"{_short(difference):>{NUMBER + 1}}"[-NUMBER - 1 :], colour)


def _short(value: float) -> str:
    """At most eight columns, below a thousand million.

    >>> _short(0.875), _short(-999_999.0), _short(800.0), _short(0.0)
    ('+0.875', '-999,999', '+800', '0')
    >>> _short(999_999.5), _short(-12_345_678.0)
    ('+1.00M', '-12.3M')
    """
    size = abs(value)
    if size < 5e-4:
        return "0"
    if size >= 999_999.5:
        return f"{value / 1e6:+.2f}M" if size < 1e7 else f"{value / 1e6:+.1f}M"
    if size >= 100 or value == round(value):
        return f"{value:+,.0f}"
    return f"{value:+.3f}" if size < 10 else f"{value:+.1f}"
