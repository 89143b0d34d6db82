"""Server: the app on an address of this machine, until somebody ends it."""

from __future__ import annotations

import socket as sockets

import uvicorn
from starlette.types import ASGIApp

from tilefall.interfaces.web.connections import protocols
from tilefall.interfaces.web.limits import Limits

END_SECONDS = 1  # that answers have to be sent when the server ends


def bound(host: str, port: int) -> sockets.socket:
    """A socket that listens; port 0 is any that is free."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    found = sockets.socket(family, sockets.SOCK_STREAM)
    found.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError:
        found.close()
        raise
    return found


def server(app: ASGIApp, limits: Limits) -> uvicorn.Server:
    """What answers on the sockets that it is run with."""
    kinds = protocols(limits)
    config = uvicorn.Config(
        app,
        http=kinds.http,
        ws=kinds.websocket,
        loop="asyncio",
        log_config=None,
        access_log=False,  # addresses carry the token
        h11_max_incomplete_event_size=limits.header_bytes,
        ws_max_size=limits.message_bytes,
        ws_per_message_deflate=False,
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=END_SECONDS,
    )
    return uvicorn.Server(config)
