"""SVG pictures: whole, safe and small, with characters drawn as shapes."""

from __future__ import annotations

import re
import unicodedata
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.interfaces.pictures.grids import QUICK, grids
from tilefall.interfaces.pictures.boxes import merged
from tilefall.interfaces.pictures.characters import shapes_of
from tilefall.interfaces.pictures.frames import mixed
from tilefall.interfaces.pictures.geometry import HEIGHT, WIDTH, Box, Shapes
from tilefall.interfaces.pictures.layout import BASELINE, PADDING
from tilefall.interfaces.pictures.svg import joined, runs, svg
from tilefall.interfaces.screen.grid import Grid, beside, cell, grid_of, written
from tilefall.interfaces.screen.palette import SCREEN, TEXT

SVG = "{http://www.w3.org/2000/svg}"


def boxes(path: str) -> list[Box]:
    found = re.findall(r"M([\d.]+) ([\d.]+)H([\d.]+)V([\d.]+)H([\d.]+)z", path)
    assert "".join("M{} {}H{}V{}H{}z".format(*each) for each in found) == path
    return [Box(*map(float, each[:4])) for each in found]


def colour_at(root: ElementTree.Element, x: float, y: float) -> str:
    """The colour that is seen at a point, of all that is filled."""
    colour = SCREEN
    for path in root.iter(f"{SVG}path"):
        if path.get("fill") != "none" and path.get("stroke") is None:
            for left, top, right, bottom in boxes(path.get("d", "")):
                if left <= x < right and top <= y < bottom:
                    colour = path.get("fill", "")
    return colour


def texts(root: ElementTree.Element) -> dict[tuple[int, int], tuple[str, str]]:
    """Every character that is written, by row and column, with its colour."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        for text in group.findall(f"{SVG}text"):
            assert text.text is not None
            assert int(text.get("textLength", "")) == WIDTH * len(text.text)
            row = (int(text.get("y", "")) - BASELINE) // HEIGHT
            first = int(text.get("x", "")) // WIDTH
            for column, character in enumerate(text.text, first):
                if character != " ":
                    assert (row, column) not in found
                    found[row, column] = (character, group.get("fill", ""))
    return found


@examples(40, phases=QUICK)
@given(grids())
def test_a_picture_read_back_is_its_grid(grid: Grid) -> None:
    root = ElementTree.fromstring(svg(grid))
    seen = texts(root)
    for row, line in enumerate(grid.lines):
        for column, (glyph, foreground, background) in enumerate(line):
            behind, ink = background or SCREEN, foreground or TEXT
            shapes = shapes_of(glyph)
            for x, y in ((1.2, 1.2), (5.1, 5.1), (8.7, 11.3), (5.1, 18.2), (0.1, 10.1)):
                is_drawn = shapes and any(
                    box.left <= x < box.right and box.top <= y < box.bottom for box in shapes.boxes
                )
                expected = mixed(ink, behind, shapes.strength) if shapes and is_drawn else behind
                assert colour_at(root, column * WIDTH + x, row * HEIGHT + y) == expected
            is_text = shapes is None and glyph != " "
            assert seen.pop((row, column), None) == ((glyph, ink) if is_text else None)
    assert seen == {}


def test_equal_neighbours_are_one_box_and_words_of_a_colour_one_text() -> None:
    red = "#ff0000"
    grid = grid_of([written("ab cd", red, "#222222")] * 3)
    root = ElementTree.fromstring(svg(grid))
    (path,) = root.iter(f"{SVG}path")
    assert (path.get("fill"), path.get("d")) == ("#222222", "M0 0H50V60H0z")
    found = [(text.get("x"), text.get("y"), text.text) for text in root.iter(f"{SVG}text")]
    assert found == [("0", "16", "ab cd"), ("0", "36", "ab cd"), ("0", "56", "ab cd")]


def test_words_far_apart_or_of_other_colours_are_texts_of_their_own() -> None:
    """More blanks than one would be drawn as one."""
    line = (*written("a"), *written("b", "#ff0000"), *written("  c d", "#ff0000"))
    assert [(run.column, run.text) for run in runs(line, 0)] == [(0, "a"), (1, "b"), (4, "c d")]


def test_lines_are_joined_across_cells() -> None:
    root = ElementTree.fromstring(svg(grid_of([written("─" * 30)])))
    (path,) = root.iter(f"{SVG}path")
    assert path.get("d") == "M0 9H300V11H0z"


def test_a_window_has_its_title_and_says_what_it_shows() -> None:
    title, description = 'one <b>"&\x1b', "a board\n|x.|"
    grid = grid_of([written("x" * 40)])
    root = ElementTree.fromstring(svg(grid, title=title, description=description))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == 'one <b>"&\ufffd'
    assert root.findtext(f"{SVG}desc") == "a board\n|x.|"
    words = [text.text for text in root.findall(f"{SVG}text")]
    assert words == ['one <b>"&\ufffd']
    assert (root.get("width"), root.get("height")) == ("440", "96")
    assert root.get("viewBox") == "0 0 440 96"


def test_a_title_too_long_is_cut_in_the_bar_and_whole_for_readers() -> None:
    title = "a very long title " * 9
    root = ElementTree.fromstring(svg(grid_of([written("x" * 40)]), title=title))
    (bar,) = root.findall(f"{SVG}text")
    assert bar.text is not None
    assert bar.text.endswith("...")
    assert 20 < len(bar.text) < 40
    assert root.findtext(f"{SVG}title") == title


def test_without_a_title_there_is_no_window() -> None:
    root = ElementTree.fromstring(svg(grid_of([written("x")])))
    assert [child.tag for child in root.iter(f"{SVG}circle")] == []
    rect = root.find(f"{SVG}rect")
    assert rect is not None
    assert rect.get("rx") is None
    assert (root.get("width"), root.get("height")) == (str(10 + 2 * PADDING), str(20 + 2 * PADDING))


def test_it_asks_nobody_for_anything() -> None:
    text = svg(grid_of([written("<script>alert(1)</script> href")]), title="<image/>")
    tags = {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(text).iter()}
    assert tags <= {"svg", "title", "desc", "g", "path", "rect", "text", "circle"}
    assert text.count("http") == 1  # the name of the language
    assert not re.search(r"<[^>]*(href|url\(|style|on\w+=)", text)


def test_round_corners_are_curves() -> None:
    root = ElementTree.fromstring(svg(grid_of([[cell("╭", "#ff0000")]])))
    curve = next(path for path in root.iter(f"{SVG}path") if path.get("fill") == "none")
    assert curve.get("stroke") == "#ff0000"
    assert curve.get("d") == "M5 15Q5 10 10 10"


def test_glyphs_are_safe_whatever_they_are() -> None:
    odd = grid_of([[cell("\x00"), cell("\x1b"), cell("\ud800"), cell(""), cell("\u200b")]])
    root = ElementTree.fromstring(svg(odd))
    assert [text.text for text in root.iter(f"{SVG}text")] == ["\ufffd\ufffd\ufffd \ufffd"]


def test_a_full_screen_is_small() -> None:
    board = grid_of([written("LLLLXXXX" * 4, "#101216", f"#{i:02x}7710") for i in range(30)])
    panel = grid_of([written("a line of words, and 12.5", "#c8ccd4")] * 30)
    assert len(svg(beside(board, panel))) < 12_000


@given(
    st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5))).map(
        lambda places: [Box(x, y, x + 1, y + 1) for x, y in places]
    )
)
def test_joined_boxes_cover_the_same_once(those: list[Box]) -> None:
    found = [
        (x, y)
        for box in joined(those)
        for x in range(int(box.left), int(box.right))
        for y in range(int(box.top), int(box.bottom))
    ]
    assert sorted(found) == sorted((int(box.left), int(box.top)) for box in those)


ARMS = ("lr", "ud", "dr", "dl", "ur", "ul", "udr", "udl", "dlr", "ulr", "udlr")
LINES = {"light": "─│┌┐└┘├┤┬┴┼", "heavy": "━┃┏┓┗┛┣┫┳┻╋", "double": "═║╔╗╚╝╠╣╦╩╬"}
MIXED = {
    "╒": {"d": "light", "r": "double"},
    "╖": {"d": "double", "l": "light"},
    "╟": {"u": "double", "d": "double", "r": "light"},
    "╪": {"u": "light", "d": "light", "l": "double", "r": "double"},
    "╫": {"u": "double", "d": "double", "l": "light", "r": "light"},
    "┠": {"u": "heavy", "d": "heavy", "r": "light"},
    "╃": {"u": "heavy", "l": "heavy", "d": "light", "r": "light"},
    "╼": {"l": "light", "r": "heavy"},
    "╵": {"u": "light"},
}
KNOWN = MIXED | {
    glyph: dict.fromkeys(arms, weight)
    for weight, glyphs in LINES.items()
    for glyph, arms in zip(glyphs, ARMS, strict=True)
}
# Which of the units along an edge a line of each weight takes, from its middle.
ACROSS = {"light": {-1, 0}, "heavy": {-2, -1, 0, 1}, "double": {-3, -2, 1, 2}}


def drawn(glyph: str) -> Shapes:
    shapes = shapes_of(glyph)
    assert shapes is not None, unicodedata.name(glyph)
    return shapes


def squares(boxes: tuple[Box, ...]) -> list[tuple[int, int]]:
    """The squares of one unit in all boxes, those in two boxes twice."""
    return [
        (x, y)
        for left, top, right, bottom in boxes
        for x in range(int(left), int(right))
        for y in range(int(top), int(bottom))
    ]


def picture(glyph: str) -> list[str]:
    filled = set(squares(drawn(glyph).boxes))
    return [
        "".join("#" if (x, y) in filled else "." for x in range(WIDTH))
        for y in range(5, HEIGHT - 5)
    ]


@pytest.mark.parametrize("glyph", KNOWN)
def test_lines_reach_the_edges_as_wide_as_their_neighbours(glyph: str) -> None:
    filled, arms = set(squares(drawn(glyph).boxes)), KNOWN[glyph]
    edges = {
        "u": {x - WIDTH // 2 for x, y in filled if y == 0},
        "d": {x - WIDTH // 2 for x, y in filled if y == HEIGHT - 1},
        "l": {y - HEIGHT // 2 for x, y in filled if x == 0},
        "r": {y - HEIGHT // 2 for x, y in filled if x == WIDTH - 1},
    }
    assert edges == {arm: ACROSS[arms[arm]] if arm in arms else set() for arm in "udlr"}


def test_double_lines_turn_and_cross_without_closing_their_gap() -> None:
    """The middle ten lines of two characters."""
    assert picture("╔") == [
        "..........",
        "..........",
        "..########",
        "..########",
        "..##......",
        "..##......",
        "..##..####",
        "..##..####",
        "..##..##..",
        "..##..##..",
    ]
    assert picture("╬") == [
        "..##..##..",
        "..##..##..",
        "####..####",
        "####..####",
        "..........",
        "..........",
        "####..####",
        "####..####",
        "..##..##..",
        "..##..##..",
    ]


def test_a_single_line_crosses_a_double_one_or_ends_at_it() -> None:
    assert picture("╫")[3:7] == ["..##..##..", "##########", "##########", "..##..##.."]
    assert picture("╟")[3:7] == ["..##..##..", "..##..####", "..##..####", "..##..##.."]
    assert picture("╒")[1:8] == [
        "..........",
        "....######",
        "....######",
        "....##....",
        "....##....",
        "....######",
        "....######",
    ]


def test_every_line_of_unicode_is_drawn() -> None:
    for code in range(0x2500, 0x2580):
        shapes = drawn(chr(code))
        assert shapes.boxes or shapes.strokes, unicodedata.name(chr(code))
        for box in shapes.boxes:
            assert 0 <= box.left < box.right <= WIDTH
            assert 0 <= box.top < box.bottom <= HEIGHT


@pytest.mark.parametrize(
    ("glyph", "side", "end"),
    [("╭", (10, 10), "d"), ("╮", (0, 10), "d"), ("╯", (0, 10), "u"), ("╰", (10, 10), "u")],
)
def test_round_corners_end_where_straight_lines_begin(
    glyph: str, side: tuple[int, int], end: str
) -> None:
    shapes = drawn(glyph)
    (box,), (stroke,) = shapes.boxes, shapes.strokes
    assert stroke.end == side
    assert (box.left, box.right) == (4, 6)
    assert (box.top if end == "u" else box.bottom) == (0 if end == "u" else HEIGHT)
    assert stroke.start == (5, box.bottom if end == "u" else box.top)


@pytest.mark.parametrize("parts", ["▀▄", "▌▐", "▘▝▖▗", "▙▝", "▛▗", "▜▖", "▟▘", "▚▞"])
def test_parts_of_a_cell_fill_it_exactly(parts: str) -> None:
    found = [square for glyph in parts for square in squares(drawn(glyph).boxes)]
    assert sorted(found) == sorted(squares((Box(0, 0, WIDTH, HEIGHT),)))


def test_eighths_grow_from_below_and_from_the_left() -> None:
    for number, glyph in enumerate("▁▂▃▄▅▆▇█", 1):
        assert drawn(glyph).boxes == (Box(0, HEIGHT * (8 - number) / 8, WIDTH, HEIGHT),)
    for number, glyph in enumerate("▏▎▍▌▋▊▉", 1):
        assert drawn(glyph).boxes == (Box(0, 0, WIDTH * number / 8, HEIGHT),)
    assert drawn("▔").boxes == (Box(0, 0, WIDTH, HEIGHT / 8),)
    assert drawn("▕").boxes == (Box(WIDTH * 7 / 8, 0, WIDTH, HEIGHT),)


def test_shades_have_a_part_of_their_colour() -> None:
    assert [drawn(glyph).strength for glyph in "░▒▓█"] == [0.25, 0.5, 0.75, 1.0]


def test_dots_are_where_braille_has_them() -> None:
    def places(glyph: str) -> set[tuple[float, float]]:
        return {(box.left // 5, box.top // 5) for box in drawn(glyph).boxes}

    assert places("⠁") == {(0, 0)}
    assert places("⠈") == {(1, 0)}
    assert places("⡀") == {(0, 3)}
    assert places("⢀") == {(1, 3)}
    assert places("⠦") == {(0, 1), (0, 2), (1, 2)}
    assert len(places("⣿")) == 8
    assert drawn("⠀").boxes == ()


def test_letters_are_left_to_fonts() -> None:
    for glyph in "aÄ→●■ ":
        assert shapes_of(glyph) is None


@given(st.sets(st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))))
def test_merged_boxes_cover_what_they_were_made_from_once(places: set[tuple[int, int]]) -> None:
    assert sorted(squares(merged(places))) == sorted(places)
