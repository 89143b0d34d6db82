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
        judged = [line for line in self.lines if line["kind"] == "validation" and "lines" in line]
        if games:
            last = games[-1]
            said.append(
                f"training: {last['generation'] + 1} generations, "
                f"{sum(line['games'] for line in games):,} games, "
                f"{last['seconds']:.1f} s; fitness best {last['best']:.4g}, mean {last['mean']:.4g}"
            )
        if judged:
            last = judged[-1]
            said.append(
                f"validation: {last['lines']:,.1f} lines, {100 * last['alive']:.1f} % alive, "
                f"{last['games']} games from seed {last['first_seed']}"
            )
        if self.lines and "done" in self.lines[-1]:
            said.append(f"{self.lines[-1]['done']} games learned")
        said.append(f"weights: {self.folder}/{BEST}")
        return "\n".join(said)


def report(folder: Path) -> Report:
    """What a run has found."""
    return Report(str(folder), read_config(folder).plan, read_log(folder))
