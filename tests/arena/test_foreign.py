"""Foreign agents in an arena: the show goes on, the table names causes, and nothing stays."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.commands.test_arena import ARENA, figures, until, words_of
from tests.commands.test_cli import run, started
from tilefall.arena.store import RECORDS, read_arena
from tilefall.play import read_records, verify

START = "import os, sys, time\ndef choose(state):\n    if state.turn == 3:\n        "
BAD = {
    "crash": "1 / 0",
    "time": "time.sleep(1000)",
    "illegal": "return 10 ** 6",
    "output": "os.write(2, b'x' * (2 << 20)); time.sleep(1000)",
    "memory": "x = bytearray(8 << 30)",
    "processes": "[os.fork() for _ in range(8)]; time.sleep(1000)",
    "start": "",
}
GARBAGE = """#!{python}
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({{"type": "ready"}}), flush=True)
    elif message["type"] == "choose":
        move = json.dumps({{"move": message["moves"][0]["move"]}})
        print("what?" if message["turn"] == 3 else move, flush=True)
"""
REST = "\n    return state.legal_moves()[0]\n"


def agents(folder: Path) -> list[str]:
    """A file for every way to misbehave; garbage is what no host of ours would say."""
    garbage = folder / "garbage.py"
    garbage.write_text(GARBAGE.format(python=sys.executable))
    garbage.chmod(0o755)
    found = [f"exec:{garbage}"]
    for cause, line in BAD.items():
        path = folder / f"{cause}.py"
        path.write_text("import nothing_like_that\n" * (cause == "start") + START + line + REST)
        if cause == "start":
            path.write_text("import nothing_like_that\ndef choose(state): ...\n")
        found.append(str(path))
    return found


def alive(marker: str) -> list[int]:
    """The processes that have this in their words, but for the tests themselves."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode(errors="replace")
        except OSError:
            continue
        if marker in words and int(path.parent.name) != os.getpid():
            found.append(int(path.parent.name))
    return found


def test_whatever_a_program_does_the_tournament_goes_on(tmp_path: Path) -> None:
    out, names = tmp_path / "a", agents(tmp_path)
    words = ["quintris", "first-fit", *names, "--games", "2", "--max-turns", "6"]
    result = run(*ARENA, *words, "--time-per-move", "1", "--jobs", "2", "--out", str(out))
    assert result.exit_code == 0, result.output
    plan, played = read_arena(out)
    assert len(played) == 2 * len(plan.agents)
    for game in played:
        name = plan.agents[game.players[0]]
        cause = Path(name).stem if name.endswith(".py") else ""
        assert (game.cause, game.forfeiter) == (cause, 0 if cause else None), game
        if cause:
            assert (game.turns, game.is_over) == (0 if cause == "start" else 3, False)
            assert game.detail.isprintable()
    for record in read_records(out / RECORDS):
        verify(record)
    for cause in (*BAD, "garbage"):
        assert any("| 2 " in line and f" {cause} " in line for line in result.stdout.splitlines())
    assert "ZeroDivisionError: division by zero" in result.stdout
    assert alive(str(tmp_path)) == []
    assert run(*ARENA, "report", str(out)).exit_code == 0
    assert "nothing_like_that" in (out / "report.html").read_text()


def test_a_forfeit_against_another_is_a_loss(tmp_path: Path) -> None:
    out = tmp_path / "a"
    path = tmp_path / "quits.py"
    path.write_text("def choose(state):\n    raise SystemExit('enough')\n")
    words = ["ijk:size=3", str(path), "random", "--games", "4", "--openings", "2-3"]
    result = run(*ARENA, *words, "--jobs", "2", "--out", str(out))
    assert result.exit_code == 0, result.output
    _, played = read_arena(out)
    assert [game.score for game in played] == [-1 if game.players[0] == 0 else 1 for game in played]
    assert {game.cause for game in played} == {"crash"}


def test_agents_of_files_programs_and_names_play_the_same_games(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "class Mine:\n    def choose(self, state, limit):\n        return state.legal_moves()[0]\n"
    )
    out = tmp_path / "a"
    words = ["quintris", "first-fit", f"{path}:Mine", "--games", "4", "--max-turns", "10"]
    assert run(*ARENA, *words, "--jobs", "2", "--out", str(out)).exit_code == 0
    records = list(read_records(out / RECORDS))
    first, second = (
        {record.seed: record.moves for record in records if record.agents == (name,)}
        for name in ("first-fit", f"{path}:Mine")
    )
    assert first == second
    assert len(first) == 4


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_no_program_outlives_its_arena(tmp_path: Path, how: signal.Signals) -> None:
    path = tmp_path / "sleeper.py"
    path.write_text(
        "import subprocess, time\n"
        f"subprocess.Popen(['sh', '-c', 'sleep 1000; : {tmp_path}'], start_new_session=True)\n"
        "def choose(state):\n    time.sleep(1000)\n"
    )
    out = tmp_path / "a"
    process = started(*ARENA, "quintris", str(path), "--time-per-move", "500", "--out", str(out))
    try:
        until(lambda: any("sleep 1000;" in words_of(pid) for pid in alive(str(tmp_path))))
    finally:
        process.send_signal(how)
        process.communicate(timeout=60)
    until(lambda: alive(str(tmp_path)) == [])


def test_a_changed_program_is_not_gone_on_with(tmp_path: Path) -> None:
    path, out = tmp_path / "mine.py", tmp_path / "a"
    path.write_text("def choose(state):\n    return state.legal_moves()[0]\n")
    words = ["quintris", str(path), "--games", "2", "--max-turns", "3", "--out", str(out)]
    assert run(*ARENA, *words).exit_code == 0
    assert run(*ARENA, "--resume", str(out)).exit_code == 0
    path.write_text("def choose(state):\n    return state.legal_moves()[-1]\n")
    result = run(*ARENA, "--resume", str(out))
    assert result.exit_code == 1
    assert "has changed since the arena was begun" in result.stderr


def test_what_a_program_needs_to_start_is_no_thinking(tmp_path: Path) -> None:
    path, out = tmp_path / "slow_start.py", tmp_path / "a"
    path.write_text(
        "import time\ntime.sleep(1.5)\ndef choose(state):\n    return state.legal_moves()[0]\n"
    )
    words = ["quintris", str(path), "--games", "1", "--max-turns", "2", "--time-per-move", "0.5"]
    result = run(*ARENA, *words, "--out", str(out), "--json")
    (agent,) = json.loads(result.stdout)["agents"]
    assert agent["forfeits"] == []
    assert agent["ms_a_move"] < 600


@pytest.mark.slow
def test_limits_can_be_told(tmp_path: Path) -> None:
    hungry, busy, late = (tmp_path / f"{name}.py" for name in ("hungry", "busy", "late"))
    rest = "    return state.legal_moves()[0]\n"
    hungry.write_text(f"def choose(state):\n    x = bytearray(600 << 20)\n{rest}")
    busy.write_text(f"def choose(state):\n    while state.turn: pass\n{rest}")
    late.write_text(f"import time\ntime.sleep(2.5)\ndef choose(state):\n{rest}")
    agents = [str(path) for path in (hungry, busy, late)]
    words = ["quintris", *agents, "--games", "1", "--max-turns", "3", "--jobs", "2", "--json"]
    limits = ["--memory", "400", "--cpu", "1", "--start-time", "1", "--time-per-move", "1"]
    result = run(*ARENA, *words, "--time-per-move", "1", "--out", str(tmp_path / "a"))
    found = json.loads(result.stdout)["agents"]
    assert [agent["forfeits"] == [] for agent in found] == [True, False, True]
    # its processor time ends before the time of its move, which is longer than that of the rest
    result = run(*ARENA, *words, *limits[:6], "--time-per-move", "20", "--out", str(tmp_path / "b"))
    found = json.loads(result.stdout)["agents"]
    causes = [[each["cause"] for each in agent["forfeits"]] for agent in found]
    assert causes == [["memory"], ["cpu"], []]
    result = run(*ARENA, "quintris", agents[2], *words[4:], *limits, "--out", str(tmp_path / "c"))
    (agent,) = json.loads(result.stdout)["agents"]
    assert [each["cause"] for each in agent["forfeits"]] == ["time"]


def test_a_course_program_of_each_game_plays_unchanged(tmp_path: Path) -> None:
    programs = ROOT / "tests/agents/foreign/course_programs"
    for text, name in (("quintris", "quintris.py"), ("ijk", "ai_IJK.py")):
        out = tmp_path / text
        words = [text, f"course:{programs / name}", "first-fit", "--games", "2"]
        result = run(*ARENA, *words, "--max-turns", "24", "--time-per-move", "5", "--out", str(out))
        assert result.exit_code == 0, result.output
        _, played = read_arena(out)
        assert {game.cause for game in played} == {""}
        assert all(game.turns == 24 or game.is_over for game in played)
        for record in read_records(out / RECORDS):
            verify(record)


@pytest.mark.cluster
def test_a_ray_cluster_plays_the_same_arena(tmp_path: Path) -> None:
    local, ray = tmp_path / "local", tmp_path / "ray"
    words = ["quintris", "greedy", "lookahead", "random", "--games", "12", "--max-turns", "60"]
    assert run(*ARENA, *words, "--out", str(local)).exit_code == 0
    process = started(*ARENA, *words, "--out", str(ray), "--workers", "ray", "--jobs", "2")
    _, stderr = process.communicate(timeout=240)
    assert process.returncode == 0, stderr
    assert figures(ray) == figures(local)
    lines = [set((each / RECORDS).read_text().splitlines()) for each in (local, ray)]
    assert lines[0] == lines[1]


def test_a_cluster_takes_no_programs(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def choose(state): ...\n")
    out = tmp_path / "a"
    result = run(*ARENA, "quintris", str(path), "--workers", "ray", "--out", str(out))
    assert result.exit_code == 1
    assert "a cluster plays agents by name" in result.stderr
    assert not out.exists()
