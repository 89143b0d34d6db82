"""However a game ends, and whoever is killed: nothing of a program is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.agents.foreign.programs import Trial, best, states, trial, wait_for
from tilefall.agents.agent import Forfeit, Limit
from tilefall.agents.foreign.confinement import SWEEPS

__all__ = ["best", "trial"]  # fixtures
CAN_KEEP_SIGNALS = tuple(map(int, os.uname().release.split(".")[:2])) >= (6, 12)


def test_a_daemon_that_holds_the_output_open(trial: Trial) -> None:
    """The end of the program counts, not that of the last who could still answer."""
    source = (
        "ready()\nmoves(1)\nif not os.fork():\n    os.setsid()\n    time.sleep(1000)\nos._exit(0)"
    )
    found = trial.forfeit(source)
    assert (found.cause, found.detail) == ("crash", "exit code 0")


def test_a_child_that_is_left_after_a_game(trial: Trial) -> None:
    source = "ready()\nif not os.fork():\n    os.setsid()\n    time.sleep(1000)\nmoves()"
    program = trial.agent(source)
    for state in states(2):
        program.choose(state, Limit(seconds=30))
    assert len(trial.alive()) == 4  # keeper, init, program and child
    program.tell_over(state)
    trial.assert_gone()


def test_every_game_is_another_run(best: Trial) -> None:
    program = best.agent("ready()\nmoves(2)\nsys.exit('played')")
    for _ in range(2):
        for state in states(2):
            program.choose(state, Limit(seconds=30))
    program.close()
    best.assert_gone()


def test_the_last_message_is_heard(best: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    """And whoever does not end by itself has some time for it."""
    monkeypatch.setattr("tilefall.agents.foreign.program.LAST_WORDS", 20.0)
    note = best.folder / "note"
    source = f"said = asked()\ntime.sleep(0.2)\nopen({str(note)!r}, 'w').write(said)"
    program = best.agent(f"ready()\nmoves(1)\n{source}")
    (state,) = states(1)
    program.choose(state, Limit(seconds=30))
    program.tell_over(state)
    best.assert_gone()
    assert note.read_text().startswith('{"type": "over", "score": 0, "turn": 0')


def test_a_program_that_kills_the_group_of_its_parent(trial: Trial) -> None:
    source = (
        "ready()\nmoves(1)\nasked()\ntry: os.killpg(os.getpgid(os.getppid()), 9)\n"
        "except OSError: pass\ntime.sleep(0.1)\nsys.exit('unharmed')"
    )
    found = trial.forfeit(source)
    is_safe = CAN_KEEP_SIGNALS or trial.way != SWEEPS
    detail = "exit code 1: unharmed" if is_safe else "it ended the process that waited for it"
    assert (found.cause, found.detail) == ("crash", detail)


@pytest.mark.skipif(not CAN_KEEP_SIGNALS, reason="needs Linux 6.12")
def test_a_program_that_goes_after_its_keeper(tmp_path: Path) -> None:
    """Without a namespace it can find it; its own children it may still end."""
    source = (
        "asked()\nwith open(f'/proc/{os.getppid()}/stat') as file:\n"
        "    keeper = int(file.read().rpartition(')')[2].split()[1])\n"
        "child = os.fork()\nif not child: time.sleep(1000)\nos.kill(child, 9)\nos.wait()\n"
        "os.kill(keeper, 9)"
    )
    found = Trial(SWEEPS, tmp_path).forfeit(source)
    assert found.detail == "exit code 1: PermissionError: [Errno 1] Operation not permitted"


REFEREE = """
import os, sys, time
from pathlib import Path
from tilefall.agents.agent import Forfeit, Limit
from tests.agents.foreign.programs import Trial, states
trial = Trial(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
program = trial.agent(sys.argv[4])
program.choose(states(1)[0], Limit(seconds=30))
{more}
print("up", flush=True)
time.sleep(1000)
"""
FAMILY = (
    "open(os.environ['HOME'] + '/note', 'w')\nready()\n"
    "if not os.fork():\n    os.setsid()\n    time.sleep(1000)\nmoves()"
)


def referee(trial: Trial, more: str = "") -> subprocess.Popen[str]:
    """A process of its own that plays against a program with a child."""
    words = [trial.way, str(trial.folder), trial.marker, FAMILY]
    process = subprocess.Popen(
        [sys.executable, "-c", REFEREE.format(more=more), *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(trial.folder)},
        cwd=ROOT,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "up\n"
    return process


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_outlives_its_referee(trial: Trial, number: signal.Signals) -> None:
    with referee(trial) as process:
        assert len(trial.alive()) == 5  # with the referee
        process.send_signal(number)
    wait_for(lambda: trial.alive() == [])
    trial.assert_gone()


def test_nothing_outlives_its_referee_though_others_hold_the_socket(trial: Trial) -> None:
    more = "if not os.fork():\n    os.close(1)\n    time.sleep(60)\n    os._exit(0)"
    with referee(trial, more) as process:
        assert len(trial.alive()) == 6
        process.kill()
    wait_for(lambda: len(trial.alive()) == 1)
    (copy,) = trial.alive()
    os.kill(copy, signal.SIGKILL)
    wait_for(lambda: trial.alive() == [])
    trial.assert_gone()


def test_the_end_of_a_keeper(trial: Trial) -> None:
    """In a namespace it is the end of all, elsewhere of the program; the referee hears of it."""
    program = trial.agent(FAMILY)
    first, second = states(2)
    program.choose(first, Limit(seconds=30))
    sandbox = program._sandbox
    assert sandbox is not None
    sandbox._keeper.kill()
    left = 1 if trial.way == SWEEPS else 0
    wait_for(lambda: len(trial.alive()) == left)
    with pytest.raises(Forfeit, match="crash: its keeper: it has gone"):
        program.choose(second, Limit(seconds=30))
    for pid in trial.alive():
        os.kill(pid, signal.SIGKILL)
    wait_for(lambda: trial.alive() == [])
    trial.assert_gone()


def test_a_copy_of_the_referee_does_not_end_its_program(best: Trial) -> None:
    program = best.agent("ready()\nmoves()")
    first, second = states(2)
    program.choose(first, Limit(seconds=30))
    copy = os.fork()
    if not copy:
        program.close()
        os._exit(0)
    os.waitpid(copy, 0)
    program.choose(second, Limit(seconds=30))
    program.close()
    best.assert_gone()


def test_a_referee_without_means_to_start_anything_says_so(best: Trial) -> None:
    """And keeps no file open."""
    before = len(os.listdir("/proc/self/fd"))
    program = best.agent("x" * (1 << 18))  # longer than a word of a command may be
    with pytest.raises(Forfeit, match="start: no keeper could be started: Argument list too long"):
        program.choose(states(1)[0], Limit(seconds=30))
    assert len(os.listdir("/proc/self/fd")) == before


def test_games_leave_no_files_open(best: Trial) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for end in ("moves()", "1 / 0"):
        program = best.agent(f"ready()\nmoves(1)\n{end}")
        try:
            for state in states(3):
                program.choose(state, Limit(seconds=30))
        except Forfeit:
            continue
        finally:
            program.close()
    assert len(os.listdir("/proc/self/fd")) == before


def test_an_agent_that_nobody_closes_ends_with_its_last_user(best: Trial) -> None:
    program = best.agent(FAMILY)
    program.choose(states(1)[0], Limit(seconds=30))
    assert len(best.alive()) == 4
    del program
    best.assert_gone()
