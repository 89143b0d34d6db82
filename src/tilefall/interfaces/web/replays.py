"""Replays: the kept games over HTTP: a list, files to take home, files to bring, and the bin."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tilefall.engines import engine
from tilefall.errors import UsageError
from tilefall.interfaces.web.encode import encoded
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.shelf import SORTS, TITLES, WHO, Shelf, Wanted
from tilefall.play.importing import BadImport, Bounds, Imported, imported
from tilefall.play.kept import ID, KeptGame, NotKept, brought_back, kept_games, put_aside

LONGEST_SEARCH = 100  # letters
LAST_PAGE = 1_000_000
LOOK = 0.1  # seconds between looks whether a client still waits for its import


class BadRequest(UsageError, ValueError):
    """What was asked for makes no sense; says what would."""


def replay_routes(house: House, shelf: Shelf) -> list[Route]:
    """The addresses of kept games."""
    one_at_a_time = asyncio.Semaphore(1)  # imports: each takes a whole core

    async def listed(request: Request) -> Response:
        try:
            wanted = _wanted(request)
        except BadRequest as error:
            return _refused(str(error), 400)
        found = await run_in_threadpool(shelf.listed, wanted)
        return JSONResponse(encoded(found) | {"import_bytes": house.limits.import_bytes})

    async def bring(request: Request) -> Response:
        try:
            content = await _body(request, house.limits.import_bytes)
        except ClientDisconnect:
            return _refused("The file did not come whole.", 400)
        if content is None:
            most = house.limits.import_bytes / 2**20
            return _refused(f"The file has more than {most:g} MiB: split it.", 413)
        async with one_at_a_time:
            try:
                found = await _imported(request, content, house)
            except (BadImport, NotKept) as error:
                return _refused(f"{error}.", 422)
        return JSONResponse(
            {
                "kept": [encoded(shelf.row(game)) for game in found.kept],
                "known": [game.id for game in found.known],
                "refused": encoded(found.refused),
            }
        )

    async def taken_home(request: Request) -> Response:
        game = await run_in_threadpool(_game, request.path_params["id"])
        if game is None:
            return _refused("There is no such game.", 404)
        content = await run_in_threadpool(game.path.read_bytes)
        headers = {"Content-Disposition": f'attachment; filename="{game.path.name}"'}
        return Response(content, media_type="application/x-ndjson", headers=headers)

    async def deleted(request: Request) -> Response:
        game = await run_in_threadpool(_game, request.path_params["id"])
        if game is None:
            return _refused("There is no such game.", 404)
        return await _answered(lambda: {"aside": put_aside(game)})

    async def restored(request: Request) -> Response:
        return await _answered(lambda: {"id": brought_back(request.path_params["id"]).id})

    return [
        Route("/data/replays", listed),
        Route("/data/replays", bring, methods=["POST"]),
        Route("/data/replays/{id}", taken_home),
        Route("/data/replays/{id}/delete", deleted, methods=["POST"]),
        Route("/data/replays/{id}/restore", restored, methods=["POST"]),
    ]


def _wanted(request: Request) -> Wanted:
    """What a query asks for; BadRequest says which part of it is wrong."""
    query = request.query_params
    games = sorted({title.lower() for title in TITLES.values()})
    text = query.get("text", "")
    if len(text) > LONGEST_SEARCH:
        raise BadRequest(f"text has {len(text):,} letters, at most {LONGEST_SEARCH} are allowed")
    page = query.get("page", "1")
    if not (page.isascii() and page.isdecimal()) or not 1 <= int(page[:9]) <= LAST_PAGE:
        raise BadRequest(f"page is {page[:20]!a}, expected 1 to {LAST_PAGE:,}")
    return Wanted(
        game=_one_of(query.get("game", ""), "game", games),
        who=_one_of(query.get("who", ""), "who", WHO),
        text=text,
        sort=_one_of(query.get("sort", "new") or "new", "sort", SORTS),
        page=int(page[:9]),
    )


def _one_of(given: str, name: str, allowed: tuple[str, ...] | list[str]) -> str:
    if given and given not in allowed:
        raise BadRequest(f"{name} is {given[:20]!a}, expected one of {', '.join(allowed)}")
    return given


def _game(id: str) -> KeptGame | None:
    """The kept game of an id; it is looked up among those that are there, never made to a path."""
    if not ID.fullmatch(id):
        return None
    return next((game for game in kept_games() if game.id == id), None)


async def _body(request: Request, most: int) -> bytes | None:
    """What a client sends; None as soon as it is more than allowed."""
    parts, count = [], 0
    async for part in request.stream():
        count += len(part)
        if count > most:
            return None
        parts.append(part)
    return b"".join(parts)


async def _imported(request: Request, content: bytes, house: House) -> Imported:
    """What became of a file; checking ends when it takes too long, or nobody waits for it."""
    limits, clock = house.limits, house.clock
    end = clock.now() + limits.import_seconds
    is_left = False
    bounds = Bounds(
        limits.import_bytes, limits.import_records, lambda: is_left or clock.now() > end
    )
    when = house.keeper.today()
    work = asyncio.ensure_future(
        run_in_threadpool(imported, content, bounds, when, engine(house.engine))
    )
    while not work.done():
        await asyncio.wait([work], timeout=LOOK)
        if not work.done() and await request.is_disconnected():
            is_left = True
            break
    return await work


async def _answered(act: Callable[[], dict[str, str]]) -> Response:
    try:
        return JSONResponse(await run_in_threadpool(act))
    except NotKept as error:
        return _refused(f"{error}.", 409)


def _refused(words: str, status: int) -> Response:
    return JSONResponse({"trouble": words}, status)
