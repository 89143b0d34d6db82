"""Trainings to test with: small runs, what they leave, and processes that are killed in them."""

from __future__ import annotations

import itertools
import json
import os
import resource
import signal
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands.test_cli import run
from tilefall.play.folders import LOCK
from tilefall.search.ijk_network import Network
from tilefall.search.provenance import DuelValidation
from tilefall.stats import Estimate
from tilefall.train import differences
from tilefall.train.runs import CONFIG, LOG

GAME = "tetris:width=6,height=8"
SMALL = ["--generations", "2", "--population", "5", "--games", "2", "--max-pieces", "30"]
SMALL += ["--validation-games", "4", "--checkpoint-every", "1", "--features", "holes,wells"]
# What is asked for in a small run of each method.
METHODS = {
    "genetic": [GAME, "--method", "genetic", "--mutation", "0.5", *SMALL],
    "cma": [GAME, "--method", "cma", *SMALL],
    "cross-entropy": [GAME, "--method", "cross-entropy", *SMALL],
    "td": ["ijk", "--games", "25"],
}
EVOLUTION = [method for method in METHODS if method != "td"]
TOUCHES = ("open", "os.rename", "os.mkdir", "os.remove", "os.truncate")  # Python's audit events


def learn_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of few games, and networks of IJK judged by their bytes instead of by duels."""

    def judged(network: Network, first_seed: int, pairs: int) -> DuelValidation:
        score = zlib.crc32(network.weights) % 100
        return DuelValidation(first_seed, pairs, "nobody", 1, Estimate(score, score, score))

    monkeypatch.setattr(differences, "BLOCK", 10)
    monkeypatch.setattr(differences, "judged", judged)


def trained(out: Path, method: str, *more: str) -> Path:
    """The folder of a small run that nobody disturbed."""
    result = run("train", *METHODS[method], *more, "--out", str(out))
    assert result.exit_code == 0, result.output
    return out


def resumed(folder: Path) -> None:
    """A run goes on to its end."""
    result = run("train", "--resume", str(folder))
    assert result.exit_code == 0, result.output


def gone_on(out: Path, method: str) -> None:
    """What somebody does after a crash: go on, or begin again if nothing was begun."""
    if (out / CONFIG).exists():
        resumed(out)
    else:
        trained(out, method)


def content(folder: Path) -> dict[str, Any]:
    """Everything in the folder of a run, but for how long it took."""
    found: dict[str, Any] = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != LOCK
    }
    found[LOG] = log_of(folder)
    for line in found[LOG]:
        del line["seconds"]
    return found


def log_of(folder: Path) -> list[dict[str, Any]]:
    """The lines of a log, which must all be whole."""
    text = (folder / LOG).read_text()
    assert text == "" or text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def in_child(work: Callable[[], int]) -> int:
    """How a copy of this process that does some work ends: its exit code, or minus a signal."""
    child = os.fork()
    if child == 0:
        code = 99
        try:
            code = work()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed_at(touch: int, folder: Path, *words: str) -> int:
    """A training in a child that is killed when it touches its folder for the n-th time."""

    def work() -> int:
        touches, sync = itertools.count(1), os.fsync

        def touched() -> None:
            if next(touches) == touch:
                os.kill(os.getpid(), signal.SIGKILL)

        def hook(event: str, arguments: tuple[Any, ...]) -> None:
            if event in TOUCHES and str(arguments[0]).startswith(str(folder)):
                touched()

        def synced(fd: Any) -> None:
            touched()
            sync(fd)

        os.fsync = synced
        sys.addaudithook(hook)
        return run("train", *words).exit_code

    return in_child(work)


def with_full_disk(most_bytes: int, *words: str) -> int:
    """A training in a child that can write no file larger than this."""

    def work() -> int:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
        result = run("train", *words)
        is_told = "File too large" in result.stderr and "Traceback" not in result.stderr
        return result.exit_code if result.exit_code == 0 or is_told else 98

    return in_child(work)
