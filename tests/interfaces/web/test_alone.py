"""The guard by itself: what a server would refuse before it is asked is refused by it too."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from tilefall.interfaces.web.gate import gate_of
from tilefall.interfaces.web.guard import Guard
from tilefall.interfaces.web.limits import Limits

HOST, ORIGIN = (b"host", b"localhost:8765"), (b"origin", b"http://localhost:8765")
GATE = gate_of("token-of-a-test-1234", "127.0.0.1", 8765)
COOKIE = (b"cookie", f"{GATE.cookie}={GATE.secret}".encode())
OURS = (HOST, ORIGIN, COOKIE)


class Inner:
    """An app that takes whatever reaches it."""

    def __init__(self) -> None:
        self.bytes: int | None = None  # None if nothing reached it

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.bytes, more = 0, scope["method"] == "POST"
        while more:
            message = await receive()
            self.bytes += len(message.get("body", b""))
            more = message.get("more_body", False)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def asked(
    headers: Sequence[tuple[bytes, bytes]],
    method: str = "GET",
    path: str = "/",
    body: Sequence[bytes] = (),
    limits: Limits | None = None,
) -> tuple[int, int | None]:
    """The status of the answer, and how much of a body reached the app."""
    inner, sent, coming = Inner(), list[Message](), list(body)
    guard = Guard(inner, GATE, limits or Limits())

    async def receive() -> Message:
        if not coming:
            await asyncio.Event().wait()  # nothing comes any more
        part = coming.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(coming) or part != b""}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": list(headers),
        "client": ("127.0.0.1", 1),
    }
    asyncio.run(guard(scope, receive, send))
    return sent[0]["status"], inner.bytes


def test_what_is_ours_comes_through() -> None:
    assert asked(OURS) == (200, 0)
    assert asked(OURS, "POST", body=[b"abc", b"de", b""]) == (200, 5)


@pytest.mark.parametrize(
    "headers",
    [
        (COOKIE,),
        (HOST, HOST, COOKIE),
        (HOST, (b"host", b"elsewhere.example"), COOKIE),
        ((b"host", b"elsewhere.example"), HOST, COOKIE),
    ],
)
def test_one_host_and_no_more(headers: Sequence[tuple[bytes, bytes]]) -> None:
    assert asked(headers) == (421, None)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", "BREW"])
def test_other_methods_do_not_reach_the_app(method: str) -> None:
    assert asked(OURS, method) == (405, None)


def test_an_address_is_a_path() -> None:
    assert asked(OURS, path="http://elsewhere.example/") == (400, None)


def test_a_body_that_does_not_say_how_long_it_is_ends_at_the_limit() -> None:
    parts = [b"x" * 600] * 5
    status, received = asked(OURS, "POST", body=parts, limits=Limits(import_bytes=1000))
    assert (status, received) == (413, 600)


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    limits = Limits(request_seconds=0.05)
    assert asked(OURS, "POST", body=[b"x"], limits=limits) == (408, 1)


def test_only_so_many_bodies_come_at_a_time() -> None:
    assert asked(OURS, "POST", body=[b""], limits=Limits(imports=0)) == (503, None)
