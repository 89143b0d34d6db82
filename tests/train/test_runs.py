"""Runs: whatever ends a process, the run goes on to the same end; and one process at a time."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.commands.test_cli import run, started
from tests.train.trainings import (
    EVOLUTION,
    METHODS,
    content,
    gone_on,
    in_child,
    killed_at,
    learn_quickly,
    log_of,
    resumed,
    trained,
    with_full_disk,
)
from tilefall.play.folders import FolderInUse
from tilefall.train.runs import (
    BEST,
    CHECKPOINTS,
    CONFIG,
    LOG,
    Line,
    Run,
    carry_out,
    create,
    read_config,
    reopen,
)
from tilefall.train.trainings import training_of
from tilefall.train.workers import LocalWorkers

KILLED = -signal.SIGKILL


@pytest.fixture(autouse=True)
def quick_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    learn_quickly(monkeypatch)


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kill loses nothing that was written, synced or not."""
    monkeypatch.setattr(os, "fsync", lambda file: None)


@pytest.mark.parametrize("method", METHODS)
def test_killed_at_any_touch_of_the_disk_a_run_ends_the_same(method: str, tmp_path: Path) -> None:
    """Before and after every line, in every file that is half written, and while it is begun."""
    expected = content(trained(tmp_path / "whole" / "run", method))
    touch, code, begun = 0, KILLED, set()
    while code == KILLED:
        touch += 1
        out = tmp_path / str(touch) / "run"
        code = killed_at(touch, out, *METHODS[method], "--out", str(out))
        begun.add((out / CONFIG).exists())
        gone_on(out, method)
        assert content(out) == expected, touch
    assert code == 0
    assert touch > 25
    assert begun == {False, True}


@pytest.mark.parametrize("method", METHODS)
def test_a_run_that_is_killed_many_times_ends_the_same(method: str, tmp_path: Path) -> None:
    """Also while it is resumed."""
    expected = content(trained(tmp_path / "whole" / "run", method))
    out, random, kills = tmp_path / "run", Random(method), 0
    words = [*METHODS[method], "--out", str(out)]
    while killed_at(random.randint(1, 24), out, *words) == KILLED:
        kills += 1
        if (out / CONFIG).exists():
            words = ["--resume", str(out)]
    assert kills >= 3
    assert content(out) == expected


def test_a_process_that_is_killed_by_the_clock_loses_nothing(tmp_path: Path) -> None:
    words = ["train", *METHODS["cma"], "--generations", "100", "--games", "20"]
    folders = [tmp_path / name / "run" for name in ("whole", "killed")]
    for out in folders:
        with started(*words, "--out", str(out)) as process:
            if out == folders[0]:
                assert process.wait(timeout=60) == 0
            else:
                while not (out / LOG).exists():
                    assert process.poll() is None
                time.sleep(0.1)
                process.kill()
    for delay in (0.6, 0.9):
        with started("train", "--resume", str(folders[1])) as process:
            time.sleep(delay)
            process.kill()
    resumed(folders[1])
    assert content(folders[0]) == content(folders[1])


def step_by_step(whole: Path, folder: Path) -> Path:
    """Copies of a run as it stands after so many lines of its log."""
    begun = folder / "begun" / "run"
    (begun / CHECKPOINTS).mkdir(parents=True)
    (begun / LOG).touch()
    shutil.copy(whole / CONFIG, begun / CONFIG)
    going, training = reopen(begun, lambda config: training_of(config, LocalWorkers(1)))
    lines = itertools.count()

    def keep(line: Line | None = None) -> None:
        shutil.copytree(begun, folder / str(next(lines)) / "run")

    keep()
    carry_out(going, training, keep)
    going.close()
    return folder


@pytest.mark.parametrize("method", METHODS)
def test_a_line_that_was_cut_at_any_byte_is_found_out_again(method: str, tmp_path: Path) -> None:
    """The line of a crash: nothing of it, a part, or all of it but what is saved with it."""
    whole = trained(tmp_path / "whole" / "run", method)
    expected = content(whole)
    kept = step_by_step(whole, tmp_path / "kept")
    logged = (whole / LOG).read_bytes().splitlines(keepends=True)
    out = tmp_path / "run"
    for number, line in enumerate(logged):
        is_last_of_genetic = method == "genetic" and number == len(logged) - 1
        step = 1 if is_last_of_genetic else 1 + len(line) // 6
        for end in (*range(0, len(line), step), len(line) - 1, len(line)):
            shutil.copytree(kept / str(number) / "run", out)
            with (out / LOG).open("ab") as file:
                file.write(line[:end])
            resumed(out)
            assert content(out) == expected, (number, end)
            shutil.rmtree(out)


@pytest.mark.parametrize("method", ["genetic", "td"])
def test_what_a_process_of_the_same_number_left_is_no_obstacle(method: str, tmp_path: Path) -> None:
    out = trained(tmp_path / "run", method)
    expected = content(out)
    for name in (BEST, LOG, CONFIG, f"{CHECKPOINTS}/000002.json"):
        path = out / name
        path.with_name(f".{path.name}.{os.getpid()}.part").write_bytes(b"half")
    resumed(out)
    assert content(out) == expected


@pytest.mark.parametrize("method", METHODS)
def test_a_full_disk_leaves_the_last_good_state(method: str, tmp_path: Path) -> None:
    """Files that cannot grow further: a line of the log or a file of weights is cut anywhere."""
    expected = content(trained(tmp_path / "whole" / "run", method))
    codes = []
    largest = max(path.stat().st_size for path in (tmp_path / "whole" / "run").rglob("*"))
    for most in (0, 10, *range(100, largest, max(largest // 12, 97)), 10**7):
        out = tmp_path / str(most) / "run"
        codes.append(with_full_disk(most, *METHODS[method], "--out", str(out)))
        if (out / CONFIG).exists():
            read_config(out)
            log_of(out)
            codes.append(with_full_disk(most, "--resume", str(out)))
        gone_on(out, method)
        assert content(out) == expected, most
    assert set(codes) == {0, 1}
    assert codes.count(1) > 5


def test_a_full_disk_is_told_before_work_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1000))
    out = tmp_path / "deep" / "run"
    result = run("train", *METHODS["cma"], "--out", str(out))
    assert (result.exit_code, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: {out}: 1,000 bytes are free and about ")
    assert line.endswith("are needed; make room or give another folder with --out")
    assert list(tmp_path.iterdir()) == []


def test_an_error_while_it_trains_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Run, line: object) -> None:
        raise OSError(5, "Input/output error", "log.jsonl")

    monkeypatch.setattr(Run, "append", broken)
    out = tmp_path / "run"
    result = run("train", *METHODS["genetic"], "--out", str(out))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines()[1:] == [
        f"What was found is kept: tilefall train --resume {out} goes on.",
        "Error: log.jsonl: Input/output error",
    ]


@pytest.mark.parametrize("place", ["file/run", "file", "file/deep/run"])
def test_a_folder_that_cannot_be_made_is_told_at_once(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilefall.train.runs.carry_out", None)
    (tmp_path / "file").write_text("kept")
    result = run("train", *METHODS["genetic"], "--out", str(tmp_path / place))
    assert (result.exit_code, result.stdout) == (2 if place == "file" else 1, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: {tmp_path / 'file'}")
    assert (tmp_path / "file").read_text() == "kept"


def test_two_processes_in_one_run(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with long_run(out):
        with pytest.raises(FolderInUse, match="another process is training here"):
            _reopened(out)
        second = run("train", "--resume", str(out))
        assert (second.exit_code, second.stdout) == (1, "")
        assert second.stderr == f"Error: {out}: another process is training here\n"
        third = run("train", *METHODS["genetic"], "--out", str(out))
        assert (third.exit_code, third.stdout) == (2, "")
        assert f"Error: {out} is there already" in third.stderr
    assert in_child(lambda: _reopened(out)) == 0


@contextmanager
def long_run(out: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that trains as long as a test needs it."""
    words = ["train", *METHODS["genetic"], "--generations", "1000000", "--out", str(out)]
    with started(*words, start_new_session=True) as process:
        try:
            while not (out / LOG).exists() or not (out / LOG).stat().st_size:
                assert process.poll() is None
            yield process
        finally:
            process.kill()


def _reopened(out: Path) -> int:
    reopened, _ = reopen(out, lambda config: training_of(config, LocalWorkers(1)))
    reopened.close()
    return 0


def test_of_two_that_begin_in_one_folder_the_second_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if both found it empty."""
    monkeypatch.setattr("tilefall.train.runs._check_empty", lambda folder: None)
    first = create(tmp_path / "run", "evolution", {"first": 1}, 0)
    with pytest.raises(FolderInUse, match="another process is training here"):
        create(tmp_path / "run", "evolution", {"second": 2}, 0)
    assert read_config(tmp_path / "run") == first.config
    first.close()


@pytest.mark.parametrize("method", EVOLUTION)
def test_a_finished_run_stays_as_it_is(method: str, tmp_path: Path) -> None:
    out = trained(tmp_path / "run", method)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    resumed(out)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


def test_ctrl_c_keeps_what_was_found_and_says_how_to_go_on(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with long_run(out) as process:
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert (process.returncode, output) == (130, "")
    assert errors.splitlines() == [
        f"Training in {out}",
        f"What was found is kept: tilefall train --resume {out} goes on.",
        "Interrupted.",
    ]
    assert log_of(out)
