"""Links to recorded games, for `tilefall replay --link`."""

from __future__ import annotations

import json

import click

from tilefall.commands.recorded import game_in, games_in
from tilefall.errors import TilefallError
from tilefall.play.links import LinkTooLong, link_of
from tilefall.play.record import Record


def print_links(file: str, number: int | None, move: int | None, as_json: bool) -> None:
    """One line for each game, or for the one of this number; at a position if a move is given."""
    games = enumerate(games_in(file), 1) if number is None else [(number, game_in(file, number))]
    found = []
    for i, record in games:
        link = _link(i, record, move)
        found.append({"number": i, "moves": len(record.moves), "link": link})
        if not as_json:
            click.echo(link)
    if as_json:
        click.echo(json.dumps({"file": file, "games": found}))


def _link(number: int, record: Record, move: int | None) -> str:
    if move is not None and move > len(record.moves):
        raise click.UsageError(f"--move {move}: game {number} has {len(record.moves)} moves.")
    try:
        return link_of(record, move)
    except LinkTooLong as error:
        raise TilefallError(f"Game {number}: {error}.") from error
