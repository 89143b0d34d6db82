"""A real terminal for tests: a program in tmux, its keys and its screen."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

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
