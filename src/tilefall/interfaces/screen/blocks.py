"""Blocks: what fills one cell of a well, told apart by characters as well as by colours."""

from __future__ import annotations

from functools import lru_cache

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import BLANK, Cell, cell
from tilefall.interfaces.screen.look import Style
from tilefall.interfaces.screen.shades import ink_on
from tilefall.interfaces.screen.signs import signs

# Kinds are words rather than members of an enumeration: caches ask for their hash all the time.
EMPTY, ABOVE, STACK, FALLING, GHOST, OUTLINE, CLASH, LIT = (
    "empty",
    "above",  # nothing, and not even the well
    "stack",
    "falling",
    "ghost",
    "outline",
    "clash",  # a cell that the piece and the stack both want: the game is over
    "lit",  # in a row that is complete and about to go
)
NOBODY = "x"  # a filled cell of which nobody knows the piece
FILLS = ("[]", "##")  # without letters and colours: what falls, and what lies
HALVES = {(STACK, STACK): "█", (STACK, EMPTY): "▀", (EMPTY, STACK): "▄"}
# Two cells above each other in one character; a letter stands for the piece.
ASCII_HALVES = {
    (EMPTY, EMPTY): " ",
    (STACK, STACK): "#",
    (STACK, EMPTY): '"',
    (EMPTY, STACK): "_",
    (FALLING, EMPTY): "^",
    (EMPTY, FALLING): "v",
    (GHOST, GHOST): ":",
    (GHOST, EMPTY): "'",
    (EMPTY, GHOST): ".",
    (GHOST, STACK): ";",
    (STACK, GHOST): "!",
}


@lru_cache(maxsize=4096)
def block(kind: str, letter: str, game: str, style: Style) -> tuple[Cell, Cell]:
    """A cell of a well in two columns of a line; the letter of an outline is its number."""
    if kind == ABOVE:
        return BLANK, BLANK
    text = _text(kind, letter, style)
    ink, behind = _colours(kind, letter, game)
    return cell(text[0], ink, behind), cell(text[1], ink, behind)


def _text(kind: str, letter: str, style: Style) -> str:
    is_drawn = style.is_coloured and not style.is_ascii
    if kind == EMPTY:
        return " " + signs(style.is_ascii).dot
    if kind == GHOST:
        return "::" if style.is_ascii else "░░" if not style.is_coloured else "[]"
    if kind == OUTLINE:
        return f"{letter[:2] or '?':2}" if is_drawn else (letter * 2)[:2] or "??"
    if kind == CLASH:
        return "**"
    if kind == LIT and not is_drawn:
        return "=="
    if is_drawn:
        is_named = style.has_letters and letter != NOBODY
        return f"{letter} " if is_named else "  "
    if letter == NOBODY or not style.has_letters:
        return FILLS[kind == STACK]
    return letter * 2 if kind == FALLING else letter.lower() * 2


def _colours(kind: str, letter: str, game: str) -> tuple[str, str]:
    """The colour of the characters and the one behind them."""
    if kind == EMPTY:
        return palette.GRID, palette.WELL
    if kind == GHOST:
        return palette.ghost(game, letter), palette.WELL
    behind = fill(kind, letter, game)
    return ink_on(behind), behind


def fill(kind: str, letter: str, game: str, column: int = 0) -> str:
    """The colour of a cell that has room for no character."""
    if kind == ABOVE:
        return ""
    if kind == EMPTY:
        return palette.STRIPE if column % 2 else palette.WELL
    if kind == GHOST:
        return palette.shadow(game, letter)
    if kind == OUTLINE:
        return palette.CANDIDATE
    if kind == CLASH:
        return palette.WARNING
    if kind == LIT:
        return palette.BRIGHT
    if letter == NOBODY:
        return palette.STACK
    return (palette.stacked if kind == STACK else palette.falling)(game, letter)


def halves(top: str, bottom: str) -> Cell:
    """Two colours above each other in one character; an empty one is what surrounds the well."""
    if top == bottom:
        return cell(" ", "", top)
    return cell("▀", top, bottom) if top else cell("▄", bottom)


def drawn_halves(top: str, above: str, bottom: str, below: str, is_ascii: bool) -> str:
    """Two kinds with their letters, as one character that needs no colour.

    >>> drawn_halves(FALLING, "L", FALLING, "L", True), drawn_halves(STACK, "x", EMPTY, "", True)
    ('L', '"')
    """
    top, bottom = (EMPTY if kind == ABOVE else kind for kind in (top, bottom))
    if CLASH in (top, bottom):
        return "*"
    if LIT in (top, bottom):
        return "="
    if OUTLINE in (top, bottom):
        return (above if top == OUTLINE else below)[:1] or "?"
    if not is_ascii and (top, bottom) in HALVES:
        return HALVES[top, bottom]
    if (top, bottom) in ASCII_HALVES:
        return ASCII_HALVES[top, bottom]
    letter = above if top == FALLING else below
    return letter.lower() if STACK in (top, bottom) else letter
