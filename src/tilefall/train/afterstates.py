"""Afterstates: values of placements in the falling games, learned by temporal differences.

A game is played with what was learned so far, each placement the best one of its piece, and every
placement teaches those before it. Games come one after the other on seeds that follow each other,
so the same plan gives the same values, also if it was interrupted in between.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from pathlib import Path
from statistics import fmean
from typing import Any

from tilefall.play.files import write_whole
from tilefall.search.provenance import Provenance, Validation
from tilefall.train.afterstates_plan import AGENTS, JUDGED_EVERY, AfterstatePlan
from tilefall.train.runs import BEST, CHECKPOINTS, BadRun, Config, Line
from tilefall.train.task import Games, validated
from tilefall.train.values import values_of
from tilefall.train.workers import Workers

AFTERSTATES = "td-falling"  # the kind of its runs
CHECKPOINT = "checkpoint.json"
LEAST_JUDGED = 10


class AfterstateLearning:
    """A plan under way."""

    def __init__(self, plan: AfterstatePlan, config: Config, workers: Workers) -> None:
        self.plan = plan
        self.config = config
        self.values = values_of(plan, workers)
        self.done = 0  # games
        self.judged = 0  # after how many games it was judged last
        self.logged = 0  # lines
        self.validation: Validation | None = None  # in the end

    def step(self) -> Line | None:
        """A block of games is learned from, or what was learned is judged."""
        plan, done = self.plan, self.done
        is_last = done == plan.games
        if done > self.judged and (is_last or done % (JUDGED_EVERY * plan.block) == 0):
            return self._judged(is_last)
        return None if is_last else self._learned()

    def save(self, folder: Path, line: Line) -> None:
        """Keeps all that is needed to go on, and the file to play with where it was judged."""
        known = b64encode(zlib.compress(self.values.learner.state(), 1)).decode("ascii")
        kept = {"lines": self.logged, "done": self.done, "known": known}
        write_whole(folder / CHECKPOINT, (json.dumps(kept) + "\n").encode())
        if line["kind"] == "validation":
            text = self.text(folder.resolve().name).encode()
            write_whole(folder / CHECKPOINTS / f"{self.done:09}.json", text)
            write_whole(folder / BEST, text)

    def restore(self, lines: list[Line], folder: Path) -> int:
        """Goes on from the checkpoint; lines of the log that came after it do not stand."""
        path = folder / CHECKPOINT
        if not path.exists():  # it ended before the first one
            return 0
        try:
            kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            logged, done, known = kept["lines"], kept["done"], kept["known"]
            self.values.learner.restore(zlib.decompress(b64decode(known, validate=True)))
        except (ValueError, KeyError, TypeError, zlib.error) as error:
            raise BadRun(f"{path}: not a checkpoint: {error}") from error
        if type(logged) is not int or not 1 <= logged <= len(lines):
            raise BadRun(f"{path}: lines is {logged!r}, the log has {len(lines)}")
        if type(done) is not int or done != lines[logged - 1].get("done"):
            raise BadRun(f"{path}: done is {done!r}, which is not what the log says")
        self.done, self.logged = done, logged
        for number, line in enumerate(lines[:logged], 1):
            if line["kind"] == "validation":
                try:
                    self._judge(line)
                except (KeyError, TypeError, ValueError) as error:
                    raise BadRun(f"{folder}, line {number} of the log: {error}") from error
        return logged

    def text(self, name: str) -> str:
        """The file to play with, and where it comes from."""
        plan = self.plan
        agent = AGENTS[plan.value]
        provenance = Provenance(
            command=plan.command(),
            version=self.config.version,
            date=self.config.date,
            game=plan.game,
            agent=agent,
            first_seed=plan.first_seed,
            last_seed=plan.first_seed + self.done - 1,
            games=self.done,
            validation=self.validation,
        )
        about = f"learned for {agent} in {plan.game}"
        source = f"temporal differences on {self.done:,} games, {plan.value} values"
        return self.values.text(name, about, source, provenance)

    def _learned(self) -> Line:
        plan = self.plan
        games = min(plan.block, plan.games - self.done)
        found = self.values.learner.play(plan.first_seed + self.done, games, plan.rate)
        self.done += games
        self.logged += 1
        return {
            "kind": "lesson",
            "done": self.done,
            "games": games,
            "pieces": found.pieces,
            "lines": found.lines / games,
            "most_lines": found.most_lines,
            # of what comes after a placement, from one to the next
            "error": (found.squared_error / max(found.pieces, 1)) ** 0.5,
        }

    def _judged(self, is_last: bool) -> Line:
        seeds = self.plan.validation_seeds
        if not is_last:
            seeds = seeds[: max(len(seeds) // 10, LEAST_JUDGED)]
        games = self.values.games(seeds)
        line: Line = {
            "kind": "validation",
            "done": self.done,
            "is_last": is_last,
            "first_seed": seeds.start,
            "games": len(seeds),
            "lines": fmean(games.lines),
            "alive": fmean(games.alive),
            "played": [games.lines, games.pieces, games.alive],
        }
        self._judge(line)
        self.logged += 1
        return line

    def _judge(self, line: Line) -> None:
        """Remembers what a line of validation says."""
        self.judged = line["done"]
        if line["is_last"]:
            games = Games(*line["played"])
            self.validation = validated(games, self.plan.validation_seed, self.plan.max_pieces)


def bytes_needed(plan: AfterstatePlan) -> int:
    """About how large the folder of a run becomes."""
    files = 2_000_000 if plan.value == "ntuple" else 100_000
    return files + 100 * 300 + 12 * 20 * plan.validation_games
