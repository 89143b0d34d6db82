"""Cast: grids that follow each other as an asciicast (version 2), which terminals can play."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from tilefall.interfaces.pictures.frames import Frame, rgb, shown
from tilefall.interfaces.screen.grid import BLANK, Grid, Line
from tilefall.interfaces.screen.palette import PIECES, SCREEN, TEXT

HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"
CLEAR, PLAIN = "\x1b[2J", "\x1b[0m"


def cast(frames: Iterable[Frame], width: int, height: int, title: str = "") -> str:
    """The asciicast of these frames, all of this size; only what has changed is written."""
    return "".join(cast_lines(frames, width, height, title))


def cast_lines(frames: Iterable[Frame], width: int, height: int, title: str = "") -> Iterator[str]:
    """The same, line by line."""
    yield _line(_header(width, height, title))
    now = 0.0
    before = Grid(((BLANK,) * width,) * height)
    opening = f"{HIDE}{PLAIN}{CLEAR}"
    for frame in frames:
        assert (frame.grid.width, frame.grid.height) == (width, height)
        written = opening + "".join(_changes(before, frame.grid))
        if written:
            yield _line([round(now, 6), "o", written])
        opening, before, now = "", frame.grid, now + frame.seconds
    yield _line([round(now, 6), "o", f"{PLAIN}\x1b[{height};{width}H{SHOW}\r\n"])


def _header(width: int, height: int, title: str) -> dict[str, object]:
    """No time of the day: the same frames are the same bytes."""
    # Players ask for 8 or 16 colours though every colour is written out.
    colours = [SCREEN, *list(PIECES["tetris"].values())[:6], TEXT]
    header: dict[str, object] = {"version": 2, "width": width, "height": height}
    if title:
        header["title"] = title
    return header | {"theme": {"fg": TEXT, "bg": SCREEN, "palette": ":".join(colours)}}


def _changes(before: Grid, after: Grid) -> Iterator[str]:
    """What turns one grid into another, line by line."""
    for row, (old, new) in enumerate(zip(before.lines, after.lines, strict=True), 1):
        if old is new or old == new:
            continue
        changed = [column for column in range(len(new)) if old[column] != new[column]]
        first, last = changed[0], changed[-1]
        yield f"\x1b[{row};{first + 1}H{_coloured(new[first : last + 1])}"


def _coloured(cells: Line) -> str:
    """Cells with their colours in front where they change, and plain after the last."""
    foreground = background = ""
    words = []
    for glyph, ink, behind in cells:
        codes = []
        # the colour of a blank cannot be seen, but a terminal would keep it
        if ink != foreground:
            codes.append(_code(38, ink))
        if behind != background:
            codes.append(_code(48, behind))
        if codes:
            words.append(f"\x1b[{';'.join(codes)}m")
        foreground, background = ink, behind
        words.append(shown(glyph))
    return "".join(words) + (PLAIN if foreground or background else "")


def _code(kind: int, colour: str) -> str:
    if not colour:
        return str(kind + 1)
    red, green, blue = rgb(colour)
    return f"{kind};2;{red};{green};{blue}"


def _line(entry: object) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"
