"""Asking: requests for data, answered by a thread as JSON, or with why there is no answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio.to_thread
from anyio import CapacityLimiter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tilefall.arena.plan import BadArena
from tilefall.errors import UsageError
from tilefall.interfaces.web.encode import Encoded
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.session import Trouble
from tilefall.play.record import BadRecord
from tilefall.train.runs import BadRun

AT_ONCE = 2  # that are read and reckoned; the others wait, and the games that are watched go on
UNUSABLE = (BadArena, BadRun, BadRecord, OSError)

Answer = Callable[[Request], Encoded | Response]
Endpoint = Callable[[Request], Awaitable[Response]]


class BadQuestion(UsageError, ValueError):
    """A question that nobody can answer; says what was expected."""


def answering(house: House) -> Callable[[Answer], Endpoint]:
    """Makes endpoints of answers, all of which share a few threads."""
    limiter = CapacityLimiter(AT_ONCE)

    def made(answer: Answer) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            try:
                found = await anyio.to_thread.run_sync(answer, request, limiter=limiter)
            except BadQuestion as error:
                return _trouble(400, str(error))
            except Trouble as error:
                return _trouble(404, str(error))
            except UNUSABLE as error:
                return _trouble(422, in_words(error, house))
            return found if isinstance(found, Response) else JSONResponse(found)

        return endpoint

    return made


def in_words(error: Exception, house: House) -> str:
    """What is wrong with a folder, in one line and without the folders above ours."""
    text = str(error)
    if isinstance(error, OSError) and error.filename is not None:
        text = f"{error.filename}: {error.strerror}"
    return " ".join(text.replace(f"{house.folder}/", "").split())


def whole(request: Request, name: str, low: int, high: int, usual: int) -> int:
    """A whole number out of the question; the usual one if it is left out."""
    text = request.query_params.get(name, str(usual))
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and low <= int(text) <= high):
        raise BadQuestion(f"{name}: {ascii(text)[:40]}, expected a whole number, {low} to {high}")
    return int(text)


def chosen(request: Request, name: str, allowed: tuple[str, ...]) -> str:
    """One of some words out of the question; the first if it is left out."""
    text = request.query_params.get(name, allowed[0])
    if text not in allowed:
        raise BadQuestion(f"{name}: {ascii(text)[:40]}, expected one of {', '.join(allowed)}")
    return text


def _trouble(status: int, words: str) -> Response:
    return JSONResponse({"trouble": words}, status)
