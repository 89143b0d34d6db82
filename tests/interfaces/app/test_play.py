"""Playing in the app: pauses, help, sizes of the terminal, and games that are left."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from tests.interfaces.app.pilot import (
    Driven,
    all_stages,
    drive,
    drive_game,
    kept_records,
    key_event,
    setup_of,
)
from tests.play.watching.watched import HandClock
from tilefall.play import read_records, verify

FALL = "quintris:reach=fall"


@pytest.mark.parametrize("key", ["p", "P", "escape", "q", "Q"])
@pytest.mark.parametrize("game", [FALL, "quintris", "tetris", "marathon", "ijk"])
def test_keys_that_pause(game: str, key: str) -> None:
    async def deed(app: Driven) -> None:
        await app.wait(0.0)
        playing = app.grid
        await app.press(key)
        paused = app.grid
        assert "Paused" in app.text
        assert "Go on" in app.text
        await app.wait(1000.0)
        await app.press("b", "n", "left", "right")  # of no game, and there and back in the menu
        assert app.grid == paused
        await app.press("p")
        assert app.grid == playing

    drive_game(deed, setup_of(game))


@pytest.mark.parametrize(
    "keys", [("p",), ("P",), ("escape",), ("enter",), ("space",), ("up", "tab", "enter")]
)
def test_keys_that_go_on(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        await app.wait(0.0)
        await app.wait(0.3)
        grid = app.grid
        await app.press("p")
        await app.wait(50.0)
        await app.press(*keys)
        assert app.grid == grid
        await app.wait(0.19)
        assert app.grid == grid, "the time before the pause counts"
        await app.wait(0.02)
        assert app.grid != grid

    drive_game(deed, setup_of(FALL))


def test_the_cover_of_a_pause_hides_the_board() -> None:
    async def deed(app: Driven) -> None:
        await app.press("space", "space", "space")
        assert "N N" in app.text or "U U" in app.text
        await app.press("p")
        assert "N N" not in app.text
        assert "U U" not in app.text

    drive_game(deed, setup_of("quintris"))


@pytest.mark.parametrize("keys", [("r",), ("down", "enter")])
def test_the_same_game_again(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        first = app.grid
        await app.press("space", "space")
        assert app.grid != first
        await app.press("p", *keys)
        assert app.grid == first

    stages = drive_game(deed, setup_of("quintris"))
    assert [len(kept.record.moves) for kept in stages.keeper.games] == [2]


@pytest.mark.parametrize("keys", [("g",), ("down", "down", "space")])
def test_a_new_game_has_another_seed(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        await app.press("space", "p", *keys)
        assert "seed 1 " not in app.said
        assert "pieces 0" in app.said

    drive_game(deed, setup_of("quintris"))
    assert [record.seed for record in kept_records()] == [1]


@pytest.mark.parametrize("keys", [("q", "q"), ("p", "q"), ("p", "up", "enter")])
def test_a_game_that_is_left_is_kept(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        await app.press("space", "space", *keys)
        assert app.theatre.is_over

    drive_game(deed, setup_of("quintris"))
    (record,) = kept_records()
    assert (record.game, record.seed, record.agents) == ("quintris", 1, ("person",))
    assert len(record.moves) == 2
    assert verify(record) is None


def test_keys_after_the_last_one_are_lost_without_harm() -> None:
    """Somebody who hits q until the terminal is back."""

    async def deed(app: Driven) -> None:
        app.shell.post_message(key_event("q"))
        app.shell.post_message(key_event("q"))
        app.shell.post_message(events.AppBlur())
        app.shell.call_later(app.shell.wake)
        await app.press("q", "q", "space")
        assert app.theatre.is_over

    drive_game(deed, setup_of("quintris"))


def test_a_game_without_a_move_is_not_kept() -> None:
    async def deed(app: Driven) -> None:
        await app.press("b", "n", "q", "q")

    stages = drive_game(deed, setup_of("quintris"))
    assert kept_records() == []
    assert stages.keeper.games == []


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (FALL, "one row down"),
        ("tetris", "turn back"),
        ("marathon", "hold, or take the held piece"),
        ("ijk", "slide all tiles"),
    ],
)
def test_help_names_the_keys_and_any_key_takes_it_away(game: str, line: str) -> None:
    async def deed(app: Driven) -> None:
        await app.wait(0.0)
        playing = app.grid
        await app.press("?")
        assert line in app.text
        for common in ("explain: what an agent would do", "take back a move", "this help"):
            assert common in app.text
        await app.wait(100.0)
        await app.press("space")
        assert "paused" in app.text
        assert line not in app.text
        await app.press("b")  # the key that ends a pause does nothing else
        assert app.grid == playing

    drive_game(deed, setup_of(game))


def test_help_over_a_menu_leads_back_to_the_menu() -> None:
    async def deed(app: Driven) -> None:
        await app.press("p", "down")
        menu = app.grid
        await app.press("?")
        assert "this help" in app.text
        await app.press("?")
        assert app.grid == menu
        await app.press("p", "?", "p")
        assert "paused" in app.text

    drive_game(deed, setup_of("quintris"))


@pytest.mark.parametrize("game", [FALL, "marathon"])
def test_a_game_in_which_something_falls_pauses_when_the_keyboard_is_lost(game: str) -> None:
    async def deed(app: Driven) -> None:
        await app.wait(0.0)
        app.shell.post_message(events.AppBlur())
        await app.heard()
        assert "Go on" in app.text
        assert await app.drawn() == app.text.split("\n")
        menu = app.grid
        await app.wait(100.0)
        assert app.grid == menu
        await app.press("p")
        assert "Go on" not in app.text

    drive_game(deed, setup_of(game))


@pytest.mark.parametrize("game", ["quintris", "tetris", "ijk"])
def test_where_nothing_falls_the_keyboard_may_be_elsewhere(game: str) -> None:
    async def deed(app: Driven) -> None:
        grid = app.grid
        app.shell.post_message(events.AppBlur())
        await app.heard()
        assert app.grid == grid

    drive_game(deed, setup_of(game))


def test_another_size_is_another_picture() -> None:
    async def deed(app: Driven) -> None:
        small = app.text
        assert await app.drawn() == small.split("\n")
        for size in ((160, 60), (40, 16), (100, 32)):
            await app.resize(*size)
            assert (app.grid.width, app.grid.height) == size
            assert await app.drawn() == app.text.split("\n")
        assert app.text == small

    drive_game(deed, setup_of("quintris"))


def test_a_terminal_that_is_too_small_says_what_is_needed() -> None:
    async def deed(app: Driven) -> None:
        assert "This terminal is 20 x 6. At least 36 x 15 is needed." in app.words
        await app.press("space")
        await app.resize(100, 32)
        assert "pieces 1" in app.said

    drive_game(deed, setup_of("quintris"), size=(20, 6))


def test_a_file_of_records_is_added_to(tmp_path: Path) -> None:
    clock = HandClock()
    stages = all_stages(clock, tmp_path / "games.jsonl")

    async def deed(app: Driven) -> None:
        await app.press("space", "p", "r", "space", "space", "p", "q")

    drive(deed, stages.playing(setup_of("quintris")), clock)
    assert [len(record.moves) for record in read_records(tmp_path / "games.jsonl")] == [1, 2]
