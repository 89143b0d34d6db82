"""Marks: rows of characters with colours, and how they are put side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Mark:
    """Characters with their colour and the one behind them; None is the terminal's own."""

    text: str
    ink: str | None = None
    fill: str | None = None


Row = list[Mark]


def beside(blocks: Sequence[list[Row]], gap: int, columns: int | None = None) -> list[Row]:
    """The blocks side by side, all or as many as fit into the columns, one at least."""
    rows = [list(row) for row in blocks[0]]
    for block in blocks[1:]:
        left = max(map(width_of, rows)) + gap
        if columns is not None and left + max(map(width_of, block)) > columns:
            break
        rows += [[] for _ in range(len(block) - len(rows))]
        for i, row in enumerate(block):
            rows[i] += [Mark(" " * (left - width_of(rows[i]))), *row]
    return rows


def width_of(row: Row) -> int:
    """How many columns a row takes."""
    return sum(len(mark.text) for mark in row)


def text_of(row: Row) -> str:
    """The characters of a row without its colours."""
    return "".join(mark.text for mark in row).rstrip()
