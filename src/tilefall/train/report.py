"""Report: what a run has found, training and validation told apart."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tilefall.train.runs import BEST, Line, read_config, read_log


@dataclass(frozen=True)
class Report:
    """A run in a few figures."""

    folder: str
    plan: dict[str, Any]
    lines: list[Line]

    def as_json(self) -> dict[str, Any]:
        """All of it, without the scores of single games."""
        short = [
            {name: value for name, value in line.items() if name not in ("scores", "played")}
            for line in self.lines
        ]
        return {**asdict(self), "lines": short}

    def text(self) -> str:
        """The figures in a few lines."""
        said = []
        games = [line for line in self.lines if line["kind"] == "games"]
        lessons = [line for line in self.lines if line["kind"] == "lesson"]
        judged = [line for line in self.lines if line["kind"] == "validation"]
        if games:
            last = games[-1]
            said.append(
                f"training: {last['generation'] + 1} generations, "
                f"{sum(line['games'] for line in games):,} games, "
                f"{last['seconds']:.1f} s; fitness best {last['best']:.4g}, mean {last['mean']:.4g}"
            )
        if lessons:
            said.append(_learned(lessons[-1]))
        if judged:
            last = judged[-1]
            said.append(
                f"validation: {last['lines']:,.1f} lines, {100 * last['alive']:.1f} % alive, "
                f"{last['games']} games from seed {last['first_seed']}"
            )
        said.append(f"weights: {self.folder}/{BEST}")
        return "\n".join(said)


def _learned(last: Line) -> str:
    """How far learning from games has come."""
    lines = (
        f", the last {last['games']:,} with {last['lines']:,.1f} lines" if "lines" in last else ""
    )
    return f"training: {last['done']:,} games learned{lines}, {last['seconds']:.1f} s"


def report(folder: Path) -> Report:
    """What a run has found."""
    return Report(str(folder), read_config(folder).plan, read_log(folder))
