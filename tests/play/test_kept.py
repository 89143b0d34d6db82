"""Kept games: a file each in the player's data folder, and nothing is ever overwritten."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import platformdirs
import pytest

from tilefall.play import read_records
from tilefall.play.folders import PATIENCE, locked
from tilefall.play.kept import ID, KeptGame, NotKept, data_folder, keep_game, kept_games
from tilefall.play.live.live import PERSON
from tilefall.play.match import Recorder
from tilefall.play.record import Record
from tilefall.rules.dice import SEEDS
from tilefall.rules.ijk import Ijk
from tilefall.rules.quintris import Quintris

WHEN = datetime(2026, 11, 15, 14, 25, 30)
QUINTRIS = Recorder(Quintris(reach="fall"), [PERSON], 42).record()
IJK = Recorder(Ijk(), [PERSON, "greedy"], 7).record()


def ids(games: tuple[KeptGame, ...]) -> list[str]:
    return [game.id for game in games]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "games").iterdir()}


def test_the_folder_is_the_one_that_is_named_or_the_usual(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEFALL_DATA", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine"
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name, appauthor: tmp_path / name)
    monkeypatch.setenv("TILEFALL_DATA", "")
    assert data_folder() == tmp_path / "tilefall"
    monkeypatch.delenv("TILEFALL_DATA")
    assert data_folder() == tmp_path / "tilefall"


def test_tests_have_a_folder_of_their_own() -> None:
    assert data_folder() != platformdirs.user_data_path("tilefall", appauthor=False)
    assert not data_folder().exists()
    assert kept_games() == ()


def test_a_game_is_a_file_of_one_record() -> None:
    kept = keep_game(QUINTRIS, WHEN)
    assert kept.id == "quintris-20261115-142530-seed-42"
    assert kept.path == data_folder() / "games" / f"{kept.id}.jsonl"
    assert list(read_records(kept.path)) == [QUINTRIS]
    assert (kept.game, kept.when, kept.seed) == ("quintris", WHEN, 42)
    assert kept_games() == (kept,)


def test_a_second_game_in_the_same_second_has_another_name(tmp_path: Path) -> None:
    records = [replace(QUINTRIS, tilefall=f"0.{number}").sealed() for number in range(12)]
    kept = [keep_game(record, WHEN, tmp_path) for record in records]
    assert kept[1].id == "quintris-20261115-142530-seed-42-2"
    assert [next(iter(read_records(each.path))) for each in kept] == records
    assert kept_games(tmp_path) == tuple(reversed(kept))  # 12 is newer than 2


def test_what_is_there_is_never_overwritten(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "quintris-20261115-142530-seed-42.jsonl").write_text("mine")
    (games / "quintris-20261115-142530-seed-42-2.jsonl").symlink_to(tmp_path / "nowhere")
    before = (games / "quintris-20261115-142530-seed-42.jsonl").read_bytes()
    assert keep_game(QUINTRIS, WHEN, tmp_path).id == "quintris-20261115-142530-seed-42-3"
    assert contents_of_first(games) == before
    assert not (tmp_path / "nowhere").exists()


def contents_of_first(games: Path) -> bytes:
    return (games / "quintris-20261115-142530-seed-42.jsonl").read_bytes()


@pytest.mark.parametrize("record", [QUINTRIS, IJK, replace(QUINTRIS, seed=SEEDS - 1)])
def test_ids_are_short_and_plain(record: Record, tmp_path: Path) -> None:
    for _ in range(2):
        assert ID.fullmatch(keep_game(record, WHEN, tmp_path).id)


def test_games_are_listed_the_newest_first(tmp_path: Path) -> None:
    moments = [WHEN + timedelta(days=days) for days in (0, 400, 3, -20)]
    for record in (QUINTRIS, IJK):
        for moment in moments:
            keep_game(record, moment, tmp_path)
    found = kept_games(tmp_path)
    assert [each.when for each in found] == sorted(moments * 2, reverse=True)
    assert [each.game for each in kept_games(tmp_path, "ijk")] == ["ijk"] * 4
    assert [each.when for each in kept_games(tmp_path, "ijk")] == sorted(moments, reverse=True)
    assert kept_games(tmp_path, "tetris") == ()


def test_files_of_others_are_listed_last_if_they_can_be_named(tmp_path: Path) -> None:
    keep_game(QUINTRIS, WHEN, tmp_path)
    for name in ("zz-my-game.jsonl", "tetris-99999999-999999-seed-1.jsonl", "notes.txt", "A.jsonl"):
        (tmp_path / "games" / name).write_text("")
    (tmp_path / "games" / f"{'a' * 65}.jsonl").write_text("")
    found = kept_games(tmp_path)
    assert ids(found) == [
        "tetris-99999999-999999-seed-1",
        "quintris-20261115-142530-seed-42",
        "zz-my-game",
    ]
    assert [(each.game, each.when) for each in found[::2]] == [("tetris", None), ("", None)]
    assert found[2].seed is None


def test_only_names_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_game(QUINTRIS, WHEN, tmp_path)

    def never(*_: object, **__: object) -> None:
        raise AssertionError("a file was looked at")

    with monkeypatch.context() as patched:
        patched.setattr(os, "stat", never)
        patched.setattr(Path, "open", never)
        patched.setattr(Path, "stat", never)
        found = kept_games(tmp_path)
    assert len(found) == 1


def test_a_folder_that_cannot_be_made_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    place = tmp_path / "file" / "data"
    with pytest.raises(NotKept) as caught:
        keep_game(QUINTRIS, WHEN, place)
    assert str(caught.value) == f"this game is not kept: {place}: Not a directory"
    assert kept_games(place) == ()


def test_a_folder_that_may_not_be_written_to_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(NotKept) as caught:
        keep_game(QUINTRIS, WHEN, tmp_path)
    assert str(caught.value) == f"this game is not kept: {tmp_path / '.lock'}: Permission denied"


def test_a_full_disk_leaves_no_half_of_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(NotKept, match="No space left on device"):
        keep_game(QUINTRIS, WHEN, tmp_path)
    assert contents(tmp_path) == {}


def test_a_folder_that_another_process_does_not_let_go_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Impatient()
    monkeypatch.setattr("tilefall.play.folders.time", clock)
    lock = locked(tmp_path, "testing")
    try:
        with pytest.raises(NotKept, match="another process is keeping a game here"):
            keep_game(QUINTRIS, WHEN, tmp_path)
    finally:
        os.close(lock)
    assert clock.seconds == PATIENCE
    assert keep_game(QUINTRIS, WHEN, tmp_path).path.exists()


def test_a_folder_that_is_let_go_of_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = locked(tmp_path, "testing")
    monkeypatch.setattr("tilefall.play.folders.time", Impatient(on_sleep=lambda: os.close(lock)))
    assert keep_game(QUINTRIS, WHEN, tmp_path).path.exists()


class Impatient:
    """A clock on which every sleep takes a second, and something happens in the first."""

    def __init__(self, on_sleep: object = None) -> None:
        self.seconds, self.on_sleep = 0.0, on_sleep

    def monotonic(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        if self.seconds == 0.0 and callable(self.on_sleep):
            self.on_sleep()
        self.seconds += 1.0
