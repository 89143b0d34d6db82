"""Answers: the headers of every answer, and the short pages that say why there is no other."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from http import HTTPStatus

from starlette.types import Message, Scope, Send

Headers = list[tuple[bytes, bytes]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
ALWAYS: Headers = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=()",
    ),
]
OURS = frozenset(name for name, _ in ALWAYS) | {b"cache-control", b"server"}
STATIC = "/static/"
STARTS = ("http.response.start", "websocket.http.response.start")


@dataclass(frozen=True)
class Refusal:
    """Why a request gets no other answer."""

    status: HTTPStatus
    words: str  # ours alone: nothing of the request is written back


def safe_headers(headers: Headers, path: str) -> Headers:
    """The headers of an answer with those that every answer has."""
    # what scripts and styles are may change with the next release; pages and data with every move
    cache = b"no-cache" if path.startswith(STATIC) else b"no-store"
    kept = [
        (name, value)
        for name, value in headers
        if name.lower() not in OURS and not name.lower().startswith(b"access-control-")
    ]
    return [*kept, *ALWAYS, (b"cache-control", cache)]


def safely(send: Send, path: str) -> Send:
    """What sends answers with the headers that every answer has."""

    async def sent(message: Message) -> None:
        if message["type"] in STARTS:
            message = {**message, "headers": safe_headers(list(message.get("headers", [])), path)}
        await send(message)

    return sent


async def refuse(scope: Scope, send: Send, refusal: Refusal) -> None:
    """Answer with a short page; a socket is not opened."""
    status = refusal.status
    page = (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{status.phrase} - tilefall</title></head>"
        f"<body><main><h1>{status.phrase}</h1><p>{escape(refusal.words)}</p></main></body></html>"
    )
    await answer(scope, send, status, [(b"content-type", b"text/html; charset=utf-8")], page)


async def answer(
    scope: Scope, send: Send, status: HTTPStatus, headers: Headers, text: str = ""
) -> None:
    """Send a whole answer, to a request or instead of opening a socket."""
    prefix = "websocket." if scope["type"] == "websocket" else ""
    body = text.encode()
    length = (b"content-length", str(len(body)).encode())
    await send(
        {
            "type": f"{prefix}http.response.start",
            "status": int(status),
            "headers": [*headers, length],
        }
    )
    await send({"type": f"{prefix}http.response.body", "body": body})
