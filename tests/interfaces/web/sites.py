"""A server of the web app in a thread, for tests and benches of tests."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from threading import Thread
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tilefall.interfaces.web.app import web_app
from tilefall.interfaces.web.gate import Gate, gate_of
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.server import bound, server

TOKEN = "token-of-a-test-which-nobody-else-knows"
PATIENCE = 20.0  # seconds that a server may take to start or to end


@dataclass(frozen=True)
class Answer:
    """What a request was answered with."""

    status: int
    headers: HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True)
class Site:
    """A server that runs."""

    base: str  # http://127.0.0.1:45678
    house: House
    gate: Gate

    @property
    def port(self) -> int:
        return int(self.base.rpartition(":")[2])

    def entry(self, path: str = "/") -> str:
        """The address that is opened first: it brings the token."""
        path, _, fragment = path.partition("#")
        return f"{self.base}{path}?token={self.gate.token}" + (f"#{fragment}" if fragment else "")

    @property
    def cookie(self) -> str:
        """What the token is exchanged for."""
        return f"{self.gate.cookie}={self.gate.secret}"

    def get(self, path: str, **headers: str) -> Answer:
        """The answer to a page of ours; headers as `sec_fetch_site="cross-site"`."""
        return self.ask("GET", path, {"Cookie": self.cookie} | _named(headers))

    def post(self, path: str, body: bytes, **headers: str) -> Answer:
        """The answer to what a page of ours sends."""
        ours = {"Cookie": self.cookie, "Origin": self.base}
        return self.ask("POST", path, ours | _named(headers), body)

    def ask(
        self, method: str, path: str, headers: dict[str, str], body: bytes | None = None
    ) -> Answer:
        """The answer to just this."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers)
            found = connection.getresponse()
            return Answer(found.status, found.headers, found.read())
        finally:
            connection.close()

    def socket(self, **options: Any) -> ClientConnection:
        """A socket as a page of ours opens it; options as websockets.sync.client has them."""
        ours: dict[str, Any] = {
            "origin": self.base,
            "additional_headers": {"Cookie": self.cookie},
            "open_timeout": PATIENCE,
            "compression": None,
            "proxy": None,
        }
        found: ClientConnection = connect(f"ws://127.0.0.1:{self.port}/socket", **(ours | options))
        return found


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@contextmanager
def running(house: House) -> Iterator[Site]:
    """A server on a free port, until the block ends."""
    listening = bound("127.0.0.1", 0)
    port = listening.getsockname()[1]
    gate = gate_of(TOKEN, "127.0.0.1", port)
    serving = server(web_app(house, gate), house.limits)
    thread = Thread(target=serving.run, args=([listening],), daemon=True)
    thread.start()
    end = time.monotonic() + PATIENCE
    while not serving.started and time.monotonic() < end:
        time.sleep(0.005)
    assert serving.started, "the server did not start"
    try:
        yield Site(f"http://127.0.0.1:{port}", house, gate)
    finally:
        serving.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        assert not thread.is_alive(), "the server did not end"


def house_in(folder: Path) -> House:
    """A house whose arenas and runs are in a folder."""
    return House(folder)
