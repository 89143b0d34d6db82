"""Tables: rows of words as Markdown, which reads in a terminal and in a document."""

from __future__ import annotations

from itertools import zip_longest


def table_lines(head: list[str], rows: list[list[str]]) -> list[str]:
    """The lines of a Markdown table.

    >>> print(*table_lines(["a", "b"], [["1", "2"]]), sep="\\n")
    | a | b |
    | --- | --- |
    | 1 | 2 |
    """
    return [f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows]]


def aligned_lines(head: list[str], rows: list[list[str]], left: int = 1) -> list[str]:
    """The lines of a Markdown table whose columns stand below each other, numbers to the right.

    >>> print(*aligned_lines(["who", "games"], [["greedy", "8"], ["random", "12"]]), sep="\\n")
    | who    | games |
    | ------ | ----: |
    | greedy |     8 |
    | random |    12 |
    """
    widths = [max(3, *map(len, column)) for column in zip_longest(head, *rows, fillvalue="")]
    rule = ["-" * (width - 1) + "-:"[i >= left] for i, width in enumerate(widths)]
    aligned = [
        [f"{word:<{width}}" if i < left else f"{word:>{width}}" for i, (word, width) in cells]
        for cells in (list(enumerate(zip(row, widths, strict=True))) for row in [head, rule, *rows])
    ]
    return [f"| {' | '.join(row)} |" for row in aligned]
