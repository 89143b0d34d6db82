"""Made runs: folders with a log that says what a test wants, without any game played."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tilefall.train.differences import Plan
from tilefall.train.plan import Evolution
from tilefall.train.runs import DIFFERENCES, EVOLUTION
from tilefall.train.task import Task

FEATURES = ("holes", "wells")
TASK = Task("tetris:width=6", "greedy", FEATURES, 100)
Line = dict[str, Any]


def write_run(folder: Path, kind: str, plan: dict[str, Any], lines: list[Line]) -> Path:
    """A run with this plan and these lines."""
    (folder / "checkpoints").mkdir(parents=True)
    config = {"kind": kind, "plan": plan, "version": "0.1.0", "date": "2026-01-31"}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def made_evolution(folder: Path, lines: list[Line], **changed: Any) -> Path:
    """A run of an evolution; five generations of four candidates unless changed."""
    asked = {
        "method": "cma",
        "task": TASK,
        "generations": 5,
        "population": 4,
        "games": 3,
        "fitness": "mean",
        "validation_games": 4,
        "checkpoint_every": 5,
    }
    return write_run(folder, EVOLUTION, Evolution(**{**asked, **changed}).as_json(), lines)


def made_learning(folder: Path, lines: list[Line], games: int = 40) -> Path:
    """A run that learns IJK."""
    return write_run(folder, DIFFERENCES, asdict(Plan(games=games)), lines)


def generation(number: int, *scores: float, seconds: float, stage: str = "population") -> Line:
    """The line of a generation, counted from 0, whose candidates had these scores."""
    return {
        "kind": "games",
        "generation": number,
        "stage": stage,
        "first_seed": 1_000_000_000 + 3 * number,
        "games": 3 * len(scores),
        "pieces": 30 * len(scores),
        "digest": "0" * 16,
        "best": max(scores),
        "mean": sum(scores) / len(scores),
        "worst": min(scores),
        "best_lines": 2 * max(scores),
        "most_lines": 3 * int(max(scores)),
        "scores": list(scores),
        "weights": [0.6, -0.8],
        "seconds": seconds,
    }


def validation(number: int, *lines: int, seconds: float, is_last: bool = True) -> Line:
    """The line of a validation after so many generations; the games removed so many lines."""
    return {
        "kind": "validation",
        "generation": number,
        "is_last": is_last,
        "first_seed": 2_000_000_000,
        "games": len(lines),
        "fitness": sum(lines) / len(lines),
        "lines": sum(lines) / len(lines),
        "alive": 0.5,
        "played": [list(lines), [50] * len(lines), [n % 2 == 0 for n in range(len(lines))]],
        "seconds": seconds,
    }


def lesson(done: int, error: float, seconds: float) -> Line:
    """The line of ten games that were learned from."""
    return {
        "kind": "lesson",
        "done": done,
        "games": 10,
        "turns": 100.0,
        "ties": 0.25,
        "error": error,
        "seconds": seconds,
    }


def duel(done: int, score: float, seconds: float) -> Line:
    """The line of a duel after so many games that were learned from."""
    return {
        "kind": "validation",
        "done": done,
        "games": 4,
        "first_seed": 2_000_000_000,
        "pairs": 2,
        "opponent": "alphabeta:evaluation=terms",
        "depth": 4,
        "score_percent": {"value": score, "low": score - 20, "high": score + 20},
        "seconds": seconds,
    }


def usual_lines() -> list[Line]:
    """Five generations that become better, and how good they were in the end."""
    return [
        generation(0, 8.0, 4.0, 0.0, 0.0, seconds=1.0),
        generation(1, 12.0, 8.0, 4.0, 0.0, seconds=2.0),
        generation(2, 16.0, 12.0, 8.0, 4.0, seconds=3.0),
        generation(3, 20.0, 16.0, 12.0, 8.0, seconds=4.0),
        generation(4, 24.0, 20.0, 16.0, 12.0, seconds=5.0),
        validation(5, 10, 12, 14, 16, seconds=15.0),
    ]
