"""History: what the log of a run says, checked and in figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from tilefall import stats
from tilefall.rules.ijk import Ijk
from tilefall.search.provenance import DuelValidation, parse_duel
from tilefall.stats import Estimate
from tilefall.train.runs import LOG, BadRun, Config, Line, read_config, read_log


@dataclass(frozen=True)
class Step:
    """A generation, or a part of one, or a block of games that were learned from."""

    at: int  # the generation, counted from 1, or the games so far
    stage: str  # "population", "elite" or "lesson"
    games: int
    pieces: int  # or turns of IJK
    last_seed: int
    total_games: int  # of the training up to its end
    seconds: float  # that it took
    figures: dict[str, float]
    deaths: int | None = None  # games that ended before the cap on pieces; older logs do not say


@dataclass(frozen=True)
class Judged:
    """How the best weights did on seeds that choose nothing."""

    at: int
    total_games: int  # of the training until then
    first_seed: int
    games: int
    seconds: float
    shown: Estimate  # the fitness as its measure shows it
    mean: Estimate
    median: Estimate
    alive_percent: Estimate


@dataclass(frozen=True)
class Duelled:
    """How a network of IJK did against another agent."""

    at: int
    seconds: float
    duel: DuelValidation


@dataclass(frozen=True)
class Played:
    """Games that judge: lines, pieces and whether each was alive at the cap on pieces."""

    lines: Sequence[int]
    pieces: Sequence[int]
    alive: Sequence[bool]
    cap: int


def lines_per_death(games: Played) -> Estimate:
    """Lines a death; without a death half a one is counted, and there is no interval."""
    lines, deaths = sum(games.lines), len(games.alive) - sum(games.alive)
    return stats.per_death(lines, deaths) if deaths else Estimate(*[2 * lines] * 3)


@dataclass(frozen=True)
class Measure:
    """How fitness is shown, so that people can read it."""

    label: str
    shown: Callable[[float], float]
    estimate: Callable[[Played], Estimate]


# The mean logarithm of lines + 1 says little to a reader; as a geometric mean it is in lines.
MEASURES = {
    "mean": Measure("lines a game, mean", float, lambda games: stats.mean(games.lines)),
    "median": Measure("lines a game, median", float, lambda games: stats.middle(games.lines)),
    "log": Measure(
        "lines a game, geometric mean",
        math.expm1,
        lambda games: stats.geometric_mean(games.lines),
    ),
    "survival": Measure(
        "% of the cap on pieces lived through",
        lambda share: 100 * share,
        lambda games: stats.mean([100 * count / games.cap for count in games.pieces]),
    ),
    "rate": Measure("lines a death", float, lines_per_death),
}

POPULATION = ("best", "mean", "worst", "best_lines", "most_lines")
LESSON = ("error", "turns", "ties")


@dataclass(frozen=True)
class History:
    """A run as its files tell it, under way or finished."""

    folder: Path
    config: Config
    lines: list[Line]
    steps: tuple[Step, ...]
    judged: tuple[Judged, ...]
    duels: tuple[Duelled, ...]

    @property
    def is_evolution(self) -> bool:
        """Whether it goes by generations; otherwise by games that are learned from."""
        return "generations" in self.config.plan

    @property
    def unit(self) -> str:
        """What is counted on the way to the end."""
        return "generations" if self.is_evolution else "games"

    @property
    def planned(self) -> int:
        """How many of them there will be."""
        return int(self.config.plan[self.unit])

    @property
    def done(self) -> int:
        """How many of them are finished."""
        return finished(self.lines)

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to do."""
        must_be_judged = "validation_games" in self.config.plan
        judged = [line for line in self.lines if line["kind"] == "validation"]
        is_judged = any(line.get("is_last", True) for line in judged)
        return self.done == self.planned and (is_judged or not must_be_judged)

    @property
    def game(self) -> str:
        """The text of the game."""
        plan = self.config.plan
        if "task" in plan:
            return str(plan["task"]["game"])
        return Ijk(mode=plan["mode"]).text()

    @property
    def agent(self) -> str:
        """Whose weights they are."""
        plan = self.config.plan
        if "task" in plan:
            return str(plan["task"]["agent"])
        return "expectiminimax" if plan["mode"] == "nondeterministic" else "alphabeta"

    @property
    def method(self) -> str:
        """How it learns."""
        return str(self.config.plan.get("method", "td"))

    @cached_property
    def measure(self) -> Measure:
        """How its fitness is shown; learning from games has none."""
        return MEASURES[self.config.plan.get("fitness", "mean")]

    @property
    def seconds(self) -> float:
        """How long it has worked so far."""
        return float(self.lines[-1]["seconds"]) if self.lines else 0.0


def finished(lines: Sequence[Line]) -> int:
    """How many generations, or games that were learned from, are finished.

    Where those who seemed best play again, a generation is finished only after that.
    """
    trained = [line for line in lines if line["kind"] in ("games", "lesson")]
    if not trained:
        return 0
    last = trained[-1]
    if last["kind"] == "lesson":
        return int(last["done"])
    has_again = any(line["stage"] == "elite" for line in trained) or last.get("weights") is None
    return int(last["generation"]) + (last["stage"] == "elite" or not has_again)


def read_heading(folder: Path) -> History:
    """A run without what its log says: what is trained, and how; BadRun says what is wrong."""
    empty = History(folder, read_config(folder), [], (), (), ())
    try:
        _ = empty.planned, empty.measure, empty.game, empty.agent, empty.method
    except (KeyError, TypeError, ValueError) as error:
        raise BadRun(f"{folder}: its plan is not one of tilefall's: {error!r}") from error
    return empty


def read_history(folder: Path) -> History:
    """The history of a run, also of one that is under way; BadRun says what is wrong with it."""
    empty = read_heading(folder)
    lines = read_log(folder)
    steps: list[Step] = []
    judged: list[Judged] = []
    duels: list[Duelled] = []
    before = total = 0.0
    for number, line in enumerate(lines, 1):
        try:
            seconds = _number(line, "seconds")
            if line["kind"] == "validation" and "opponent" in line:
                duels.append(_duelled(line, seconds - before))
            elif line["kind"] == "validation":
                judged.append(_judged(line, empty, int(total), seconds - before))
            elif line["kind"] in ("games", "lesson"):
                total += _whole(line, "games")
                steps.append(_step(line, empty, int(total), seconds - before))
            before = seconds
        except (KeyError, TypeError, ValueError) as error:
            reason = f"no {error}" if isinstance(error, KeyError) else str(error)
            raise BadRun(f"{folder / LOG}, line {number}: {reason}") from error
    return History(folder, empty.config, lines, tuple(steps), tuple(judged), tuple(duels))


def _step(line: Line, run: History, total: int, seconds: float) -> Step:
    is_lesson = line["kind"] == "lesson"
    games = _whole(line, "games")
    if is_lesson:
        turns = round(_number(line, "turns") * games)
        at, last_seed = _whole(line, "done"), run.config.plan["first_seed"] + line["done"] - 1
    else:
        turns = _whole(line, "pieces")
        at = _whole(line, "generation") + 1
        if not isinstance(line["scores"], list) or not line["scores"]:
            raise ValueError(f"scores is {line['scores']!r}, expected one for each candidate")
        last_seed = _whole(line, "first_seed") + games // len(line["scores"]) - 1
    return Step(
        at=at,
        stage="lesson" if is_lesson else str(line["stage"]),
        games=games,
        pieces=turns,
        last_seed=last_seed,
        total_games=total,
        seconds=seconds,
        figures={name: _number(line, name) for name in (LESSON if is_lesson else POPULATION)},
        deaths=_whole(line, "deaths") if "deaths" in line else None,
    )


def _judged(line: Line, run: History, total: int, seconds: float) -> Judged:
    lines, pieces, alive = line["played"]
    if not len(lines) == len(pieces) == len(alive) >= 2:
        raise ValueError("played, expected the lines, pieces and ends of two games or more")
    cap = run.config.plan["task"]["max_pieces"]
    return Judged(
        at=_whole(line, "generation"),
        total_games=total,
        first_seed=_whole(line, "first_seed"),
        games=len(lines),
        seconds=seconds,
        shown=run.measure.estimate(Played(lines, pieces, alive, cap)),
        mean=stats.mean(lines),
        median=stats.middle(lines),
        alive_percent=stats.share(sum(alive), len(alive)),
    )


def _duelled(line: Line, seconds: float) -> Duelled:
    duel = parse_duel({field.name: line[field.name] for field in fields(DuelValidation)})
    return Duelled(_whole(line, "done"), seconds, duel)


def _number(line: dict[str, Any], name: str) -> float:
    value = line[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{name} is {value!r}, expected a number")
    return float(value)


def _whole(line: dict[str, Any], name: str) -> int:
    value = line[name]
    if type(value) is not int or value < 0:
        raise ValueError(f"{name} is {value!r}, expected a whole number")
    return value
