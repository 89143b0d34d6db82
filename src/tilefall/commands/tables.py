"""Tables: rows of words as Markdown, which reads in a terminal and in a document."""

from __future__ import annotations


def table_lines(head: list[str], rows: list[list[str]]) -> list[str]:
    """The lines of a Markdown table.

    >>> print(*table_lines(["a", "b"], [["1", "2"]]), sep="\\n")
    | a | b |
    | --- | --- |
    | 1 | 2 |
    """
    return [f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows]]
