"""Files of records: written whole or not at all, and what is wrong in one is named by its line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.play.test_records import played
from tilefall.play import BadRecord, Record, append_record, read_records, write_records
from tilefall.rules.dice import SEEDS


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_files_give_back_what_was_written(tmp_path: Path, name: str) -> None:
    path, games = tmp_path / name, [played("ijk", seed, 5) for seed in range(3)]
    write_records(path, games[:2])
    assert list(read_records(path)) == games[:2]
    assert append_record(path, games[2]) == 3
    assert list(read_records(path)) == games
    assert path.read_bytes().startswith(b"\x1f\x8b" if name.endswith(".gz") else b'{"version":1')
    first = path.read_bytes()
    if name.endswith(".gz"):
        assert first[4:8] == bytes(4)  # no time of writing: the same games are the same bytes
    write_records(path, games)
    assert path.read_bytes() == first
    assert [each.name for each in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path, name: str) -> None:
    path, record = tmp_path / name, played("ijk", 1, 5)
    write_records(path, [record])

    def failing() -> Iterator[Record]:
        yield record
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_records(path, failing())
    assert list(read_records(path)) == [record]
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_files_that_cannot_be_written_are_errors(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_records(tmp_path, [])
    with pytest.raises(FileNotFoundError, match="no such directory"):
        write_records(tmp_path / "none" / "games.jsonl", [])
    # a pipe stands for devices: a rename would put a plain file in its place
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="pipe"):
        write_records(pipe, [])
    assert pipe.is_fifo()


LINE = played("ijk:size=2", 1, 2).line()


def without(name: str) -> str:
    return json.dumps({key: value for key, value in json.loads(LINE).items() if key != name})


def changed(**values: object) -> str:
    return json.dumps(json.loads(LINE) | values)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty"),
        ("\n", "line 1: the line is empty"),
        (f"{LINE}\n{LINE[:50]}\n", "line 2: no JSON at character"),
        (f"{LINE}\n[1]\n", "line 2: a list, expected an object"),
        (without("seed"), "line 1: no field 'seed', expected version, tilefall, game"),
        (changed(colour=1), "line 1: unknown field 'colour'"),
        (changed(version=2), "record format 2, this tilefall reads 1"),
        (changed(seed="7"), "field 'seed' is '7', expected a whole number from 0 to"),
        (changed(seed=-1), "field 'seed' is -1"),
        (changed(seed=SEEDS), "field 'seed'"),
        (changed(seed=True), "field 'seed' is True"),
        (changed(score=1.5), "field 'score' is 1.5, expected a whole number"),
        (changed(agents=[]), "field 'agents'"),
        (changed(agents=["a", "\x1b[2J"]), "field 'agents'"),
        (changed(agents="random"), "field 'agents' is 'random', expected a list of names"),
        (changed(moves=[0, "1"]), "field 'moves'"),
        (changed(digest="xyz"), "field 'digest' is 'xyz', expected 16 hexadecimal digits"),
        (changed(digest=""), "field 'digest'"),
        (changed(checks="abc"), "field 'checks' is 'abc', expected 4 hexadecimal digits for each"),
        (changed(start=3), "field 'start' is 3, expected a position text or null"),
        (changed(game=""), "field 'game'"),
        ('{"version":1,"version":1}', "a field is there twice"),
        ("[" * 100_000, "no usable JSON"),
        (changed(score=1)[:-1] + ',"x":' + "9" * 5000 + "}", "no usable JSON"),
    ],
)
def test_bad_files_are_named_by_line_and_fault(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(content)
    with pytest.raises(BadRecord) as error:
        list(read_records(path))
    assert message in str(error.value)
    assert str(path) in str(error.value)


def test_files_that_are_no_text_or_cut_off_are_bad(tmp_path: Path) -> None:
    path, packed = tmp_path / "games.jsonl", tmp_path / "games.jsonl.gz"
    path.write_bytes(LINE.encode() + b"\n\xff\xfe")
    with pytest.raises(BadRecord, match="line 2: not UTF-8 at byte 1"):
        list(read_records(path))
    packed.write_bytes(LINE.encode())
    with pytest.raises(BadRecord, match=r"games\.jsonl\.gz: no whole gzip file"):
        list(read_records(packed))
    write_records(packed, [played("ijk", 1)])
    packed.write_bytes(packed.read_bytes()[:-20])
    with pytest.raises(BadRecord, match="cut off"):
        list(read_records(packed))
    write_records(packed, [])
    with pytest.raises(BadRecord, match="empty"):
        list(read_records(packed))
