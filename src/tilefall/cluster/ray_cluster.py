"""Ray cluster: many machines play items of work, and what dies meanwhile costs nothing.

This file alone knows Ray. Chunks of items are tasks of one CPU. Ray starts a task again whose
worker or machine died, and nobody else has heard of its results by then.
"""

from __future__ import annotations

import importlib
import os
import pickle
import re
import shutil
import socket
import tempfile
import time
import warnings
from collections.abc import Callable, Generator, Sequence
from typing import Any

from tilefall import __version__
from tilefall.cluster.cluster import AHEAD, Done, Pace
from tilefall.errors import TilefallError, extra

LOOK_SECONDS = 1.0  # from one look at the size of the cluster to the next
CONNECT_SECONDS = 5.0
GRACE_SECONDS = 2.0  # from an interrupt to the end of a process that does not heed it
PATIENCE_SECONDS = 600.0  # without any CPU; clusters that grow when asked need some minutes
STORE_BYTES = 80 << 20  # about the least that Ray allows; small results need none of it
LAST_PORT = 65535
FOR_RAY = ("ray", "a Ray cluster")  # the extra, and what it is needed for
ADDRESSES = re.compile(r"(?P<scheme>ray://)?(?P<host>[^/\s]+):(?P<port>[0-9]{1,5})")


class BadCluster(TilefallError, RuntimeError):
    """A Ray cluster that cannot be worked with; says why."""


class RayCluster:
    """The CPUs of a Ray cluster: the one at an address, or one that is started for this alone."""

    def __init__(self, address: str | None, threads: int | None = None) -> None:
        self._ray = _imported_ray()
        self._folder = _temporary_folder() if address is None else None
        self._pace = Pace()
        self._version = __version__
        self._slots = 0
        self._looked = float("-inf")
        self._seen = time.monotonic()  # when there was a CPU
        try:
            if address is not None:
                _join(self._ray, address)
            else:
                _start(self._ray, str(self._folder), threads)
        except BaseException:
            self.close()
            raise
        remote = self._ray.remote(num_cpus=1, max_retries=-1, retry_exceptions=False)
        self._submit = remote(_chunk_player()).remote

    def play(self, function: str, items: Sequence[Any]) -> Generator[Done, None, None]:
        """All items once, as they are done, by a function `module:name` of a list of items."""
        module, _, name = function.partition(":")
        getattr(importlib.import_module(module), name)  # if there is none, better told here
        return self._play(function, items)

    def close(self) -> None:
        """Leaves the cluster; one that was started for this ends."""
        self._ray.shutdown()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _play(self, function: str, items: Sequence[Any]) -> Generator[Done, None, None]:
        begun = 0
        under_way: dict[Any, range] = {}
        self._pace.begin()
        try:
            while begun < len(items) or under_way:
                slots = self._looked_slots()
                while begun < len(items) and len(under_way) < AHEAD * max(slots, 1):
                    size = self._pace.size(len(items) - begun, slots)
                    chunk = range(begun, min(begun + size, len(items)))
                    begun = chunk.stop
                    packed = pickle.dumps(list(items[chunk.start : chunk.stop]))
                    under_way[self._submit(self._version, function, packed)] = chunk
                for reference in self._finished(list(under_way)):
                    chunk = under_way.pop(reference)
                    results = self._results(reference, chunk)
                    for place, result in zip(chunk, results, strict=True):
                        yield Done(place, result)
        finally:
            self._stop(list(under_way))

    def _stop(self, references: list[Any]) -> None:
        """None of these chunks goes on; what does not heed an interrupt loses its process."""
        for reference in references:
            self._ray.cancel(reference)
        if references:
            count = len(references)
            _, deaf = self._ray.wait(references, num_returns=count, timeout=GRACE_SECONDS)
            for reference in deaf:
                self._ray.cancel(reference, force=True)

    def _finished(self, references: list[Any]) -> list[Any]:
        """All chunks that are done, as soon as one is; none if that takes long."""
        some, _ = self._ray.wait(references, num_returns=1, timeout=LOOK_SECONDS)
        if not some:
            return []
        found, _ = self._ray.wait(references, num_returns=len(references), timeout=0)
        return list(found)

    def _results(self, reference: Any, chunk: range) -> list[Any]:
        try:
            fault, seconds, results = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            raise BadCluster(f"Ray cannot play: {_first_line(error)}") from error
        if fault:
            raise BadCluster(fault) if isinstance(fault, str) else fault
        self._pace.add(len(chunk), seconds)
        return list(results)

    def _looked_slots(self) -> int:
        """How many CPUs the cluster has now."""
        now = time.monotonic()
        if now - self._looked >= LOOK_SECONDS:
            self._slots = int(self._ray.cluster_resources().get("CPU", 0))
            self._looked = now
        if self._slots:
            self._seen = now
        elif now - self._seen > PATIENCE_SECONDS:
            raise BadCluster(f"the Ray cluster has had no CPU for {PATIENCE_SECONDS:g} seconds")
        return self._slots


def _chunk_player() -> Callable[[str, str, bytes], tuple[str | Exception, float, list[Any]]]:
    """What plays a chunk: the results and how long they took, or what is wrong here."""

    # A function inside of a function travels as a whole. So it can run, and complain, on a machine
    # that has no tilefall, or another one.
    def tilefall_chunk(
        expected: str, function: str, packed: bytes
    ) -> tuple[str | Exception, float, list[Any]]:
        import importlib
        import pickle
        import socket
        import time

        found = "no tilefall"
        try:
            from tilefall import __version__

            found = f"tilefall {__version__}"
        except ImportError:
            pass
        if found != f"tilefall {expected}":
            where = f"machine {socket.gethostname()} of the Ray cluster"
            advice = f"install tilefall {expected} on all machines of the cluster"
            return f"{where} has {found}: {advice}", 0.0, []
        try:
            module, _, name = function.partition(":")
            play = getattr(importlib.import_module(module), name)
            items = pickle.loads(packed)
            start = time.perf_counter()
            played = play(items)
            return "", time.perf_counter() - start, played
        except Exception as error:  # raised here, it would be told by Ray as well
            return error, 0.0, []

    return tilefall_chunk


def _imported_ray() -> Any:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray: Any = extra("ray", *FOR_RAY)
    worker: Any = extra("ray._private.worker", *FOR_RAY)
    # It prints what it hears of deaths among our results, and has no option against that.
    worker._worker_logs_enabled = False
    return ray


def _temporary_folder() -> str:
    # Ray has sockets in it, whose paths have at most 107 characters: TMPDIR may be too long
    return tempfile.mkdtemp(prefix="tilefall-", dir="/tmp")


def _start(ray: Any, folder: str, threads: int | None) -> None:
    """A Ray on this machine that is there for this process alone."""
    try:
        ray.init(
            "local",
            num_cpus=threads,
            num_gpus=0,
            object_store_memory=STORE_BYTES,
            include_dashboard=False,
            log_to_driver=False,
            logging_level="ERROR",
            _temp_dir=folder,
        )
    except Exception as error:
        raise BadCluster(f"Ray does not start: {_first_line(error)}") from error


def _join(ray: Any, address: str) -> None:
    """The cluster at an address, which somebody else has started and will end."""
    if address != "auto":
        _check_there(address)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what goes wrong is raised as well
            ray.init(address, log_to_driver=False, logging_level="ERROR")
    except Exception as error:
        raise BadCluster(f"no Ray cluster at {address}: {_first_line(error)}") from error


def _check_there(address: str) -> None:
    """Raises BadCluster if no Ray listens: Ray itself would try for minutes."""
    found = ADDRESSES.fullmatch(address)
    if not found:
        raise BadCluster(f"address {address!r}, allowed are auto, HOST:PORT and ray://HOST:PORT")
    host, port = found["host"].strip("[]"), int(found["port"])
    if port > LAST_PORT:
        raise BadCluster(f"no Ray cluster at {address}: ports go up to {LAST_PORT}")
    try:
        socket.create_connection((host, port), CONNECT_SECONDS).close()
    except OSError as error:
        raise BadCluster(f"no Ray cluster at {address}: {error.strerror or error}") from error
    if os.environ.get("RAY_USE_TLS", "0") == "0":
        _check_health(address, found["scheme"] is not None)


def _check_health(address: str, is_client: bool) -> None:
    """Raises BadCluster if what listens there is something else."""
    grpc: Any = extra("grpc", *FOR_RAY)
    options = [("grpc.enable_http_proxy", 0)]
    with grpc.insecure_channel(address.removeprefix("ray://"), options=options) as channel:
        try:
            channel.unary_unary("/grpc.health.v1.Health/Check")(b"", timeout=CONNECT_SECONDS)
            code = grpc.StatusCode.OK
        except grpc.RpcError as error:
            code = error.code()
    why = {
        (grpc.StatusCode.UNAVAILABLE, is_client): "something else listens there",
        (grpc.StatusCode.DEADLINE_EXCEEDED, is_client): "nobody answers there",
        (grpc.StatusCode.UNIMPLEMENTED, False): "if it is the port for clients, put ray:// before",
        (grpc.StatusCode.OK, True): "its port for clients is another one, usually 10001",
    }.get((code, is_client))
    if why:
        raise BadCluster(f"no Ray cluster at {address}: {why}")


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
