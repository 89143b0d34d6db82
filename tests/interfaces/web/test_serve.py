"""The command that serves: whom it lets in, what it says, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner, Result
from websockets.sync.client import connect
from websockets.typing import Origin

from tilefall.cli import cli
from tilefall.commands.serve import VARIABLE

PATIENCE = 30.0
TOKEN = "a-token_of-the-tests-0123456789"


def told(*words: str, token: str | None = None) -> Result:
    """What the command says when it does not start."""
    return CliRunner().invoke(cli, ["serve", "--no-open", *words], env={VARIABLE: token})


class Served:
    """A server in a process of its own."""

    def __init__(self, folder: Path, *words: str, **variables: str) -> None:
        environment = {**os.environ, "TILEFALL_DATA": str(folder / "data"), **variables}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tilefall", "serve", "--no-open", "--json", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=environment,
        )
        assert self.process.stdout is not None
        self.address = urlsplit(json.loads(self.process.stdout.readline())["address"])
        self.token = self.address.query.removeprefix("token=")

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """The status, and the cookie if one is given."""
        connection = HTTPConnection(str(self.address.hostname), self.address.port, PATIENCE)
        connection.request("GET", path, headers=headers)
        found = connection.getresponse()
        cookie = (found.headers["Set-Cookie"] or "").partition(";")[0]
        found.read()
        connection.close()
        return found.status, cookie

    def socket(self) -> Any:
        """A socket as a page opens it that has been let in."""
        status, self.cookie = self.get(f"/?token={self.token}")
        assert status == 303
        base = f"127.0.0.1:{self.address.port}"
        ours: dict[str, Any] = {"additional_headers": {"Cookie": self.cookie}, "proxy": None}
        return connect(f"ws://{base}/socket", origin=Origin(f"http://{base}"), **ours)

    def end(self, how: signal.Signals) -> tuple[int, str, float]:
        """The exit code, what stood on stderr, and how long it took."""
        begun = time.monotonic()
        self.process.send_signal(how)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors, time.monotonic() - begun


@contextmanager
def served(folder: Path, *words: str, **variables: str) -> Iterator[Served]:
    found = Served(folder, *words, **variables)
    try:
        yield found
    finally:
        found.process.kill()
        found.process.communicate()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_ends_at_once_and_keeps_the_games_that_are_open(
    tmp_path: Path, how: signal.Signals
) -> None:
    with served(tmp_path, "--port", "0", "--verbose") as site:
        with site.socket() as client:
            client.send(json.dumps({"do": "play", "game": "tetris:rules=preview", "seed": 3}))
            client.recv(PATIENCE)
            client.send(json.dumps({"do": "act", "action": "drop"}))
            client.recv(PATIENCE)
            code, errors, seconds = site.end(how)
        assert code == (0 if how is signal.SIGTERM else 130)
        assert seconds < 5  # 2 on an idle machine
        assert "Traceback" not in errors
        assert site.token not in errors
        assert site.cookie.partition("=")[2] not in errors
        assert len(list((tmp_path / "data" / "games").glob("tetris-*"))) == 1


def test_a_search_that_goes_on_does_not_keep_the_server_from_its_end(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as site:
        with site.socket() as client:
            deep = {"do": "watch", "game": "quintris", "agents": ["expectimax:depth=12"]}
            client.send(json.dumps(deep))
            client.recv(PATIENCE)
            code, errors, seconds = site.end(signal.SIGTERM)
        assert (code, errors) == (0, "")
        assert seconds < 5


def test_the_token_of_a_file_or_of_the_environment_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n", encoding="utf-8")
    with served(tmp_path, "--port", "0", "--token-file", str(file)) as site:
        assert site.token == TOKEN
        assert site.get(f"/?token={TOKEN}")[0] == 303
    with served(tmp_path, "--port", "0", TILEFALL_TOKEN=TOKEN) as site:
        assert site.token == TOKEN


def test_other_machines_need_a_token_and_names_that_are_allowed(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.7", "games.example"):
        refused = told("--host", host)
        assert refused.exit_code == 2
        assert len(refused.stderr.splitlines()) == 1
        assert "--token-file" in refused.stderr
    words = ("--host", "0.0.0.0", "--port", "0", "--allow-host", "Games.example")
    with served(tmp_path, *words, TILEFALL_TOKEN=TOKEN) as site:
        port = site.address.port
        assert site.address.hostname == "games.example"
        site.address = urlsplit(f"http://127.0.0.1:{port}/")
        for name, status in (("games.example", 401), ("127.0.0.1", 401), ("other.example", 421)):
            assert site.get("/", Host=f"{name}:{port}")[0] == status
        assert site.get("/", Host="0.0.0.0:{port}")[0] == 421


@pytest.mark.parametrize("token", ["short", "a" * 15, "a" * 300, "with spaces in it, yes", ""])
def test_a_weak_token_is_refused_and_not_repeated(token: str) -> None:
    refused = told(token=token)
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1
    assert not token or token not in refused.stderr


def test_mistakes_are_told_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        cases = [
            (("--port", port), 1, "--port 0"),
            (("nowhere",), 3, "no such directory"),
            (("--token-file", "nowhere"), 3, "nowhere"),
            (("--allow-host", "http://games.example"), 2, "without http://"),
            (("--allow-host", "*"), 2, "'*'"),
        ]
        for words, code, part in cases:
            found = told(*words)
            assert found.exit_code == code, found
            assert len(found.stderr.splitlines()) == 1
            assert part in found.stderr
            assert found.stdout == ""


def test_the_command_has_no_option_for_a_token() -> None:
    """Every process of the machine may read what stands on a command line."""
    found = told("--token", TOKEN)
    assert found.exit_code == 2
    assert TOKEN not in told("--help").stdout
