"""SVG: a grid as a vector picture, which looks the same with any monospaced font."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from tilefall.interfaces.pictures.characters import shapes_of
from tilefall.interfaces.pictures.frames import mixed, rgb, shown
from tilefall.interfaces.pictures.geometry import HEIGHT, WIDTH, Box, Stroke
from tilefall.interfaces.pictures.layout import (
    BAR,
    BAR_COLOUR,
    BASELINE,
    BORDER,
    BUTTONS,
    FONT_SIZE,
    RADIUS,
    TITLE_SIZE,
    Layout,
    layout_of,
)
from tilefall.interfaces.screen.grid import Grid, Line
from tilefall.interfaces.screen.palette import DIM, GRID, SCREEN, TEXT

FONTS = "DejaVu Sans Mono,Menlo,Consolas,monospace"
LONGEST_GAP = 1  # more blanks than one are drawn as one
ROUNDING = "#%02x%02x%02x"


@dataclass(frozen=True)
class Run:
    """A text of one colour in one line."""

    column: int
    row: int
    text: str
    colour: str


def svg(grid: Grid, *, title: str = "", description: str = "") -> str:
    """A picture of the grid; with a title it has a bar on top and round corners.

    It asks nobody for anything: no fonts, no scripts, no links.
    """
    layout = layout_of(grid, title)
    size = f'width="{layout.width}" height="{layout.height}"'
    view = f'viewBox="0 0 {layout.width} {layout.height}"'
    about = f"<title>{_safe(title or 'tilefall')}</title>"
    if description:
        lines = "\n".join(map(_safe, description.split("\n")))
        about += f"<desc>{lines}</desc>"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} role="img">',
        about,
        *_window(layout),
        f'<g transform="translate({layout.left} {layout.top})">',
        '<g shape-rendering="crispEdges">',
        *_fills(_backgrounds(grid)),
        *_fills(_drawn(grid)),
        "</g>",
        *_strokes(grid),
        f'<g font-family="{FONTS}" font-size="{FONT_SIZE}" xml:space="preserve">',
        *_texts(grid),
        "</g>",
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def joined(boxes: Iterable[Box]) -> list[Box]:
    """The same area with neighbours of equal height, then of equal width, made one.

    >>> joined([Box(0, 0, 1, 2), Box(1, 0, 2, 2), Box(0, 2, 2, 4)])
    [Box(left=0, top=0, right=2, bottom=4)]
    """
    rows: list[Box] = []
    for box in sorted(boxes, key=lambda box: (box.top, box.bottom, box.left)):
        last = rows[-1] if rows else None
        if last and (last.top, last.bottom, last.right) == (box.top, box.bottom, box.left):
            rows[-1] = last._replace(right=box.right)
        else:
            rows.append(box)
    found: list[Box] = []
    for box in sorted(rows, key=lambda box: (box.left, box.right, box.top)):
        last = found[-1] if found else None
        if last and (last.left, last.right, last.bottom) == (box.left, box.right, box.top):
            found[-1] = last._replace(bottom=box.bottom)
        else:
            found.append(box)
    return found


def runs(line: Line, row: int) -> Iterator[Run]:
    """The texts of a line, blanks between words of one colour included."""
    text, colour, start = "", "", 0
    for column, (glyph, foreground, _) in enumerate(line):
        character = shown(glyph)
        if character.isspace() or shapes_of(character):
            continue
        ink = foreground or TEXT
        gap = column - start - len(text)
        if text and ink == colour and gap <= LONGEST_GAP:
            text += " " * gap + character
            continue
        if text:
            yield Run(start, row, text, colour)
        text, colour, start = character, ink, column
    if text:
        yield Run(start, row, text, colour)


def _backgrounds(grid: Grid) -> dict[str, list[Box]]:
    found: dict[str, list[Box]] = {}
    for row, line in enumerate(grid.lines):
        for column, (_, _, background) in enumerate(line):
            if background and background != SCREEN:
                x, y = column * WIDTH, row * HEIGHT
                found.setdefault(background, []).append(Box(x, y, x + WIDTH, y + HEIGHT))
    return found


def _drawn(grid: Grid) -> dict[str, list[Box]]:
    """The boxes of all characters that are drawn."""
    found: dict[str, list[Box]] = {}
    for row, line in enumerate(grid.lines):
        for column, (glyph, foreground, background) in enumerate(line):
            shapes = shapes_of(glyph)
            if shapes:
                x, y = column * WIDTH, row * HEIGHT
                colour = mixed(foreground or TEXT, background or SCREEN, shapes.strength)
                found.setdefault(colour, []).extend(
                    Box(x + left, y + top, x + right, y + bottom)
                    for left, top, right, bottom in shapes.boxes
                )
    return found


def _fills(boxes: dict[str, list[Box]]) -> Iterator[str]:
    for colour, those in boxes.items():
        if those:
            path = "".join(
                f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}z"
                for left, top, right, bottom in joined(those)
            )
            yield f'<path fill="{_colour(colour)}" d="{path}"/>'


def _strokes(grid: Grid) -> Iterator[str]:
    found: dict[str, list[str]] = {}
    for row, line in enumerate(grid.lines):
        for column, (glyph, foreground, _) in enumerate(line):
            shapes = shapes_of(glyph)
            for stroke in shapes.strokes if shapes else ():
                path = _curve(stroke, column * WIDTH, row * HEIGHT)
                found.setdefault(foreground or TEXT, []).append(path)
    for colour, paths in found.items():
        path = "".join(paths)
        yield f'<path fill="none" stroke="{_colour(colour)}" stroke-width="2" d="{path}"/>'


def _curve(stroke: Stroke, x: int, y: int) -> str:
    (x0, y0), (x1, y1), (x2, y2) = stroke
    return f"M{x + x0:g} {y + y0:g}Q{x + x1:g} {y + y1:g} {x + x2:g} {y + y2:g}"


def _texts(grid: Grid) -> Iterator[str]:
    found: dict[str, list[str]] = {}
    for row, line in enumerate(grid.lines):
        for run in runs(line, row):
            x, y, length = run.column * WIDTH, row * HEIGHT + BASELINE, len(run.text) * WIDTH
            words = f'<text x="{x}" y="{y}" textLength="{length}">{_safe(run.text)}</text>'
            found.setdefault(run.colour, []).append(words)
    for colour, texts in found.items():
        yield f'<g fill="{_colour(colour)}">{"".join(texts)}</g>'


def _window(layout: Layout) -> Iterator[str]:
    width, height = layout.width, layout.height
    if not layout.title:
        yield f'<rect width="{width}" height="{height}" fill="{SCREEN}"/>'
        return
    edges = f'x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="{RADIUS}"'
    yield f'<rect {edges} fill="{SCREEN}"/>'
    yield f'<path d="{_bar_path(width)}" fill="{BAR_COLOUR}"/>'
    yield f'<rect {edges} fill="none" stroke="{BORDER}"/>'
    for x in BUTTONS:
        yield f'<circle cx="{x}" cy="{BAR / 2:g}" r="5.5" fill="{GRID}" stroke="{BORDER}"/>'
    yield (
        f'<text x="{width / 2:g}" y="{BAR / 2 + 5:g}" text-anchor="middle" fill="{DIM}" '
        f'font-family="{FONTS}" font-size="{TITLE_SIZE:g}">{_safe(layout.title)}</text>'
    )


def _bar_path(width: int) -> str:
    """The bar: round above, straight below."""
    right, turn = width - 0.5, width - RADIUS
    return f"M.5 {BAR}V{RADIUS}Q.5 .5 {RADIUS} .5H{turn}Q{right} .5 {right} {RADIUS}V{BAR}z"


def _colour(colour: str) -> str:
    return ROUNDING % rgb(colour)


def _safe(text: str) -> str:
    """A text as XML may hold it."""
    return escape("".join(map(shown, text)))
