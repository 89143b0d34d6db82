"""Render mode human: frames in place in a terminal, and one below the other elsewhere."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gymnasium
import pytest

import tilefall.envs  # noqa: F401  registers the environments
from tests.envs.terminals import (
    Time,
    Tty,
    frames,
    time_fixture,  # noqa: F401
    tty_fixture,  # noqa: F401
    without_colours,
)
from tilefall.envs import ijk_v0
from tilefall.envs.drawing import plain_text
from tilefall.envs.live import HIDE, SHOW
from tilefall.envs.sight import sight_of

ESCAPE = "\x1b"


@dataclass(frozen=True)
class Shown:
    """An environment that is shown, and how to look at it in another way."""

    make: Callable[[], Any]
    action: Any
    text: Callable[[Any], str]
    lines: int


def falling_text(env: Any) -> str:
    return plain_text(sight_of(env.settings, env._native.state(0)))


def ijk_text(env: Any) -> str:
    return str(env.unwrapped._game.state)


KINDS = {
    "tetris": Shown(
        lambda: (
            gymnasium.make("tilefall/Tetris-v0", width=6, height=5, render_mode="human").unwrapped
        ),
        3,
        falling_text,
        3 + 5 + 1,
    ),
    "quintris": Shown(
        lambda: gymnasium.make("tilefall/Quintris-v0", render_mode="human").unwrapped,
        0,
        falling_text,
        25 + 1,
    ),
    "ijk": Shown(lambda: ijk_v0.env(size=3, render_mode="human"), 3, ijk_text, 3 + 1),
    "ijk in parallel": Shown(
        lambda: ijk_v0.parallel_env(size=4, render_mode="human"),
        {"player_0": 3, "player_1": 2},
        ijk_text,
        4 + 1,
    ),
}


@pytest.fixture(params=KINDS, name="shown")
def shown_fixture(request: pytest.FixtureRequest) -> Shown:
    return KINDS[request.param]


def played(shown: Shown, steps: int) -> tuple[Any, list[str]]:
    """An environment after some steps, and the texts of its positions."""
    env = shown.make()
    env.reset(seed=4)
    texts = [shown.text(env)]
    for _ in range(steps):
        env.step(shown.action)
        texts.append(shown.text(env))
    return env, texts


def test_into_a_pipe_come_plain_frames_one_below_the_other_at_once(
    shown: Shown, capsys: pytest.CaptureFixture[str], time: Time
) -> None:
    env, texts = played(shown, steps=3)
    env.close()
    assert capsys.readouterr().out == "".join(f"{text}\n\n" for text in texts)
    assert time.slept == []


def test_in_a_terminal_a_frame_is_drawn_over_the_one_before_it(shown: Shown, tty: Tty) -> None:
    env, texts = played(shown, steps=2)
    text = tty.getvalue()
    assert text.count(f"\x1b[{shown.lines}F") == 2
    assert [len(frame) for frame in frames(tty)] == [shown.lines] * 3
    assert text.startswith(HIDE)
    assert text.count(HIDE) == 1
    assert SHOW not in text
    assert without_colours(text) != text
    assert len(set(texts)) == len({tuple(frame) for frame in frames(tty)}) == 3
    env.close()
    assert tty.getvalue() == text + SHOW
    env.close()
    assert tty.getvalue() == text + SHOW


def test_after_closing_another_game_begins_below(shown: Shown, tty: Tty) -> None:
    env, _ = played(shown, steps=1)
    env.close()
    before = len(tty.getvalue())
    env.reset(seed=5)
    assert tty.getvalue()[before:].startswith(HIDE)
    env.close()


def test_people_at_a_terminal_get_time_to_see_each_frame(
    shown: Shown, tty: Tty, time: Time
) -> None:
    env, _ = played(shown, steps=0)
    pause = 1 / env.metadata["render_fps"]
    assert time.slept == []
    env.step(shown.action)
    time.now += 0.7 * pause  # somebody thinks
    env.step(shown.action)
    time.now += 2.5 * pause
    env.step(shown.action)
    assert time.slept == pytest.approx([pause, 0.3 * pause])
    assert len(frames(tty)) == 4
    env.close()


def test_without_colours_frames_are_plain_but_in_place(
    shown: Shown, tty: Tty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    env, texts = played(shown, steps=2)
    text = tty.getvalue()
    assert without_colours(text) == text
    assert text.startswith(HIDE)
    assert ["\n".join(frame) for frame in frames(tty)] == texts
    env.close()


def test_other_encodings_get_ascii(shown: Shown, tty: Tty, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tty, "encoding", "iso8859-1")
    env, _ = played(shown, steps=1)
    assert tty.getvalue().isascii()
    assert tty.getvalue().startswith(HIDE)
    env.close()


def test_a_terminal_that_can_do_nothing_gets_no_escapes_but_time(
    shown: Shown, tty: Tty, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    env, texts = played(shown, steps=1)
    env.close()
    assert tty.getvalue() == "".join(f"{text}\n\n" for text in texts)
    assert time.slept == pytest.approx([1 / env.metadata["render_fps"]])


def test_a_terminal_that_is_too_small_gets_what_fits(
    shown: Shown, tty: Tty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "4")
    monkeypatch.setenv("LINES", "4")
    env, _ = played(shown, steps=1)
    env.close()
    for frame in frames(tty):
        assert len(frame) == 3
        assert max(map(len, frame)) <= 4


def test_copies_show_games_of_their_own(shown: Shown, tty: Tty) -> None:
    env, _ = played(shown, steps=1)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        before = len(tty.getvalue())
        twin.step(shown.action)
        assert tty.getvalue()[before:].startswith(HIDE)
        twin.close()
        assert tty.getvalue().endswith(SHOW)
    env.close()


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
