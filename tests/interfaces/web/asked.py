"""Routes of the web app asked by themselves: no server, no gate, no network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from starlette.routing import BaseRoute, Router
from starlette.types import Message


@dataclass(frozen=True)
class Answer:
    """What a route answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def ask(routes: Iterable[BaseRoute], path: str, parts: list[bytes] | None = None) -> Answer:
    """The answer to GET, or to POST with a body that comes in parts."""
    address, _, query = path.partition("?")
    sent: list[Message] = []
    coming: list[Message] = [
        {"type": "http.request", "body": part, "more_body": True} for part in parts or []
    ]
    coming.append({"type": "http.request", "body": b"", "more_body": False})

    async def receive() -> Message:
        if coming:
            return coming.pop(0)
        await asyncio.Event().wait()  # a client that stays
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET" if parts is None else "POST",
        "path": address,
        "query_string": query.encode(),
        "headers": [],
    }
    asyncio.run(Router(list(routes))(scope, receive, send))
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], headers, b"".join(part["body"] for part in sent[1:]))
