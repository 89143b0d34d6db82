"""Serve: the games, agents and results in a browser."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilefall.commands import options
from tilefall.errors import INTERRUPTED, NotFound, TilefallError, UsageError

if TYPE_CHECKING:
    from socket import socket

VARIABLE = "TILEFALL_TOKEN"
TOKEN_RULE = "16 to 256 letters, digits, - and _"


@click.command()
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    default=8765,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="0 is any that is free.",
)
@click.option("--no-open", is_flag=True, help="Print the address, and open no browser.")
@click.option(
    "--token-file",
    type=click.Path(path_type=Path),
    help=f"The token is in this file, or in {VARIABLE}; otherwise a new one is made.",
)
@click.option(
    "--allow-host",
    "allowed",
    multiple=True,
    metavar="NAME",
    help="Another name by which pages may reach the server; may be given again.",
)
@click.option("--verbose", is_flag=True, help="Tell of every request, on stderr.")
@options.json_option
@click.pass_context
def serve(
    context: click.Context,
    folder: Path,
    host: str,
    port: int,
    no_open: bool,
    token_file: Path | None,
    allowed: tuple[str, ...],
    verbose: bool,
    as_json: bool,
) -> None:
    """Open a page to play, watch, replay, and see arenas and training runs.

    Arenas and runs are looked for in DIR, in DIR/arenas and in DIR/runs. Only this machine reaches
    the server, and only who has the address that is printed: it brings a token. Ctrl-C ends it.
    """
    from secrets import token_urlsafe

    from tilefall.interfaces.web.gate import gate_of, is_loopback

    if not folder.is_dir():
        raise NotFound(f"{folder}: no such directory. Name one, or none for the current one.")
    _check_names(allowed)
    given = _given_token(token_file)
    if given is None and not is_loopback(host):
        raise UsageError(
            f"--host {host} lets other machines in, which needs a token of yours: give "
            f"--token-file FILE or {VARIABLE} ({TOKEN_RULE}), or leave --host out."
        )
    listening = _listening(host, port)
    real_port = listening.getsockname()[1]
    gate = gate_of(given or token_urlsafe(24), host, real_port, allowed)
    address = f"http://{_shown_name(host, allowed)}:{real_port}/?token={gate.token}"

    from tilefall.interfaces.web.app import web_app
    from tilefall.interfaces.web.house import House
    from tilefall.interfaces.web.logs import log_to
    from tilefall.interfaces.web.server import run

    def begun() -> None:
        _tell(address, as_json)
        if not no_open and _has_browser():
            import webbrowser

            webbrowser.open(address)

    log_to(sys.stderr, [gate.token, gate.secret], verbose)
    house = House(folder)
    if run(web_app(house, gate), house, listening, begun) is signal.SIGINT:
        options.hint("Ended; games that were open are kept.")
        context.exit(INTERRUPTED)


def _tell(address: str, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"address": address}))
    else:
        click.echo(f"tilefall is at {address}")
        click.echo("Whoever has this address may come in. Ctrl-C ends it.")
    sys.stdout.flush()  # also where it is read by a program


def _given_token(file: Path | None) -> str | None:
    """The token that somebody has chosen; from the environment if there is no file."""
    from tilefall.interfaces.web.gate import TOKEN

    if file is not None:
        where, token = str(file), file.read_text(encoding="utf-8", errors="replace").strip()
    elif VARIABLE in os.environ:
        where, token = VARIABLE, os.environ[VARIABLE]
    else:
        return None
    if not TOKEN.fullmatch(token):  # what it is instead is nobody's business
        raise UsageError(f"{where} has no token: expected {TOKEN_RULE}.")
    return token


def _check_names(names: tuple[str, ...]) -> None:
    from tilefall.interfaces.web.gate import is_name

    for name in names:
        if not is_name(name):
            raise UsageError(
                f"--allow-host {name!r}, expected a name or an address such as games.example or "
                "192.0.2.7, without http:// and without a port."
            )


def _listening(host: str, port: int) -> socket:
    from tilefall.interfaces.web.server import bound

    try:
        return bound(host, port)
    except OSError as error:
        import errno

        if error.errno == errno.EADDRINUSE:
            raise TilefallError(
                f"Port {port} of {host} is taken, by another tilefall serve perhaps. "
                "Take any that is free with --port 0."
            ) from error
        if error.errno == errno.EACCES:
            raise TilefallError(
                f"Port {port} is not for everybody. Take one above 1023."
            ) from error
        reason = error.strerror or str(error)
        raise UsageError(
            f"--host {host}: {reason}. Expected an address of this machine."
        ) from error


def _shown_name(host: str, allowed: tuple[str, ...]) -> str:
    """The name by which the server is reached."""
    from tilefall.interfaces.web.gate import ANY_ADDRESS, bracketed

    name = bracketed(host)
    if name in ANY_ADDRESS:
        return bracketed(allowed[0]) if allowed else "127.0.0.1"
    return name


def _has_browser() -> bool:
    """Whether somebody sits here who would see a browser."""
    if not sys.stdout.isatty():
        return False
    is_x = sys.platform not in ("win32", "darwin")
    return not is_x or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
