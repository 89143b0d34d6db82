"""Text plot: curves in plain letters, for any terminal, pipe or screen reader's braille line."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from statistics import fmean

from tilefall.scale import Scale, number_text
from tilefall.train.curves import Curve, Panel, Picture

ROWS = 15
LEAST_WIDTH, MOST_WIDTH = 40, 100
GLYPHS = {"best": "^", "mean": "o", "worst": "v", "error": "o", "validation": "#"}
INTERVAL = ":"
ABOUT = {
    "best": "best of the population",
    "mean": "mean of the population",
    "worst": "worst of the population",
    "error": "while learning",
    "validation": "validation: seeds that choose nothing, with its 95 % interval",
}
# Where several values share a column: the best is the highest of them, the worst the lowest.
SHARED: dict[str, Callable[[list[float]], float]] = {"best": max, "worst": min}


def text_plot(picture: Picture, width: int) -> str:
    """The panels of a picture one below the other, at most so many letters wide."""
    width = min(max(width, LEAST_WIDTH), MOST_WIDTH)
    many = len(picture.runs) > 1
    blocks = [_panel_lines(panel, width, many) for panel in picture.panels]
    legend = _run_lines(picture) if many else []
    return "\n\n".join("\n".join(block) for block in [*blocks, legend] if block)


def glyph(curve: Curve, many: bool) -> str:
    """The letter that draws a curve; the first of several runs has a, and A where it is judged."""
    if not many:
        return GLYPHS[curve.name]
    letter = chr(ord("a") + curve.run)
    return letter.upper() if curve.name == "validation" else letter


def _panel_lines(panel: Panel, width: int, many: bool) -> list[str]:
    up, right = panel.upward, panel.right
    ticks = {_row(up.part(tick)): number_text(tick) for tick in up.ticks(6)}
    margin = max(map(len, ticks.values()), default=0)
    columns = width - margin - 2
    cells = [[" "] * columns for _ in range(ROWS)]
    for curve in panel.curves:
        _draw(cells, curve, panel, glyph(curve, many))
    by = ", log scale" if up.is_log else ""
    lines = [f"{panel.up}{by}"]
    for row, cell in enumerate(cells):
        label = ticks.get(row, "")
        axis = "+" if label else "|"
        lines.append(f"{label:>{margin}} {axis}{''.join(cell)}".rstrip())
    lines.append(f"{'':{margin}} +{_ruler(right, columns)}")
    lines.append(f"{'':{margin}}  {_numbers(right, columns)}")
    lines.append(f"{panel.across:>{width}}")
    if not many:
        lines += [f"  {glyph(curve, many)}  {ABOUT[curve.name]}" for curve in panel.curves[::-1]]
    return lines


def _run_lines(picture: Picture) -> list[str]:
    """Which letter is which run."""
    kinds = {(c.run, c.name) for panel in picture.panels for c in panel.curves}
    lines = []
    for run, name in enumerate(picture.runs):
        letter = chr(ord("a") + run)
        judged = f", {letter.upper()} its validation" if (run, "validation") in kinds else ""
        is_drawn = any(each == run for each, _ in kinds)
        lines.append(f"  {letter}  {name}{judged}" + ("" if is_drawn else ": nothing yet"))
    return lines


def _draw(cells: list[list[str]], curve: Curve, panel: Panel, letter: str) -> None:
    """A curve over what is drawn already."""
    up, right, columns = panel.upward, panel.right, len(cells[0])
    shared: dict[int, list[float]] = {}
    for at, value in curve.points:
        shared.setdefault(_column(right, at, columns), []).append(up.part(value))
    for (at, _), ends in zip(curve.points, curve.intervals, strict=False):
        bottom, top = (_row(up.part(end)) for end in ends)
        for row in range(top, bottom + 1):
            cells[row][_column(right, at, columns)] = INTERVAL
    heights = {column: SHARED.get(curve.name, fmean)(found) for column, found in shared.items()}
    if not curve.intervals:
        heights = _filled(heights)
    for column, part in heights.items():
        cells[_row(part)][column] = letter


def _filled(heights: dict[int, float]) -> dict[int, float]:
    """The columns between known ones too, on straight lines."""
    known = sorted(heights)
    found = dict(heights)
    for left, right in pairwise(known):
        for column in range(left + 1, right):
            part = (column - left) / (right - left)
            found[column] = heights[left] + part * (heights[right] - heights[left])
    return found


def _row(part: float) -> int:
    return round((1 - part) * (ROWS - 1))


def _column(scale: Scale, value: float, columns: int) -> int:
    return round(scale.part(value) * (columns - 1))


def _ruler(scale: Scale, columns: int) -> str:
    """The axis with a mark at each number."""
    marks = {_column(scale, tick, columns) for tick in scale.ticks(6)}
    return "".join("+" if column in marks else "-" for column in range(columns))


def _numbers(scale: Scale, columns: int) -> str:
    """The numbers below their marks, as far as they have room."""
    line = ""
    for tick in scale.ticks(6):
        text = number_text(tick)
        start = min(max(_column(scale, tick, columns) - len(text) // 2, 0), columns - len(text))
        if not line or start > len(line):
            line = line.ljust(start) + text
    return line
