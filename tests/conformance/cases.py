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
