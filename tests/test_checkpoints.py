"""Checkpoints of training: what cannot be gone on from is told in a line, and stays as it was."""

from __future__ import annotations

import json
import math
import struct
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from tests.test_cli import run
from tests.test_train import GAMES, checkpoint_of, words_of
from tilefall.search.ijk_network import WEIGHTS
from tilefall.train.differences import Learning, Plan


def test_a_checkpoint_that_is_there_is_not_lost(tmp_path: Path) -> None:
    out = tmp_path / "network.json"
    checkpoint_of(out).write_text("kept")
    result = run(*words_of(out))
    assert result.exit_code == 2
    told = f"{checkpoint_of(out)} is there: give --resume to go on, or remove it."
    assert result.stderr.splitlines()[-1] == f"Error: {told}"
    assert checkpoint_of(out).read_text() == "kept"


def test_there_is_nothing_to_resume(tmp_path: Path) -> None:
    out = tmp_path / "network.json"
    result = run(*words_of(out, "--resume"))
    assert result.exit_code == 3
    assert result.stderr == f"Error: {checkpoint_of(out)}: No such file or directory\n"
    assert list(tmp_path.iterdir()) == []


def test_a_checkpoint_of_another_plan_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "network.json"
    Learning(Plan(games=GAMES + 1, rate=0.5)).save(checkpoint_of(out))
    before = checkpoint_of(out).read_bytes()
    result = run(*words_of(out, "--resume"))
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert line == (
        f"Error: {checkpoint_of(out)}: of another plan, games, rate differ; "
        "give the same options, or remove the file to begin again"
    )
    assert checkpoint_of(out).read_bytes() == before


def packed(*weights: float) -> str:
    content = struct.pack("<f", 0.0) * (WEIGHTS - len(weights)) + struct.pack(
        f"<{len(weights)}f", *weights
    )
    return b64encode(zlib.compress(content)).decode("ascii")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"plan": []}, "not a checkpoint: 'list' object is not a mapping"),
        ({"plan": [[1, 2]]}, "not a checkpoint: 'list' object is not a mapping"),
        ({"plan": {}}, "of another plan, mode, games, first_seed, rate"),
        ({"done": -1}, "done is -1, expected 0 to 25"),
        ({"done": 26}, "done is 26, expected 0 to 25"),
        ({"done": "3"}, "done is '3', expected 0 to 25"),
        ({"done": True}, "done is True, expected 0 to 25"),
        ({"done": 2.0}, "done is 2.0, expected 0 to 25"),
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
    changed: dict[str, Any], told: str, tmp_path: Path
) -> None:
    out = tmp_path / "network.json"
    Learning(Plan(games=GAMES)).save(checkpoint_of(out))
    kept = json.loads(checkpoint_of(out).read_text())
    check_refused(out, json.dumps({**kept, **changed}).encode(), told)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"3", b"\xff", b'{"done": 3}'])
def test_what_is_no_checkpoint_is_refused(content: bytes, tmp_path: Path) -> None:
    check_refused(tmp_path / "network.json", content, "not a checkpoint")


def check_refused(out: Path, content: bytes, told: str) -> None:
    checkpoint_of(out).write_bytes(content)
    result = run(*words_of(out, "--resume"))
    assert result.exit_code == 1, result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: {checkpoint_of(out)}: ")
    assert told in line
    assert checkpoint_of(out).read_bytes() == content
    assert not out.exists()


def test_a_plan_of_another_version_is_named(tmp_path: Path) -> None:
    out = tmp_path / "network.json"
    Learning(Plan(games=GAMES)).save(checkpoint_of(out))
    kept = json.loads(checkpoint_of(out).read_text())
    kept["plan"]["depth"] = 2
    check_refused(out, json.dumps(kept).encode(), "of another plan, depth differ")


def test_places_that_cannot_be_written_to_are_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Learning, "blocks")  # nothing is learned before
    result = run(*words_of(tmp_path / "none" / "network.json"))
    assert result.exit_code == 3
    assert result.stderr == f"Error: {tmp_path / 'none'}: no such directory\n"
    result = run(*words_of(tmp_path))
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1].endswith(f"File '{tmp_path}' is a directory.")
    (tmp_path / "full.json.checkpoint").mkdir()
    result = run(*words_of(tmp_path / "full.json", "--resume"))
    assert result.exit_code == 1
    assert result.stderr == f"Error: {tmp_path / 'full.json.checkpoint'}: Is a directory\n"
