"""Server: the app on an address of this machine, until somebody ends it."""

from __future__ import annotations

import gc
import signal
import socket as sockets
import sys
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from tilefall.interfaces.web.connections import protocols
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.limits import Limits

SWITCH = 0.0005  # seconds that one thread may keep others, the loop above all, from Python
BACKLOG = 128
END_SECONDS = 1  # that answers have to be sent when the server ends


def bound(host: str, port: int) -> sockets.socket:
    """A socket that listens; port 0 is any that is free."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    found = sockets.socket(family, sockets.SOCK_STREAM)
    found.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(BACKLOG)  # whoever comes before the loop runs waits a moment
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


def run(
    app: ASGIApp, house: House, listening: sockets.socket, begun: Callable[[], None]
) -> signal.Signals:
    """Serve until a signal comes; which one it was. Games that are open then are kept.

    `begun` is called when clients may come and signals are heard.
    """
    serving = server(app, house.limits)
    heard: list[signal.Signals] = []

    def end(number: int, frame: object) -> None:
        heard.append(signal.Signals(number))
        serving.should_exit = True

    sys.setswitchinterval(SWITCH)
    gc.freeze()  # what was imported stays: the collector need not walk over it, and stop all others
    before = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        begun()
        serving.run([listening])  # it hears signals too, and gives them back at its end
        house.pool.close()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    return heard[0]
