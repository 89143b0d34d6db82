"""Process tree: who descends from a process, and what each of them takes, as /proc tells it."""

from __future__ import annotations

import os
import resource


class Process:
    """What /proc tells of a process."""

    def __init__(self, pid: int) -> None:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        self.pid, self.parent, self.born = pid, int(fields[1]), int(fields[19])
        self.is_alive = fields[0] not in b"ZX"
        self.own_ticks = int(fields[11]) + int(fields[12])
        self.all_ticks = self.own_ticks + int(fields[13]) + int(fields[14])  # with waited children
        self.threads = int(fields[17])
        self.resident = int(fields[21]) * resource.getpagesize()

    def share(self) -> int:
        """Its memory, what it shares with others counted in part."""
        try:
            with open(f"/proc/{self.pid}/smaps_rollup", "rb") as file:
                sizes = [line.split()[1] for line in file if line.startswith(b"Pss:")]
        except OSError:
            return self.resident
        return int(sizes[0]) * 1024 if sizes else 0


def seen(pids: list[int]) -> list[Process]:
    """Those of the processes that are still there."""
    found = []
    for pid in pids:
        try:
            found.append(Process(pid))
        except OSError:
            continue
    return found


def newcomers(ours: set[int], known: set[int]) -> list[int]:
    """The living among those not yet known that descend from ours; both sets grow.

    Only who is new is looked at, so that this is quicker than any fork bomb.
    """
    names = [name for name in os.listdir("/proc") if name.isdigit()]
    waiting = seen([int(name) for name in names if int(name) not in known])
    known.update(each.pid for each in waiting)
    found: list[int] = []
    while joined := [each for each in waiting if each.parent in ours]:
        ours.update(each.pid for each in joined)
        found += [each.pid for each in joined if each.is_alive]
        waiting = [each for each in waiting if each.pid not in ours]
    return found


def threads_of(user: int) -> int:
    """How many threads a user has, in all processes."""
    names = [name for name in os.listdir("/proc") if name.isdigit()]
    return sum(each.threads for each in seen([int(name) for name in names if owner(name) == user]))


def owner(name: str) -> int:
    """Whose process this is; nobody's if it has gone."""
    try:
        return os.stat(f"/proc/{name}").st_uid
    except OSError:
        return -1


def children(pid: int) -> list[int]:
    """The children of a process and of all its threads."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                found += map(int, file.read().split())
    except OSError:
        pass
    return found


def descendants_at_a_glance(root: int, enough: int) -> list[Process]:
    """The processes below this one, quickly; one that moves meanwhile may be missing.

    There is no more looking once there are more than enough of them.
    """
    found: list[Process] = []
    waiting = children(root)
    while waiting and len(found) <= enough:
        pid = waiting.pop()
        found += seen([pid])
        waiting += children(pid)
    return found


def descendants(root: int) -> list[Process]:
    """All processes below this one, by the parents of every process there is."""
    every = seen([int(name) for name in os.listdir("/proc") if name.isdigit()])
    below: dict[int, list[Process]] = {}
    for process in every:
        below.setdefault(process.parent, []).append(process)
    found, waiting = [], [root]
    while waiting:
        new = below.get(waiting.pop(), [])
        found += new
        waiting += [process.pid for process in new]
    return found
