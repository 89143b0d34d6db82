"""The menu of the app, every line of it, and the list of kept games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.interfaces.app.pilot import Driven, all_stages, drive
from tests.play.watching.watched import HandClock, recorded
from tilefall.interfaces.app import main_menu
from tilefall.play.kept import data_folder, keep_game

RECORD = recorded("quintris", ("greedy",), turns=5)
FIRST = datetime(2026, 1, 1, 12, 0, 0)
LINES = {
    "1": "Quintris lines 0 pieces 0",
    "2": "score 0 lines 0 level 1",
    "3": "+ you A - greedy",
    "4": "quintris, expectimax, seed",
    "5": "tetris:rules=preview,pieces=bag, lookahead, seed",
    "6": "ijk, alphabeta against alphabeta, seed",
    "7": "My games",
}


def menu(deed: Callable[[Driven], Awaitable[None]]) -> None:
    clock = HandClock(is_quick=False)
    drive(deed, all_stages(clock).menu(), clock)


def games(deed: Callable[[Driven], Awaitable[None]]) -> None:
    clock = HandClock()
    drive(deed, all_stages(clock).games(), clock)


@pytest.fixture(autouse=True)
def seeds_fixture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main_menu, "fresh_seed", lambda: 77)


@pytest.mark.parametrize("key", LINES)
def test_every_line_leads_somewhere_and_back(key: str) -> None:
    async def deed(app: Driven) -> None:
        menu = app.grid
        await app.press(key)
        words = app.words if key in "4567" else app.said
        assert LINES[key] in words
        if key in "1345":  # the others have no room for it
            assert "seed 77" in words
        await app.press(*("q" * (2 if key in "123" else 1)))
        assert app.grid == menu

    menu(deed)


@pytest.mark.parametrize("key", LINES)
@pytest.mark.parametrize("take", ["enter", "space"])
def test_lines_are_taken_by_arrows_too(key: str, take: str) -> None:
    async def by_key(app: Driven) -> None:
        await app.press(key)
        grids.append(app.text)

    async def by_arrows(app: Driven) -> None:
        await app.press(*["down"] * (int(key) - 1), take)
        grids.append(app.text)

    grids: list[str] = []
    menu(by_key)
    menu(by_arrows)
    assert grids[0] == grids[1]


def test_the_choice_goes_round() -> None:
    async def deed(app: Driven) -> None:
        first = app.grid
        for key, back in (("down", "up"), ("right", "left"), ("tab", "shift+tab")):
            await app.press(key)
            assert app.grid != first
            await app.press(back)
            assert app.grid == first
        await app.press(*["down"] * 8)
        assert app.grid == first
        await app.press("up")
        assert "▶ q Leave" in app.words

    menu(deed)


@pytest.mark.parametrize("keys", [("q",), ("Q",), ("escape",), ("up", "enter")])
def test_leaving_the_menu_ends_the_app(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        await app.press(*keys)
        assert app.theatre.is_over

    menu(deed)


def test_the_menu_has_a_help_and_ignores_other_keys() -> None:
    async def deed(app: Driven) -> None:
        first = app.grid
        await app.press("8", "9", "0", "x", "f1", "backspace")
        assert app.grid == first
        await app.press("?")
        assert "take a line at once" in app.text
        await app.press("1")
        assert app.grid == first

    menu(deed)


def keep(count: int) -> None:
    for number in range(count):
        keep_game(RECORD, FIRST + timedelta(hours=number))


def test_without_games_it_says_so() -> None:
    async def deed(app: Driven) -> None:
        assert "There are none yet" in app.text
        await app.press("right", "left", "down")
        assert "There are none yet" in app.text
        await app.press("enter")
        assert app.theatre.is_over

    games(deed)


@pytest.mark.parametrize("keys", [("q",), ("Q",), ("escape",), ("up", "enter")])
def test_leaving_the_games(keys: tuple[str, ...]) -> None:
    keep(2)

    async def deed(app: Driven) -> None:
        await app.press(*keys)
        assert app.theatre.is_over

    games(deed)


@pytest.mark.parametrize(("on", "back"), [("right", "left"), ("pagedown", "pageup")])
def test_games_are_shown_by_pages_the_newest_first(on: str, back: str) -> None:
    keep(26)

    async def deed(app: Driven) -> None:
        first = app.grid
        assert "1 to 12 of 26 ▶ 2026-01-02 13:00 quintris seed 3" in app.words
        await app.press(back)
        assert app.grid == first
        await app.press(on)
        assert "13 to 24 of 26 ▶ 2026-01-02 01:00 quintris seed 3" in app.words
        await app.press(on)
        last = app.grid
        assert "25 to 26 of 26 ▶ 2026-01-01 13:00 quintris seed 3" in app.words
        await app.press(on)
        assert app.grid == last
        await app.press(back, back)
        assert app.grid == first

    games(deed)


@pytest.mark.parametrize("take", ["enter", "space"])
def test_a_game_is_seen_again(take: str) -> None:
    keep(2)

    async def deed(app: Driven) -> None:
        await app.press("down")
        page = app.grid
        await app.press(take)
        await app.settle()
        assert "quintris, greedy, seed 3" in app.words
        assert "move 0 of 5" in app.words
        await app.press("q")
        assert app.grid == page

    games(deed)


def test_the_games_have_a_help() -> None:
    async def deed(app: Driven) -> None:
        page = app.grid
        await app.press("?")
        assert "older games, newer games" in app.text
        await app.press("q")
        assert app.grid == page

    games(deed)


def place(name: str, content: bytes) -> Path:
    folder = data_folder() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"nonsense\n",
        b"\xff\xfe\n",
        RECORD.line().encode().replace(b'"quintris"', b'"chess"'),
        RECORD.line().encode()[:-30],
    ],
)
def test_a_damaged_game_is_named_in_a_line(content: bytes) -> None:
    keep(2)
    path = place("quintris-20260101-123000-seed-9.jsonl", content)

    async def deed(app: Driven) -> None:
        await app.press("down", "enter")
        assert path.name in app.words.replace(" ", "")
        assert "1 to 3 of 3" not in app.words
        assert "▶ 2026-01-01 12:30 quintris seed 9" in app.words, "it is still chosen"
        await app.press("down", "enter")
        await app.settle()
        assert "move 0 of 5" in app.words

    games(deed)


def test_a_game_that_is_gone_is_named_in_a_line() -> None:
    path = place("quintris-20260301-120000-seed-9.jsonl", b"")

    async def deed(app: Driven) -> None:
        path.unlink()
        await app.press("enter")
        assert "No such file" in app.words
        assert "Traceback" not in app.words

    games(deed)


def test_a_file_of_another_name_is_shown_by_it() -> None:
    place("my-best-one.jsonl", f"{RECORD.line()}\n".encode())

    async def deed(app: Driven) -> None:
        assert "my-best-one" in app.text
        await app.press("enter")
        assert "quintris, greedy, seed 3" in app.words

    games(deed)
