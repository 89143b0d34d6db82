"""TensorBoard's event files: they say what the log says, each step once, whatever happened."""

from __future__ import annotations

import json
import struct
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tensorboardX.crc32c import crc32c
from tensorboardX.proto import event_pb2

from tests.commands.test_cli import run
from tests.train.made_runs import (
    duel,
    generation,
    lesson,
    made_evolution,
    made_learning,
    usual_lines,
    validation,
)
from tilefall.train.events import event_files, step_of
from tilefall.train.runs import BadRun

Scalars = dict[tuple[str, int], float]
WORDS = [
    *("tetris:width=6", "--method", "genetic", "--generations", "4", "--population", "4"),
    *("--games", "1", "--max-pieces", "9", "--validation-games", "2", "--checkpoint-every", "2"),
]


def masked(content: bytes) -> int:
    """The checksum of the record format: a CRC, turned and shifted."""
    found = int(crc32c(content))
    return ((found >> 15 | found << 17) + 0xA282EAD8) & 0xFFFFFFFF


def events_of(folder: Path) -> list[Any]:
    """The events of the one file of a run."""
    (path,) = (folder / "events").iterdir()
    content, found, at = path.read_bytes(), [], 0
    while at < len(content):
        head = content[at : at + 8]
        (length,) = struct.unpack("<Q", head)
        data = content[at + 12 : at + 12 + length]
        sums = struct.unpack("<I", content[at + 8 : at + 12] or b"")
        sums += struct.unpack("<I", content[at + 12 + length : at + 16 + length])
        assert sums == (masked(head), masked(data))
        found.append(event_pb2.Event.FromString(data))
        at += 16 + length
    return found


def scalars_of(folder: Path) -> Scalars:
    """Every value by its name and step; none may be there twice."""
    pairs = [
        ((value.tag, event.step), value.simple_value)
        for event in events_of(folder)
        for value in event.summary.value
    ]
    twice = [name for name, count in Counter(name for name, _ in pairs).items() if count > 1]
    assert twice == []
    return dict(pairs)


def told(folder: Path) -> Scalars:
    with event_files(folder):
        pass
    return scalars_of(folder)


def logged(folder: Path) -> Scalars:
    """What the log of a real run says of best and of lines on other seeds."""
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    best = {("train/best", step_of(line)): line["best"] for line in lines if "best" in line}
    judged = [line for line in lines if line["kind"] == "validation"]
    return best | {("validation/lines", step_of(line)): line["lines"] for line in judged}


def agree(folder: Path) -> None:
    """The events say what the log says, of all four generations."""
    expected = logged(folder)
    assert {step for name, step in expected if name == "train/best"} == {1, 2, 3, 4}
    names = {name for name, _ in expected}
    found = {key: value for key, value in scalars_of(folder).items() if key[0] in names}
    assert found == pytest.approx(expected, rel=1e-6)


def test_every_figure_of_an_evolution_is_told(tmp_path: Path) -> None:
    lines = [
        generation(0, 8.0, 4.0, seconds=2.0) | {"deaths": 5},
        validation(1, 10, 13, seconds=3.0),
    ]
    assert told(made_evolution(tmp_path / "one", lines)) == pytest.approx(
        {
            ("train/best", 1): 8,
            ("train/mean", 1): 6,
            ("train/worst", 1): 4,
            ("train/lines", 1): 16,
            ("train/deaths", 1): 5,
            ("speed/games_per_s", 1): 3,
            ("validation/fitness", 1): 11.5,
            ("validation/lines", 1): 11.5,
            ("validation/alive", 1): 0.5,
        }
    )


def test_every_figure_of_learning_is_told_by_games(tmp_path: Path) -> None:
    lines = [lesson(10, 0.5, 1.0), lesson(20, 0.25, 3.0), duel(20, 62.5, 4.0)]
    found = told(made_learning(tmp_path / "ijk", lines))
    assert found[("train/error", 10)] == 0.5
    assert found[("train/error", 20)] == 0.25
    assert found[("speed/games_per_s", 20)] == 5
    assert found[("validation/score_percent", 20)] == 62.5
    assert {name for name, _ in found} == {
        *("train/error", "train/turns", "train/ties"),
        *("speed/games_per_s", "validation/score_percent"),
    }


def test_those_who_play_again_have_names_of_their_own(tmp_path: Path) -> None:
    lines = [
        generation(0, 8.0, 4.0, seconds=1.0),
        generation(0, 7.0, 3.0, seconds=2.0, stage="elite"),
    ]
    found = told(made_evolution(tmp_path / "one", lines, method="cross-entropy"))
    assert found[("train/best", 1)] == 8
    assert (found[("train/again_best", 1)], found[("train/again_mean", 1)]) == (7, 5)


def test_the_clock_is_that_of_the_log(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines())
    told(folder)
    version, start, *rest = events_of(folder)
    assert version.file_version == "brain.Event:2"
    # whatever an open TensorBoard has read of an earlier file is forgotten
    assert (start.session_log.status, start.step) == (event_pb2.SessionLog.START, 0)
    times = [round(event.wall_time - start.wall_time, 3) for event in rest]
    assert times == [1.0, 2.0, 3.0, 4.0, 5.0, 15.0]


def test_a_training_tells_every_step(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    result = run("train", *WORDS, "--tensorboard", "--out", str(folder))
    assert result.exit_code == 0, result.output
    agree(folder)


def test_a_training_that_was_killed_tells_no_step_twice(tmp_path: Path) -> None:
    """Its log may be behind its events, and its event file may end within a record."""
    folder = tmp_path / "run"
    assert run("train", *WORDS, "--tensorboard", "--out", str(folder)).exit_code == 0
    log, (events,) = folder / "log.jsonl", (folder / "events").iterdir()
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:2]) + '{"kind": "ga')
    events.write_bytes(events.read_bytes()[:-7])
    events.rename(events.with_name("events.out.tfevents.1000000000.elsewhere"))
    result = run("train", "--resume", str(folder), "--tensorboard")
    assert result.exit_code == 0, result.output
    agree(folder)


def test_a_run_that_began_without_events_has_them_all(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert run("train", *WORDS, "--out", str(folder)).exit_code == 0
    assert not (folder / "events").exists()
    assert run("train", "--resume", str(folder), "--tensorboard").exit_code == 0
    agree(folder)


def test_what_was_told_is_in_the_file_at_once(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines()[:1])
    with event_files(folder) as tell:
        assert ("train/best", 1) in scalars_of(folder)
        tell(usual_lines()[1])
        assert scalars_of(folder)[("train/best", 2)] == 12


def test_without_the_package_nothing_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tensorboardX", None)
    folder = tmp_path / "run"
    result = run("train", *WORDS, "--tensorboard", "--out", str(folder))
    assert result.exit_code == 1
    assert result.output == (
        'Error: --tensorboard needs tensorboardX: pip install "tilefall[tensorboard]"\n'
    )
    assert not folder.exists()


def test_a_log_that_is_wrong_is_told_before_old_events_go(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines())
    known = told(folder)
    with (folder / "log.jsonl").open("a") as log:
        log.write('{"kind": "games", "seconds": 16.0}\n')
    with pytest.raises(BadRun, match="line 7: no 'games'"), event_files(folder):
        pass
    assert scalars_of(folder) == known


def test_a_disk_that_is_full_is_told_with_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines()[:1])

    def full(writer: object, event: object) -> None:
        raise OSError(28, "No space left on device")

    with event_files(folder) as tell, monkeypatch.context() as patched:
        patched.setattr("tensorboardX.event_file_writer.EventsWriter.write_event", full)
        with pytest.raises(OSError, match=rf"No space left.*{folder}/events") as caught:
            tell(usual_lines()[1])
    assert caught.value.filename == f"{folder}/events"
