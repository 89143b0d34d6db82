"""Menu: its title, its words and its lines, for a screen of its own or a panel over another."""

from __future__ import annotations

from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import Grid, Line, written
from tilefall.interfaces.screen.shades import ink_on
from tilefall.interfaces.screen.signs import signs
from tilefall.interfaces.screen.stacked import Section, fixed
from tilefall.interfaces.screen.text import centred, clean, filled, fitted, lines_of
from tilefall.interfaces.screen.views import Choice, MenuView

MOST_TILES = 12  # letters of a title that is drawn as tiles
FEWEST = 3  # choices that are shown where lines are few
WORDS, TITLE, CHOICES = 3, 2, 1  # the first goes first
TILE_COLOURS = tuple(palette.PIECES["quintris"].values())


def menu_sections(view: MenuView, width: int, is_ascii: bool) -> list[Section]:
    """Title, words and choices of a menu."""

    def draw(height: int) -> Grid:
        return Grid(tuple(_choice_lines(view, width, height, is_ascii)))

    count = len(view.choices)
    return [
        fixed(Grid((centred(_title(view.title, width, is_ascii), width),)), TITLE),
        fixed(_words(view.words, width, is_ascii), WORDS),
        Section(draw, min(count, FEWEST), count, CHOICES),
    ]


def menu_width(view: MenuView, is_ascii: bool) -> int:
    """How many columns the menu takes where nothing has to be cut or wrapped."""
    texts = [view.title, *view.words]
    keys, names = _column_widths(view.choices, is_ascii)
    about = max((len(clean(each.about, is_ascii)) for each in view.choices), default=0)
    return max(keys + names + about + 6, *(len(clean(text, is_ascii)) for text in texts))


def _title(title: str, width: int, is_ascii: bool) -> Line:
    """A short title in coloured tiles, a longer one in bright letters."""
    text = clean(title, is_ascii)
    if not text.isalpha() or len(text) > MOST_TILES or 3 * len(text) > width:
        return written(fitted(text, width, is_ascii), palette.BRIGHT)
    line: Line = ()
    for number, letter in enumerate(text.upper()):
        colour = TILE_COLOURS[number % len(TILE_COLOURS)]
        line += written(f" {letter} ", ink_on(colour), colour)
    return line


def _words(words: tuple[str, ...], width: int, is_ascii: bool) -> Grid:
    parts = (lines_of(each, width, is_ascii, palette.TEXT) for each in words)
    shown = ("".join(each.glyph for each in line).strip() for part in parts for line in part.lines)
    return Grid(tuple(centred(written(line, palette.TEXT), width) for line in shown))


def _column_widths(choices: tuple[Choice, ...], is_ascii: bool) -> tuple[int, int]:
    keys = max((len(clean(each.key, is_ascii)) for each in choices), default=0)
    names = max((len(clean(each.name, is_ascii)) for each in choices), default=0)
    return keys, names


def _choice_lines(view: MenuView, width: int, height: int, is_ascii: bool) -> list[Line]:
    """As many choices as fit, with the chosen one among them."""
    keys, names = _column_widths(view.choices, is_ascii)
    first = min(max(0, view.chosen - height // 2), max(0, len(view.choices) - height))
    lines = []
    for number, each in enumerate(view.choices[first : first + height], first):
        is_chosen = number == view.chosen
        behind = palette.CHOSEN if is_chosen else ""
        mark = signs(is_ascii).previewed if is_chosen else " "
        ink = palette.BRIGHT if is_chosen else palette.TEXT
        line = (
            written(f"{mark} {clean(each.key, is_ascii):>{keys}}", palette.ACCENT, behind)
            + written(f"  {clean(each.name, is_ascii):{names}}", ink, behind)
            + written(f"  {clean(each.about, is_ascii)}", palette.DIM, behind)
        )
        line += written(" " * (width - len(line)), "", behind)
        lines.append(filled(line, width))
    return lines
