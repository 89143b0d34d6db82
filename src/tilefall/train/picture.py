"""Picture: curves as a PNG or SVG file, by matplotlib; the same run gives the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from tilefall.errors import extra
from tilefall.scale import Scale, number_text
from tilefall.train.curves import Curve, Panel, Picture

FORMATS = ("png", "svg")
# Okabe and Ito's colours, which everybody can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
ALONE = {
    "best": COLOURS[2],
    "mean": COLOURS[0],
    "worst": COLOURS[3],
    "error": COLOURS[0],
    "validation": COLOURS[1],
}
LABELS = {
    "best": "best",
    "mean": "mean",
    "worst": "worst",
    "error": "error",
    "validation": "validation",
}
NOTE = "validation: seeds that choose nothing, with 95 % intervals"
WIDTH, PANEL_HEIGHT, TITLE_HEIGHT = 8.0, 4.0, 0.5  # inches
LABEL_GAP = 0.055  # of a panel's height, from one label to the next
QUIET = "#666666"


def image(picture: Picture, kind: str) -> bytes:
    """The picture in a file of this kind; MissingExtra without matplotlib."""
    matplotlib = extra("matplotlib", "plot", "a picture")
    figures = extra("matplotlib.figure", "plot", "a picture")
    buffer = BytesIO()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # whatever somebody likes better elsewhere
        matplotlib.rcParams.update({"svg.hashsalt": "tilefall", "font.size": 10})
        height = PANEL_HEIGHT * len(picture.panels) + TITLE_HEIGHT
        figure = figures.Figure(figsize=(WIDTH, height), layout="constrained")
        figure.suptitle(picture.title, fontsize=12, wrap=True)
        several = len(picture.runs) > 1
        for number, panel in enumerate(picture.panels, 1):
            axes = figure.add_subplot(len(picture.panels), 1, number)
            _draw_panel(axes, panel, picture.runs if several else ())
        figure.savefig(buffer, format=kind, dpi=150, metadata=_metadata(kind))
    return buffer.getvalue()


def _metadata(kind: str) -> dict[str, None]:
    """No date, and nothing of who drew it: the same run gives the same bytes."""
    return {"Software": None} if kind == "png" else {"Date": None, "Creator": None}


def _draw_panel(axes: Any, panel: Panel, runs: Sequence[str]) -> None:
    right, up = panel.right, panel.upward
    _set_scales(axes, right, up)
    by = " (log scale)" if up.is_log else ""
    axes.set_xlabel(panel.across)
    axes.set_ylabel(f"{panel.up}{by}")
    named = {curve.name: curve for curve in panel.curves}
    if not runs and "best" in named:
        across, low = zip(*named["worst"].points, strict=True)
        high = [value for _, value in named["best"].points]
        axes.fill_between(across, low, high, color=QUIET, alpha=0.08, linewidth=0)
    for curve in panel.curves:
        _draw_curve(axes, curve, _colour(curve, runs))
    _draw_labels(axes, panel, runs)
    if any(curve.intervals for curve in panel.curves):
        axes.set_title(NOTE, loc="left", fontsize=8, color=QUIET)


def _colour(curve: Curve, runs: Sequence[str]) -> str:
    return COLOURS[curve.run] if runs else ALONE[curve.name]


def _draw_labels(axes: Any, panel: Panel, runs: Sequence[str]) -> None:
    """A name beside the end of each line."""
    parts = [panel.upward.part(curve.points[-1][1]) for curve in panel.curves]
    for curve, place in zip(panel.curves, spread(parts, LABEL_GAP), strict=True):
        colour = _colour(curve, runs)
        axes.annotate(
            f"{runs[curve.run]}: {LABELS[curve.name]}" if runs else LABELS[curve.name],
            xy=curve.points[-1],
            xytext=(1.03, place),
            textcoords="axes fraction",
            color=colour,
            va="center",
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": colour, "lw": 0.5, "shrinkA": 1, "shrinkB": 3},
        )


def _draw_curve(axes: Any, curve: Curve, colour: str) -> None:
    across, up = zip(*curve.points, strict=True)
    if not curve.intervals:
        width = 1.0 if curve.name in ("best", "worst") else 1.8
        marker = "." if len(up) == 1 else ""  # a line of one point is none
        axes.plot(across, up, color=colour, linewidth=width, marker=marker, clip_on=False)
        return
    errors = [
        [value - low for value, (low, _) in zip(up, curve.intervals, strict=True)],
        [high - value for value, (_, high) in zip(up, curve.intervals, strict=True)],
    ]
    axes.errorbar(
        across,
        up,
        yerr=errors,
        color=colour,
        linestyle=":",
        linewidth=1.2,
        marker="o",
        markersize=5,
        capsize=3,
        clip_on=False,
        zorder=3,
    )


def _set_scales(axes: Any, right: Scale, up: Scale) -> None:
    """The same scales and numbers as in the text."""
    numpy = extra("numpy", "plot", "a picture")
    if up.is_log:
        axes.set_yscale("function", functions=(numpy.log1p, numpy.expm1))
    for axis, scale, most in ((axes.xaxis, right, 8), (axes.yaxis, up, 8)):
        ticks = scale.ticks(most)
        axis.set_ticks(ticks, labels=[number_text(tick) for tick in ticks])
    axes.set_xlim(right.low, right.high)
    axes.set_ylim(up.low, up.high)
    axes.grid(visible=True, color="#dddddd", linewidth=0.6)
    axes.tick_params(color=QUIET, labelcolor=QUIET)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(QUIET)


def spread(parts: Sequence[float], gap: float) -> list[float]:
    """Places near these, in the same order, with a gap between each two.

    >>> spread([0.5, 0.5, 0.1], 0.2)
    [0.4, 0.6, 0.1]
    """
    order = sorted(range(len(parts)), key=lambda index: (parts[index], index))
    groups: list[tuple[float, list[int]]] = []  # the middle of labels that stand together
    for index in order:
        middle, members = parts[index], [index]
        while groups and _touch(groups[-1], (middle, members), gap):
            _, before = groups.pop()
            members = [*before, *members]
            middle = sum(parts[member] for member in members) / len(members)
        groups.append((middle, members))
    places = [0.0] * len(parts)
    for middle, members in groups:
        first = middle - gap * (len(members) - 1) / 2
        for number, member in enumerate(members):
            places[member] = round(first + number * gap, 9)
    return places


def _touch(low: tuple[float, list[int]], high: tuple[float, list[int]], gap: float) -> bool:
    apart = high[0] - low[0]
    return apart < gap * (len(low[1]) + len(high[1])) / 2
