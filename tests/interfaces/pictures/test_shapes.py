"""Characters that are drawn: lines meet at the edges of cells, blocks fill exactly their part."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilefall.interfaces.pictures.boxes import merged
from tilefall.interfaces.pictures.characters import shapes_of
from tilefall.interfaces.pictures.geometry import HEIGHT, WIDTH, Box, Shapes

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
