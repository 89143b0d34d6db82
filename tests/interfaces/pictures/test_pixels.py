"""PNG and GIF pictures: the right pixels at the right time."""

from __future__ import annotations

import hashlib
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageFont

from tests.conftest import examples
from tests.interfaces.pictures.grids import QUICK, grids
from tilefall.interfaces.pictures.frames import Frame, rgb
from tilefall.interfaces.pictures.geometry import HEIGHT, WIDTH
from tilefall.interfaces.pictures.gif import gif, timed
from tilefall.interfaces.pictures.inks import MOST, inks_of
from tilefall.interfaces.pictures.layout import (
    BAR,
    BAR_COLOUR,
    BASELINE,
    FONT_SIZE,
    PADDING,
    layout_of,
)
from tilefall.interfaces.pictures.png import png
from tilefall.interfaces.pictures.raster import FONT, Canvas, mask_of
from tilefall.interfaces.screen.grid import Cell, Grid, cell, grid_of, written
from tilefall.interfaces.screen.palette import SCREEN, TEXT

RED, GREEN, BLUE = "#ff0000", "#00ff00", "#0000ff"
FONT_SHA256 = "fc7f31f17e7bbce031faa16aa46695813de61fe79a51c68601aa84a0ca244fee"
SYMBOLS = "–—‘’“”•…←↑→↓↔↕■□▲△▶▷▼▽◀◁◆◇●○★☆✓✗−≈≠≤≥αλσ"


def opened(content: bytes) -> Image.Image:
    image = Image.open(BytesIO(content))
    image.load()
    return image


def pixel(image: Image.Image, column: float, row: float, scale: int, top: int = PADDING) -> object:
    """The colour at a place of the grid, in cells."""
    x = (PADDING + column * WIDTH) * scale
    y = (top + row * HEIGHT) * scale
    return image.convert("RGB").getpixel((int(x), int(y)))


@pytest.mark.parametrize("scale", [1, 2])
def test_cells_are_where_they_belong(scale: int) -> None:
    line = [
        cell("█", RED),
        cell("▀", GREEN, BLUE),
        cell(" ", RED, GREEN),
        cell("▐", RED),
        cell("▒", RED),
    ]
    image = opened(png(grid_of([line]), scale=scale))
    assert image.size == ((50 + 2 * PADDING) * scale, (20 + 2 * PADDING) * scale)
    assert image.convert("RGB").getpixel((0, 0)) == rgb(SCREEN)
    for (column, row), colour in (
        ((0, 0), RED),
        ((0.95, 0.99), RED),
        ((1, 0), GREEN),
        ((1.95, 0.45), GREEN),
        ((1, 0.5), BLUE),
        ((1.95, 0.99), BLUE),
        ((2.5, 0.5), GREEN),
        ((3.4, 0.5), SCREEN),
        ((3.5, 0.5), RED),
        ((4.5, 0.5), "#86080a"),  # half of red, half of the screen
    ):
        assert pixel(image, column, row, scale) == rgb(colour), (column, row)


def test_lines_have_no_seams() -> None:
    image = opened(png(grid_of([written("│")] * 5), scale=1))
    found = {pixel(image, 0.45, row / 20, 1) for row in range(100)}
    assert found == {rgb(TEXT)}


def test_letters_are_written_inside_their_cell() -> None:
    image = opened(png(grid_of([written("  L ", RED)]), scale=2)).convert("RGB")
    reddish = [
        x
        for x in range(image.width)
        for y in range(image.height)
        if image.getpixel((x, y)) == rgb(RED)
    ]
    left = (PADDING + 2 * WIDTH) * 2
    assert left <= min(reddish)
    assert max(reddish) < left + WIDTH * 2


def test_a_window_has_a_bar_and_round_corners() -> None:
    image = opened(png(grid_of([written("x" * 30)]), title="a title", scale=1))
    assert image.mode == "RGBA"
    assert image.getchannel("A").getpixel((0, 0)) == 0
    assert image.getchannel("A").getextrema() == (0, 255)
    assert image.getpixel((image.width // 4, BAR - 2)) == (*rgb(BAR_COLOUR), 255)
    assert pixel(image, 15, 0.99, 1, top=PADDING + BAR) == rgb(SCREEN)
    bar = image.convert("RGB").crop((90, 4, image.width - 20, BAR - 4))
    assert len(bar.getcolors() or []) > 2  # the title


@examples(25, phases=QUICK)
@given(st.lists(st.tuples(grids(), st.sampled_from([0.02, 0.1, 0.25])), min_size=1, max_size=4))
def test_a_gif_decoded_again_is_its_grids(parts: list[tuple[Grid, float]]) -> None:
    frames = [Frame(grid, seconds) for grid, seconds in parts]
    kept = [parts[0]]
    for grid, seconds in parts[1:]:  # equal neighbours are one
        last, so_far = kept[-1]
        kept[-1:] = [(last, so_far + seconds)] if grid == last else [kept[-1], (grid, seconds)]
    image = Image.open(BytesIO(gif(frames)))
    # what is different may look the same, such as the colour of a blank
    times = 0
    inks = inks_of(frame.grid for frame in frames)
    seen = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        times += image.info["duration"]
        seen.append((times, image.convert("RGB").tobytes()))
    total = 0
    for grid, seconds in kept:
        total += round(seconds * 1000)
        canvas = Canvas(layout_of(grid), inks, 1)
        canvas.show(grid)
        shown = next(content for until, content in seen if until >= total)
        assert shown == canvas.coloured().convert("RGB").tobytes()
    assert times == total


def test_equal_frames_are_one_that_is_shown_for_all_their_time() -> None:
    one, other = grid_of([written("a")]), grid_of([written("b")])
    image = opened(gif([Frame(one, 0.5), Frame(one, 0.25), Frame(other, 1)]))
    durations = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        durations.append(image.info["duration"])
    assert durations == [750, 1000]


def test_a_gif_loops_and_has_one_palette() -> None:
    content = gif(
        [Frame(grid_of([written("a", RED)]), 0.5), Frame(grid_of([written("b", BLUE)]), 1)]
    )
    image = opened(content)
    assert image.info["loop"] == 0
    assert content.count(b"\x00\x2c") == 2
    for start in (i for i in range(len(content)) if content[i : i + 2] == b"\x00\x2c"):
        assert content[start + 10] == 0  # no palette of its own, not interlaced


def test_of_a_frame_only_what_has_changed_is_kept() -> None:
    first = grid_of([written("x" * 60)] * 30)
    second = grid_of([*first.lines[:29], written("x" * 59 + "y")])
    one = len(gif([Frame(first, 1)]))
    assert len(gif([Frame(first, 1), Frame(second, 1)])) < one + 150


def test_times_add_up_and_what_is_too_short_gives_its_time_away() -> None:
    grid = grid_of([written("a")])
    third = list(timed([Frame(grid, 1 / 3)] * 9))
    assert [duration for _, duration in third] == [33, 34, 33] * 3
    quick = list(timed([Frame(grid, 0.005)] * 100))
    assert 50 <= sum(duration for _, duration in quick) <= 52
    assert all(duration >= 2 for _, duration in quick)
    assert [duration for _, duration in timed([Frame(grid, 0.001)])] == [2]


def test_frames_that_end_a_gif_are_never_lost() -> None:
    last = grid_of([written("b")])
    found = list(timed([Frame(grid_of([written("a")]), 0.5), Frame(last, 0.001)]))
    assert [(frame.grid == last, duration) for frame, duration in found] == [(False, 50), (True, 2)]


def test_colours_are_exact_and_edges_smooth_while_there_are_few() -> None:
    inks = inks_of([grid_of([written("ab", RED), written("c", GREEN, BLUE)])])
    assert (inks.steps, inks.lost_bits) == (15, 0)
    assert [inks.palette()[3 * n : 3 * n + 3] for n in (inks.number(RED), inks.number(BLUE))] == [
        bytes(rgb(RED)),
        bytes(rgb(BLUE)),
    ]


def test_with_many_colours_edges_become_coarse_before_colours_do() -> None:
    many = [Cell("a", f"#{i:02x}0080") for i in range(0, 240, 4)]
    inks = inks_of([Grid((tuple(many),))])
    assert (inks.steps, inks.lost_bits) == (3, 0)
    assert len(inks.numbers) <= MOST
    more = [Cell("a", f"#{i:02x}{j:02x}80") for i in range(0, 256, 8) for j in range(0, 256, 64)]
    grid = Grid((tuple(more),))
    assert len(inks_of([grid]).numbers) <= MOST
    assert opened(gif([Frame(grid, 1)])).size[0] > 1000


def test_the_font_is_the_one_that_was_licensed_and_small() -> None:
    content = FONT.read_bytes()
    assert hashlib.sha256(content).hexdigest() == FONT_SHA256
    assert len(content) < 40_000
    licence = (FONT.parent / "LICENSE").read_text()  # type: ignore[attr-defined]
    assert "Bitstream Vera" in licence
    assert "DejaVu changes are in public domain" in licence


def test_the_font_has_every_character_that_is_written() -> None:
    font = ImageFont.truetype(BytesIO(FONT.read_bytes()), 40)
    unknown = font.getmask("\u4e00").getbbox(), bytes(font.getmask("\u4e00"))
    letters = [chr(code) for code in (*range(0x21, 0x7F), *range(0xA1, 0x180)) if code != 0xAD]
    for glyph in [*letters, *SYMBOLS]:
        assert (font.getmask(glyph).getbbox(), bytes(font.getmask(glyph))) != unknown, glyph
        assert font.getlength(glyph) == font.getlength("x"), glyph


@pytest.mark.parametrize("glyph", "ÅÇgj|(")
def test_no_letter_is_cut_at_the_edge_of_its_cell(glyph: str) -> None:
    font = ImageFont.truetype(BytesIO(FONT.read_bytes()), FONT_SIZE * 2)
    _, top, _, bottom = font.getbbox(glyph, anchor="ms")
    found = mask_of(glyph, 2).getbbox()
    assert found is not None
    assert (found[1], found[3]) == (BASELINE * 2 + top, BASELINE * 2 + bottom)
    assert found[1] >= 0
    assert found[3] <= HEIGHT * 2


def test_the_same_grid_gives_the_same_pixels() -> None:
    grid = grid_of([written("the same ▀▄ ╭─╮", RED)])
    assert png(grid, title="t") == png(grid, title="t")
    assert gif([Frame(grid, 1)]) == gif([Frame(grid, 1)])
