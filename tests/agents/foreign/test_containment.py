"""Whatever a program takes, starts or tries to end: it forfeits, and nothing of it is left."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.agents.foreign.programs import HAVE, Trial, best, states, trial
from tilefall.agents.agent import Limit
from tilefall.agents.foreign.confinement import SWEEPS
from tilefall.agents.foreign.limits import Limits
from tilefall.agents.foreign.sandbox import environment

__all__ = ["best", "trial"]  # fixtures
MIB = 1 << 20

MEMORY = {
    "one process": "kept = []\nwhile True: kept.append(bytearray(1 << 20))",
    "shared memory": (
        "import mmap\nkept = mmap.mmap(-1, 1 << 28)\n"
        "while True: kept.write(bytes(1 << 20)); time.sleep(0.001)"
    ),
    "many children": (
        "for i in range(12):\n    if not os.fork():\n        kept = bytearray(b'x') * (12 << 20)\n"
        "        time.sleep(1000)\n"
        "time.sleep(1000)"
    ),
}


@pytest.mark.parametrize("how", MEMORY)
def test_too_much_memory(trial: Trial, how: str) -> None:
    found = trial.forfeit(f"ready()\nmoves(1)\nasked()\n{MEMORY[how]}", Limits(memory=96 * MIB))
    assert found.cause == "memory"
    assert "96 MiB" in found.detail


def test_memory_that_children_share_counts_once(best: Trial) -> None:
    """Twelve processes of 20 MiB that are the same 20 MiB."""
    source = (
        "ready()\nkept = bytearray(b'x') * (20 << 20)\n"
        "for i in range(12):\n    if not os.fork(): time.sleep(1000)\n"
        "moves(2)\ntime.sleep(0.2)\nmoves()"
    )
    program = best.agent(source, Limits(memory=96 * MIB))
    for state in states(4):
        program.choose(state, Limit(seconds=30))
    program.close()
    best.assert_gone()


PROCESSOR = {
    "itself": "while True: pass",
    "children": (
        "for i in range(4):\n    if not os.fork():\n        while True: pass\ntime.sleep(1000)"
    ),
    "children that nobody waits for": (
        "import signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "while True:\n    end, child_end = os.pipe()\n    if not os.fork():\n"
        "        while time.process_time() < 0.1: pass\n        os._exit(0)\n"
        "    os.close(child_end)\n    os.read(end, 1)\n    os.close(end)"
    ),
}


@pytest.mark.parametrize("how", PROCESSOR)
def test_too_much_processor_time(trial: Trial, how: str) -> None:
    found = trial.forfeit(f"ready()\nmoves(1)\nasked()\n{PROCESSOR[how]}", Limits(cpu_seconds=0.4))
    assert (found.cause, found.detail) == ("cpu", "more than 0.4 s of processor time")


LOOK = """
import os, time
from tilefall.agents.foreign.confinement import Task
from tilefall.agents.foreign.keeper import Watch
heard, tell = os.pipe()
stay, leave = os.pipe()
if not os.fork():
    os.close(leave)
    if not os.fork():
        while time.process_time() < 0.3: pass
        os._exit(0)
    os.wait()
    os.write(tell, b"x")
    os.read(stay, 1)
    os._exit(0)
os.read(heard, 1)
watch = Watch(Task("0 0 way / / 1000000000 0.2 9 0 0 0".split()), 0)
print(watch.excess(), watch.cpu_seconds)
"""


def test_processor_time_of_children_that_were_never_seen_counts() -> None:
    command = [sys.executable, "-c", LOOK]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    cause, seconds = said.split()
    assert (cause, float(seconds) >= 0.25) == ("cpu", True)


# Each ends by itself soon, should nothing else end it.
UNTIL = "until = time.time() + 20\nwhile time.time() < until:"
BOMBS = {
    "plain": f"{UNTIL} os.fork()",
    "daemons": (
        "if os.fork(): time.sleep(1000)\n"  # the program itself stays
        f"{UNTIL}\n    if os.fork(): os._exit(0)\n    os.setsid()\n"
        "    if os.fork(): time.sleep(1000)"
    ),
    "sleepers": "for i in range(100):\n    if not os.fork(): time.sleep(1000)\ntime.sleep(1000)",
}


@pytest.mark.parametrize("how", BOMBS)
def test_too_many_processes(trial: Trial, how: str) -> None:
    source = f"ready()\nmoves(1)\nasked()\n{BOMBS[how]}\ntime.sleep(1000)"
    start = time.monotonic()
    found = trial.forfeit(source, Limits(processes=20))
    assert (found.cause, found.detail) == ("processes", "more than 20 processes")
    assert time.monotonic() - start < 15  # not by itself


def test_files_and_cores_are_bounded(best: Trial) -> None:
    source = (
        "asked()\nimport resource as r\nsys.exit(repr((r.getrlimit(r.RLIMIT_CORE), "
        "r.getrlimit(r.RLIMIT_FSIZE)[1], r.getrlimit(r.RLIMIT_NOFILE)[1], "
        "r.getrlimit(r.RLIMIT_CPU), r.getrlimit(r.RLIMIT_DATA)[1], "
        "16 * 64 <= r.getrlimit(r.RLIMIT_NPROC)[1] < 16 * 64 + 10**5)))"
    )
    limits = Limits(file_bytes=1234, open_files=77, cpu_seconds=5, memory=1 << 30)
    found = best.forfeit(source, limits)
    assert found.detail == f"exit code 1: ((0, 0), 1234, 77, (6, 7), {1 << 30}, True)"


def test_the_systems_own_limit_of_processor_time_tells_the_same(best: Trial) -> None:
    found = best.forfeit("ready()\nmoves(1)\nos.kill(os.getpid(), 24)")  # SIGXCPU
    assert found.cause == "cpu"


def test_a_program_learns_nothing_from_the_environment(
    best: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_MINE", "hidden-hidden")
    found = best.forfeit("asked()\nsys.exit(' '.join(sorted(os.environ)))")
    names = set(found.detail.removeprefix("exit code 1: ").split())
    # Python itself adds the last one
    assert names <= {*environment(""), "LC_CTYPE"}
    assert names >= {"HOME", "LANG", "PATH", "TMPDIR"}
    assert "SECRET_OF_MINE" in os.environ


def test_the_environment_is_what_is_needed() -> None:
    ours = {"PATH": "/x", "PYTHONPATH": "src:/y", "LANG": "de", "TOKEN": "t", "HOME": "/h"}
    assert environment("/home", ours) == {
        "PATH": "/x",
        "PYTHONPATH": f"{Path.cwd()}/src:/y",
        "LANG": "de",
        "PYTHONHASHSEED": "0",
        "HOME": "/home",
        "TMPDIR": "/home",
    }


def test_a_program_inherits_no_file(trial: Trial) -> None:
    ours = os.open(os.devnull, os.O_RDONLY)
    os.set_inheritable(ours, True)
    try:
        found = trial.forfeit("asked()\nsys.exit(' '.join(os.listdir('/proc/self/fd')))")
    finally:
        os.close(ours)
    assert found.detail == "exit code 1: 0 1 2 3"  # the last is of the listing itself


def test_a_program_has_a_home_of_its_own_and_works_in_its_folder(trial: Trial) -> None:
    """What it leaves there is gone with it, folders that it closed included."""
    source = (
        "asked()\nhome = os.environ['HOME']\nos.mkdir(home + '/a')\nopen(home + '/a/b', 'w')\n"
        f"os.chmod(home + '/a', 0)\nfolder = {str(trial.folder)!r}\n"
        "sys.exit(f'{os.getcwd() == folder} {os.path.dirname(home) == folder}')"
    )
    found = trial.forfeit(source)
    assert found.detail == "exit code 1: True True"


@pytest.mark.skipif(HAVE[0] == SWEEPS, reason="needs a PID namespace")
def test_in_a_namespace_a_program_sees_and_reaches_only_its_own(best: Trial) -> None:
    found = best.forfeit(
        f"asked()\nsys.exit(f'{{os.getppid()}} {{os.path.exists(\"/proc/{os.getpid()}\")}}')"
    )
    assert found.detail == "exit code 1: 1 False"


@pytest.mark.skipif(HAVE[0] == SWEEPS, reason="needs a PID namespace")
@pytest.mark.skipif(not Path("/proc/sys/kernel/ns_last_pid").exists(), reason="no such setting")
def test_in_namespaces_no_two_programs_have_the_same_number(best: Trial) -> None:
    sources = ["asked()\nsys.exit(f'{os.getpid()}')"] * 2
    first, second = (best.forfeit(source).detail for source in sources)
    assert first != second


@pytest.mark.skipif("PID and user namespace" not in HAVE, reason="needs a user namespace")
def test_in_a_user_namespace_a_program_is_who_we_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    one = Trial("PID and user namespace", tmp_path)
    found = one.forfeit("asked()\nos.fork()\nsys.exit(f'{os.getuid()} {os.getgid()}')")
    assert found.detail == f"exit code 1: {os.getuid()} {os.getgid()}"
