"""Server: the app on an address of this machine, until somebody ends it."""

from __future__ import annotations

import socket as sockets

import uvicorn
from starlette.types import ASGIApp

from tilefall.interfaces.web.limits import Limits


def bound(host: str, port: int) -> sockets.socket:
    """A socket that listens; port 0 is any that is free."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    found = sockets.socket(family, sockets.SOCK_STREAM)
    found.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    found.bind((host, port))
    return found


def server(app: ASGIApp, limits: Limits) -> uvicorn.Server:
    """What answers on the sockets that it is run with."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,  # addresses carry the token
        ws="websockets-sansio",
        ws_max_size=limits.message_bytes,
        ws_per_message_deflate=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)
