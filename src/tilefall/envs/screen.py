"""Screen: what standard output can show, and rows of characters as it takes them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from tilefall.colours import rgb
from tilefall.envs.marks import Mark, Row, text_of

USUAL = "\x1b[0m"


@dataclass(frozen=True)
class Screen:
    """What standard output can show."""

    columns: int
    lines: int
    is_terminal: bool  # one whose cursor moves
    has_colours: bool
    has_all_colours: bool  # and not 256 alone

    @staticmethod
    def now() -> Screen:
        """As it is at this moment: windows change their sizes."""
        columns, lines = shutil.get_terminal_size()
        is_terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        writes_blocks = (sys.stdout.encoding or "").lower() in ("utf-8", "utf8")
        return Screen(
            columns,
            lines,
            is_terminal,
            has_colours=is_terminal and writes_blocks and not os.environ.get("NO_COLOR"),
            has_all_colours=os.environ.get("COLORTERM") in ("truecolor", "24bit"),
        )


def lines_of(rows: Sequence[Row], screen: Screen) -> list[str]:
    """The lines of a frame: at a terminal cut to its size, and in colour if it has colours."""
    if not screen.is_terminal:
        return [text_of(row) for row in rows]
    room = screen.lines - 1  # the last line is the cursor's
    return [_escaped(_cut(row, screen.columns), screen) for row in rows[:room]]


def _cut(row: Row, columns: int) -> Row:
    """A row no wider than the screen: its lines must not break."""
    ends = accumulate(len(mark.text) for mark in row)
    kept: Row = []
    for mark, end in zip(row, ends, strict=True):
        if end > columns:
            text = mark.text[: len(mark.text) - (end - columns)]
            return [*kept, Mark(text, mark.ink, mark.fill)]
        kept.append(mark)
    return kept


def _escaped(row: Row, screen: Screen) -> str:
    if not screen.has_colours:
        return text_of(row)
    return "".join(_painted(mark, screen) for mark in row)


def _painted(mark: Mark, screen: Screen) -> str:
    codes = [
        f"{layer};{_code(colour, screen)}"
        for layer, colour in ((38, mark.ink), (48, mark.fill))
        if colour is not None
    ]
    return f"\x1b[{';'.join(codes)}m{mark.text}{USUAL}" if codes else mark.text


def _code(colour: str, screen: Screen) -> str:
    red, green, blue = rgb(colour)
    if screen.has_all_colours:
        return f"2;{red};{green};{blue}"
    # the cube of six steps a colour, which begins at 16
    steps = [round(part / 51) for part in (red, green, blue)]
    return f"5;{16 + 36 * steps[0] + 6 * steps[1] + steps[2]}"
