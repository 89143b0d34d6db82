"""The arenas and runs of a folder: their ids, their games, and that nothing else is ever found."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from threading import Event, Semaphore, Thread

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.interfaces.web.shelves import alone, nasty_arena, quintris_arena, small_run
from tests.interfaces.web.sites import Site
from tests.interfaces.web.visits import Visitor
from tests.play.watching.watched import HandClock
from tilefall.arena.store import read_arena, reopen
from tilefall.interfaces.web.arenas import arena_record
from tilefall.interfaces.web.begin import begun
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.library import arenas_in, runs_in, shelved, slug
from tilefall.interfaces.web.messages import parse_message
from tilefall.interfaces.web.remembered import Remembered
from tilefall.interfaces.web.session import Trouble
from tilefall.play.folders import LOCK, FolderInUse, is_held, locked
from tilefall.play.kept import ID
from tilefall.play.record import Record


def test_arenas_and_runs_are_found_in_a_folder_below_it_and_in_their_own_folders(
    tmp_path: Path,
) -> None:
    for name in ("one", "arenas/one", "arenas/Two Words", "runs/no-arena-inside/deep"):
        nasty_arena(tmp_path / name, games=2)
    for name in ("run", "runs/run", "runs/last"):
        small_run(tmp_path / name)
    arenas = {each.id: each.name for each in arenas_in(tmp_path)}
    assert arenas == {"one": "one", "two-words": "arenas/Two Words", "one-2": "arenas/one"}
    runs = {each.id: each.name for each in runs_in(tmp_path)}
    assert runs == {"run": "run", "last": "runs/last", "run-2": "runs/run"}
    (alone,) = arenas_in(tmp_path / "arenas/Two Words")
    assert (alone.id, alone.name) == ("two-words", "Two Words")


def test_what_is_no_arena_and_no_run_is_not_listed(tmp_path: Path) -> None:
    for name in ("other/config.json", "runs/empty/notes.txt", ".hidden/arena.sqlite", "log.jsonl"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    assert arenas_in(tmp_path) == runs_in(tmp_path) == ()
    assert arenas_in(tmp_path / "missing") == ()


@given(st.text(max_size=90), st.sampled_from(["arena", "run"]))
@example("n" * 80, "run")
def test_every_name_makes_an_id_that_can_stand_in_a_link(name: str, otherwise: str) -> None:
    assert ID.fullmatch(slug(name, otherwise))


def test_folders_of_the_same_name_have_ids_of_their_own_however_long_it_is(tmp_path: Path) -> None:
    long = "n" * 80
    for name in (long, f"{long}!", f"arenas/{long}"):
        nasty_arena(tmp_path / name, games=2)
    ids = [each.id for each in arenas_in(tmp_path)]
    assert len(set(ids)) == 3
    assert all(ID.fullmatch(each) for each in ids)


@pytest.mark.parametrize("kind", ["folder", "games", "records", "arenas"])
def test_links_that_lead_out_of_the_folder_are_not_followed(tmp_path: Path, kind: str) -> None:
    outside, inside = nasty_arena(tmp_path / "secret/arena", games=2), tmp_path / "served"
    inside.mkdir()
    if kind == "folder":
        (inside / "arena").symlink_to(outside)
    elif kind == "arenas":
        (inside / "arenas").symlink_to(tmp_path / "secret")
    else:
        nasty_arena(inside / "arena", games=2)
        name = "arena.sqlite" if kind == "games" else "records.jsonl"
        (inside / "arena" / name).unlink()
        (inside / "arena" / name).symlink_to(outside / name)
    assert arenas_in(inside) == ()


def test_links_within_the_folder_are_followed(tmp_path: Path) -> None:
    nasty_arena(tmp_path / "deep/down/arena", games=2)
    (tmp_path / "near").symlink_to(tmp_path / "deep/down/arena")
    assert [each.id for each in arenas_in(tmp_path)] == ["near"]


NOT_IDS = ("..", "%2e%2e", "..%2f..%2fetc", "one%2f..%2fone", "one%00", "ONE", "%2fetc%2fpasswd")


@pytest.mark.parametrize("shelf", ["arenas", "runs"])
def test_an_id_is_looked_up_and_never_joined_to_a_path(site: Site, shelf: str) -> None:
    nasty_arena(site.house.folder / "one", games=2)
    small_run(site.house.folder / "runs/one")
    visitor = Visitor(site)
    for wanted in NOT_IDS:
        for more in ("", "/games", "/checkpoints", "/table.csv"):
            assert visitor.get(f"/data/{shelf}/{wanted}{more}").status in (400, 404), wanted + more
    assert visitor.get(f"/data/{shelf}/one").status == 200


def test_an_id_that_nothing_has_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="There is no ijk-7 here"):
        shelved(arenas_in(tmp_path), "ijk-7")


def test_a_folder_is_held_while_somebody_works_in_it(tmp_path: Path) -> None:
    assert not is_held(tmp_path)
    assert list(tmp_path.iterdir()) == [], "looking left something behind"
    lock = locked(tmp_path, "working")
    assert is_held(tmp_path)
    with pytest.raises(FolderInUse, match="another process is working here"):
        locked(tmp_path, "working")
    os.close(lock)
    assert not is_held(tmp_path)


def test_who_looks_whether_a_folder_is_held_is_in_nobodys_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.close(locked(tmp_path, "working"))
    looking = os.open(tmp_path / LOCK, os.O_RDONLY)
    fcntl.flock(looking, fcntl.LOCK_SH)  # as is_held does, for a moment
    monkeypatch.setattr("tilefall.play.folders.time.sleep", lambda seconds: os.close(looking))
    os.close(locked(tmp_path, "working"))


def test_a_folder_is_read_again_only_if_it_has_changed(tmp_path: Path) -> None:
    readings = count(1)
    known = Remembered(lambda folder: next(readings), ["a", "b"], most=2)
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    for folder in (one, two, three):
        folder.mkdir()
    assert (known(one).value, known(one).value) == (1, 1)
    (one / "b").write_text("new")
    assert known(one).value == 2
    (one / "c").write_text("not looked at")
    assert known(one).value == 2
    found = [known(folder).value for folder in (two, three, one)]
    assert found == [3, 4, 5], "the oldest was kept"


def test_what_takes_long_to_read_is_read_seldom(tmp_path: Path) -> None:
    now, readings = [100.0], count(1)

    def read(folder: Path) -> int:
        now[0] += 2.0
        return next(readings)

    known, file = Remembered(read, ["a"], most=2, clock=lambda: now[0]), tmp_path / "a"
    first = known(tmp_path)
    file.write_text("more")
    assert known(tmp_path) == first, "it was read again at once"
    now[0] += 7.9
    assert known(tmp_path) == first
    now[0] += 0.2
    second = known(tmp_path)
    assert (second.value, second.stamp == first.stamp) == (2, False)


def test_many_who_ask_at_once_are_answered_by_one_reading(tmp_path: Path) -> None:
    asking, read, may_end = Semaphore(0), list[Path](), Event()

    def reading(folder: Path) -> str:
        read.append(folder)
        assert may_end.wait(20)
        return "read"

    known = Remembered(reading, ["arena.sqlite"], most=2)

    def ask() -> None:
        asking.release()
        known(tmp_path)

    threads = [Thread(target=ask) for _ in range(20)]
    for thread in threads:
        thread.start()
        asking.acquire()
    may_end.set()
    for thread in threads:
        thread.join()
    assert read == [tmp_path]


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
