"""Ending: how a program ended, as its keeper reports it and as people read it."""

from __future__ import annotations

import os
import re
import signal
from dataclasses import dataclass

from tilefall.agents.agent import Forfeit
from tilefall.agents.foreign.limits import Limits

LONGEST = 160  # characters of anything that a program said
OUT_OF_MEMORY = re.compile(r"MemoryError|OutOfMemory|bad_alloc|out of memory|allocate memory", re.I)


@dataclass(frozen=True)
class Report:
    """What a keeper saw."""

    cause: str  # referee, ended, keeper, or what was too much
    status: str = ""  # `exit 1`, `exit -9` for a signal, `start 2` for an error of the system
    way: str = ""  # of containment
    cpu_seconds: float = 0.0
    memory: int = 0  # the most that was seen
    tail: bytes = b""  # of standard error


NO_REPORT = Report("keeper", "it has gone")


def parse_report(text: bytes) -> Report:
    """The report of a keeper.

    >>> parse_report(b"ended\\nexit 1\\nsweeps\\n0.5\\n4096\\n6f6827")
    Report(cause='ended', status='exit 1', way='sweeps', cpu_seconds=0.5, memory=4096, tail=b"oh'")
    """
    cause, status, way, cpu_seconds, memory, tail = text.decode().split("\n")
    return Report(cause, status, way, float(cpu_seconds), int(memory), bytes.fromhex(tail))


def plain(said: bytes) -> str:
    """What a program said, in one short printable line.

    >>> plain(b"caf\\xc3\\xa9 \\xff\\x07\\n")
    'café \\\\xff\\\\x07'
    """
    text = said.decode(errors="backslashreplace").strip()
    if len(text) > LONGEST:
        text = text[: LONGEST - 3] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def last_line(tail: bytes) -> str:
    """The last line of standard error that says something."""
    lines = [line for line in tail.splitlines() if line.strip()]
    return plain(lines[-1]) if lines else ""


def forfeit(report: Report, limits: Limits, has_answered: bool) -> Forfeit:
    """The forfeit of a program that its keeper saw end."""
    excess = {
        "memory": f"more than {limits.memory / (1 << 20):,.0f} MiB",
        "cpu": f"more than {limits.cpu_seconds:g} s of processor time",
        "processes": f"more than {limits.processes} processes",
        "output": f"more than {limits.error_bytes:,} bytes on its standard error",
    }
    if report.cause in excess:
        return Forfeit(report.cause, excess[report.cause])
    if report.cause == "keeper":
        return Forfeit("crash" if has_answered else "start", f"its keeper: {report.status}")
    word, _, number = report.status.partition(" ")
    if word == "start":
        return Forfeit("start", os.strerror(int(number)))
    if word != "exit":
        return Forfeit("crash", "it ended the process that waited for it")
    code, said = int(number), last_line(report.tail)
    if code == -signal.SIGXCPU:
        return Forfeit("cpu", excess["cpu"])
    how = f"exit code {code}" if code >= 0 else f"ended by {signal_name(-code)}"
    detail = f"{how}: {said}" if said else how
    if code and OUT_OF_MEMORY.search(said):
        return Forfeit("memory", f"{detail}, {excess['memory'].removeprefix('more than ')} allowed")
    return Forfeit("crash" if has_answered else "start", detail)


def signal_name(number: int) -> str:
    """What people call a signal.

    >>> signal_name(11), signal_name(40)
    ('SIGSEGV', 'signal 40')
    """
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
