"""Limits of the web app: clients that take too much, and what becomes of the others."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from http import HTTPStatus as Status
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from tests.interfaces.web.sites import PATIENCE, Site, house_in, running
from tilefall.interfaces.web.limits import Limits

TOO_LONG = (Status.BAD_REQUEST, Status.REQUEST_HEADER_FIELDS_TOO_LARGE)
WATCH = {"do": "watch", "game": "quintris", "agents": ["greedy"], "seed": 7}


@contextmanager
def limited(folder: Path, **limits: Any) -> Iterator[Site]:
    with running(replace(house_in(folder), limits=Limits(**limits))) as site:
        yield site


def say(client: ClientConnection, **message: Any) -> None:
    client.send(json.dumps(message))


def heard(client: ClientConnection) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(client.recv(PATIENCE))
    return found


def end_of(client: ClientConnection) -> tuple[list[dict[str, Any]], int]:
    """What a client still hears, and the code that it is closed with."""
    found: list[dict[str, Any]] = []
    try:
        while True:
            found.append(heard(client))
    except ConnectionClosed as error:
        return found, error.rcvd.code if error.rcvd else 1006


def eventually(holds: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_too_many_messages_end_the_one_who_sends_them(tmp_path: Path) -> None:
    with limited(tmp_path, messages_a_second=1.0, burst=5) as site, site.socket() as other:
        say(other, **WATCH)
        with site.socket() as client:
            with suppress(ConnectionClosed):  # it may be ended before all are sent
                for _ in range(12):
                    say(client, do="toggle")
            found, code = end_of(client)
        assert code == 1008
        assert found[-1] == {"is": "trouble", "words": "Too many messages."}
        assert [each["words"] for each in found].count("Too many messages.") == 1
        assert heard(other)["is"] == "view"


def test_only_texts_of_bounded_length_are_heard(tmp_path: Path) -> None:
    with limited(tmp_path, message_bytes=1000) as site:
        for wrong, code in ((b"{}", 1003), ("x" * 1001, 1009)):
            with site.socket() as client:
                client.send(wrong)
                assert end_of(client)[1] == code
        with site.socket() as client:  # in parts it is no shorter
            with suppress(ConnectionClosed):
                client.send(["x" * 400] * 3)
            assert end_of(client)[1] == 1009
        with site.socket() as client:
            client.send("x" * 1000)
            assert heard(client) == {"is": "trouble", "words": "expected JSON"}


def test_who_wants_nothing_does_not_stay(tmp_path: Path) -> None:
    with limited(tmp_path, first_seconds=0.2) as site:
        with site.socket() as client:
            found, code = end_of(client)
            assert (found[-1]["words"], code) == ("Nothing was asked for.", 1008)
        with site.socket() as client:
            say(client, **WATCH)
            end = time.monotonic() + 0.5
            while time.monotonic() < end:
                heard(client)


def test_there_are_only_so_many_sockets_and_one_that_ends_makes_room(tmp_path: Path) -> None:
    with limited(tmp_path, connections=2) as site:
        with site.socket() as first, site.socket():
            with pytest.raises(InvalidStatus) as error:
                site.socket()
            assert error.value.response.status_code == Status.SERVICE_UNAVAILABLE
            say(first, **WATCH)
            assert heard(first)["is"] == "view"
            assert site.get("/").status == Status.OK

        def has_room() -> bool:
            try:
                with site.socket():
                    return True
            except InvalidStatus:
                return False

        eventually(has_room)


def test_who_does_not_read_is_dropped_and_nobody_else_notices(tmp_path: Path) -> None:
    """Frames wait in a bounded queue, and then the connection and its session end."""
    with limited(tmp_path, send_seconds=0.3, frames_waiting=4, send_bytes=4096) as site:
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.connect(("127.0.0.1", site.port))
        key = "MDEyMzQ1Njc4OTAxMjM0NQ=="
        connection.sendall(
            f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nCookie: {site.cookie}\r\n"
            f"Origin: {site.base}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        assert b"101" in connection.recv(64)
        with site.socket() as other:
            say(other, **WATCH)
            heard(other)
            begun = time.monotonic()
            try:
                while True:  # sessions that show a whole view each, none of which is read
                    connection.sendall(masked(json.dumps(WATCH)))
                    assert time.monotonic() - begun < PATIENCE, "it was never dropped"
                    time.sleep(0.02)
            except OSError:
                pass  # dropped
            after = heard(other).get("position", 0)
            while heard(other).get("position", 0) <= after:
                pass
        connection.close()


def masked(text: str) -> bytes:
    """A text frame as clients send it, under a mask of zeros."""
    body = text.encode()
    assert len(body) < 126
    return bytes([0x81, 0x80 | len(body)]) + bytes(4) + body


def test_a_request_that_does_not_come_ends(tmp_path: Path) -> None:
    """Neither silence, nor headers letter by letter, nor a body that never comes holds a place."""
    starts = [b"", b"GET / HTTP/1.1\r\nHost: 127", None]
    with limited(tmp_path, request_seconds=0.4) as site:
        body = (
            f"POST /data/x HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nCookie: {site.cookie}\r\n"
            f"Origin: {site.base}\r\nContent-Length: 50\r\n\r\n{{"
        ).encode()
        for start in starts:
            with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as connection:
                connection.sendall(body if start is None else start)
                with suppress(ConnectionResetError):
                    assert b" 200 " not in connection.recv(4096)
        with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as connection:
            eventually(lambda: is_broken(connection))
        assert site.get("/").status == Status.OK


def is_broken(connection: socket.socket) -> bool:
    """Whether a letter cannot be sent any more."""
    try:
        connection.sendall(b"x")
    except OSError:
        return True
    return False


def test_there_are_only_so_many_connections(tmp_path: Path) -> None:
    with limited(tmp_path, requests=4) as site, ExitStack() as stack:
        found = [attempt(site, stack) for _ in range(8)]
        silent = [each for each in found if each is not None]
        refused = len(found) - len(silent)  # ended before the connection was made
        assert refused + sum(map(is_ended, silent)) == 4
        for connection in silent:
            connection.close()
        eventually(lambda: site_is_up(site))


def attempt(site: Site, stack: ExitStack) -> socket.socket | None:
    """A connection that says nothing, or none where it is refused at once."""
    try:
        return stack.enter_context(socket.create_connection(("127.0.0.1", site.port), PATIENCE))
    except ConnectionResetError:
        return None


def is_ended(connection: socket.socket) -> bool:
    connection.settimeout(0.3)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True


def site_is_up(site: Site) -> bool:
    try:
        return site.get("/").status == Status.OK
    except OSError:
        return False


def test_bodies_and_headers_are_bounded(tmp_path: Path) -> None:
    with limited(tmp_path, import_bytes=1000, header_bytes=4096) as site:
        assert site.post("/data/x", b"x" * 1001).status == Status.REQUEST_ENTITY_TOO_LARGE
        long = site.ask("GET", "/" + "a" * 8000, {"Cookie": site.cookie})
        assert long.status in TOO_LONG
        many = {f"X-{i}": "a" * 100 for i in range(60)}
        assert site.ask("GET", "/", many | {"Cookie": site.cookie}).status in TOO_LONG
        with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as connection:
            connection.sendall(
                f"POST /play HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nCookie: {site.cookie}\r\n"
                f"Origin: {site.base}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
            )
            connection.sendall(b"1000\r\n" + b"x" * 0x1000 + b"\r\n")
            assert connection.recv(12).endswith((b"405", b"413"))


def test_the_searches_of_a_client_end_when_it_leaves(tmp_path: Path) -> None:
    """A search of minutes stops within moments, and the thread is free for the next client."""
    limits = {"search_seconds": 600.0, "thoughts": 2}
    with limited(tmp_path, **limits) as site:
        deep = {**WATCH, "agents": ["expectimax:depth=12"], "explainer": "expectimax:depth=12"}
        for _ in range(4):  # more than there are threads
            with site.socket() as client:
                say(client, **deep)
                heard(client)
        with site.socket() as client:
            say(client, **WATCH, explainer="greedy")
            while heard(client).get("position", 0) < 2:
                pass


def test_one_slow_search_keeps_nobody_waiting(tmp_path: Path) -> None:
    with limited(tmp_path, search_seconds=600.0) as site, site.socket() as slow:
        say(slow, **{**WATCH, "agents": ["expectimax:depth=12"]})
        heard(slow)
        with site.socket() as client:
            say(client, **WATCH)
            while heard(client).get("position", 0) < 2:
                pass


@pytest.mark.parametrize("end", ["close", "vanish"])
def test_a_game_that_is_left_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.setenv("TILEFALL_DATA", str(tmp_path / "data"))
    with limited(tmp_path) as site:
        with site.socket() as client:
            say(client, do="play", game="tetris:rules=preview", seed=3)
            heard(client)
            say(client, do="act", action="drop")
            while heard(client)["is"] != "view":
                pass
            if end == "vanish":
                client.socket.shutdown(socket.SHUT_RDWR)
        eventually(lambda: list((tmp_path / "data" / "games").glob("tetris-*")))


def test_many_clients_at_once_all_get_their_answers(tmp_path: Path) -> None:
    with limited(tmp_path) as site:
        found: list[int] = []

        def ask() -> None:
            with site.socket() as client:
                say(client, **WATCH)
                found.append(len(heard(client)["board"]["cells"]))

        threads = [Thread(target=ask) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert found == [25] * 20
