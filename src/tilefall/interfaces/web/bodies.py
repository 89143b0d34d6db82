"""Bodies: what requests bring, no more of it and no slower than the limits allow."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from starlette.types import Message, Receive, Scope

from tilefall.interfaces.web.answers import Refusal
from tilefall.interfaces.web.limits import Limits

TOO_LARGE = Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "This is more than the server takes.")
TOO_SLOW = Refusal(HTTPStatus.REQUEST_TIMEOUT, "The rest of the request did not come in time.")
TOO_MANY = Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "Others are sending files. Try again.")


class BodyRefused(Exception):
    """The body of a request is not taken; says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.words)
        self.refusal = refusal


class Bodies:
    """Counts what is being received."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._coming = 0  # requests with a body, at this moment

    @contextmanager
    def checked(self, scope: Scope, receive: Receive) -> Iterator[Receive]:
        """What receives the body of a request; BodyRefused if it is too much of anything."""
        if scope["method"] != "POST":
            yield receive
            return
        if self._coming >= self._limits.imports:
            raise BodyRefused(TOO_MANY)
        if _told_length(scope) > self._limits.import_bytes:
            raise BodyRefused(TOO_LARGE)
        self._coming += 1
        try:
            yield self._counting(receive)
        finally:
            self._coming -= 1

    def _counting(self, receive: Receive) -> Receive:
        received, end = 0, asyncio.get_running_loop().time() + self._limits.request_seconds
        is_whole = False

        async def counted() -> Message:
            nonlocal received, is_whole
            if is_whole:  # nothing but the end of the connection can follow
                return await receive()
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
            except TimeoutError as error:
                raise BodyRefused(TOO_SLOW) from error
            received += len(message.get("body", b""))
            is_whole = not message.get("more_body", False)
            if received > self._limits.import_bytes:
                raise BodyRefused(TOO_LARGE)
            return message

        return counted


def _told_length(scope: Scope) -> int:
    """How long the body will be, if the request says so; 0 if it does not."""
    told = [value for name, value in scope["headers"] if name.lower() == b"content-length"]
    return int(told[0]) if told and told[0].isdigit() else 0
