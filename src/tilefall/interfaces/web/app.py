"""App: the addresses that the server answers."""

from __future__ import annotations

from importlib.resources import as_file, files

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from tilefall.interfaces.web.agents import agents
from tilefall.interfaces.web.begin import begun
from tilefall.interfaces.web.gate import Gate
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.pages import PAGES, STATIC, page
from tilefall.interfaces.web.socket import Connection


def web_app(house: House, gate: Gate) -> Starlette:
    """All pages, what they are made of, and the socket that games go over."""

    async def shown(request: Request) -> Response:
        return HTMLResponse(page(request.url.path))

    async def socket(websocket: WebSocket) -> None:
        await Connection(websocket, house, begun).serve()

    with as_file(files(__package__).joinpath(STATIC)) as static:
        return Starlette(
            routes=[
                *(Route(path, shown) for path in PAGES),
                Route("/data/agents", agents),
                WebSocketRoute("/socket", socket),
                Mount("/static", StaticFiles(directory=static)),
            ]
        )
