"""Terminal look: what a terminal can show, by what its surroundings say of it."""

from __future__ import annotations

import codecs
from collections.abc import Mapping

from tilefall.interfaces.screen.look import Depth, Look

TRUE_COLOURS = ("truecolor", "24bit")  # of COLORTERM
TRUE_ENDINGS = ("-direct",)  # of TERM
NO_TERMINALS = ("", "dumb", "unknown")


def look_of(environ: Mapping[str, str], encoding: str, is_terminal: bool = True) -> Look:
    """The look for these variables and the encoding of the output.

    >>> look_of({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "utf-8").depth.name
    'TRUE'
    >>> look_of({"TERM": "xterm-256color", "NO_COLOR": "1"}, "latin-1")
    Look(depth=<Depth.NONE: 'none'>, is_ascii=True, has_letters=True)
    """
    is_ascii = bool(environ.get("TILEFALL_ASCII")) or not _is_utf_8(encoding)
    return Look(_depth(environ, is_terminal), is_ascii)


def _depth(environ: Mapping[str, str], is_terminal: bool) -> Depth:
    """How many colours there are; https://no-color.org comes before all else."""
    terminal = environ.get("TERM", "").lower()
    if environ.get("NO_COLOR") or not is_terminal or terminal in NO_TERMINALS:
        return Depth.NONE
    if environ.get("COLORTERM", "").lower() in TRUE_COLOURS or terminal.endswith(TRUE_ENDINGS):
        return Depth.TRUE
    return Depth.INDEXED if "256color" in terminal else Depth.BASIC


def _is_utf_8(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False
