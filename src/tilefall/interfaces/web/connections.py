"""Connections: bytes come and go in time, or the connection ends."""

from __future__ import annotations

import asyncio
import struct
from dataclasses import dataclass
from socket import SO_LINGER, SO_SNDBUF, SOL_SOCKET
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from tilefall.interfaces.web.limits import Limits

DROP = "drop"  # in the state of a socket's scope: ends its connection at once
LOOK = 0.25  # of the shortest time that something may take: how often the connection is looked at


@dataclass(frozen=True)
class Protocols:
    """What speaks HTTP and what speaks WebSocket."""

    http: type[asyncio.Protocol]
    websocket: type[asyncio.Protocol]


def dropped(transport: asyncio.Transport) -> None:
    """End a connection at once; what was still to be sent is thrown away, by the system too."""
    here = transport.get_extra_info("socket")
    here.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def protocols(limits: Limits) -> Protocols:
    """Protocols that end connections which take too long, and refuse too many of them."""
    often = LOOK * min(limits.request_seconds, limits.answer_seconds)

    class InTime(H11Protocol):
        """A connection whose requests come and whose answers go in time."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            # what the system would hold is megabytes, and a client that does not read goes unseen
            transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, limits.send_bytes)
            transport.set_write_buffer_limits(high=limits.send_bytes)
            self._quiet_since: float | None = self.loop.time()
            self._busy_since: float | None = None
            if len(self.connections) > limits.requests:
                dropped(transport)
                return
            self.loop.call_later(often, self._look)

        def _look(self) -> None:
            if self.transport.is_closing() and not self.transport.get_write_buffer_size():
                return
            if self.transport.get_protocol() is not self:
                return  # a socket now
            now = self.loop.time()
            is_busy = self.cycle is not None and not self.cycle.response_complete
            is_busy |= self.transport.get_write_buffer_size() > 0
            if is_busy:
                self._busy_since = self._busy_since or now
                self._quiet_since = None
                is_late = now - self._busy_since > limits.answer_seconds
            else:
                self._quiet_since = self._quiet_since or now
                self._busy_since = None
                is_late = now - self._quiet_since > limits.request_seconds
            if is_late:
                dropped(self.transport)
            else:
                self.loop.call_later(often, self._look)

    class Droppable(WebSocketsSansIOProtocol):
        """A socket whose connection can be ended, whatever still waits to be sent."""

        scope: Any

        def handle_connect(self, event: Request) -> None:
            super().handle_connect(event)
            if self.handshake_initiated and hasattr(self, "scope"):
                self.scope["state"][DROP] = lambda: dropped(self.transport)

    return Protocols(InTime, Droppable)
