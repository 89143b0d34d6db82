"""The progress bar of trainings: seen in a terminal, quiet in a pipe, honest about time."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.train.made_runs import (
    duel,
    generation,
    lesson,
    made_evolution,
    made_learning,
    validation,
)
from tilefall.commands.train_progress import RECENT, TimeLeft, news_of, work_of
from tilefall.train.runs import read_config

WORDS = [
    *("train", "tetris:width=6", "--method", "genetic", "--generations", "12", "--games", "200"),
    *("--population", "6", "--max-pieces", "500", "--validation-games", "2"),
]


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(f"{TimeLeft.__module__}.time.monotonic", lambda: self.now)


@pytest.fixture(name="clock")
def clock_fixture(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def in_terminal(*words: str) -> tuple[str, str]:
    """What the program writes to its output, and to a terminal as its errors."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100", "NO_COLOR": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "tilefall", *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    ) as process:
        os.close(theirs)
        found = b""
        try:
            while more := os.read(ours, 65536):
                found += more
        except OSError:
            pass  # how Linux says that the other side has closed
        assert process.stdout is not None
        result = process.stdout.read()
    os.close(ours)
    assert process.returncode == 0, found
    return result, re.sub(r"\x1b\[[?\d;]*\w", "", found.decode())


def test_a_terminal_shows_where_a_training_is(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    result, seen = in_terminal(*WORDS, "--out", str(folder))
    assert result.startswith("run         ")
    assert seen.startswith(f"Training in {folder}")
    assert "generation 0 of 12 " in seen
    assert "the first games are played" in seen
    assert "generation 12 of 12 " in seen
    news = r"best [\d.,]+, mean [\d.,]+, [\d,]+ died, [\d,]+ games/s 0:0\d:\d\d 0:0\d:\d\d left"
    assert re.search(r"generation \d+ of 12 [^\w]+ " + news, seen), seen

    log = folder / "log.jsonl"
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:9]))
    _, seen = in_terminal("train", "--resume", str(folder))
    shown = re.findall(r"generation (\d+) of 12 ", seen)
    assert (shown[0], shown[-1]) == ("9", "12")
    assert "generation 9 of 12 ━━━━━" in seen.replace("generation", "\ngeneration").splitlines()[2]
    assert "the first games are played" not in seen


def test_learning_counts_games(tmp_path: Path) -> None:
    _, seen = in_terminal(
        *("train", "ijk", "--games", "20", "--validation-games", "2"),
        *("--out", str(tmp_path / "ijk")),
    )
    assert "game 0 of 20 " in seen
    assert re.search(r"game 20 of 20 \S+ scored [\d.]+ % against alphabeta", seen), seen


def test_a_pipe_hears_nothing_but_where_it_is(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "tilefall", *WORDS, "--games", "1", "--out", str(tmp_path / "run")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stderr == f"Training in {tmp_path / 'run'}\n"
    assert process.stdout.startswith("run         ")


def test_the_time_left_knows_only_new_work(clock: Clock) -> None:
    """Eight of ten took 4000 s in an earlier process; this one needs 2 s for one."""
    left = TimeLeft(total=10, done=8, seconds=4000.0)
    assert (left.seconds, str(left)) == (None, "")
    left.tell(9, 4002.0)
    assert (left.seconds, str(left)) == (2.0, "0:00:02 left")


def test_the_time_left_is_counted_down_and_never_below_nothing(clock: Clock) -> None:
    left = TimeLeft(total=4000, done=0, seconds=0.0)
    left.tell(1, 2.0)
    assert str(left) == "2:13:18 left"
    clock.now += 60
    assert str(left) == "2:12:18 left"
    clock.now += 100_000
    assert str(left) == "0:00:00 left"


def test_the_time_left_follows_the_recent_pace(clock: Clock) -> None:
    """Games become longer as weights become better: slow steps after many quick ones."""
    left, seconds = TimeLeft(total=100, done=0, seconds=0.0), 0.0
    for done in range(1, 51 + RECENT):
        seconds += 1.0 if done <= 50 else 10.0
        left.tell(done, seconds)
    assert left.seconds == 10.0 * (100 - 50 - RECENT)


def test_a_line_that_finishes_nothing_does_not_change_the_pace(clock: Clock) -> None:
    left = TimeLeft(total=10, done=0, seconds=0.0)
    left.tell(1, 2.0)
    left.tell(1, 9.0)
    assert left.seconds == 18.0


def test_later_generations_are_more_work(tmp_path: Path) -> None:
    config = read_config(made_evolution(tmp_path / "one", [], games=10, last_games=160))
    assert [work_of(config)(done) for done in range(6)] == [0, 10, 30, 70, 150, 310]
    config = read_config(made_learning(tmp_path / "ijk", []))
    assert work_of(config)(20) == 20


def test_the_news_of_each_line(tmp_path: Path) -> None:
    config = read_config(made_evolution(tmp_path / "one", [], fitness="log"))
    line = generation(0, 3.0, 2.0, 1.0, seconds=1.0) | {"deaths": 1234}
    assert news_of(line, 0.5, config) == "best 19.09, mean 6.389, 1,234 died, 18 games/s"
    line = validation(5, 1000, 1001, seconds=2.0)
    assert news_of(line, 1.0, config) == "1,000.5 lines on other seeds"
    config = read_config(made_learning(tmp_path / "ijk", []))
    assert news_of(lesson(10, 0.0125, 1.0), 0.01, config) == "error 0.0125, 1,000 games/s"
    assert news_of(duel(10, 62.5, 1.0), 0.01, config) == (
        "scored 62.5 % against alphabeta:evaluation=terms"
    )
