"""What a screen looks like in many colours, in few, in none, and in ASCII alone."""

from __future__ import annotations

import itertools

import pytest
from rich.color import Color

from tests.interfaces.screen.screens import MENU, PLAY, QUINTRIS_CELLS, TILES, WATCH, piece
from tilefall.colours import luminance
from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.blocks import EMPTY, FALLING, GHOST, OUTLINE, STACK, block, fill
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Cells, Depth, Look
from tilefall.interfaces.screen.menu_screen import menu_screen
from tilefall.interfaces.screen.overlays import help_panel, over
from tilefall.interfaces.screen.play_screen import play_screen
from tilefall.interfaces.screen.reduced import SHOWN, colour_in, reduced
from tilefall.interfaces.screen.shades import READABLE, contrast, ink_on
from tilefall.interfaces.screen.terminal_look import look_of
from tilefall.interfaces.screen.tiles import tiles
from tilefall.interfaces.screen.views import WellView
from tilefall.interfaces.screen.watch_screen import watch_screen
from tilefall.interfaces.screen.well import plain_well, well

BOTH = (False, True)
KINDS = (EMPTY, STACK, FALLING, GHOST, OUTLINE)


def screens(look: Look) -> list[Grid]:
    sizes = ((80, 24), (120, 40), (100, 55), (60, 18), (20, 5))
    views = [
        *(play_screen(view, *size, look) for view in PLAY.values() for size in sizes),
        *(watch_screen(view, *size, look) for view in WATCH.values() for size in sizes),
        *(menu_screen(MENU, *size, look) for size in sizes),
    ]
    return [*views, over(views[0], help_panel("Keys", PLAY["tetris"].keys, look))]


def kind_of(colour: str) -> Depth:
    """The depth that has such a name."""
    if colour.startswith("#"):
        return Depth.TRUE
    return Depth.BASIC if colour in SHOWN else Depth.INDEXED


def one_piece(look: Look, cells: Cells = Cells.LARGE) -> Grid:
    """A well of four rows with a piece, its ghost, what lies below and an outline:

    .L..
    .L..
    ..2.
    xg.I
    """
    view = WellView(
        "quintris",
        ("....", "....", "....", "x..I"),
        piece=piece("L", (0, 1), (1, 1)),
        ghost=piece("L", (3, 1)),
        outline=piece("L", (2, 2)),
        outline_name="2",
    )
    return well(view, cells, look.style)


def test_large_cells_have_the_colours_of_their_pieces_and_their_letters() -> None:
    lines = one_piece(Look()).lines
    letter, after = lines[0][3], lines[0][4]
    assert (letter.glyph, letter.background) == ("L", "#ffdd10")
    assert (after.glyph, after.background) == (" ", "#ffdd10")
    empty = lines[0][1:3]
    assert [each.glyph for each in empty] == [" ", "·"]
    assert {each.background for each in empty} == {"#14161c"}
    ghost = lines[3][3]
    assert ghost.background == "#14161c"  # an outline, no fill
    assert ghost.foreground == palette.ghost("quintris", "L")
    assert lines[3][1].background == palette.STACK
    assert lines[3][7].glyph == "I"
    assert lines[2][5].glyph == "2"


def test_half_cells_have_two_colours_in_a_character() -> None:
    top, bottom, _ = one_piece(Look(), Cells.HALF).lines
    assert (top[2].glyph, top[2].background) == (" ", "#ffdd10")  # both rows are the piece's
    assert (top[1].glyph, top[1].background) == (" ", palette.WELL)
    ghost = bottom[2]
    assert (ghost.glyph, ghost.foreground) == ("▀", palette.STRIPE)
    assert ghost.background == palette.shadow("quintris", "L")


def test_the_stack_is_darker_than_what_falls() -> None:
    for game, letters in palette.PIECES.items():
        for letter, colour in letters.items():
            assert palette.falling(game, letter) == colour
            assert luminance(palette.stacked(game, letter)) < 0.8 * luminance(colour)
            assert contrast(palette.stacked(game, letter), palette.WELL) > 1.5


def test_letters_can_be_read_on_every_colour() -> None:
    fills = {fill(kind, "L", "tetris") for kind in (STACK, FALLING, OUTLINE)}
    for game, letters in palette.PIECES.items():
        fills |= {fill(kind, each, game) for each in letters for kind in (STACK, FALLING)}
    fills |= {palette.tile(each, is_new) for each in "AEKaek" for is_new in (True, False)}
    for colour in fills:
        assert contrast(ink_on(colour), colour) >= READABLE


@pytest.mark.parametrize("depth", [Depth.INDEXED, Depth.BASIC])
@pytest.mark.parametrize("game", palette.PIECES)
def test_pieces_stay_distinct_in_few_colours(game: str, depth: Depth) -> None:
    falling = [colour_in(palette.falling(game, each), depth) for each in palette.PIECES[game]]
    stacked = [colour_in(palette.stacked(game, each), depth) for each in palette.PIECES[game]]
    assert len({*falling, *stacked}) == len(falling) + len(stacked)
    well_colour = colour_in(palette.WELL, depth)
    assert well_colour not in falling + stacked


@pytest.mark.parametrize("depth", [Depth.INDEXED, Depth.BASIC])
def test_players_of_ijk_stay_distinct_in_few_colours(depth: Depth) -> None:
    upper, lower = (
        {
            colour_in(palette.tile(each, is_new), depth)
            for each in letters
            for is_new in (False, True)
        }
        for letters in ("ABCDEFGHIJK", "abcdefghijk")
    )
    assert not upper & lower


@pytest.mark.parametrize("depth", Depth)
def test_colours_are_such_as_the_depth_has(depth: Depth) -> None:
    for grid in screens(Look(depth)):
        used = {each.foreground for line in grid.lines for each in line}
        used |= {each.background for line in grid.lines for each in line}
        for colour in used - {""}:
            assert kind_of(colour) is depth
            Color.parse(colour)


def test_letters_can_be_read_in_sixteen_colours() -> None:
    for grid in screens(Look(Depth.BASIC)):
        for each in itertools.chain(*grid.lines):
            if each.glyph.isalnum() and each.background and each.foreground:
                assert contrast(SHOWN[each.foreground], SHOWN[each.background]) >= 3


@pytest.mark.parametrize("depth", Depth)
def test_ascii_screens_are_ascii(depth: Depth) -> None:
    for has_letters in (True, False):
        for grid in screens(Look(depth, is_ascii=True, has_letters=has_letters)):
            glyphs = {each.glyph for line in grid.lines for each in line}
            assert all(" " <= glyph <= "~" for glyph in glyphs)


@pytest.mark.parametrize("is_ascii", [True, False])
@pytest.mark.parametrize("has_letters", [True, False])
def test_without_colours_all_kinds_of_cells_have_their_own_characters(
    is_ascii: bool, has_letters: bool
) -> None:
    style = Look(Depth.NONE, is_ascii, has_letters).style
    shown = {}
    for kind in KINDS:
        letter = "2" if kind == OUTLINE else "L"
        shown[kind] = "".join(each.glyph for each in block(kind, letter, "quintris", style))
    assert len(set(shown.values())) == len(KINDS)
    assert shown[EMPTY].strip(" .·") == ""


@pytest.mark.parametrize("is_ascii", [True, False])
def test_without_colours_half_cells_are_told_apart_too(is_ascii: bool) -> None:
    assert one_piece(Look(Depth.NONE, is_ascii), Cells.HALF).text().splitlines()[:2] == (
        ["| L  |", "|_.2_|"] if is_ascii else ["│ L  │", "│▄.2▄│"]
    )
    pairs = {}
    for kinds in itertools.product((EMPTY, STACK, FALLING, GHOST), repeat=2):
        cells = [{EMPTY: ".", STACK: "x"}.get(kind, ".") for kind in kinds]
        pieces = {
            kind: piece("L", *((row, 0) for row in (0, 1) if kinds[row] == kind))
            for kind in (FALLING, GHOST)
        }
        view = WellView("tetris", tuple(cells), piece=pieces[FALLING], ghost=pieces[GHOST])
        pairs[kinds] = well(view, Cells.HALF, Look(Depth.NONE, is_ascii).style).text()[1]
    falling = {glyph for kinds, glyph in pairs.items() if FALLING in kinds}
    still = {kinds: glyph for kinds, glyph in pairs.items() if FALLING not in kinds}
    assert len(set(still.values())) == len(still)
    assert not falling & set(still.values())


def test_a_piece_that_finds_no_room_is_marked() -> None:
    view = WellView("tetris", ("x.",), piece=piece("I", (0, 0), (0, 1)))
    assert well(view, Cells.LARGE, Look().style).text().startswith("│**I")
    assert well(view, Cells.HUGE, Look().style).text().startswith("│ ** ")
    assert well(view, Cells.HALF, Look(Depth.NONE).style).text().startswith("│*v")


def test_what_falls_hides_its_ghost_and_an_outline_hides_no_stack() -> None:
    here = piece("L", (0, 0), (1, 0))
    view = WellView("quintris", ("..", "..", "x."), piece=here, ghost=here, outline=here)
    plain = Look(Depth.NONE, is_ascii=True).style
    assert well(view, Cells.LARGE, plain).text().split("\n")[:2] == ["|LL .|"] * 2
    low = piece("L", (1, 0), (2, 0))
    view = WellView("quintris", ("..", "..", "x."), ghost=low, outline=low, outline_name="2")
    assert well(view, Cells.LARGE, plain).text().split("\n")[1:3] == ["|22 .|", "|## .|"]


def test_cells_above_the_top_are_seen_and_have_no_walls() -> None:
    """A game may go on though something lies there."""
    view = WellView("tetris", ("S.", "SS"), above=2, roof=("..", "..", ".S"))
    plain = Look(Depth.NONE, is_ascii=True).style
    assert well(view, Cells.LARGE, plain).text().split("\n") == [
        *("", "   ss", "|ss .|", "|ssss|", "+----+"),
    ]
    assert well(view, Cells.HALF, plain).text().split("\n") == ["  _", "|#_|", "+--+"]
    assert plain_well(view).text().split("\n")[1] == "  S"


def test_rows_that_are_about_to_go_light_up() -> None:
    view = WellView("tetris", ("..", "S."), piece=piece("I", (1, 1)), full_rows=(1,))
    bright = well(view, Cells.LARGE, Look().style).lines[1][1:-1]
    assert {each.background for each in bright} == {palette.BRIGHT}
    assert "".join(each.glyph for each in bright) == "S I "
    plain = Look(Depth.NONE, is_ascii=True).style
    assert well(view, Cells.LARGE, plain).text().split("\n")[1] == "|====|"
    assert well(view, Cells.HALF, plain).text().split("\n")[0] == "|==|"
    colours = well(view, Cells.HALF, Look().style).lines[0][1:-1]
    assert {each.background for each in colours} == {palette.BRIGHT}


def test_unknown_cells_have_no_letter_and_are_not_taken_for_a_piece() -> None:
    assert [each.glyph for each in block(STACK, "x", "quintris", Look().style)] == [" ", " "]
    plain = Look(Depth.NONE).style
    assert block(STACK, "x", "quintris", plain) != block(STACK, "X", "quintris", plain)


@pytest.mark.parametrize("cells", [Cells.HUGE, Cells.LARGE])
@pytest.mark.parametrize("look", [Look(), Look(Depth.NONE), Look(Depth.NONE, is_ascii=True)])
def test_tiles_of_the_two_players_have_other_corners(cells: Cells, look: Look) -> None:
    lines = tiles(TILES, cells, look.style).text().splitlines()
    tops, middles = lines[2].strip(" │|"), lines[3].strip(" │|")
    assert middles.index("A") < middles.index("b*") < middles.index("C")
    first, second, third = tops.split()[:3]
    assert first == third != second


def test_slides_are_marked() -> None:
    text = tiles(TILES, Cells.LARGE, Look().style).text()
    first, last = text.splitlines()[0], text.splitlines()[-1]
    assert first.split() == ["▲", "+1.25"]
    assert last.split() == ["▼", "-0.75", "last"]
    assert "◀ ★" in text
    assert "won in 3" in text
    assert "▶ ★" not in text


@pytest.mark.parametrize(
    ("environ", "encoding", "depth", "is_ascii"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "UTF-8", Depth.TRUE, False),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, "utf8", Depth.TRUE, False),
        ({"TERM": "screen-256color"}, "utf-8", Depth.INDEXED, False),
        ({"TERM": "linux"}, "utf-8", Depth.BASIC, False),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, "utf-8", Depth.NONE, False),
        ({}, "utf-8", Depth.NONE, False),
        ({"TERM": "xterm-256color", "NO_COLOR": "0"}, "utf-8", Depth.NONE, False),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "utf-8", Depth.INDEXED, False),
        ({"TERM": "xterm-256color", "TILEFALL_ASCII": "1"}, "utf-8", Depth.INDEXED, True),
        ({"TERM": "xterm-256color"}, "ISO-8859-1", Depth.INDEXED, True),
        ({"TERM": "xterm-256color"}, "no such encoding", Depth.INDEXED, True),
    ],
)
def test_the_look_of_a_terminal(
    environ: dict[str, str], encoding: str, depth: Depth, is_ascii: bool
) -> None:
    assert look_of(environ, encoding) == Look(depth, is_ascii)


def test_what_is_no_terminal_has_no_colours() -> None:
    environ = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    assert look_of(environ, "utf-8", is_terminal=False).depth is Depth.NONE


def test_reduced_lines_stay_the_same_objects() -> None:
    grid = well(WellView("quintris", QUINTRIS_CELLS), Cells.LARGE, Look().style)
    once, again = reduced(grid, Depth.INDEXED), reduced(grid, Depth.INDEXED)
    assert all(one is other for one, other in zip(once.lines, again.lines, strict=True))
    assert reduced(grid, Depth.TRUE) is grid
