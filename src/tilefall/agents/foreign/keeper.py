"""Keeper: the process between a referee and a program; nothing of the program outlives it.

    referee -- keeper -- init -- program -- whatever it starts

It starts anew for every game, so that it and what it imports must load quickly. In a PID
namespace the death of init is the death of all, at once. Without one the keeper adopts every
orphan, and stops and kills until it has no child left.
"""

from __future__ import annotations

import os
import resource
import select
import sys
import time

from tilefall.agents.foreign.confinement import (
    SWEEPS,
    Task,
    become_init,
    become_keeper,
    contained,
    has_children,
    kill_all,
    let_go,
)
from tilefall.agents.foreign.process_tree import descendants, descendants_at_a_glance

TICK = 0.02  # seconds between two looks at the program
TAIL_BYTES = 2048  # of standard error


def main() -> None:
    """Keep a program until it ends, takes too much, or the referee has gone; then report."""
    task = Task(sys.argv[1:])
    become_keeper()
    try:
        os.mkdir(task.home, 0o700)
        report = kept(task)
    except Exception as error:
        report = written("keeper", f"{type(error).__name__}: {error}")
    removed(task.home)
    try:
        os.write(task.control, report)
    except OSError:
        return  # the referee has gone


def written(
    cause: str,
    status: str = "",
    way: str = "",
    cpu_seconds: float = 0.0,
    memory: int = 0,
    tail: bytes = b"",
) -> bytes:
    """A report (ending.py), a line for each of its fields."""
    status = status.replace("\n", " ")
    return "\n".join((cause, status, way, str(cpu_seconds), str(memory), tail.hex())).encode()


def kept(task: Task) -> bytes:
    """The report of how a program ended, and what it took."""
    way = contained(task.way)
    if not way:
        return written("keeper", f"no containment by {task.way} here")
    errors, errors_in = os.pipe()
    status, status_in = os.pipe()
    keeper, init = os.getpid(), os.fork()
    if not init:
        try:
            become_init(task, way, keeper, status_in, errors_in)
        except OSError as error:
            os.write(status_in, b"start %d\n" % (error.errno or 0))
        finally:
            os._exit(127)
    let_go()
    os.close(errors_in)
    os.close(status_in)
    told, watch = Errors(errors), Watch(task, init)
    try:
        cause = watched(task, way, watch, told, status)
    finally:
        kill_all(way, init)
    while told.read():
        pass
    said = os.read(status, 64).decode().partition("\n")[0] if cause == "ended" else ""
    return written(cause, said, way, watch.cpu_seconds, watch.memory, told.tail)


def watched(task: Task, way: str, watch: Watch, told: Errors, status: int) -> str:
    """Why a program must end: it has ended, or the referee has; or what it took too much of."""
    poll = select.poll()
    for file in (task.control, told.file, status):
        poll.register(file, select.POLLIN)
    last_look = 0.0
    while True:
        ready = [file for file, _ in poll.poll(TICK * 1000)]
        if task.control in ready or os.getppid() != task.referee:
            return "referee"
        if told.file in ready and not told.read():
            poll.unregister(told.file)
        if told.total > task.error_bytes:
            return "output"
        if status in ready:
            return "ended"
        if time.monotonic() - last_look > TICK / 2:
            last_look = time.monotonic()
            if way == SWEEPS:
                has_children()  # leaves no orphan unburied
            if cause := watch.excess():
                return cause


class Watch:
    """How much a program and all that it started take."""

    def __init__(self, task: Task, init: int) -> None:
        self.task, self.init, self.me = task, init, os.getpid()
        self.ticks: dict[tuple[int, int], int] = {}  # also of those that are gone
        self.cpu_seconds, self.memory = 0.0, 0
        self.has_children = os.path.exists(f"/proc/self/task/{self.me}/children")

    def excess(self) -> str:
        """What is too much: memory, cpu or processes; empty if all is well."""
        if self.has_children:
            found = descendants_at_a_glance(self.me, self.task.processes + 1)  # with init
        else:
            found = descendants(self.me)
        self.ticks.update({(each.pid, each.born): each.own_ticks for each in found})
        # Children that nobody waits for are in the first sum alone, short ones in the second.
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        waited = (used.ru_utime + used.ru_stime) * os.sysconf("SC_CLK_TCK")
        ticks = max(sum(self.ticks.values()), waited + sum(each.all_ticks for each in found))
        self.cpu_seconds = max(self.cpu_seconds, ticks / os.sysconf("SC_CLK_TCK"))
        theirs = [each for each in found if each.pid != self.init]
        memory = sum(each.resident for each in theirs)
        if memory > self.task.memory:
            memory = sum(each.share() for each in theirs)
        self.memory = max(self.memory, memory)
        if len(theirs) > self.task.processes:
            return "processes"
        if memory > self.task.memory:
            return "memory"
        return "cpu" if self.cpu_seconds > self.task.cpu_seconds else ""


class Errors:
    """What the program writes to its standard error: how much, and the end of it."""

    def __init__(self, file: int) -> None:
        self.file, self.total, self.tail = file, 0, b""
        os.set_blocking(file, False)

    def read(self) -> bool:
        """Take what there is; False if there is nothing, now or for ever."""
        try:
            part = os.read(self.file, 1 << 16)
        except BlockingIOError:
            return False
        self.total += len(part)
        self.tail = (self.tail + part)[-TAIL_BYTES:]
        return part != b""


def removed(folder: str) -> None:
    """Afterwards the folder is gone, with all that is in it."""
    try:
        os.rmdir(folder)
    except OSError:
        import shutil  # it takes long to load, and most programs leave nothing

        os.chmod(folder, 0o700)
        for path, folders, _ in os.walk(folder):
            for inner in (os.path.join(path, name) for name in folders):
                if not os.path.islink(inner):
                    os.chmod(inner, 0o700)  # it may have been closed to everybody
        shutil.rmtree(folder, ignore_errors=True)
