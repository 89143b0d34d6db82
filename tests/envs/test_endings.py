"""However a program ends that has environments with threads, it ends in peace."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

BEGINNING = """
import gymnasium, os, sys, threading, time, tilefall.envs
many = gymnasium.make_vec("tilefall/Tetris-v0", 64, threads=3, autoreset_mode="same_step")
many.reset(seed=1)

def play(steps):
    for seed in range(steps):
        many.step(many.sample_actions(seed))

play(20)
"""
ENDS = {
    "nobody closes anything": "",
    "it was closed": "many.close()",
    "a thread plays to the end of its games": "threading.Thread(target=play, args=[200]).start()",
    "a thread plays that nobody waits for": """
threading.Thread(target=play, args=[10**9], daemon=True).start()
time.sleep(0.05)
""",
    "a child ends as a program does": """
child = os.fork()
if child != 0:
    assert os.waitpid(child, 0)[1] == 0
    play(20)
""",
}


@pytest.mark.parametrize("end", ENDS)
def test_a_program_with_threads_ends_in_peace(end: str) -> None:
    if "fork" in ENDS[end] and not hasattr(os, "fork"):
        pytest.skip("there is no fork here")
    strict = ["-X", "dev", "-W", "error", "-W", "ignore:.*fork.*:DeprecationWarning"]
    program = [sys.executable, *strict, "-c", BEGINNING + ENDS[end]]
    ended = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


SCARCE = """
import resource, gymnasium, tilefall.envs
many = gymnasium.make_vec("tilefall/Tetris-v0", 8, threads=200)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 2**28, resource.RLIM_INFINITY))
for _ in range(2):
    try:
        many.reset(seed=1)
    except RuntimeError as error:
        print(error)
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
many.reset(seed=1)
many.step(many.sample_actions(1))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="there is no limit of memory")
def test_threads_that_are_not_to_be_had_are_told_and_nobody_waits_for_them() -> None:
    program = [sys.executable, "-c", SCARCE]
    ended = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)
    said = "there are no 200 threads to be had: ask for fewer\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, 2 * said, "")
