"""Web server: `tilefall serve` in a process of its own, and what it takes of the machine."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from tilefall.errors import TilefallError

START = 30.0  # seconds that the server has to start
QUIET = ("--port", "0", "--no-open", "--json")
KEY = "MDEyMzQ1Njc4OTAxMjM0NQ=="  # any sixteen bytes
FASTER = 5  # wishes to go faster, up to 60 positions a second


class NoServer(TilefallError, RuntimeError):
    """The server did not start, or did not let the bench in; says why."""


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    process: subprocess.Popen[str]
    host: str  # with its port
    cookie: str

    def processor_seconds(self) -> float:
        """How much it has computed so far."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """How much memory it has."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A server whose games and results are in this folder, until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tilefall", "serve", str(folder), *QUIET],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TILEFALL_DATA": str(folder)},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise NoServer("tilefall serve did not start")
        address = urlsplit(json.loads(line)["address"])
        yield Server(process, address.netloc, _cookie(address.netloc, address.query))
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=START)


def _cookie(host: str, query: str) -> str:
    """What the token of the address is exchanged for."""
    connection = HTTPConnection(host, timeout=START)
    connection.request("GET", f"/?{query}")
    answer = connection.getresponse()
    cookie = answer.headers["Set-Cookie"]
    connection.close()
    if cookie is None:
        raise NoServer(f"tilefall serve answered {answer.status} to its own token")
    return str(cookie).partition(";")[0]


class Deaf:
    """A client that wants much and reads nothing."""

    def __init__(self, server: Server, wish: str) -> None:
        host, _, port = server.host.partition(":")
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.connect((host, int(port)))
        self._socket.sendall(
            f"GET /socket HTTP/1.1\r\nHost: {server.host}\r\nOrigin: http://{server.host}\r\n"
            f"Cookie: {server.cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n\r\n".encode()
        )
        self._socket.recv(16)  # that it is let in
        for text in (wish, *['{"do":"faster"}'] * FASTER):
            self._socket.sendall(_frame(text))
        self._begun = time.monotonic()
        self._borne: list[float] = []  # seconds, when it has been dropped
        self._thread = Thread(target=self._wait, daemon=True)
        self._thread.start()

    def _wait(self) -> None:
        poll = select.poll()
        poll.register(self._socket, 0)  # the end of the connection is told without being asked for
        poll.poll()
        self._borne.append(time.monotonic() - self._begun)

    def close(self) -> None:
        """Leave, if it was not dropped; whoever waits for that waits no more."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()

    def dropped_after(self, patience: float) -> float | None:
        """How long the server bore it; None if it still does after the patience."""
        self._thread.join(max(0.0, self._begun + patience - time.monotonic()))
        return self._borne[0] if self._borne else None


def _frame(text: str) -> bytes:
    """A text as clients send it, under a mask of zeros."""
    body = text.encode()
    assert len(body) < 126, "longer texts have another head"
    return bytes([0x81, 0x80 | len(body)]) + bytes(4) + body
