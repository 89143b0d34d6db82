"""Runs: whatever ends a process, the run resumes to the same end, or says why it cannot."""

from __future__ import annotations

import itertools
import json
import math
import os
import shutil
import signal
import struct
import subprocess
import time
import zlib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

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
from tilefall.play.folders import LOCK, FolderInUse
from tilefall.search.ijk_network import WEIGHTS
from tilefall.train import cma
from tilefall.train.differences import CHECKPOINT
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


@pytest.fixture(scope="module", name="whole")
def whole_runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A finished run of some methods."""
    with pytest.MonkeyPatch.context() as patch:
        learn_quickly(patch)
        folder = tmp_path_factory.mktemp("whole")
        return {method: trained(folder / method, method) for method in ("genetic", "cma", "td")}


def check_refused(out: Path, where: str, told: str, code: int = 1) -> None:
    """Going on fails with one line, and nothing in the folder is touched."""
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    result = run("train", "--resume", str(out))
    assert (result.exit_code, result.stdout) == (code, ""), result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: {where}"), line
    assert told in line
    after = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    after.pop(out / LOCK, None)
    before.pop(out / LOCK, None)
    assert after == before


def copied(run: Path, tmp_path: Path) -> Path:
    shutil.copytree(run, tmp_path / "run")
    return tmp_path / "run"


def packed(*weights: float) -> str:
    content = struct.pack("<f", 0.0) * (WEIGHTS - len(weights)) + struct.pack(
        f"<{len(weights)}f", *weights
    )
    return b64encode(zlib.compress(content)).decode("ascii")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"done": -1}, "done is -1, expected one of the log's"),
        ({"done": 26}, "done is 26, expected"),
        ({"done": 11}, "done is 11, expected"),
        ({"done": "10"}, "done is '10', expected"),
        ({"done": True}, "done is True, expected"),
        ({"done": 10.0}, "done is 10.0, expected"),
        ({"weights": "%"}, "not a checkpoint"),
        ({"weights": "eJw="}, "not a checkpoint"),
        ({"weights": 3}, "not a checkpoint"),
        ({"weights": b64encode(zlib.compress(b"1234")).decode()}, "215552 weights of 4 bytes"),
        ({"weights": packed(math.nan)}, "weight nan, allowed are -16777216.0 to"),
        ({"weights": packed(math.inf)}, "weight inf, allowed are -16777216.0 to"),
        ({"weights": packed(0.0, -2e7, 0.0)}, "weight -20000000.0, allowed are"),
    ],
)
def test_a_changed_checkpoint_is_refused(
    changed: dict[str, Any], told: str, whole: dict[str, Path], tmp_path: Path
) -> None:
    out = copied(whole["td"], tmp_path)
    path = out / CHECKPOINT
    path.write_text(json.dumps({**json.loads(path.read_text()), **changed}))
    check_refused(out, f"{path}: ", told)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"3", b"\xff", b'{"done": 3}'])
def test_what_is_no_checkpoint_is_refused(
    content: bytes, whole: dict[str, Path], tmp_path: Path
) -> None:
    out = copied(whole["td"], tmp_path)
    (out / CHECKPOINT).write_bytes(content)
    check_refused(out, f"{out / CHECKPOINT}: ", "not a checkpoint")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "expected JSON"),
        (b"{", "expected JSON"),
        (b"\xff", "expected JSON"),
        (b"[]", "expected kind, plan, version, date"),
        (b"{}", "expected kind, plan, version, date"),
        (b'{"kind": 1, "plan": {}, "version": "1", "date": "x"}', "kind is 1"),
        (b'{"kind": "x", "plan": [], "version": "1", "date": "x"}', "plan is []"),
    ],
)
def test_a_changed_configuration_is_refused(
    content: bytes, told: str, whole: dict[str, Path], tmp_path: Path
) -> None:
    out = copied(whole["genetic"], tmp_path)
    (out / CONFIG).write_bytes(content)
    check_refused(out, f"{out / CONFIG}: ", told)


@pytest.mark.parametrize(
    ("method", "changed", "told"),
    [
        ("genetic", {"method": "guess"}, "method 'guess', allowed are genetic, cma, cross-entropy"),
        ("genetic", {"population": 3}, "--population 3, allowed are 4 to 100,000"),
        ("genetic", {"population": "5"}, "population is '5'"),
        ("genetic", {"population": True}, "population is True"),
        ("genetic", {"games": 2.5}, "games is 2.5"),
        ("genetic", {"mutation": "often"}, "mutation is 'often'"),
        ("genetic", {"speed": 3}, "a plan has method, task, generations"),
        ("genetic", {"fitness": "luck"}, "fitness 'luck', allowed are mean, median"),
        ("genetic", {"start": [1.0]}, "a start of 1 numbers, expected 2"),
        ("genetic", {"start": [0.0, 0.0]}, "--start is 0 in all features"),
        ("genetic", {"start": [1.0, math.nan]}, "--start with nan"),
        ("genetic", {"start": "ab"}, "could not convert"),
        ("genetic", {"task": {}}, "a task has game, agent, features, max_pieces"),
        ("genetic", {"task": None}, "a task has game, agent, features, max_pieces"),
        ("td", {"games": 0}, "--games 0, allowed are 1 to"),
        ("td", {"rate": "fast"}, "rate is 'fast'"),
        ("td", {"mode": "other"}, "mode 'other', allowed are deterministic, nondeterministic"),
        ("td", {"depth": 2}, "a plan has mode, games"),
    ],
)
def test_a_changed_plan_is_refused(
    method: str, changed: dict[str, Any], told: str, whole: dict[str, Path], tmp_path: Path
) -> None:
    out = copied(whole[method], tmp_path)
    config = json.loads((out / CONFIG).read_text())
    config["plan"] = {**config["plan"], **changed}
    (out / CONFIG).write_text(json.dumps(config))
    check_refused(out, "the configuration of this run cannot be used: ", told)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"game": "chess"}, 'No game "chess"'),
        ({"game": 5}, "game is 5"),
        ({"agent": "nobody"}, 'No agent "nobody" for tetris'),
        ({"agent": "random"}, "agent random has no weights to train"),
        ({"features": ["hollows", "wells"]}, "feature 'hollows', allowed are"),
        ({"features": 3}, "'int' object is not iterable"),
        ({"features": []}, "expected each once"),
        ({"max_pieces": 0}, "--max-pieces 0, allowed are 1 to 2^62"),
        ({"max_pieces": 1.5}, "max_pieces is 1.5"),
    ],
)
def test_a_changed_task_is_refused(
    changed: dict[str, Any], told: str, whole: dict[str, Path], tmp_path: Path
) -> None:
    out = copied(whole["genetic"], tmp_path)
    config = json.loads((out / CONFIG).read_text())
    config["plan"]["task"] |= changed
    (out / CONFIG).write_text(json.dumps(config))
    check_refused(out, "the configuration of this run cannot be used: ", told)


def test_a_run_of_another_kind_is_refused(whole: dict[str, Path], tmp_path: Path) -> None:
    out = copied(whole["genetic"], tmp_path)
    config = json.loads((out / CONFIG).read_text())
    (out / CONFIG).write_text(json.dumps({**config, "kind": "school"}))
    check_refused(out, f"{out}: a run of kind 'school', allowed are evolution, td-ijk", "")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "line 2: "),
        ("[]", "line 2: expected an object with a kind and seconds"),
        ('{"kind": "games"}', "line 2: expected an object with a kind and seconds"),
        ('{"kind": "games", "seconds": 1}', "line 2: no 'generation'"),
        ('{"kind": "games", "generation": 7, "seconds": 1}', "line 2: generation 7, expected 1"),
        ('{"kind": "validation", "generation": 1, "seconds": 1}', "line 2: no 'is_last'"),
    ],
)
def test_a_changed_log_is_refused(
    line: str, told: str, whole: dict[str, Path], tmp_path: Path
) -> None:
    out = copied(whole["genetic"], tmp_path)
    lines = (out / LOG).read_text().splitlines()
    lines[1] = line
    (out / LOG).write_text("\n".join(lines) + "\n")
    check_refused(out, f"{out / LOG}, ", told)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"scores": [1.0]}, "expected 5 scores"),
        ({"scores": [1.0] * 6}, "expected 5 scores"),
        ({"scores": [1.0] * 4 + [math.nan]}, "expected 5 scores"),
        ({"scores": [1.0] * 4 + ["much"]}, "expected 5 scores"),
        ({"scores": 5}, "has no len()"),
        ({"digest": "0" * 16}, "was the run begun with another version of tilefall, cma or numpy"),
        ({"first_seed": 7}, "its candidates or seeds were others"),
    ],
)
def test_changed_scores_are_refused(
    changed: dict[str, Any], told: str, whole: dict[str, Path], tmp_path: Path
) -> None:
    out = copied(whole["genetic"], tmp_path)
    lines = (out / LOG).read_text().splitlines()
    lines[0] = json.dumps({**json.loads(lines[0]), **changed})
    (out / LOG).write_text("\n".join(lines) + "\n")
    check_refused(out, f"{out / LOG}, line 1: ", told)


def test_more_generations_than_planned_are_refused(whole: dict[str, Path], tmp_path: Path) -> None:
    out = copied(whole["genetic"], tmp_path)
    lines = (out / LOG).read_text().splitlines()
    more = json.loads(lines[2]) | {"generation": 2}
    (out / LOG).write_text("\n".join([*lines, json.dumps(more)]) + "\n")
    check_refused(out, f"{out / LOG}, line 5: ", "more than the 2 generations of the plan")


def test_candidates_of_another_version_of_cma_are_noticed(
    whole: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A last bit is enough: all later candidates would be others."""
    out = copied(whole["cma"], tmp_path)
    strategy = cma.strategy

    class Changed:
        def __init__(self, inner: Any) -> None:
            self.inner, self.tell = inner, inner.tell

        def ask(self) -> list[Any]:
            found = [list(candidate) for candidate in self.inner.ask()]
            found[-1][0] = math.nextafter(found[-1][0], 9)
            return found

    monkeypatch.setattr(cma, "strategy", lambda plan: Changed(strategy(plan)))
    check_refused(
        out,
        f"{out / LOG}, line 1: its candidates or seeds were others; was the run begun with another",
        "version of tilefall, cma or numpy, or on another kind of machine?",
    )


def test_a_folder_that_is_no_run(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("kept")
    check_refused(tmp_path, f"{tmp_path} is no run: it has no {CONFIG}", "", code=3)
    check_refused(tmp_path / "none", f"{tmp_path / 'none'}: no such folder", "", code=3)
    check_refused(tmp_path / "mine.txt", f"{tmp_path / 'mine.txt'}: no such folder", "", code=3)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def half_made(folder: Path) -> Path:
    """What a process leaves that is killed just before its configuration is whole."""
    (folder / CHECKPOINTS).mkdir(parents=True)
    (folder / LOG).touch()
    (folder / LOCK).touch()
    (folder / f".{CONFIG}.77.part").write_text('{"kind"')
    return folder


def test_a_run_that_was_never_begun_begins_again(tmp_path: Path) -> None:
    out = half_made(tmp_path / "run")
    check_refused(out, f"{out} is no run: it has no {CONFIG}", "", code=3)
    trained(out, "genetic")
    assert not list(out.glob(".*.part"))


@pytest.mark.parametrize("name", ["notes.txt", CONFIG, "best.json", ".hidden", "x.part"])
def test_a_folder_with_anything_in_it_is_not_taken(name: str, tmp_path: Path) -> None:
    out = half_made(tmp_path / "run")
    (out / name).write_text("kept")
    check_taken(out)


@pytest.mark.parametrize("name", [LOG, f"{CHECKPOINTS}/000001.json"])
def test_a_folder_with_something_learned_is_not_taken(name: str, tmp_path: Path) -> None:
    out = half_made(tmp_path / "run")
    (out / name).write_text("kept")
    check_taken(out)


def check_taken(out: Path) -> None:
    before = {path: path.is_file() and path.read_bytes() for path in out.rglob("*")}
    result = run("train", *METHODS["genetic"], "--out", str(out))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"Error: {out} is there already: `tilefall train --resume {out}` goes on with a run, or "
        "give another folder with --out\n"
    )
    assert {path: path.is_file() and path.read_bytes() for path in out.rglob("*")} == before
