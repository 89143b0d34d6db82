"""Bench of the terminal: programs in a pseudo-terminal, and figures that belong together."""

from __future__ import annotations

import json
import os
import signal
import sys
from dataclasses import asdict

import pytest
from click.testing import CliRunner

from tilefall.bench import terminal as bench
from tilefall.bench.pseudo_terminal import (
    ASKS_FOR_FRAMES,
    HAS_FRAMES,
    NoAnswer,
    PseudoTerminal,
)
from tilefall.bench.terminal import TerminalSpeed, measure
from tilefall.cli import cli

PATIENCE = 60.0
SPEED = TerminalSpeed(100, 32, 7, 1.5, 2.5, 3.5, 59.0, 0.25, 0.01, 512.0, 480.0)
ECHO = """
import os, sys, tty
tty.setraw(0)
size = os.get_terminal_size()
os.write(1, f"{size.columns} x {size.lines} {os.environ['WORD']};".encode())
while (key := os.read(0, 1)) != b"q":
    os.write(1, b"<" + key + b">")
sys.exit(7)
"""


def program(code: str) -> PseudoTerminal:
    return PseudoTerminal((sys.executable, "-c", code), 77, 21, {**os.environ, "WORD": "hello"})


def closed_program(terminal: PseudoTerminal) -> int:
    while not terminal.is_closed:
        terminal.read(PATIENCE)
    return terminal.close()


def test_a_program_in_a_pseudo_terminal_hears_keys_and_is_heard() -> None:
    terminal = program(ECHO)
    assert terminal.read_until(b";", PATIENCE) == b"77 x 21 hello;"
    terminal.write(b"a")
    assert terminal.read_until(b">", PATIENCE) == b"<a>"
    assert terminal.read(0.0) == b""
    assert terminal.read_until(b">", 0.0) is None, "it says nothing by itself"
    terminal.write(b"q")
    assert closed_program(terminal) == 7
    assert terminal.read(PATIENCE) == b""
    assert terminal.read_for(PATIENCE) == b""
    assert terminal.read_until(b"more", PATIENCE) is None


def test_processor_time_is_that_of_the_program() -> None:
    busy = "import time\nwhile time.process_time() < 0.3: pass\nprint('done')\nwhile True: input()"
    terminal = program(busy)
    assert terminal.read_until(b"done", PATIENCE) is not None
    spent = terminal.cpu_seconds()
    assert 0.25 < spent < 2
    terminal.close()


def test_the_terminal_says_that_it_can_hold_back_frames() -> None:
    code = f"""
import os, tty
tty.setraw(0)
os.write(1, {ASKS_FOR_FRAMES!r})
os.write(1, os.read(0, 100).hex().encode() + b";")
"""
    terminal = program(code)
    found = terminal.read_until(b";", PATIENCE)
    assert found == ASKS_FOR_FRAMES + HAS_FRAMES.hex().encode() + b";"
    assert closed_program(terminal) == 0


def test_a_program_that_is_not_there_ends_at_once() -> None:
    terminal = PseudoTerminal(("/nowhere/at-all",), 80, 24, {})
    terminal.read_for(PATIENCE)
    assert terminal.is_closed
    assert terminal.close() == 127


def test_a_program_that_does_not_want_to_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import signal, time\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\nprint('here')\n"
    terminal = program(f"{code}while True: time.sleep(1)")
    assert terminal.read_until(b"here", PATIENCE) is not None
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    assert terminal.close() == -signal.SIGKILL


def test_figures_of_a_short_measurement_belong_together(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("START", "ANSWER"):
        monkeypatch.setattr(bench, limit, PATIENCE)  # a machine may have a lot to do
    words = ["bench", "terminal", "--json", "--seconds", "0.3"]
    result = CliRunner().invoke(cli, words, prog_name="tilefall")
    assert result.exit_code == 0, result.output
    found = TerminalSpeed(**json.loads(result.stdout))
    assert (found.columns, found.lines) == (100, 32)
    assert found.keys >= 2
    assert 0 < found.median_ms <= found.p99_ms <= found.slowest_ms <= 1000 * bench.ANSWER
    assert found.start_ms > found.median_ms
    assert found.frames_per_s >= 0
    assert found.core_share >= 0
    assert found.idle_core_share >= 0
    assert 0 < found.bytes_per_frame < 100_000


def test_the_report_names_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def measured(seconds: float) -> TerminalSpeed:
        asked.append(seconds)
        return SPEED

    monkeypatch.setattr(bench, "measure", measured)
    result = CliRunner().invoke(cli, ["bench", "terminal"], prog_name="tilefall")
    assert result.exit_code == 0
    words = " ".join(result.stdout.split())
    for part in (
        "terminal of 100 x 32",
        "median 1.5 ms, 7 keys",
        "99 of 100 within 2.5 ms",
        "slowest 3.5 ms",
        "60 keys/s 59.0",
        "while it does 25.0%",
        "nothing to do 1.0%",
        "bytes a frame 512",
        "picture 480 ms",
    ):
        assert part in words, part
    as_json = CliRunner().invoke(cli, ["bench", "terminal", "--json", "--seconds", "2"])
    assert json.loads(as_json.stdout) == asdict(SPEED)
    assert asked == [5.0, 2.0]


def test_without_proc_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "isdir", lambda path: path != "/proc/self")
    with pytest.raises(NoAnswer, match="processor times from /proc"):
        measure(0.1)
    result = CliRunner().invoke(cli, ["bench", "terminal"], prog_name="tilefall")
    assert result.exit_code != 0
    assert "from /proc, as on Linux" in result.stderr
    assert "Traceback" not in result.output


def test_an_app_that_shows_nothing_is_an_error_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "GAME", ("--version",))
    result = CliRunner().invoke(cli, ["bench", "terminal"], prog_name="tilefall")
    assert result.exit_code == 1
    assert "tilefall --version ended before it had shown a picture" in result.stderr
    assert isinstance(result.exception, SystemExit), "no traceback"


def test_an_app_that_is_too_slow_is_an_error_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "START", 0.0)
    with pytest.raises(NoAnswer, match="took more than 0 s before it had shown a picture"):
        measure(0.1)


def test_a_key_that_changes_nothing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_key", lambda number: b"\x1b[24~")
    monkeypatch.setattr(bench, "ANSWER", 0.2)
    with pytest.raises(NoAnswer, match="key 1 was not on the screen"):
        measure(0.1)


@pytest.mark.parametrize("seconds", ["0", "-1", "soon"])
def test_seconds_are_more_than_none(seconds: str) -> None:
    result = CliRunner().invoke(cli, ["bench", "terminal", "--seconds", seconds])
    assert result.exit_code == 2
    assert "--seconds" in result.stderr
