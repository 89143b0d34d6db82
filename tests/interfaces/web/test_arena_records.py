"""Games of arenas that are watched: each is found by its number, and nothing else is shown."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.interfaces.web.shelves import alone, nasty_arena, quintris_arena
from tests.play.watching.watched import HandClock
from tilefall.arena.store import read_arena, reopen
from tilefall.interfaces.web.arenas import arena_record
from tilefall.interfaces.web.begin import begun
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.messages import parse_message
from tilefall.interfaces.web.session import Trouble
from tilefall.play.record import Record


def house(folder: Path) -> House:
    return House(folder, HandClock(), engine="reference")


def test_every_game_is_found_by_its_number(tmp_path: Path) -> None:
    quintris_arena(tmp_path / "a")
    for number, record in alone().records.items():
        assert arena_record(house(tmp_path), "a", number) == record.sealed()


def test_one_record_is_read_without_the_others(tmp_path: Path) -> None:
    folder = quintris_arena(tmp_path / "a")
    path = folder / "records.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    others = [b"x" * (len(line) - 1) + b"\n" for line in lines]
    path.write_bytes(b"".join([*others[:2], lines[2], *others[3:]]))
    assert isinstance(arena_record(house(tmp_path), "a", 3), Record)
    with pytest.raises(Trouble, match=r"^a/records\.jsonl, line 2: "):
        arena_record(house(tmp_path), "a", 2)


def test_a_record_that_is_not_that_of_the_game_is_not_shown(tmp_path: Path) -> None:
    folder = quintris_arena(tmp_path / "a")
    with closing(sqlite3.connect(folder / "arena.sqlite")) as base, base:
        base.execute("update games set digest = '0123456789abcdef' where number = 1")
    with pytest.raises(Trouble, match="line 1: this is not the game of the arena"):
        arena_record(house(tmp_path), "a", 1)
    assert isinstance(arena_record(house(tmp_path), "a", 2), Record)


def test_a_game_that_cannot_be_shown_says_why(tmp_path: Path) -> None:
    quintris_arena(tmp_path / "kept")
    nasty_arena(tmp_path / "bare", games=2)
    gone = quintris_arena(tmp_path / "gone")
    (gone / "records.jsonl").unlink()
    for wanted, number, words in (
        ("kept", 9, "there is no game 9 in kept"),
        ("bare", 1, "the games of bare were played with --no-records"),
        ("gone", 1, "gone/records.jsonl: No such file"),
        ("missing", 1, "There is no missing here"),
    ):
        with pytest.raises(Trouble, match=words):
            arena_record(house(tmp_path), wanted, number)


def test_a_game_of_an_arena_is_watched(tmp_path: Path) -> None:
    quintris_arena(tmp_path / "a")
    record = alone().records[2]
    session = begun(parse_message('{"do": "replay", "arena": "a", "number": 2}'), house(tmp_path))
    try:
        shown = session.shown()
    finally:
        session.close(0.0)
    assert (list(shown["names"]), int(shown["seed"])) == (["first-fit"], record.seed)
    assert shown["length"] == len(record.moves) + 1


def test_an_arena_is_read_while_it_is_filled_and_after_it_was_left(tmp_path: Path) -> None:
    folder = quintris_arena(tmp_path / "a")
    with closing(reopen(folder)) as store:
        assert len(read_arena(folder)[1]) == len(store.played()) == 6
        assert arena_record(house(tmp_path), "a", 6).agents == ("first-fit",)
