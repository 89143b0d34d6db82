"""Curves: what is drawn of runs, whoever draws it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tilefall.scale import Scale, scale_of
from tilefall.stats import Estimate
from tilefall.train.history import History, Judged, Step

Point = tuple[float, float]
MOST_RUNS = 7  # as many colours can be told apart by everybody

ERROR = "error from one position to the next"


@dataclass(frozen=True)
class Curve:
    """One figure of one run, as it went."""

    name: str  # best, mean, worst, error or validation
    run: int
    points: tuple[Point, ...]
    intervals: tuple[Point, ...] = ()  # the low and high end at each point of a validation


@dataclass(frozen=True)
class Panel:
    """Curves over the same axes."""

    across: str
    up: str
    curves: tuple[Curve, ...]

    @property
    def right(self) -> Scale:
        """The scale from left to right, from the start of the training."""
        start = 1.0 if self.across == "generation" else 0.0
        ends = [point[0] for curve in self.curves for point in curve.points]
        return Scale(start, max(*ends, start + 1), is_whole=True)

    @property
    def upward(self) -> Scale:
        """The scale from the bottom to the top; lines may be far apart, so theirs go by factors."""
        values = [point[1] for curve in self.curves for point in curve.points]
        values += [end for curve in self.curves for ends in curve.intervals for end in ends]
        found = scale_of(values, may_be_log="lines" in self.up)
        # a count begins at none, an error is near none nowhere
        return found if found.is_log or self.up == ERROR else Scale(0.0, max(found.high, 1.0))


@dataclass(frozen=True)
class Picture:
    """What is drawn of one run or of several."""

    title: str
    runs: tuple[str, ...]
    panels: tuple[Panel, ...]


def picture_of(histories: Sequence[History]) -> Picture:
    """The curves of these runs; those of like measure share a panel."""
    is_alone = len(histories) == 1
    panels: dict[tuple[str, str], list[Curve]] = {}
    for run, history in enumerate(histories):
        across = "generation" if is_alone and history.is_evolution else "games of training"
        for up, curve in _curves(history, run, is_alone):
            panels.setdefault((across, up), []).append(curve)
    if len({up for _, up in panels if "lines" in up or "pieces" in up}) > 1:
        panels[("games of training", "lines a game on other seeds, mean")] = [
            _validation(history, run, False, lambda judged: judged.mean)
            for run, history in enumerate(histories)
            if history.judged
        ]
    drawn = tuple(
        Panel(across, up, tuple(curve for curve in curves if curve.points))
        for (across, up), curves in panels.items()
    )
    return Picture(_title(histories), _names(histories), tuple(p for p in drawn if p.curves))


def _curves(history: History, run: int, is_alone: bool) -> list[tuple[str, Curve]]:
    """The curves of a run, each with what it measures; of one among several the main ones."""
    by_generation = is_alone and history.is_evolution
    shown, label = history.measure.shown, history.measure.label
    if history.is_evolution:
        first = [step for step in history.steps if step.stage == "population"]
        names = ("worst", "mean", "best") if is_alone else ("mean",)
        found = [(label, _trained(name, run, first, by_generation, shown)) for name in names]
    else:
        found = [(ERROR, _trained("error", run, history.steps, False, float))]
    if history.judged:
        judged = _validation(history, run, by_generation, lambda judged: judged.shown)
        found.append((label, judged))
    return found


def _trained(
    name: str,
    run: int,
    steps: Sequence[Step],
    by_generation: bool,
    shown: Callable[[float], float],
) -> Curve:
    points = tuple(
        (float(step.at if by_generation else step.total_games), shown(step.figures[name]))
        for step in steps
        if name in step.figures
    )
    return Curve(name, run, points)


def _validation(
    history: History, run: int, by_generation: bool, figure: Callable[[Judged], Estimate]
) -> Curve:
    points, intervals = [], []
    for judged in history.judged:
        estimate = figure(judged)
        at = judged.at if by_generation else judged.total_games
        points.append((float(at), estimate.value))
        # neither lines nor pieces are ever fewer than none
        intervals.append((max(estimate.low, 0.0), estimate.high))
    return Curve("validation", run, tuple(points), tuple(intervals))


def _title(histories: Sequence[History]) -> str:
    """Game, agent and method, each of those that occur."""
    parts = zip(*((each.game, each.agent, each.method) for each in histories), strict=True)
    return ", ".join(" / ".join(dict.fromkeys(part)) for part in parts)


def _names(histories: Sequence[History]) -> tuple[str, ...]:
    """The names of the folders, or where they are if these are the same."""
    short = [history.folder.resolve().name for history in histories]
    is_enough = len(set(short)) == len(short)
    return tuple(short if is_enough else [str(Path(h.folder)) for h in histories])
