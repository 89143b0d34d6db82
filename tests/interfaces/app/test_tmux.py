"""The app in a real terminal: it can be played, and the terminal is left as it was."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.play.watching.watched import recorded
from tilefall.play import Record, read_records, verify, write_records
from tilefall.play.kept import kept_games

TMUX = shutil.which("tmux")
HOW_TO_GET_IT = "tmux is missing: apt-get install -y tmux, or brew install tmux"
PATIENCE = 60.0  # seconds; far more than any step takes
SIZE = (100, 32)
TILEFALL = (sys.executable, "-m", "tilefall")
MARK = "this was here before"
# What the shell does around the program; the screen stays as it is until the test is over.
SCRIPT = """\
echo {mark}
stty -a > {folder}/before
{command}
echo "code=$?"
stty -a > {folder}/after
exec cat
"""


@dataclass
class Terminal:
    """A terminal in which a program runs, or has run."""

    folder: Path
    environ: dict[str, str]

    def _tmux(self, *words: str) -> str:
        assert TMUX is not None
        command = [TMUX, "-u", "-L", "tilefall", "-f", "/dev/null", *words]
        done = subprocess.run(
            command, env=self.environ, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    def begin(self, command: str) -> None:
        script = self.folder / "script.sh"
        script.write_text(SCRIPT.format(mark=MARK, folder=self.folder, command=command))
        columns, lines = map(str, SIZE)
        self._tmux("new-session", "-d", "-x", columns, "-y", lines, f"sh {script}")

    def press(self, *keys: str) -> None:
        """Keys by tmux's names: b, Space, C-c, Left."""
        self._tmux("send-keys", *keys)

    def resize(self, columns: int, lines: int) -> None:
        self._tmux("resize-window", "-x", str(columns), "-y", str(lines))

    @property
    def text(self) -> str:
        """The screen, without blanks at the ends of lines."""
        return self._tmux("capture-pane", "-p")

    @property
    def words(self) -> str:
        return " ".join(self.text.split())

    @property
    def painted(self) -> str:
        """The screen with the escapes that colour it."""
        return self._tmux("capture-pane", "-p", "-e")

    @property
    def flags(self) -> str:
        """Whether the other screen is shown, the cursor is seen, and mouse and keypad are asked."""
        names = ("alternate_on", "cursor_flag", "mouse_any_flag", "keypad_flag")
        return self._tmux("display-message", "-p", " ".join(f"#{{{name}}}" for name in names))

    def wait_for(self, words: str) -> None:
        """These words are on the screen, sooner or later."""
        end = time.monotonic() + PATIENCE
        while words not in self.words:
            assert time.monotonic() < end, f"no {words!r} in:\n{self.text}"
            time.sleep(0.02)

    def wait_for_file(self, name: str) -> str:
        """The content of a file that the program or its script writes."""
        end = time.monotonic() + PATIENCE
        path = self.folder / name
        while not (path.exists() and path.read_text()):
            assert time.monotonic() < end, f"no {path} with:\n{self.text}"
            time.sleep(0.02)
        return path.read_text()

    def check_left_as_it_was(self, code: int) -> None:
        """The program has ended, and nothing of it is left but the lines it wrote at the end."""
        self.wait_for(f"code={code}")
        after, before = self.wait_for_file("after"), self.wait_for_file("before")
        assert after == before
        assert self.flags.split() == ["0", "1", "0", "0"], self.text
        assert self.text.startswith(f"{MARK}\n")
        assert "│" not in self.text
        lines = [line for line in self.painted.split("\n") if line]
        assert all("\x1b" not in line for line in lines), lines

    def close(self) -> None:
        self._tmux("kill-server")


@contextmanager
def terminal(command: Sequence[str] | str, data: Path, **environ: str) -> Iterator[Terminal]:
    """A program in a terminal of its own, and nobody's settings around it."""
    if not isinstance(command, str):
        command = shlex.join(command)
    # Names of sockets are short, so the folder of tests is too deep for them.
    with TemporaryDirectory(prefix="tilefall-") as folder:
        found = Terminal(
            Path(folder),
            {
                "PATH": os.environ["PATH"],
                "HOME": folder,
                "TMUX_TMPDIR": folder,
                "LC_ALL": "C.UTF-8",
                "TILEFALL_DATA": str(data),
            },
        )
        given = {"TERM": "xterm-256color", **environ}
        settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in given.items())
        found.begin(f"export {settings}\n{command}")
        try:
            yield found
        finally:
            found.close()


pytestmark = pytest.mark.skipif(TMUX is None, reason=HOW_TO_GET_IT)
PLAY = (*TILEFALL, "play", "quintris", "--seed", "1", "--mode", "simple")
IN_THE_APP = ["1", "0"]  # the other screen, no cursor


def kept(data: Path) -> list[Record]:
    return [record for game in kept_games(data) for record in read_records(game.path)]


def test_a_piece_is_played_and_the_terminal_is_left_as_it_was(tmp_path: Path) -> None:
    with terminal(PLAY, tmp_path) as screen:
        screen.wait_for("pieces 0")
        assert screen.flags.split()[:2] == IN_THE_APP
        assert "\x1b[" in screen.painted
        screen.press("B", "n", "Left", "Space")
        screen.wait_for("pieces 1")
        screen.resize(60, 10)
        screen.wait_for("This terminal is 60 x 10.")
        screen.resize(100, 32)
        screen.wait_for("pieces 1")
        screen.press("S-Right", "Up", "BSpace")
        screen.wait_for("backspace again")
        screen.press("Escape")
        screen.wait_for("Go on")
        screen.press("q")
        screen.check_left_as_it_was(0)
        assert "quintris, seed 1: score 0, not over" in screen.words
        assert "tilefall replay" in screen.words
    (record,) = kept(tmp_path)
    assert len(record.moves) == 1
    assert verify(record) is None


def test_ctrl_c_ends_it_with_130(tmp_path: Path) -> None:
    with terminal(PLAY, tmp_path) as screen:
        screen.wait_for("pieces 0")
        screen.press("Space", "Space")
        screen.wait_for("pieces 2")
        screen.press("C-c")
        screen.check_left_as_it_was(130)
        assert "Interrupted." in screen.words
        assert "Traceback" not in screen.words
    assert [len(record.moves) for record in kept(tmp_path)] == [2]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_end_it_properly(number: signal.Signals, tmp_path: Path) -> None:
    program = f"sh -c 'echo $$ > {tmp_path}/pid; exec {shlex.join(PLAY)}'"
    with terminal(program, tmp_path / "data") as screen:
        screen.wait_for("pieces 0")
        screen.press("Space")
        screen.wait_for("pieces 1")
        os.kill(int((tmp_path / "pid").read_text()), number)
        screen.check_left_as_it_was(130)
        assert "Traceback" not in screen.words
    assert [len(record.moves) for record in kept(tmp_path / "data")] == [1]


def test_ctrl_z_gives_the_terminal_back_and_fg_brings_the_game_back(tmp_path: Path) -> None:
    play = (*TILEFALL, "play", "quintris", "--seed", "1")
    program = f"set -m\n{shlex.join(play)}\necho it has stopped\nread line\nfg > /dev/null"
    with terminal(program, tmp_path) as screen:
        screen.wait_for("pieces 0")
        screen.press("Space")
        screen.wait_for("pieces 1")
        screen.press("C-z")
        screen.wait_for("it has stopped")
        assert screen.flags.split() == ["0", "1", "0", "0"]
        screen.press("Enter")
        screen.wait_for("Go on")
        assert screen.flags.split()[:2] == IN_THE_APP
        screen.press("p", "Space")
        screen.wait_for("pieces 2")
        screen.press("q", "q")
        screen.check_left_as_it_was(0)
    assert [len(record.moves) for record in kept(tmp_path)] == [2]


BROKEN = """
from tilefall.commands.app import all_stages, show
from tilefall.interfaces.app.setup import Setup
from tilefall.rules.catalog import parse_game

stages = all_stages()
stage = stages.playing(Setup(parse_game("quintris"), 1))
press = stage.press

def broken(key, now):
    if key == "x":
        raise ZeroDivisionError("broken on purpose")
    return press(key, now)

stage.press = broken
show(stage, stages)
"""


def test_after_an_error_the_terminal_is_a_terminal_and_the_game_is_kept(tmp_path: Path) -> None:
    program = tmp_path / "broken.py"
    program.write_text(BROKEN)
    with terminal((sys.executable, str(program)), tmp_path / "data") as screen:
        screen.wait_for("pieces 0")
        screen.press("Space")
        screen.wait_for("pieces 1")
        screen.press("x")
        screen.check_left_as_it_was(1)
        assert "ZeroDivisionError: broken on purpose" in screen.words
        assert "quintris, seed 1: score 0, not over" in screen.words
    assert [len(record.moves) for record in kept(tmp_path / "data")] == [1]


def test_without_a_word_there_is_the_menu(tmp_path: Path) -> None:
    with terminal(TILEFALL, tmp_path) as screen:
        screen.wait_for("1 Play Quintris")
        assert screen.flags.split()[:2] == IN_THE_APP
        screen.press("5")
        screen.wait_for("tetris:rules=preview,pieces=bag, lookahead")
        screen.press("q")
        screen.wait_for("1 Play Quintris")
        screen.press("q")
        screen.check_left_as_it_was(0)


def test_a_record_is_seen_again(tmp_path: Path) -> None:
    write_records(tmp_path / "games.jsonl", [recorded("tetris", ("dt-20",), turns=9)])
    with terminal(
        (*TILEFALL, "replay", f"{tmp_path}/games.jsonl", "--move", "4"), tmp_path
    ) as screen:
        screen.wait_for("move 4 of 9")
        screen.press("v")
        screen.wait_for("verified: 9 moves hold")
        screen.press("q")
        screen.check_left_as_it_was(0)


def test_in_a_pipe_there_is_the_help(tmp_path: Path) -> None:
    with terminal(f"{shlex.join(TILEFALL)} | cat", tmp_path) as screen:
        screen.check_left_as_it_was(0)
        assert "Play, search, train and compare AIs" in screen.words


def test_plain_is_plain_in_a_terminal_too(tmp_path: Path) -> None:
    with terminal((*PLAY, "--plain"), tmp_path) as screen:
        screen.wait_for("q to quit:")
        assert screen.flags.split()[0] == "0"
        screen.press("q", "Enter")
        screen.wait_for("code=0")


def test_a_dumb_terminal_gets_plain_text(tmp_path: Path) -> None:
    with terminal(PLAY, tmp_path, TERM="dumb") as screen:
        screen.wait_for("q to quit:")
        assert screen.flags.split()[0] == "0"
        screen.press("q", "Enter")
        screen.wait_for("code=0")


def test_who_wants_no_colour_gets_none(tmp_path: Path) -> None:
    with terminal(PLAY, tmp_path, NO_COLOR="1") as screen:
        screen.wait_for("pieces 0")
        screen.press("Space")
        screen.wait_for("pieces 1")
        assert "\x1b[" not in screen.painted
        screen.press("q", "q")
        screen.check_left_as_it_was(0)
