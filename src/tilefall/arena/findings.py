"""Findings: all that an arena's folder tells, read at any time, also while it is being filled."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilefall.arena.columns import text
from tilefall.arena.export import games_csv, report, table_csv
from tilefall.arena.judge import Judge
from tilefall.arena.page.build import page
from tilefall.arena.page.chosen import records_wanted
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.store import read_arena, read_records
from tilefall.arena.verdict import Verdict
from tilefall.play.files import write_whole


@dataclass(frozen=True)
class Findings:
    """The games that count, and what they say."""

    folder: Path
    plan: Plan
    counted: list[Played]
    verdicts: list[Verdict]

    def text(self) -> str:
        """The tables for a terminal."""
        return text(self.plan, self.counted, self.verdicts)

    def as_json(self) -> dict[str, Any]:
        """All figures."""
        return report(self.plan, self.counted, self.verdicts)

    def page(self) -> str:
        """The HTML page, with some games to watch."""
        wanted = records_wanted(self.plan, self.counted)
        records = read_records(self.folder, wanted)
        return page(self.plan, self.counted, self.verdicts, records, str(self.folder))

    def write(self, folder: Path) -> list[Path]:
        """The files of a report, each written whole."""
        content = {
            "report.html": self.page(),
            "report.json": json.dumps(self.as_json(), indent=2) + "\n",
            "table.csv": table_csv(self.plan, self.counted),
            "games.csv": games_csv(self.plan, self.counted),
        }
        folder.mkdir(parents=True, exist_ok=True)
        for name, words in content.items():
            write_whole(folder / name, words.encode())
        return [folder / name for name in content]


def findings(folder: Path) -> Findings:
    """What the arena in a folder has found so far."""
    plan, played = read_arena(folder)
    judge = Judge(plan)
    judge.add(played)
    return Findings(folder, plan, judge.counted(played), judge.verdicts())
