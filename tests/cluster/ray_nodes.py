"""Nodes of a Ray cluster as processes of this machine, which can die while they work."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

CHUNK = "ray::tilefall_chunk"  # the title of a worker while it plays a chunk
STORE_BYTES = 80 << 20
WAIT_SECONDS = 180


class Process(NamedTuple):
    """What the system tells about a process."""

    number: int
    title: str
    state: str
    parent: int
    session: int
    words: list[str]


def processes() -> list[Process]:
    """All that run now."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            words = (folder / "cmdline").read_bytes().decode().split("\0")
            state, parent, _, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            numbers = int(parent), int(session)
            found.append(Process(int(folder.name), words[0], state, *numbers, words[1:]))
    return [process for process in found if process.state != "Z"]


def children(parent: int) -> list[Process]:
    """The processes that another one has started."""
    return [process for process in processes() if process.parent == parent]


def wait_for(claim: Callable[[], bool]) -> None:
    """Returns when a claim holds; fails if that takes far too long."""
    end = time.monotonic() + WAIT_SECONDS
    while not claim():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        number: int = server.getsockname()[1]
    return number


def is_at_work(raylet: int) -> bool:
    """A worker of this node plays a chunk."""
    return any(process.title == CHUNK for process in children(raylet))


def stopped_at_work(raylet: int) -> int:
    """A worker of this node that stands still in the middle of a chunk, once there is one.

    Its title says so only until it has answered. So this chunk has begun and nobody has its games.
    """
    caught: list[int] = []

    def has_caught() -> bool:
        for number, title, *_ in children(raylet):
            if title != CHUNK:
                continue
            send(number, signal.SIGSTOP)
            # one that ended or was killed just before never stands still
            wait_for(lambda: not is_running(number))  # noqa: B023 - called at once
            if (number, CHUNK, "T") in [process[:3] for process in children(raylet)]:
                caught.append(number)
                return True
            send(number, signal.SIGCONT)
        return False

    wait_for(has_caught)
    return caught[0]


def is_running(number: int) -> bool:
    """A process is there and does not stand still."""
    return any(process.number == number and process.state != "T" for process in processes())


def send(number: int, word: signal.Signals) -> None:
    """Sends a signal to a process, which may have ended since it was seen."""
    with suppress(ProcessLookupError):
        os.kill(number, word)


def lose_power(raylet: int) -> None:
    """All processes of a node are gone at once, and nothing is said to anybody."""
    for number in [raylet, *(process.number for process in children(raylet))]:
        send(number, signal.SIGKILL)


@contextmanager
def without_warnings() -> Iterator[None]:
    """Ray leaves files open in what starts its processes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        yield


class Nodes:
    """A cluster whose head plays nothing, to which nodes of one CPU are added."""

    def __init__(self, cluster: Any) -> None:
        self.cluster = cluster
        self.address: str = cluster.address

    def add(self, **options: Any) -> int:
        """The process that is the heart of a new node, which will soon join."""
        with without_warnings():
            node = self.cluster.add_node(
                wait=False, num_cpus=1, object_store_memory=STORE_BYTES, **options
            )
        number: int = node.all_processes["raylet"][0].process.pid
        return number

    def remove_all(self) -> None:
        """No node but the head is left."""
        for node in list(self.cluster.worker_nodes):
            self.cluster.remove_node(node, allow_graceful=False)


@contextmanager
def ray_cluster(**options: Any) -> Iterator[Nodes]:
    """A cluster on this machine that notices soon what has died."""
    from ray.cluster_utils import Cluster

    folder = tempfile.mkdtemp(prefix="tilefall-", dir="/tmp")
    os.environ["RAY_TMPDIR"] = folder  # where it tells others its address, too
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    settings = {"health_check_period_ms": 500, "health_check_failure_threshold": 3}
    head = {
        "num_cpus": 0,
        "include_dashboard": False,
        "object_store_memory": STORE_BYTES,
        "_system_config": settings,
    }
    with without_warnings():
        cluster = Cluster(initialize_head=True, head_node_args=head | options)
    try:
        yield Nodes(cluster)
    finally:
        cluster.shutdown()  # type: ignore[no-untyped-call]
        del os.environ["RAY_TMPDIR"]
        shutil.rmtree(folder, ignore_errors=True)
