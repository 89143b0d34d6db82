"""App: the addresses that the server answers."""

from __future__ import annotations

from importlib.resources import as_file, files

from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, Router, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose

from tilefall.interfaces.web.agents import agents
from tilefall.interfaces.web.arenas import arena_routes
from tilefall.interfaces.web.begin import begun
from tilefall.interfaces.web.choices import play_choices
from tilefall.interfaces.web.gate import Gate
from tilefall.interfaces.web.guard import Guard
from tilefall.interfaces.web.home import home_routes
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.pages import PAGES, STATIC, page
from tilefall.interfaces.web.replays import replay_routes
from tilefall.interfaces.web.shelf import Shelf
from tilefall.interfaces.web.socket import Connection
from tilefall.interfaces.web.trainings import training_routes


def web_app(house: House, gate: Gate) -> ASGIApp:
    """All pages, what they are made of, and the socket that games go over."""

    async def shown(request: Request) -> Response:
        return HTMLResponse(page(request.url.path))

    async def socket(websocket: WebSocket) -> None:
        await Connection(websocket, house, begun).serve()

    shelf = Shelf()
    with as_file(files(__package__).joinpath(STATIC)) as static:
        routes = Router(
            [
                *(Route(path, shown) for path in PAGES),
                Route("/data/agents", agents),
                Route("/data/play", play_choices),
                WebSocketRoute("/socket", socket),
                *arena_routes(house),
                *training_routes(house),
                *home_routes(house.engine, shelf),
                *replay_routes(house, shelf),
                Mount("/static", StaticFiles(directory=static)),
            ],
            default=nowhere,
        )
    return Guard(ExceptionMiddleware(routes), gate, house.limits)


async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    """The answer where there is no page."""
    if scope["type"] == "websocket":
        await WebSocketClose()(scope, receive, send)
        return
    names = " ".join(f'<a href="{path}">{name}</a>' for path, (_, name) in PAGES.items())
    content = (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<title>Not here - tilefall</title><link rel="stylesheet" href="/static/css/base.css">'
        f"</head><body><main><h1>There is no such page</h1><p>There are: {names}</p></main>"
        "</body></html>"
    )
    await HTMLResponse(content, 404)(scope, receive, send)
