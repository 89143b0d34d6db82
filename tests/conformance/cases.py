"""Conformance cases: one JSON object a line, read from the folder of vectors."""

from __future__ import annotations

import json
from typing import Any

from tests.conftest import vectors_folder

Case = dict[str, Any]


def cases(name: str) -> list[Case]:
    """The cases of a file, each with an id; none if the folder lacks the file."""
    path = vectors_folder() / name
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [{"id": f"line {i}", **json.loads(line)} for i, line in enumerate(lines, 1)]


def case_id(case: Case) -> str:
    """How a test names its case."""
    return str(case["id"])


def drawn(rows: list[str]) -> tuple[str, ...]:
    """Rows of a vector, in which a space is an empty cell, as the rules draw them."""
    return tuple(row.replace(" ", ".") for row in rows)


def _dropped_to_the_end() -> list[Case]:
    """Animated games that the player's own drop ends, by the rules; the shipped vectors have none.

    Below some empty rows only the last column is open. A flat bar lands on top, and the upright
    bar that follows has no room in a column above it.
    """

    def case(name: str, empty_rows: int, landed: str, script: list[str], ticks: list[Case]) -> Case:
        empty, full = [" " * 15] * empty_rows, ["x" * 14 + " "] * (25 - empty_rows)
        return {
            "id": name,
            "board0": empty + full,
            "piece0": ["xxxxx"],
            "draws": [[1, 0], [1, 90], [0, 0]],
            "spawn_cols": [4, 6],
            "script": script,
            "after_tick": ticks,
            "board": [*empty[1:], landed, *full],
            "score": 0,
            "piece": ["x", "x", "x", "x", "x"],
            "row": 0,
            "col": 6,
            "next_piece": [" x ", "xxx", " x "],
            "end": "game over in player",
        }

    tick = {"row": 1, "col": 4, "score": 0}
    return [
        case("dropped at once", 2, "    xxxxx      ", [" "], []),
        case("dropped after a tick", 3, "     xxxxx     ", ["", "m "], [tick]),
    ]


DROPPED_TO_THE_END = _dropped_to_the_end()
