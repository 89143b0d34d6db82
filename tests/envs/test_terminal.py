"""Render mode human in a pseudo-terminal: it is left as it was."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tilefall.envs.live import HIDE, SHOW

BEGINNINGS = {
    "falling": """
import gymnasium, tilefall.envs
env = gymnasium.make("tilefall/Tetris-v0", width=4, height=4, render_mode="human")
env.reset(seed=1)
env.step(0)
""",
    "ijk": """
from tilefall.envs import ijk_v0
env = ijk_v0.env(render_mode="human")
env.reset(seed=1)
""",
}


@pytest.mark.parametrize(
    ("beginning", "end", "code"),
    [
        ("falling", "env.close()", 0),
        ("falling", "", 0),
        ("falling", "del env", 0),
        ("falling", "raise SystemExit(3)", 3),
        ("falling", "1 / 0", 1),
        ("falling", "import os, signal; os.kill(os.getpid(), signal.SIGINT)", -2),
        ("ijk", "", 0),
        ("ijk", "import os, signal; os.kill(os.getpid(), signal.SIGINT)", -2),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_real_terminal_has_its_cursor_back_whatever_ends_the_program(
    beginning: str, end: str, code: int
) -> None:
    ours, theirs = os.openpty()
    running = subprocess.Popen(
        [sys.executable, "-c", BEGINNINGS[beginning] + end],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    os.close(theirs)
    written = b""
    while part := _read(ours):
        written += part
    os.close(ours)
    assert running.wait(30) == code
    text = written.decode()
    assert text.count(HIDE) == text.count(SHOW) == 1
    assert text.rindex(SHOW) > text.rindex("\x1b[J")


def _read(terminal: int) -> bytes:
    """What is written to a terminal; nothing when the last writer has gone."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
