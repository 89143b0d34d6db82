"""Socket: a connection, its session, and the frames on their way to the client."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from tilefall.interfaces.web.encode import Encoded, changes
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.messages import BEGINNINGS, BadMessage, Message, parse_message
from tilefall.interfaces.web.session import Session, Trouble
from tilefall.play.record import BadRecord
from tilefall.rules.game import BadText

Begin = Callable[[Message, House], Session]


class Connection:
    """One client: what it says is heard in order, and what it sees is sent in order."""

    def __init__(self, socket: WebSocket, house: House, begin: Begin) -> None:
        self._socket, self._house, self._begin = socket, house, begin
        self._heard: asyncio.Queue[str] = asyncio.Queue()
        self._frames: asyncio.Queue[str] = asyncio.Queue(house.limits.frames_waiting)
        self._session: Session | None = None
        self._sent: Encoded = {}

    async def serve(self) -> None:
        """Go on until the client leaves, or is dropped."""
        await self._socket.accept()
        work = [asyncio.create_task(part()) for part in (self._read, self._write, self._run)]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            if self._session is not None:
                self._session.close(self._house.clock.now())

    async def _read(self) -> None:
        with suppress(WebSocketDisconnect):
            while True:
                self._heard.put_nowait(await self._socket.receive_text())

    async def _write(self) -> None:
        while True:
            frame = await self._frames.get()
            await asyncio.wait_for(self._socket.send_text(frame), self._house.limits.send_seconds)

    async def _run(self) -> None:
        clock = self._house.clock
        while True:
            session = self._session
            due = None if session is None else session.due(clock.now())
            wait = None if due is None else max(0.0, due - clock.now())
            text = await self._next_message(wait)
            is_new = False
            if text is not None:
                is_new = self._hear(text, clock.now())
            if self._session is not None:
                is_new |= self._session.advance(clock.now())
                if is_new:
                    self._show(self._session.shown())

    async def _next_message(self, wait: float | None) -> str | None:
        try:
            return await asyncio.wait_for(self._heard.get(), wait)
        except TimeoutError:
            return None

    def _hear(self, text: str, now: float) -> bool:
        """Whether there may be something new to see."""
        try:
            message = parse_message(text)
            if message.do in BEGINNINGS:
                session = self._begin(message, self._house)
                if self._session is not None:
                    self._session.close(now)
                self._session, self._sent = session, {}
            elif self._session is None:
                raise Trouble("Nothing has begun yet.")
            elif (answer := self._session.hear(message, now)) is not None:
                self._send(answer)
        except (BadMessage, Trouble, BadText, BadRecord, ValueError) as error:
            self._send({"is": "trouble", "words": str(error)})
            return False
        return True

    def _show(self, shown: Encoded) -> None:
        if changed := changes(self._sent, shown):
            self._sent = shown
            self._send({"is": "view", **changed})

    def _send(self, frame: Encoded) -> None:
        self._frames.put_nowait(json.dumps(frame, separators=(",", ":")))
