"""Threads of linear algebra: one computes wherever a training must end with the same weights."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from tests.commands.test_cli import run
from tilefall.rules.tetris import Tetris
from tilefall.train import cma
from tilefall.train.cma import Cma
from tilefall.train.plan import Evolution
from tilefall.train.runs import LOG
from tilefall.train.task import Task, groups_of

# As many features as make the library share its work.
WORDS = ["tetris:height=8", "--features", "all", "--start", "rv-ce", "--step", "0.1"]
WORDS += ["--generations", "6", "--population", "192", "--games", "1", "--max-pieces", "30"]
WORDS += ["--validation-games", "4", "--checkpoint-every", "6"]


@pytest.fixture(autouse=True)
def two_threads() -> Iterator[None]:
    """As on a machine with two cores, whatever this one has."""
    with computing(2):
        yield
        assert threads() == {2}


def computing(count: int) -> AbstractContextManager[Any]:
    """So many threads compute."""
    found: AbstractContextManager[Any] = cma.libraries().limit(limits=count)
    return found


def threads() -> set[int]:
    """How many threads each library has; there may be more than NumPy's."""
    return {library["num_threads"] for library in cma.libraries().info()}


def candidates() -> list[tuple[float, ...]]:
    """What a strategy asks for in the end."""
    task = Task("tetris:height=8", "greedy", groups_of(Tetris(height=8))["all"], 10)
    trainer = Cma(Evolution("cma", task, population=192, step=0.1))
    for _ in range(5):
        trainer.tell([sum(candidate) for candidate in trainer.ask().candidates])
    return list(trainer.ask().candidates)


def test_one_thread_computes_and_then_as_many_as_before() -> None:
    with cma.one_thread():
        assert threads() == {1}
    assert threads() == {2}
    with pytest.raises(KeyError), cma.one_thread():
        raise KeyError
    assert threads() == {2}


def test_a_training_is_the_same_on_any_number_of_cores() -> None:
    found = candidates()
    with computing(1):
        assert candidates() == found


def test_a_log_of_other_candidates_is_still_refused(tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert run("train", *WORDS, "--out", str(out)).exit_code == 0
    lines = [json.loads(line) for line in (out / LOG).read_text().splitlines()]
    lines[3]["digest"] = "0" * 16
    (out / LOG).write_text("".join(json.dumps(line) + "\n" for line in lines[:5]))
    result = run("train", "--resume", str(out))
    assert result.exit_code == 1
    assert f"{out / LOG}, line 4: its candidates or seeds were others" in result.stderr
