"""Socket: a connection, its session, and the frames on their way to the client."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from uvicorn.protocols.utils import ClientDisconnected

from tilefall.agents.agent import UnknownName
from tilefall.agents.considering import NoReasons
from tilefall.interfaces.web.bucket import Bucket
from tilefall.interfaces.web.connections import DROP
from tilefall.interfaces.web.encode import Encoded, changes
from tilefall.interfaces.web.house import House, Room, room
from tilefall.interfaces.web.logs import log, note_fault
from tilefall.interfaces.web.messages import BEGINNINGS, BadMessage, Message, parse_message
from tilefall.interfaces.web.session import Session, Trouble
from tilefall.play.kept import NotKept
from tilefall.play.record import BadRecord
from tilefall.play.verify import Departs
from tilefall.rules.game import BadText

Begin = Callable[[Message, House], Session]
BREATH = 0.03  # seconds for which thoughts are gathered: a frame for each would be many
FRAME = 1 / 60  # seconds between two views, unless somebody wishes something
NOT_TEXT, TOO_MUCH, FAULT = 1003, 1008, 1011  # why a socket is closed (RFC 6455, 7.4.1)
# What went wrong in a client's own words; of anything else it is told a number.
TOLD = (BadMessage, Trouble, BadText, BadRecord, UnknownName, NoReasons, Departs, NotKept)


class Dismissed(Exception):
    """A client is not heard any more; says why."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(words)
        self.code = code


class Connection:
    """One client: what it says is heard in order, and what it sees is sent in order."""

    def __init__(self, socket: WebSocket, house: House, begin: Begin) -> None:
        self._socket, self._house, self._begin = socket, house, begin
        self._limits, self._now = house.limits, house.clock.now
        self._loop = asyncio.get_running_loop()
        self._heard: deque[str] = deque()
        self._frames: deque[str] = deque()
        self._stirred, self._has_frames = asyncio.Event(), asyncio.Event()
        self._session: Session | None = None
        self._room: Room | None = None  # of the session
        self._sent: Encoded = {}
        self._shown_at = 0.0
        self._is_woken = False  # thoughts will be looked at soon
        self._is_behind = False  # there is more to see than was sent

    async def serve(self) -> None:
        """Go on until the client leaves, or is dropped."""
        await self._socket.accept()
        work = [asyncio.create_task(part()) for part in (self._read, self._write, self._run)]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in work:
                task.cancel()
            ends = await asyncio.gather(*work, return_exceptions=True)
            await self._close_session()
        await self._dismiss([end for end in ends if isinstance(end, Exception)])

    async def _read(self) -> None:
        bucket = Bucket(self._limits.messages_a_second, self._limits.burst, self._now())
        with suppress(WebSocketDisconnect):
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                if message.get("text") is None:
                    raise Dismissed(NOT_TEXT, "Only text is understood here.")
                if not bucket.takes(self._now()):
                    raise Dismissed(TOO_MUCH, "Too many messages.")
                self._heard.append(message["text"])
                self._stirred.set()

    async def _write(self) -> None:
        while True:
            while self._frames:
                async with asyncio.timeout(self._limits.send_seconds):
                    await self._socket.send_text(self._frames[0])
                self._frames.popleft()
                if not self._frames:
                    self._stirred.set()  # a view may have waited for room
            self._has_frames.clear()
            await self._has_frames.wait()

    async def _run(self) -> None:
        first = self._now() + self._limits.first_seconds
        while True:
            due = first if self._session is None else self._next_due(self._session)
            await self._wait(None if due is None else due - self._now())
            while self._heard:
                self._is_behind |= await self._hear(self._heard.popleft())
            if self._session is not None:
                self._is_behind |= self._session.advance(self._now())
                self._show(self._session)
            elif self._now() >= first:
                raise Dismissed(TOO_MUCH, "Nothing was asked for.")
            await asyncio.sleep(0)  # a session that is always due lets others go on

    def _next_due(self, session: Session) -> float | None:
        """When the session is to go on by itself: not more often than a screen shows anything."""
        due = session.due(self._now())
        return None if due is None else max(due, self._shown_at + FRAME)

    async def _wait(self, seconds: float | None) -> None:
        """Wait for a message, a thought or a time."""
        if seconds is not None and seconds <= 0.0:
            self._stirred.clear()
            return
        timer = None if seconds is None else self._loop.call_later(seconds, self._stirred.set)
        try:
            await self._stirred.wait()
        finally:
            self._stirred.clear()
            if timer is not None:
                timer.cancel()

    async def _hear(self, text: str) -> bool:
        """Whether there may be something new to see."""
        try:
            message = parse_message(text)
            if message.do in BEGINNINGS:
                await self._begin_session(message)
            elif self._session is None:
                raise Trouble("Nothing has begun yet.")
            elif (answer := self._session.hear(message, self._now())) is not None:
                self._send(answer)
        except TOLD as error:
            self._send({"is": "trouble", "words": str(error)})
            return False
        except Dismissed:
            raise
        except Exception as error:
            self._send(_told(error))
            return False
        return True

    async def _begin_session(self, message: Message) -> None:
        """Begin beside the loop: agents load networks, and records are read from files."""
        found = room(self._house, self._wake_from_thread)
        making = self._loop.run_in_executor(self._house.helpers, self._begin, message, found.house)
        try:
            session = await asyncio.shield(making)
        except asyncio.CancelledError:
            making.add_done_callback(self._close_late)
            raise
        except BaseException:
            found.close()
            raise
        await self._close_session()
        self._session, self._room, self._sent = session, found, {}

    def _close_late(self, making: asyncio.Future[Session]) -> None:
        """Close a session that came when its client had left."""
        if not making.cancelled() and making.exception() is None:
            making.result().close(self._now())

    async def _close_session(self) -> None:
        session, here = self._session, self._room
        self._session = self._room = None
        if session is not None and here is not None:
            here.close()
            # beside the loop: games are written to files
            closing = self._loop.run_in_executor(self._house.helpers, session.close, self._now())
            await asyncio.shield(closing)

    def _show(self, session: Session) -> None:
        """Send what has changed; to a client that is slow, later and all at once."""
        if not self._is_behind or len(self._frames) >= self._limits.frames_waiting:
            return
        self._is_behind, self._shown_at = False, self._now()
        shown = session.shown()
        if changed := changes(self._sent, shown):
            self._sent = shown
            self._send({"is": "view", **changed})

    def _send(self, frame: Encoded) -> None:
        if len(self._frames) > 2 * self._limits.frames_waiting:
            raise Dismissed(TOO_MUCH, "Answers are not read.")
        self._frames.append(json.dumps(frame, separators=(",", ":")))
        self._has_frames.set()

    def _wake_from_thread(self) -> None:
        """A thought is done: look at it soon, together with others that are done by then."""
        if not self._is_woken:
            self._is_woken = True
            with suppress(RuntimeError):  # the loop has ended, and nobody waits
                self._loop.call_soon_threadsafe(self._loop.call_later, BREATH, self._hear_thoughts)

    def _hear_thoughts(self) -> None:
        self._is_woken = False
        self._stirred.set()

    async def _dismiss(self, ends: list[Exception]) -> None:
        """Tell the client once why it is not heard any more; one that does not read is dropped."""
        if self._socket.application_state is not WebSocketState.CONNECTED:
            return
        for end in ends:
            if isinstance(end, TimeoutError):
                log.info("a client that does not read is dropped")
                self._socket.scope["state"][DROP]()
                return
            if isinstance(end, WebSocketDisconnect | ClientDisconnected):
                return
            if isinstance(end, Dismissed):
                frame: Encoded = {"is": "trouble", "words": str(end)}
                await self._leave(frame, end.code)
            else:
                await self._leave(_told(end), FAULT)
            return

    async def _leave(self, frame: Encoded, code: int) -> None:
        try:
            async with asyncio.timeout(self._limits.send_seconds):
                await self._socket.send_text(json.dumps(frame))
                await self._socket.close(code)
        except TimeoutError:
            self._socket.scope["state"][DROP]()
        except (WebSocketDisconnect, ClientDisconnected, RuntimeError):
            pass  # it has left


def _told(error: Exception) -> Encoded:
    """What a client is told of a fault; the log has the rest under the same id."""
    number = note_fault(error)
    return {"is": "trouble", "words": f"Something went wrong (id {number}).", "id": number}
