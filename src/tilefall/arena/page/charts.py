"""Charts: figures of an arena as SVG, with a title and a description for those who cannot see."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from tilefall.arena.page.markup import Markup, joined, tag
from tilefall.arena.wording import number, shortened
from tilefall.scale import Scale, number_text, scale_of
from tilefall.stats import Estimate

WIDTH, LEFT, RIGHT, ROW = 520, 150, 16, 30
TICKS = 5
LABEL = 22  # letters of a name that fit beside a chart
UNIT = 48  # and below it
COLOURS = 7  # that the style sheet knows; agents after them begin again
SIDE = 44  # where a chart begins that has numbers at its left
SKEWED = 8  # so many times the median is far out
STEPS = 200  # points of a curve at most


@dataclass(frozen=True)
class Bar:
    """An agent's figure with its interval."""

    agent: int
    name: str
    figure: Estimate


def intervals(title: str, bars: Sequence[Bar], zero: float | None, unit: str) -> Markup:
    """A dot and a bar for each figure on a common axis; zero is where nothing is better."""
    parts = (part for bar in bars for part in (bar.figure.value, bar.figure.low, bar.figure.high))
    known = [part for part in parts if math.isfinite(part)] + ([] if zero is None else [zero])
    scale = _padded(scale_of(known))
    height = ROW * len(bars) + 44
    drawn = [*_axis(scale, height - 36, unit)]
    if zero is not None:
        at = _x(scale, zero)
        drawn.append(tag("line", x1=at, x2=at, y1=4, y2=height - 36, class_="zero"))
    for i, bar in enumerate(bars):
        drawn += _bar(bar, scale, ROW * i + ROW / 2 + 4)
    told = "; ".join(
        f"{bar.name}: {bar.figure.value:,.1f}, from {bar.figure.low:,.1f} to {bar.figure.high:,.1f}"
        for bar in bars
    )
    return _svg(title, told, height, drawn)


def _bar(bar: Bar, scale: Scale, y: float) -> list[Markup]:
    low, high = (
        min(max(_x(scale, part), LEFT), WIDTH - RIGHT) for part in (bar.figure.low, bar.figure.high)
    )
    colour = f"a{bar.agent % COLOURS}"
    drawn = [
        tag("text", shortened(bar.name, LABEL), x=LEFT - 8, y=y + 4, class_="name"),
        tag("line", x1=low, x2=high, y1=y, y2=y, class_=f"bar {colour}"),
    ]
    for part, x in ((bar.figure.low, low), (bar.figure.high, high)):
        if math.isfinite(part):
            drawn.append(tag("line", x1=x, x2=x, y1=y - 6, y2=y + 6, class_=f"end {colour}"))
    if math.isfinite(bar.figure.value):
        drawn.append(tag("circle", cx=_x(scale, bar.figure.value), cy=y, r=4.5, class_=colour))
    return drawn


def curves(title: str, names: Sequence[str], scores: Sequence[Sequence[int]]) -> Markup:
    """For each agent the share of its games that came to so many lines, on common axes."""
    known = [score for each in scores for score in each]
    scale = scale_of(known, may_be_log=is_skewed(known))
    height, bottom = 250, 206
    drawn = [*_axis(scale, bottom, f"lines{', by factors' * scale.is_log}", left=SIDE)]
    for percent in (0, 50, 100):
        y = _y(percent / 100, bottom)
        drawn.append(tag("line", x1=SIDE, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid"))
        drawn.append(tag("text", f"{percent} %", x=SIDE - 4, y=y + 4, class_="name"))
    for agent, each in enumerate(scores):
        if each:
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in _steps(each, scale, bottom))
            drawn.append(tag("polyline", points=points, class_=f"curve a{agent % COLOURS}"))
    told = "; ".join(
        f"{name}: half of its games came to {sorted(each)[len(each) // 2]:,} lines or more"
        for name, each in zip(names, scores, strict=True)
        if each
    )
    return _svg(title, told, height, drawn)


def is_skewed(scores: Sequence[int]) -> bool:
    """Whether an even axis would crowd most games into its first part, scores of 0 left aside.

    >>> is_skewed([0, 0, 90, 150, 199]), is_skewed([0, 3, 20, 25, 200])
    (False, True)
    """
    made = [score for score in scores if score > 0]
    return bool(made) and max(made) >= SKEWED * median(made)


def _steps(scores: Sequence[int], scale: Scale, bottom: float) -> list[tuple[float, float]]:
    """The corners of a falling stair: the share of scores that are x or more."""
    points = [(_x(scale, scale.low, SIDE), _y(1, bottom))]
    left = shown = len(scores)
    for score, count in sorted(Counter(scores).items()):
        x = _x(scale, score, SIDE)
        left -= count
        # steps too small to see are taken together
        if left == 0 or shown - left >= len(scores) / STEPS:
            points += [(x, _y(part / len(scores), bottom)) for part in (shown, left)]
            shown = left
    return points


def histogram(title: str, agent: int, values: Sequence[float], unit: str) -> Markup:
    """How often the differences were how large, nothing in the middle of the axis."""
    reach = max(abs(value) for value in values) or 1.0
    bins = 20  # even, so that a bin ends at 0
    counts = [0] * bins
    for value in values:
        counts[min(int((value + reach) / (2 * reach) * bins), bins - 1)] += 1
    scale, bottom, height = Scale(-reach, reach), 150, 194
    drawn = [*_axis(scale, bottom, unit, left=SIDE)]
    step = (WIDTH - RIGHT - SIDE) / bins
    for i, count in enumerate(counts):
        y = bottom - 130 * count / max(counts)
        x, tall = SIDE + i * step + 0.5, bottom - y
        colour = f"a{agent % COLOURS}"
        drawn.append(tag("rect", x=x, y=y, width=step - 1, height=tall, class_=f"box {colour}"))
    tallest = f"tallest: {number(max(counts), 'game')}"
    drawn.append(tag("text", tallest, x=SIDE, y=13, class_="left"))
    at = _x(scale, 0, SIDE)
    drawn.append(tag("line", x1=at, x2=at, y1=20, y2=bottom, class_="zero"))
    better, worse = sum(value > 0 for value in values), sum(value < 0 for value in values)
    told = f"better in {better:,}, worse in {worse:,} of {len(values):,} games"
    return _svg(title, told, height, drawn)


def shares(title: str, names: Sequence[str], counts: Sequence[tuple[int, int, int]]) -> Markup:
    """Wins, ties and losses of each agent as parts of a bar."""
    drawn: list[Markup] = []
    for i, (name, parts) in enumerate(zip(names, counts, strict=True)):
        x, y = float(LEFT), ROW * i + 6
        drawn.append(tag("text", shortened(name, LABEL), x=LEFT - 8, y=y + 14, class_="name"))
        for kind, count in zip(("win", "tie", "loss"), parts, strict=True):
            wide = (WIDTH - RIGHT - LEFT) * count / max(sum(parts), 1)
            if count:
                drawn.append(tag("rect", x=x, y=y, width=wide, height=20, class_=kind))
            if wide > 9 * len(f"{count:,}"):
                drawn.append(
                    tag("text", f"{count:,}", x=x + wide / 2, y=y + 14, class_=f"on{kind}")
                )
            x += wide
    told = "; ".join(
        f"{name}: {wins:,} won, {ties:,} tied, {losses:,} lost"
        for name, (wins, ties, losses) in zip(names, counts, strict=True)
    )
    return _svg(title, told, ROW * len(names) + 8, drawn)


def _axis(scale: Scale, y: float, unit: str, left: int = LEFT) -> list[Markup]:
    drawn = [tag("line", x1=left, x2=WIDTH - RIGHT, y1=y, y2=y, class_="axis")]
    for tick in scale.ticks(TICKS):
        x = _x(scale, tick, left)
        drawn.append(tag("line", x1=x, x2=x, y1=4, y2=y, class_="grid"))
        drawn.append(tag("text", number_text(tick), x=x, y=y + 16, class_="tick"))
    drawn.append(
        tag("text", shortened(unit, UNIT), x=(left + WIDTH - RIGHT) / 2, y=y + 32, class_="tick")
    )
    return drawn


def _x(scale: Scale, value: float, left: int = LEFT) -> float:
    if not math.isfinite(value):
        return math.copysign(math.inf, value)
    return left + scale.part(value) * (WIDTH - RIGHT - left)


def _y(share: float, bottom: float) -> float:
    return bottom - share * (bottom - 14)


def _padded(scale: Scale) -> Scale:
    apart = (scale.high - scale.low) / 20
    return Scale(scale.low - apart, scale.high + apart)


def _svg(title: str, told: str, height: float, drawn: Sequence[Markup]) -> Markup:
    return tag(
        "svg",
        tag("title", title),
        tag("desc", told),
        joined(list(drawn)),
        viewBox=f"0 0 {WIDTH} {height:g}",
        role="img",
    )
