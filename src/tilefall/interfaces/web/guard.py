"""Guard: stands before the whole app, and lets in only what comes from its own pages."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qsl, urlencode

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilefall.interfaces.web.answers import Refusal, answer, refuse, safely
from tilefall.interfaces.web.bodies import Bodies, BodyRefused
from tilefall.interfaces.web.gate import Gate, is_loopback
from tilefall.interfaces.web.limits import Limits
from tilefall.interfaces.web.logs import note_fault, note_request

METHODS = ("GET", "HEAD", "POST")
READING = ("GET", "HEAD")
OWN_SITES = ("same-origin", "none")  # none: somebody typed the address

BAD_ADDRESS = Refusal(HTTPStatus.BAD_REQUEST, "An address here begins with a slash.")
TOO_LONG = Refusal(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The address and headers are too long together."
)
WRONG_HOST = Refusal(
    HTTPStatus.MISDIRECTED_REQUEST,
    "This server is not known by that name. Open the address that tilefall serve printed, "
    "or start it with --allow-host NAME.",
)
ELSEWHERE = Refusal(
    HTTPStatus.FORBIDDEN,
    "This came from another site. Copy the address into a new tab instead.",
)
WRONG_METHOD = Refusal(HTTPStatus.METHOD_NOT_ALLOWED, "GET, HEAD and POST are all there is.")
NO_COOKIE = Refusal(
    HTTPStatus.UNAUTHORIZED,
    "Open the address that tilefall serve printed when it started: it ends with ?token=... "
    "If a link to a game has brought you here, open that again afterwards; in a terminal, "
    "tilefall replay 'LINK' shows it too.",
)
WRONG_TOKEN = Refusal(
    HTTPStatus.UNAUTHORIZED,
    "This is not the token of this server. Open the address that tilefall serve printed last.",
)
TOO_MANY_TRIES = Refusal(
    HTTPStatus.TOO_MANY_REQUESTS, "Too many wrong tokens just now. Try again in a few seconds."
)
TOO_MANY = Refusal(
    HTTPStatus.SERVICE_UNAVAILABLE, "Too many games are open. Close one, and try again."
)


@dataclass(frozen=True)
class Asked:
    """What the guard looks at of a request."""

    kind: str  # http or websocket
    method: str
    path: str  # as it was sent
    query: str
    headers: tuple[tuple[bytes, bytes], ...]

    @property
    def length(self) -> int:
        """How many bytes it has, about."""
        return len(self.path) + len(self.query) + sum(len(a) + len(b) for a, b in self.headers)

    def all(self, name: bytes) -> list[str]:
        """Every header of this name."""
        return [value.decode("latin-1") for key, value in self.headers if key.lower() == name]


class Guard:
    """Refuses what is not for it, and gives every answer its headers."""

    def __init__(self, app: ASGIApp, gate: Gate, limits: Limits) -> None:
        self._app, self._gate, self._limits = app, gate, limits
        self._bodies = Bodies(limits)
        self._wrong = 0  # tokens that are being answered, slowly
        self._sockets: Counter[str] = Counter()  # open ones, by client

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        asked = _asked(scope)
        send = safely(note_request(send, asked.method, asked.path), asked.path)
        refusal = self._foreign(asked)
        if refusal is None and (given := _token_in(asked)) is not None:
            await self._exchange(asked, given, scope, send)
        elif refusal is None and not self._gate.knows(asked.all(b"cookie")):
            await refuse(scope, send, NO_COOKIE)
        elif refusal is not None:
            await refuse(scope, send, refusal)
        elif asked.kind == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    def _foreign(self, asked: Asked) -> Refusal | None:
        """Why a request cannot be one of our own pages', if it cannot."""
        if asked.length > self._limits.header_bytes:
            return TOO_LONG
        if not asked.path.startswith("/"):
            return BAD_ADDRESS
        hosts = asked.all(b"host")
        if len(hosts) != 1 or hosts[0] not in self._gate.hosts:
            return WRONG_HOST
        if any(site not in OWN_SITES for site in asked.all(b"sec-fetch-site")):
            return ELSEWHERE
        if asked.method not in METHODS:
            return WRONG_METHOD
        origins = asked.all(b"origin")
        is_reading = asked.kind == "http" and asked.method in READING
        is_ours = len(origins) == 1 and origins[0] in self._gate.origins
        return None if is_ours or (is_reading and not origins) else ELSEWHERE

    async def _exchange(self, asked: Asked, given: str, scope: Scope, send: Send) -> None:
        """A cookie for the right token; a wrong one is answered late, a few at a time."""
        if self._wrong >= self._limits.wrong_tokens:
            await refuse(scope, send, TOO_MANY_TRIES)
        elif self._gate.is_token(given):
            cookie = f"{self._gate.cookie}={self._gate.secret}; HttpOnly; SameSite=Strict; Path=/"
            place = (b"location", _without_token(asked).encode())
            headers = [place, (b"set-cookie", cookie.encode())]
            await answer(scope, send, HTTPStatus.SEE_OTHER, headers)
        else:
            self._wrong += 1
            try:
                await asyncio.sleep(self._limits.wrong_token_seconds)
            finally:
                self._wrong -= 1
            await refuse(scope, send, WRONG_TOKEN)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = (scope.get("client") or ("",))[0]
        is_full = self._sockets.total() >= self._limits.connections
        is_crowd = not is_loopback(client) and (
            self._sockets[client] >= self._limits.connections_of_one
        )
        if is_full or is_crowd:
            await refuse(scope, send, TOO_MANY)
            return
        with self._counted(client):
            await self._app(scope, receive, send)

    @contextmanager
    def _counted(self, client: str) -> Iterator[None]:
        self._sockets[client] += 1
        try:
            yield
        finally:
            self._sockets[client] -= 1
            if not self._sockets[client]:
                del self._sockets[client]

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def noting(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            with self._bodies.checked(scope, receive) as checked:
                await self._app(scope, checked, noting)
        except BodyRefused as error:
            if not has_begun:
                await refuse(scope, send, error.refusal)
        except Exception as error:
            number = note_fault(error)
            words = f"Something went wrong (id {number}). The log of the server says more."
            if not has_begun:
                await refuse(scope, send, Refusal(HTTPStatus.INTERNAL_SERVER_ERROR, words))


def _asked(scope: Scope) -> Asked:
    kind = scope["type"]
    assert kind in ("http", "websocket"), kind
    return Asked(
        kind,
        scope.get("method", "GET"),
        bytes(scope.get("raw_path") or b"").decode("latin-1"),
        bytes(scope.get("query_string") or b"").decode("latin-1"),
        tuple(scope["headers"]),
    )


def _token_in(asked: Asked) -> str | None:
    """The token that an address brings, if it does."""
    if asked.kind != "http" or asked.method not in READING:
        return None
    given = [value for name, value in _parameters(asked) if name == "token"]
    return given[0] if given else None


def _without_token(asked: Asked) -> str:
    """The same address on this server without the token."""
    rest = urlencode([pair for pair in _parameters(asked) if pair[0] != "token"])
    # one slash: two would be another host
    path = "/" + asked.path.lstrip("/\\")
    return f"{path}?{rest}" if rest else path


def _parameters(asked: Asked) -> list[tuple[str, str]]:
    return parse_qsl(asked.query, keep_blank_values=True)
