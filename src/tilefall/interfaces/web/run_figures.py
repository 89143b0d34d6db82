"""Run figures: what a page shows of a run of training, as values of JSON."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from tilefall.arena.export import finite
from tilefall.interfaces.web.encode import Encoded
from tilefall.stats import Estimate
from tilefall.train.curves import ERROR
from tilefall.train.history import History, read_history
from tilefall.train.report import Training, report_of
from tilefall.train.runs import Line

OTHER_SEEDS = "lines a game on other seeds, mean"


def run_listed(folder: Path) -> Encoded:
    """What the list of runs shows of one."""
    return _heading(read_history(folder))


def run_figures(folder: Path) -> Encoded:
    """Curves and figures of a run; what is infinite or not known is null."""
    history = read_history(folder)
    report = report_of(history)
    training, turns = report.training, "turns" if history.game.startswith("ijk") else "pieces"
    shown = _heading(history) | {
        "version": history.config.version,
        "figures": [
            ["games of training", f"{training.games:,}"],
            [f"{turns} of training", f"{training.pieces:,}"],
            ["games a second", f"{training.games_per_s:,.0f}"],
            [f"{turns} a second", f"{training.pieces_per_s:,.0f}"],
            *_ended(training),
        ],
        "command": report.command,
        "resume": f"tilefall train --resume {shlex.quote(str(folder))}",
        "panels": _panels(history),
    }
    checked: Encoded = finite(shown)
    return checked


def _ended(training: Training) -> list[list[str]]:
    """Whether games end at all: those that reach the cap do not tell candidates apart."""
    if training.deaths is None:
        return []
    ended = f"{training.deaths:,} of {training.last_games:,} games"
    return [["ended before the cap of pieces, last generation", ended]]


def judged_words(folder: Path) -> dict[int, str]:
    """How good the weights were after so many generations or games, in words."""
    return _words(read_history(folder))


def _words(history: History) -> dict[int, str]:
    lines = {each.at: f"{each.mean} lines a game" for each in history.judged}
    duels = {
        each.at: f"{each.duel.score_percent} % against {each.duel.opponent}"
        for each in history.duels
    }
    return lines | duels


def _heading(history: History) -> Encoded:
    done, seconds = history.done, history.seconds
    left = history.planned - done
    words = _words(history)
    return {
        "game": history.game,
        "agent": history.agent,
        "method": history.method,
        "date": history.config.date,
        "done": done,
        "planned": history.planned,
        "unit": history.unit,
        "is_finished": history.is_finished,
        "seconds": seconds,
        "left_seconds": seconds / done * left if done and left else None,
        "judged": words[max(words)] if words else "",
    }


def _panels(history: History) -> list[Encoded]:
    """What is drawn: a panel for each measure, runs of like measure share one."""
    if history.is_evolution:
        panels = [_panel(history.measure.label, _fitness(history), _judged(history))]
    else:
        panels = [_panel(ERROR, _learned(history)), *_duels(history)]
    # runs that were chosen by other measures are compared by this one
    if history.judged:
        by_mean = _validated(history, [each.mean for each in history.judged])
        panels.append(_panel(OTHER_SEEDS, [], by_mean))
    return [panel for panel in panels if panel["points"] or panel["judged"]]


def _panel(up: str, points: Sequence[Encoded], judged: Sequence[Encoded] = ()) -> Encoded:
    return {"up": up, "points": list(points), "judged": list(judged)}


def _fitness(history: History) -> list[Encoded]:
    """The mean of each generation between its worst and its best candidate."""
    shown = history.measure.shown
    return [
        {
            **_place(step.at, step.total_games, seconds),
            "value": shown(step.figures["mean"]),
            "low": shown(step.figures["worst"]),
            "high": shown(step.figures["best"]),
        }
        for step, seconds in zip(history.steps, _times(history, "training"), strict=True)
        if step.stage == "population"
    ]


def _learned(history: History) -> list[Encoded]:
    """The error of each block of games that was learned from."""
    return [
        {**_place(step.at, step.total_games, seconds), "value": step.figures["error"]}
        for step, seconds in zip(history.steps, _times(history, "training"), strict=True)
    ]


def _judged(history: History) -> list[Encoded]:
    return _validated(history, [each.shown for each in history.judged])


def _validated(history: History, found: Sequence[Estimate]) -> list[Encoded]:
    """What was found on other seeds, with its intervals; lines and pieces are never below none."""
    return [
        {
            **_place(judged.at, judged.total_games, seconds),
            **_interval(Estimate(figure.value, max(figure.low, 0.0), figure.high)),
        }
        for judged, figure, seconds in zip(
            history.judged, found, _times(history, "validation"), strict=True
        )
    ]


def _duels(history: History) -> list[Encoded]:
    panels: dict[str, list[Encoded]] = {}
    for each, seconds in zip(history.duels, _times(history, "duel"), strict=True):
        point = {**_place(each.at, each.at, seconds), **_interval(each.duel.score_percent)}
        panels.setdefault(f"score against {each.duel.opponent}, %", []).append(point)
    return [_panel(up, [], points) for up, points in panels.items()]


def _times(history: History, sort: str) -> list[float]:
    """When each line of a sort was written, in seconds of the training."""
    return [float(line["seconds"]) for line in history.lines if _sort(line) == sort]


def _sort(line: Line) -> str:
    if line["kind"] == "validation":
        return "duel" if "opponent" in line else "validation"
    return "training" if line["kind"] in ("games", "lesson") else ""


def _place(at: int, games: int, seconds: float) -> Encoded:
    """Where a point lies, by whichever of the three somebody counts."""
    return {"generations": at, "games": games, "seconds": seconds}


def _interval(figure: Estimate) -> Encoded:
    return {"value": figure.value, "low": figure.low, "high": figure.high}
