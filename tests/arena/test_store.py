"""The store of an arena: what was finished is there, once, whatever ended the process."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import replace
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread

import pytest

import tilefall.arena.store as store_module
from tests.arena.small_arenas import PLAN, done
from tilefall.arena import crew as crew_file
from tilefall.arena.crew import LocalCrew
from tilefall.arena.plan import ArenaTaken, BadArena, NoArena, plan_of
from tilefall.arena.store import (
    GAMES,
    PARTIAL,
    RECORDS,
    create,
    read_arena,
    read_records,
    reopen,
)
from tilefall.arena.work import Work
from tilefall.play.folders import FolderInUse
from tilefall.play.openings import Plies


def test_a_plan_is_read_back_as_it_was_written() -> None:
    plan = replace(PLAN, seconds_a_move=0.5, prints=("a", ""), plies=Plies(3, 4), margin=2.5)
    assert plan_of(plan.text()) == plan


@pytest.mark.parametrize("text", ["", "[]", "{}", PLAN.text().replace('"games"', '"gamez"')])
def test_what_is_no_plan_is_said(text: str) -> None:
    with pytest.raises(BadArena, match="the plan of the arena cannot be read"):
        plan_of(text)


def test_games_are_read_back_as_they_were_kept(tmp_path: Path) -> None:
    games = [done(bout, place) for bout in range(5) for place in range(2)]
    games[3] = replace(
        games[3],
        played=replace(
            games[3].played, forfeiter=0, cause="crash", detail="exit code 1", seed=2**64 - 1
        ),
    )
    with closing(create(tmp_path / "a", PLAN)) as store:
        store.add(games[:3])
        store.add(games[3:])
        kept = store.played()
    expected = [replace(each.played, record=n) for n, each in enumerate(games, 1)]
    assert kept == expected
    assert read_arena(tmp_path / "a") == (PLAN, expected)
    records = read_records(tmp_path / "a", {2, 5})
    assert {number: f"{record.line()}\n".encode() for number, record in records.items()} == {
        2: games[1].line,
        5: games[4].line,
    }


def test_without_records_there_are_none(tmp_path: Path) -> None:
    plan = replace(PLAN, has_records=False)
    with closing(create(tmp_path, plan)) as store:
        store.add([replace(done(0, 0), line=None), replace(done(0, 1), line=None)])
        assert [game.record for game in store.played()] == [None, None]
    with closing(reopen(tmp_path)) as store:
        assert len(store.played()) == 2
    assert (tmp_path / RECORDS).read_bytes() == b""


def test_a_game_is_never_kept_twice(tmp_path: Path) -> None:
    with closing(create(tmp_path, PLAN)) as store:
        store.add([done(0, 0)])
        with pytest.raises(BadArena, match="UNIQUE"):
            store.add([done(1, 0), done(0, 0)])
        assert [game.bout for game in store.played()] == [0]
        store.add([done(1, 0)])
    lines = (tmp_path / RECORDS).read_bytes().splitlines(keepends=True)
    assert lines == [done(0, 0).line, done(1, 0).line]


def test_lines_without_a_row_are_cut_off(tmp_path: Path) -> None:
    """As after kill -9 between the record and its row."""
    with closing(create(tmp_path, PLAN)) as store:
        store.add([done(0, 0), done(0, 1)])
    whole = (tmp_path / RECORDS).read_bytes()
    for rest in (b"{", b'{"whole":1}\n', whole):
        with (tmp_path / RECORDS).open("ab") as file:
            file.write(rest)
        with closing(reopen(tmp_path)) as store:
            assert len(store.played()) == 2
        assert (tmp_path / RECORDS).read_bytes() == whole


def test_rows_whose_record_is_gone_are_played_again(tmp_path: Path) -> None:
    """As after a loss of power, when the end of a file was not on the disk yet."""
    with closing(create(tmp_path, PLAN)) as store:
        store.add([done(0, 0), done(0, 1), done(1, 0)])
    whole = (tmp_path / RECORDS).read_bytes()
    first = whole.index(b"\n") + 1
    os.truncate(tmp_path / RECORDS, first + 5)
    with closing(reopen(tmp_path)) as store:
        assert [(game.bout, game.players) for game in store.played()] == [(0, (0,))]
        store.add([done(0, 1), done(1, 0)])
    assert (tmp_path / RECORDS).read_bytes() == whole


def test_one_process_at_a_time_fills_a_folder_and_others_may_look(tmp_path: Path) -> None:
    with closing(create(tmp_path, PLAN)) as store:
        store.add([done(0, 0)])
        with pytest.raises(FolderInUse, match="another process is running an arena here"):
            reopen(tmp_path)
        assert len(read_arena(tmp_path)[1]) == 1
    reopen(tmp_path).close()


def test_a_folder_with_an_arena_or_anything_else_is_not_taken(tmp_path: Path) -> None:
    create(tmp_path / "a", PLAN).close()
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "thesis.tex").touch()
    (tmp_path / "c").touch()
    for name in "abc":
        with pytest.raises(ArenaTaken, match="--resume"):
            create(tmp_path / name, PLAN)
    assert (tmp_path / "b" / "thesis.tex").exists()


def test_what_a_process_left_that_ended_before_it_had_a_plan_is_nothing(tmp_path: Path) -> None:
    (tmp_path / RECORDS).touch()
    (tmp_path / PARTIAL).write_bytes(b"half")
    create(tmp_path, PLAN).close()
    assert read_arena(tmp_path) == (PLAN, [])


def test_folders_that_hold_no_arena_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        reopen(tmp_path / "none")
    with pytest.raises(NoArena, match="is no arena"):
        reopen(tmp_path)
    (tmp_path / GAMES).write_bytes(b"this is no database, whatever its name may say" * 100)
    with pytest.raises(BadArena, match="not a database"):
        read_arena(tmp_path)
    (tmp_path / GAMES).unlink()
    with closing(sqlite3.connect(tmp_path / GAMES)) as base:
        base.execute("create table plan (plan)")
    with pytest.raises(BadArena, match="no games of an arena of this version"):
        read_arena(tmp_path)


def test_an_arena_of_another_version_is_looked_at_but_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(tmp_path, PLAN).close()
    monkeypatch.setattr("tilefall.arena.store.__version__", "9.9")
    with pytest.raises(BadArena, match=r"begun by tilefall .*this is 9\.9"):
        reopen(tmp_path)
    assert read_arena(tmp_path)[0] == PLAN


def test_more_lines_than_one_call_takes_are_all_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilefall.arena.store.AT_ONCE", 2)
    games = [done(bout, 0) for bout in range(5)]
    with closing(create(tmp_path, PLAN)) as store:
        store.add(games)
    assert (tmp_path / RECORDS).read_bytes() == b"".join(each.line or b"" for each in games)
    with closing(reopen(tmp_path)) as store:
        assert len(store.played()) == 5


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    import resource

    with closing(create(tmp_path, PLAN)) as store:
        store.add([done(0, 0)])
        size = (tmp_path / RECORDS).stat().st_size
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 10, before[1]))
        try:
            with pytest.raises(OSError, match="File too large"):
                store.add([done(1, 0)])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert (tmp_path / RECORDS).stat().st_size == size
        store.add([done(1, 0)])
        assert [game.bout for game in store.played()] == [0, 1]


def test_ctrl_c_waits_until_the_games_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = store_module._write_lines

    def write_and_interrupt(file: int, lines: list[bytes]) -> None:
        write(file, lines)
        signal.raise_signal(signal.SIGINT)

    handler = signal.getsignal(signal.SIGINT)
    with closing(create(tmp_path, PLAN)) as store:
        monkeypatch.setattr(store_module, "_write_lines", write_and_interrupt)
        with pytest.raises(KeyboardInterrupt):
            store.add([done(0, 0), done(0, 1)])
        monkeypatch.setattr(store_module, "_write_lines", write)
        store.add([done(1, 0)])  # no interrupt is left over
        assert [game.bout for game in store.played()] == [0, 0, 1]
    assert signal.getsignal(signal.SIGINT) == handler


def test_games_are_kept_by_any_thread(tmp_path: Path) -> None:
    def keep() -> None:
        with closing(create(tmp_path, PLAN)) as store:
            store.add([done(0, 0)])

    thread = threading.Thread(target=keep)
    thread.start()
    thread.join()
    assert len(read_arena(tmp_path)[1]) == 1


def test_plans_know_who_meets_whom() -> None:
    three = replace(PLAN, agents=("a", "b", "c"))
    assert (three.players, three.bouts) == (1, PLAN.games)
    assert three.comparisons == ((1, 0), (2, 0))
    assert three.groups == ((0,), (1,), (2,))
    versus = replace(three, game="ijk", games=10)
    assert (versus.players, versus.bouts) == (2, 5)
    assert versus.comparisons == versus.groups == ((0, 1), (0, 2), (1, 2))


@pytest.mark.parametrize(
    ("game", "most"), [("quintris", 666), ("tetris", 800), ("tetris:width=7,height=9", 1142)]
)
def test_no_game_has_more_lines_than_cells_fall(game: str, most: int) -> None:
    assert replace(PLAN, game=game, max_turns=2000).most_lines == most


PATIENCE = 60.0


class Nap(float):
    """Work that is nothing but time."""

    setting = None
    players = (0,)


@pytest.mark.parametrize("looks_that_see_nothing", [0, 1, 2])
def test_a_process_that_starts_while_all_others_are_ended_ends_too(
    monkeypatch: pytest.MonkeyPatch, looks_that_see_nothing: int
) -> None:
    looks: list[int] = []

    def seen() -> list[BaseProcess]:
        looks.append(1)
        return [] if len(looks) <= looks_that_see_nothing else active_children()

    monkeypatch.setattr(crew_file, "play", time.sleep)
    monkeypatch.setattr(crew_file, "is_batch", lambda setting, players: False)
    before = active_children()
    crew = LocalCrew(2)
    works = iter([Nap(0.01), Nap(1000.0), Nap(1000.0)])

    def take() -> Work | None:
        return next(works, None)  # type: ignore[return-value]

    playing = crew.play(take)
    assert next(playing).seconds < PATIENCE
    monkeypatch.setattr(crew_file, "active_children", seen)

    def end() -> None:
        playing.close()
        crew.close()

    ending = Thread(target=end, daemon=True)
    ending.start()
    ending.join(PATIENCE)
    assert not ending.is_alive()
    assert active_children() == before
