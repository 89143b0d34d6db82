"""Screens of any size, and their parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.interfaces.screen.screens import AFTER, MENU, PLAY, QUINTRIS_WATCH, WATCH
from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.bars import FIRST, SECOND, bar_lines
from tilefall.interfaces.screen.board import LARGEST_FIRST, Size, board_size, drawn
from tilefall.interfaces.screen.candidates import shown
from tilefall.interfaces.screen.graph import graph
from tilefall.interfaces.screen.grid import Grid, Line, grid_of, written
from tilefall.interfaces.screen.joined import joined
from tilefall.interfaces.screen.look import Cells, Depth, Look
from tilefall.interfaces.screen.menu_screen import LEAST_MENU_SIZE, menu_screen
from tilefall.interfaces.screen.overlays import help_panel, menu_panel, over
from tilefall.interfaces.screen.parts import keys_line
from tilefall.interfaces.screen.play_screen import least_play_size, play_screen
from tilefall.interfaces.screen.stacked import Section, fixed, stacked
from tilefall.interfaces.screen.text import clean
from tilefall.interfaces.screen.views import (
    CandidateView,
    Choice,
    MenuView,
    PieceView,
    PlayView,
    ReasonView,
    TilesView,
    WatchView,
    WellView,
)
from tilefall.interfaces.screen.watch_screen import least_watch_size, watch_screen
from tilefall.interfaces.screen.well import _large_line

WIDTHS, HEIGHTS = st.integers(1, 300), st.integers(1, 100)
LOOKS = st.builds(Look, st.sampled_from(Depth), st.booleans(), st.booleans())
GAMES = st.sampled_from(list(PLAY))
WORDS = st.text(max_size=40)
NUMBERS = st.floats(-1e9, 1e9)


def check(grid: Grid, width: int, height: int, look: Look) -> None:
    """Exactly this large, a column for every character, none beyond what the terminal has."""
    assert grid.height == height
    assert {len(line) for line in grid.lines} == {width}
    glyphs = {each.glyph for line in grid.lines for each in line}
    assert all(len(glyph) == 1 and glyph.isprintable() for glyph in glyphs)
    if look.is_ascii:
        assert all(" " <= glyph <= "~" for glyph in glyphs)


@examples(150)
@given(GAMES, WIDTHS, HEIGHTS, LOOKS)
@example("quintris", 1, 1, Look())
@example("tetris", 300, 100, Look())
def test_every_screen_fills_every_size(game: str, width: int, height: int, look: Look) -> None:
    play = play_screen(PLAY[game], width, height, look)
    grids = [
        play,
        play_screen(replace(PLAY[game], hidden=True), width, height, look),
        watch_screen(WATCH[game], width, height, look),
        menu_screen(MENU, width, height, look),
        over(play, menu_panel(AFTER, look)),
        over(play, help_panel("Keys", PLAY[game].keys, look)),
    ]
    for grid in grids:
        check(grid, width, height, look)


@examples(100)
@given(st.data(), st.integers(30, 130), st.integers(8, 50), LOOKS)
def test_nothing_that_is_said_breaks_a_screen(
    data: st.DataObject, width: int, height: int, look: Look
) -> None:
    words = [data.draw(WORDS) for _ in range(6)]
    pairs = ((words[0], words[1]), (words[2], words[3]))
    play = replace(
        PLAY[data.draw(GAMES)],
        title=words[4],
        figures=pairs,
        notice=words[5],
        advice=tuple(words),
        keys=pairs,
    )
    values = tuple(data.draw(st.lists(st.none() | NUMBERS, max_size=60)))
    position = data.draw(st.integers(0, 70))
    watch = replace(
        WATCH[data.draw(GAMES)],
        title=words[0],
        figures=pairs,
        why=words[1],
        status=words[2],
        candidates=tuple(
            CandidateView(rank, word, words[0], words[1]) for rank, word in enumerate(words)
        ),
        reasons=tuple(
            ReasonView(word, data.draw(NUMBERS), data.draw(NUMBERS)) for word in words[:3]
        ),
        values=values,
        length=len(values),
        position=position,
        mistakes=(0, position, 80),
    )
    choices = tuple(Choice(word, word, word) for word in words)
    menu = MenuView(words[0], tuple(words), choices, data.draw(st.integers(0, 5)), pairs)
    check(play_screen(play, width, height, look), width, height, look)
    check(watch_screen(watch, width, height, look), width, height, look)
    check(menu_screen(menu, width, height, look), width, height, look)
    below = menu_screen(menu, width, height, look)
    check(over(below, menu_panel(menu, look)), width, height, look)
    check(over(below, help_panel(words[0], pairs, look)), width, height, look)


@pytest.mark.parametrize("cells", [*LARGEST_FIRST, Cells.PLAIN])
@pytest.mark.parametrize("game", PLAY)
def test_a_board_is_as_large_as_it_says(game: str, cells: Cells) -> None:
    for look in (Look(), Look(Depth.NONE, is_ascii=True)):
        board = PLAY[game].board
        grid = drawn(board, cells, look.style)
        assert Size(grid.width, grid.height) == board_size(board, cells)
        assert {len(line) for line in grid.lines} == {grid.width}


LEAST_PLAY = {"quintris": Size(36, 15), "tetris": Size(31, 13), "ijk": Size(60, 17)}
LEAST_WATCH = {"quintris": Size(55, 17), "tetris": Size(50, 15), "ijk": Size(79, 19)}


@pytest.mark.parametrize("game", PLAY)
def test_the_least_sizes(game: str) -> None:
    assert least_play_size(PLAY[game].board) == LEAST_PLAY[game]
    assert least_watch_size(WATCH[game].board) == LEAST_WATCH[game]


@pytest.mark.parametrize("game", PLAY)
def test_below_the_least_size_a_message_says_what_is_needed(game: str) -> None:
    assert_least(LEAST_PLAY[game], lambda w, h: play_screen(PLAY[game], w, h, Look()))
    assert_least(LEAST_WATCH[game], lambda w, h: watch_screen(WATCH[game], w, h, Look()))
    assert_least(LEAST_MENU_SIZE, lambda w, h: menu_screen(MENU, w, h, Look()))


def assert_least(least: Size, screen: Callable[[int, int], Grid]) -> None:
    assert "--plain" not in screen(least.width, least.height).text()
    for width, height in ((least.width - 1, least.height), (least.width, least.height - 1)):
        said = " ".join(screen(width, height).text().split())
        assert f"This terminal is {width} x {height}." in said
        assert f"At least {least} is needed." in said
        assert "--plain" in said


def is_large(grid: Grid, board: WellView | TilesView, cells: Cells) -> bool:
    """Whether the board is drawn in cells of this size: its last row or its frame is there."""
    last = "".join(each.glyph for each in drawn(board, cells, Look().style).lines[-2])
    return last.strip() in grid.text()


@pytest.mark.parametrize(
    ("game", "width", "height", "cells"),
    [
        ("tetris", 80, 24, Cells.LARGE),
        ("tetris", 80, 23, Cells.HALF),
        ("tetris", 100, 46, Cells.HUGE),
        ("quintris", 80, 24, Cells.HALF),
        ("quintris", 66, 27, Cells.LARGE),
        ("quintris", 120, 52, Cells.HUGE),
        ("ijk", 80, 24, Cells.LARGE),
        ("ijk", 120, 40, Cells.HUGE),
        ("ijk", 70, 20, Cells.HALF),
    ],
)
def test_cells_are_as_large_as_there_is_room_for(
    game: str, width: int, height: int, cells: Cells
) -> None:
    view: PlayView = PLAY[game]
    grid = play_screen(view, width, height, Look())
    assert [each for each in LARGEST_FIRST if is_large(grid, view.board, each)] == [cells]


def test_what_matters_least_goes_first() -> None:
    view: WatchView = WATCH["quintris"]
    parts = ["FIRST AGAINST", "VALUE OVER", "The first is", "nodes", "CANDIDATES"]
    shown = []
    for height in range(30, 16, -1):
        text = watch_screen(view, 60, height, Look()).text()
        shown.append([part for part in parts if part in text])
    assert shown[0] == parts
    assert shown[-1][-1] == "CANDIDATES"
    for more, fewer in pairwise(shown):
        assert fewer == more[len(more) - len(fewer) :]


def text(line: Line) -> str:
    return "".join(each.glyph for each in line)


def lowered(view: PlayView) -> PlayView:
    """The view with its piece a row lower, made of new objects."""
    board = view.board
    assert isinstance(board, WellView)
    assert board.piece is not None
    places = tuple((row + 1, column) for row, column in board.piece.places)
    piece = PieceView(board.piece.letter, places)
    return replace(view, board=replace(board, piece=piece))


def same(one: Grid, other: Grid) -> int:
    return sum(a is b for a, b in zip(one.lines, other.lines, strict=True))


def test_lines_without_a_change_are_the_same_objects() -> None:
    for look in (Look(), Look(Depth.INDEXED)):
        before = play_screen(PLAY["quintris"], 100, 32, look)
        again = play_screen(replace(PLAY["quintris"]), 100, 32, look)
        assert same(before, again) == 32
        after = play_screen(lowered(PLAY["quintris"]), 100, 32, look)
        assert same(before, after) == 32 - 3  # L0: the first row left, the fourth changed, a fifth
        different = [a != b for a, b in zip(before.lines, after.lines, strict=True)]
        assert sum(different) == 3


def test_a_frame_draws_only_the_rows_that_have_changed() -> None:
    view = replace(PLAY["quintris"], title="counted")
    play_screen(view, 100, 32, Look())
    before = _large_line.cache_info().misses
    play_screen(view, 100, 32, Look())
    assert _large_line.cache_info().misses == before
    play_screen(lowered(lowered(view)), 100, 32, Look())
    assert _large_line.cache_info().misses - before <= 4  # at most the rows of the piece


def test_watched_lines_without_a_change_are_the_same_objects() -> None:
    before = watch_screen(WATCH["ijk"], 120, 40, Look())
    after = watch_screen(replace(WATCH["ijk"], status="paused"), 120, 40, Look())
    assert same(before, after) == 39


def test_joined_lines_are_known_by_their_parts() -> None:
    one, other = written("ab"), written("cd")
    assert joined(one, other) is joined(one, other)
    assert text(joined(one, other)) == "abcd"
    assert text(joined(other, one)) == "cdab"
    fresh = [joined(written("x"), written(str(number))) for number in range(20_000)]
    assert [text(line) for line in fresh] == [f"x{number}" for number in range(20_000)]


def test_the_candidate_that_is_looked_at_is_always_shown() -> None:
    candidates = [replace(each, is_previewed=False) for each in QUINTRIS_WATCH.candidates]
    candidates[4] = replace(candidates[4], is_previewed=True)
    assert [each.rank for each in shown(tuple(candidates), 3)] == [1, 2, 5]
    assert [each.rank for each in shown(tuple(candidates), 5)] == [1, 2, 3, 4, 5]
    candidates[3] = replace(candidates[3], is_played=True)
    assert [each.rank for each in shown(tuple(candidates), 3)] == [1, 2, 5]
    assert shown(tuple(candidates), 0) == ()


def test_candidates_are_marked() -> None:
    lines = watch_screen(QUINTRIS_WATCH, 80, 24, Look()).text().splitlines()
    (first,) = [line for line in lines if "L0 at row 16, column 5" in line]
    (second,) = [line for line in lines if "L0 at row 16, column 3" in line]
    assert "● 1" in first
    assert "▶  2" in second
    assert first.endswith("-40.250")
    assert second.endswith("-41.125   0.875")


def test_bars_grow_from_nothing_to_both_sides_and_the_largest_difference_comes_first() -> None:
    reasons = (ReasonView("a", -4.0, -2.0), ReasonView("b", 4.0, 0.0), ReasonView("c", 1.0, 1.0))
    legend, *lines = bar_lines(reasons, 2 + 8 + 10, Look(Depth.NONE, is_ascii=True).style)
    assert text(legend)[:19] == '  " first  _ second'[:19]
    assert [text(line) for line in lines] == [
        'b     """"        +4',
        'a ""##            -2',
        "c     #            0",
    ]
    colours = {each.foreground for each in bar_lines(reasons, 20, Look().style)[1]}
    assert FIRST in colours
    assert SECOND not in colours


def test_a_graph_has_its_highest_value_on_top_and_gaps_where_nobody_looked() -> None:
    values = (0.0, 1.0, 2.0, 3.0, None, None, 3.0, 1.0, 0.0)
    grid = graph(values, 9, 8, (2,), 7 + 9, 4, True)
    assert grid.text().splitlines() == [
        "   3.0    o  o |",
        "         x   o |",
        "        o     o|",
        "   0.0 o       o",
    ]
    assert grid.lines[1][9].foreground == palette.WARNING
    assert grid.lines[0][15].background == palette.CHOSEN


def test_a_graph_of_dots_has_eight_to_a_character() -> None:
    values = tuple(float(at) for at in range(16))
    curve = graph(values, 16, 0, (), 7 + 8, 4, False).text().splitlines()
    assert curve[0].endswith("⡠⠊")  # two dots across and two up in each
    assert all(line[7] == "│" for line in curve[:3])
    assert graph((None,), 1, 0, (), 80, 4, False) == Grid(())


def test_words_from_outside_take_a_column_for_each_character() -> None:
    assert clean("e\u0301te\u0301", False) == "ete"
    assert clean("\u4e2d\x1b[2J\t\u200b", False) == "??[2J ?"
    assert clean("5 \u00d7 7 \u2192 \u03c0", True) == "5 x 7 > ?"
    assert clean("5 \u00d7 7 \u2192 \u03c0", False) == "5 \u00d7 7 \u2192 \u03c0"


def test_keys_that_do_not_fit_go_from_the_middle() -> None:
    keys = tuple((letter, "does this") for letter in "abcdef")
    for width, left in ((87, "abcdef"), (60, "abef"), (30, "ef"), (20, "f")):
        line = text(keys_line(keys, width, True))
        assert [word for word in line.split() if len(word) == 1] == list(left)
        assert len(line) == width


def test_sections_shrink_then_lose_their_gaps_then_go() -> None:
    def part(letter: str, least: int, most: int, goes: int) -> Section:
        return Section(lambda high: grid_of([written(letter)] * high), least, most, goes)

    sections = [part("a", 1, 3, 1), part("b", 1, 2, 3), fixed(grid_of([written("c")] * 2), 2)]
    found = {high: stacked(sections, 1, high).text().split("\n") for high in (9, 7, 6, 5, 4, 3, 1)}
    assert {high: "".join(each or "-" for each in lines) for high, lines in found.items()} == {
        9: "aaa-bb-cc",
        7: "aa-b-cc",
        6: "a-b-cc",
        5: "a-bcc",
        4: "abcc",
        3: "acc",
        1: "a",
    }


def test_a_long_menu_shows_the_part_around_the_chosen_line() -> None:
    many = MenuView("x", (), tuple(Choice(str(n), f"line {n}") for n in range(50)), chosen=30)
    lines = menu_screen(many, 60, 10, Look()).text()
    assert "▶ 30  line 30" in lines
    assert "line 49" not in lines
    last = menu_screen(replace(many, chosen=49), 60, 10, Look()).text()
    assert "▶ 49  line 49" in last
    assert "line 0\n" not in last


def test_a_short_title_is_drawn_as_tiles() -> None:
    grid = menu_screen(MENU, 80, 24, Look())
    (title,) = [line for line in grid.lines if "T  I  L  E" in text(line)]
    assert {each.background for each in title} >= set(palette.PIECES["quintris"].values())


def test_what_is_behind_a_panel_fades_and_keeps_its_text() -> None:
    for depth in Depth:
        below = play_screen(PLAY["tetris"], 80, 24, Look(depth))
        grid = over(below, menu_panel(AFTER, Look(depth)))
        assert text(grid.lines[0]) == text(below.lines[0])
        assert (grid.lines[0] == below.lines[0]) == (depth is Depth.NONE)
        assert "Game over" in grid.text()


def test_a_panel_that_is_larger_than_the_screen_keeps_its_beginning() -> None:
    keys = tuple((letter, "does this or that") for letter in "abcdefghijkl")
    small = over(grid_of([written(" " * 12)] * 4), help_panel("Keys", keys, Look()))
    assert small.text().splitlines()[0].startswith("╭─ Keys")
    assert (small.width, small.height) == (12, 4)


def test_a_covered_board_shows_neither_stack_nor_what_comes() -> None:
    view = replace(PLAY["tetris"], hidden=True, notice="paused")
    lines = play_screen(view, 80, 24, Look()).text()
    assert "paused" in lines
    assert "Z Z" not in lines
    assert "NEXT" not in lines
    ijk = play_screen(replace(PLAY["ijk"], hidden=True), 80, 24, Look()).text()
    assert "+1.25" not in ijk
