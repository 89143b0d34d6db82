"""Sandbox: a program in a process of its own, asked line by line, ended with all it started."""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tilefall.agents.agent import Forfeit
from tilefall.agents.foreign.ending import NO_REPORT, Report, forfeit, parse_report, plain
from tilefall.agents.foreign.limits import LIMITS, Limits

GRACE = 0.1  # seconds longer than it was told, for the way there and back
LAST_SECONDS = 0.5  # from the end of a program's output to its own, which tells why
PATIENCE = 30.0  # seconds for a keeper to end everything; it goes on alone after that
KEPT = ("PATH", "LANG", "LC_ALL", "PYTHONHOME", "LD_LIBRARY_PATH", "TILEFALL_ISA")
# Its packages without their own code, which would load every agent there is.
KEEPER = """
import sys, types
for name in ("tilefall", "tilefall.agents", "tilefall.agents.foreign"):
    sys.modules[name] = types.ModuleType(name)
sys.modules[name].__path__ = [sys.argv.pop(1)]
from tilefall.agents.foreign.keeper import main
main()
"""


@dataclass(frozen=True)
class Command:
    """What is run, the first word a whole path, and in which folder."""

    words: Sequence[str]
    folder: Path


def environment(home: str, ours: Mapping[str, str] = os.environ) -> dict[str, str]:
    """All that a program learns from its environment."""
    kept = {name: ours[name] for name in KEPT if name in ours}
    if "PYTHONPATH" in ours:  # as it is meant here, though the program works elsewhere
        folders = ours["PYTHONPATH"].split(os.pathsep)
        kept["PYTHONPATH"] = os.pathsep.join(os.path.abspath(folder) for folder in folders)
    # sets of strings have an order that their hashes decide: games of Python programs repeat
    settled = {"PYTHONHASHSEED": "0", "HOME": home, "TMPDIR": home}
    return {"PATH": os.defpath, "LANG": "C.UTF-8", **kept, **settled}


def containment() -> str:
    """How a program is contained on this machine; empty if none could be started."""
    return Sandbox(Command((sys.executable, "-I", "-S", "-c", ""), Path("/"))).stop(PATIENCE).way


class Sandbox:
    """A program that runs; every forfeit that is raised here has ended it already."""

    def __init__(self, command: Command, limits: Limits = LIMITS, way: str = "") -> None:
        self.limits, self.has_answered = limits, False
        self.home = os.path.join(tempfile.gettempdir(), f"tilefall-{secrets.token_hex(8)}")
        self._line, self._received = b"", 0
        self._report: Report | None = None
        self._owner = os.getpid()
        their_input, self._input = os.pipe()
        self._output, their_output = os.pipe()
        self._control, their_control = socket.socketpair()
        words = [str(their_control.fileno()), str(os.getpid()), way, str(command.folder), self.home]
        script = [sys.executable, "-I", "-S", "-c", KEEPER, str(Path(__file__).parent)]
        try:
            self._keeper = subprocess.Popen(
                [*script, *words, *limits.words(), *command.words],
                stdin=their_input,
                stdout=their_output,
                stderr=subprocess.DEVNULL,
                env=environment(self.home),
                pass_fds=[their_control.fileno()],
                start_new_session=True,  # Ctrl-C is for the referee
            )
        except OSError as error:
            self._let_go()
            raise Forfeit("start", f"no keeper could be started: {error.strerror}") from error
        finally:
            their_control.close()
            os.close(their_input)
            os.close(their_output)
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._poll = select.poll()
        self._poll.register(self._output, select.POLLIN)
        self._poll.register(self._control, select.POLLIN)

    def ask(self, request: bytes, seconds: float) -> bytes:
        """The line that answers this one; a forfeit if none comes, or anything else."""
        deadline = time.monotonic() + seconds + GRACE
        self._read()
        if self._line:
            raise self._ended("garbage", f"it spoke before it was asked: {plain(self._line)}")
        rest = self._written(request)
        while b"\n" not in self._line:
            left = deadline - time.monotonic()
            if left <= 0:
                raise self._ended("time", f"no answer in {seconds:g} s")
            if rest:
                self._poll.register(self._input, select.POLLOUT)
            ready = {file for file, _ in self._poll.poll(left * 1000)}
            if rest:
                self._poll.unregister(self._input)
                rest = self._written(rest)
            is_open = self._read()
            if b"\n" not in self._line and (not is_open or self._control.fileno() in ready):
                raise self._gone()
        line, _, more = self._line.partition(b"\n")
        if more or rest:
            raise self._ended("garbage", f"more than one line: {plain(self._line)}")
        self._line, self.has_answered = b"", True
        return line

    def tell(self, line: bytes) -> None:
        """Say something that has no answer, and that there will be nothing more."""
        if self._report is None:
            self._written(line)
            os.close(self._input)
            self._input = -1

    def stop(self, wait_seconds: float = 0.0) -> Report:
        """End the program and all that it started, at once or after some time to end by itself."""
        if self._report is not None:
            return self._report
        if os.getpid() != self._owner:
            return NO_REPORT  # a copy of the referee, whose program goes on
        if wait_seconds:
            self._hears_report(wait_seconds)
        self._control.shutdown(socket.SHUT_WR)
        self._control.settimeout(PATIENCE)
        text = b""
        try:
            while part := self._control.recv(1 << 16):
                text += part
            self._keeper.wait()
        except TimeoutError:
            text = b""
        self._report = parse_report(text) if text else NO_REPORT
        self._let_go()
        shutil.rmtree(self.home, ignore_errors=True)  # if not even its keeper is left
        return self._report

    def interrupt(self) -> None:
        """Have the program ended, by a thread that does not wait for it."""
        with contextlib.suppress(OSError):  # it may be ending already
            self._control.shutdown(socket.SHUT_WR)

    def _let_go(self) -> None:
        self._control.close()
        for file in (self._input, self._output):
            if file >= 0:
                os.close(file)

    def _read(self) -> bool:
        """Take what there is to read; False if there will be nothing more."""
        try:
            part = os.read(self._output, self.limits.line_bytes + 1)
        except BlockingIOError:
            return True
        self._line += part
        self._received += len(part)
        if len(self._line.partition(b"\n")[0]) > self.limits.line_bytes:
            raise self._ended("output", f"a line of more than {self.limits.line_bytes:,} bytes")
        if self._received > self.limits.output_bytes:
            raise self._ended("output", f"more than {self.limits.output_bytes:,} bytes of answers")
        return part != b""

    def _written(self, line: bytes) -> bytes:
        """What is left of a line after as much of it as now can be was written."""
        try:
            return line[os.write(self._input, line) :]
        except BlockingIOError:
            return line
        except BrokenPipeError:
            return b""  # it reads no more, and may have answered all the same

    def _hears_report(self, seconds: float) -> bool:
        """Whether the keeper has something to say within this time."""
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def _gone(self) -> Forfeit:
        """The forfeit of a program that will not answer any more."""
        self._hears_report(LAST_SECONDS)
        self._read()  # what it wrote last
        report = self.stop()
        has_ended = report.cause != "referee"  # by itself, or by its keeper
        if self._line and (not has_ended or report.status == "exit 0"):
            return Forfeit("garbage", f"half a line: {plain(self._line)}")
        if not has_ended:
            return Forfeit("garbage", "it closed its standard output")
        return forfeit(report, self.limits, self.has_answered)

    def _ended(self, cause: str, detail: str) -> Forfeit:
        """A forfeit that the referee has seen itself, or the excess that its keeper saw first."""
        report = self.stop()
        is_excess = report.cause in ("memory", "cpu", "processes", "output")
        return forfeit(report, self.limits, True) if is_excess else Forfeit(cause, detail)
