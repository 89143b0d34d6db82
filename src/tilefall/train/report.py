"""Report: what a run has found; what chose the weights and what judged them are told apart."""

from __future__ import annotations

import shlex
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tilefall.search.provenance import Earlier
from tilefall.train.history import MEASURES, Duelled, History, Judged, read_history
from tilefall.train.plan import Evolution
from tilefall.train.runs import BEST
from tilefall.train.trainings import plan_of


@dataclass(frozen=True)
class Training:
    """What was played to choose weights, and how fast."""

    done: int
    planned: int
    unit: str  # generations or games
    games: int
    pieces: int  # or turns of IJK
    seconds: float
    figures: dict[str, float]  # of the last generation or block, on the seeds that chose
    first_seed: int
    last_seed: int | None
    deaths: int | None  # in the last generation, before the cap on pieces
    last_games: int  # of the last generation

    @property
    def games_per_s(self) -> float:
        """How many games a second."""
        return self.games / max(self.seconds, 1e-3)

    @property
    def pieces_per_s(self) -> float:
        """How many pieces, or turns, a second."""
        return self.pieces / max(self.seconds, 1e-3)


@dataclass(frozen=True)
class Report:
    """A run in a few figures."""

    history: History
    training: Training
    command: str
    earlier: tuple[Earlier, ...] = ()  # trainings that led to its start

    @property
    def validation(self) -> Judged | Duelled | None:
        """How good the weights are on other seeds, if that is known yet."""
        found: tuple[Judged | Duelled, ...] = (*self.history.judged, *self.history.duels)
        return found[-1] if found else None

    @property
    def weights(self) -> Path | None:
        """The file of the best weights, if there is one yet."""
        path = self.history.folder / BEST
        return path if path.is_file() else None

    @property
    def watch(self) -> str | None:
        """The command that shows the weights at play; None where no agent can name their file."""
        if self.weights is None or "," in str(self.weights):
            return None
        history, file = self.history, str(self.weights)
        key = "network" if history.game.startswith("ijk") else "weights"
        joint = "," if ":" in history.agent else ":"
        agent = f"{history.agent}{joint}{key}={file}"
        return f"tilefall watch {shlex.quote(history.game)} --agent {shlex.quote(agent)}"

    def as_json(self) -> dict[str, Any]:
        """All of it, without the scores of single games."""
        history, validation = self.history, self.validation
        short = [
            {name: value for name, value in line.items() if name not in ("scores", "played")}
            for line in history.lines
        ]
        return {
            "folder": str(history.folder),
            "game": history.game,
            "agent": history.agent,
            "method": history.method,
            "finished": history.is_finished,
            "seconds": history.seconds,
            "training": {
                **asdict(self.training),
                "games_per_s": self.training.games_per_s,
                "pieces_per_s": self.training.pieces_per_s,
            },
            "validation": None if validation is None else _public(validation),
            "earlier": [asdict(each) for each in self.earlier],
            "command": self.command,
            "weights": None if self.weights is None else str(self.weights),
            "watch": self.watch,
            "plan": history.config.plan,
            "lines": short,
        }

    def text(self) -> str:
        """The figures in a few lines."""
        history = self.history
        rows = [
            ("run", f"{history.folder}: {history.game}, {history.agent}, {history.method}"),
            ("", self._state()),
            *(("training" if not i else "", row) for i, row in enumerate(self._trained())),
            *(("validation" if not i else "", row) for i, row in enumerate(self._judged())),
            *(("earlier" if not i else "", row.again) for i, row in enumerate(self.earlier)),
            ("command", self.command),
        ]
        rows += [("weights", str(self.weights or "none yet"))]
        rows += [("try", self.watch)] if self.watch is not None else []
        return "\n".join(f"{name:10}  {row}" for name, row in rows)

    def _state(self) -> str:
        history, training = self.history, self.training
        so_far = f"{training.done:,} of {training.planned:,} {training.unit}"
        if history.is_finished:
            return f"finished: {so_far} in {_time(history.seconds)}"
        folder = shlex.quote(str(history.folder))
        return f"{so_far} so far; `tilefall train --resume {folder}` goes on if it was interrupted"

    def _trained(self) -> list[str]:
        """What was played to choose, on which seeds, and how that went."""
        training = self.training
        if not training.games:
            return ["no games yet"]
        turns = "turns" if self.history.game.startswith("ijk") else "pieces"
        played = (
            f"{training.games:,} games, {training.pieces:,} {turns} in {_time(training.seconds)}: "
            f"{training.games_per_s:,.0f} games/s, {training.pieces_per_s:,.0f} {turns}/s"
        )
        seeds = f"seeds {training.first_seed} to {training.last_seed}"
        if not self.history.is_evolution:
            figures = _figures(training.figures)
            return [played, f"{seeds}, which were learned on", f"last block: {figures}"]
        measure = self.history.measure
        last = {name: measure.shown(training.figures[name]) for name in ("best", "mean", "worst")}
        return [
            played,
            f"{seeds}, which chose the weights",
            f"last generation, {measure.label}: {_figures(last)}",
            *self._ended(),
        ]

    def _ended(self) -> list[str]:
        """Whether games end at all: those that reach the cap do not tell candidates apart."""
        training, plan = self.training, self.history.config.plan
        if training.deaths is None:
            return []
        cap = f"the cap of {plan['task']['max_pieces']:,} pieces"
        ended = f"{training.deaths:,} of its {training.last_games:,} games ended before {cap}"
        if training.deaths >= plan["population"]:
            return [ended]
        return [f"{ended}, fewer than one a candidate: a higher --max-pieces tells them apart"]

    def _judged(self) -> list[str]:
        """How good the weights are, on seeds that chose nothing."""
        judged = self.validation
        if judged is None:
            return ["none yet"]
        if isinstance(judged, Duelled):
            duel = judged.duel
            return [
                f"{2 * duel.pairs:,} games against {duel.opponent}, both {duel.depth} slides deep",
                f"openings of seeds from {duel.first_seed} on, which taught nothing",
                f"score {duel.score_percent} % (with its 95 % interval)",
            ]
        seeds = f"seeds {judged.first_seed} to {judged.first_seed + judged.games - 1}"
        return [
            f"{judged.games:,} games after {judged.at:,} {self.history.unit}",
            f"{seeds}, which chose nothing",
            f"lines a game: mean {judged.mean}, median {judged.median} (with 95 % intervals)",
            *self._rated(judged),
            f"alive at the cap of pieces: {judged.alive_percent} %",
        ]

    def _rated(self, judged: Judged) -> list[str]:
        """The lines a death, where these chose the weights: of capped games a mean says little."""
        measure = self.history.measure
        return [f"{measure.label}: {judged.shown}"] if measure is MEASURES["rate"] else []


def report(folder: Path) -> Report:
    """What a run has found."""
    return report_of(read_history(folder))


def report_of(history: History) -> Report:
    """What a run has found, from its history."""
    steps = history.steps
    training = Training(
        done=history.done,
        planned=history.planned,
        unit=history.unit,
        games=sum(step.games for step in steps),
        pieces=sum(step.pieces for step in steps),
        seconds=round(sum(step.seconds for step in steps), 3),
        figures=steps[-1].figures if steps else {},
        first_seed=int(history.config.plan["first_seed"]),
        last_seed=steps[-1].last_seed if steps else None,
        deaths=steps[-1].deaths if steps else None,
        last_games=steps[-1].games if steps else 0,
    )
    plan = plan_of(history.config)
    earlier = plan.earlier if isinstance(plan, Evolution) else ()
    return Report(history, training, plan.command(), earlier)


def _public(judged: Judged | Duelled) -> dict[str, Any]:
    """A validation without what is only drawn."""
    if isinstance(judged, Duelled):
        return {"at": judged.at, "seconds": judged.seconds, **asdict(judged.duel)}
    return {name: value for name, value in asdict(judged).items() if name != "shown"}


def _figures(figures: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:,.4g}" for name, value in figures.items())


def _time(seconds: float) -> str:
    """A time that people can read.

    >>> _time(12.34), _time(83.0), _time(7384.0)
    ('12.3 s', '1 min 23 s', '2 h 3 min')
    """
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
