"""Runs that cannot be gone on with: told in a line, and they stay as they were."""

from __future__ import annotations

import json
import math
import shutil
import struct
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from tests.commands.test_cli import run
from tests.train.trainings import METHODS, learn_quickly, trained
from tilefall.play.folders import LOCK
from tilefall.search.ijk_network import WEIGHTS
from tilefall.train import cma
from tilefall.train.differences import CHECKPOINT
from tilefall.train.runs import CHECKPOINTS, CONFIG, LOG


@pytest.fixture(autouse=True)
def quick_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    learn_quickly(monkeypatch)


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
        ({"weights": b64encode(zlib.compress(b"1234")).decode()}, "215552 weights of four bytes"),
        ({"weights": packed(math.nan)}, "a weight beyond 16777216"),
        ({"weights": packed(math.inf)}, "a weight beyond 16777216"),
        ({"weights": packed(0.0, -2e7, 0.0)}, "a weight beyond 16777216"),
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
