"""Whatever the size of a terminal, a screen fills it exactly, and says so where it is too small."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.interfaces.screen.screens import AFTER, MENU, PLAY, WATCH
from tilefall.interfaces.screen.board import LARGEST_FIRST, Size, board_size, drawn
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Cells, Depth, Look
from tilefall.interfaces.screen.menu_screen import LEAST_MENU_SIZE, menu_screen
from tilefall.interfaces.screen.overlays import help_panel, menu_panel, over
from tilefall.interfaces.screen.play_screen import least_play_size, play_screen
from tilefall.interfaces.screen.views import (
    CandidateView,
    Choice,
    MenuView,
    PlayView,
    ReasonView,
    TilesView,
    WatchView,
    WellView,
)
from tilefall.interfaces.screen.watch_screen import least_watch_size, watch_screen

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
