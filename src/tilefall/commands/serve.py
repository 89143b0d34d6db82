"""Serve: the games, agents and results in a browser."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tilefall.commands import options


@click.command()
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535))
@options.json_option
def serve(folder: Path, host: str, port: int, as_json: bool) -> None:
    """Open a page to play, watch, replay, and see arenas and training runs.

    Arenas and runs are looked for in DIR, in DIR/arenas and in DIR/runs.
    """
    from secrets import token_urlsafe

    from tilefall.interfaces.web.app import web_app
    from tilefall.interfaces.web.gate import gate_of
    from tilefall.interfaces.web.house import House
    from tilefall.interfaces.web.server import bound, server

    house = House(folder)
    listening = bound(host, port)
    real_port = listening.getsockname()[1]
    gate = gate_of(token_urlsafe(24), host, real_port)
    address = f"http://{host}:{real_port}/?token={gate.token}"
    click.echo(json.dumps({"address": address}) if as_json else address)
    server(web_app(house, gate), house.limits).run([listening])
