"""Text: words made to fit: cleaned of what would break a line, cut, wrapped, put in columns."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from textwrap import wrap

from tilefall.interfaces.screen.grid import BLANK, Grid, Line, written
from tilefall.interfaces.screen.signs import signs

UNKNOWN = "?"  # for a character that the terminal lacks
SPELT = str.maketrans(
    {
        "·": "-",
        "–": "-",
        "—": "-",
        "−": "-",
        "…": "~",
        "×": "x",
        "±": "+",
        "←": "<",
        "→": ">",
        "↑": "^",
        "↓": "v",
        "’": "'",
        "“": '"',
        "”": '"',
    }
)


@lru_cache(maxsize=4096)
def clean(text: str, is_ascii: bool) -> str:
    """The text with one column for each character, whatever a name or a message brought along.

    >>> clean("a\\tb ×", True), clean("\\x1b[2J\\u4e2d", False)
    ('a b x', '?[2J?')
    """
    if text.isascii() and text.isprintable():
        return text
    if is_ascii:
        text = text.translate(SPELT)
    return "".join(_shown(glyph, is_ascii) for glyph in text)


def _shown(glyph: str, is_ascii: bool) -> str:
    if glyph.isspace():
        return " "
    if unicodedata.combining(glyph):
        return ""
    is_wide = unicodedata.east_asian_width(glyph) in "WF"
    is_lacking = is_ascii and not glyph.isascii()
    return UNKNOWN if is_wide or is_lacking or not glyph.isprintable() else glyph


def fitted(text: str, width: int, is_ascii: bool) -> str:
    """The text cut to a width, with a sign where it was cut.

    >>> fitted("lookahead", 5, True), fitted("look", 5, True), fitted("look", 0, True)
    ('look~', 'look', '')
    """
    text = clean(text, is_ascii)
    if len(text) <= width:
        return text
    return text[: width - 1] + signs(is_ascii).more if width > 0 else ""


@lru_cache(maxsize=1024)
def wrapped(text: str, width: int, is_ascii: bool) -> tuple[str, ...]:
    """The words in lines of at most this width; words that are longer are broken."""
    return tuple(wrap(clean(text, is_ascii), width)) if width > 0 else ()


def filled(line: Line, width: int) -> Line:
    """The line cut, or filled up with blanks, to this width."""
    return line[:width] + (BLANK,) * (width - len(line))


def centred(line: Line, width: int) -> Line:
    """The line in the middle of this width."""
    return filled((BLANK,) * ((width - len(line)) // 2) + line, width)


@lru_cache(maxsize=256)
def lines_of(text: str, width: int, is_ascii: bool, colour: str) -> Grid:
    """Wrapped words in one colour, as a part of a panel."""
    lines = wrapped(text, width, is_ascii)
    return Grid(tuple(filled(written(line, colour), width) for line in lines))


@lru_cache(maxsize=256)
def text_line(text: str, width: int, is_ascii: bool, colour: str) -> Line:
    """A text in one colour, cut or filled up to this width."""
    return filled(written(fitted(text, width, is_ascii), colour), width)
