"""Agents: lists who can play what."""

from __future__ import annotations

import json

import click

from tilefall.agents.catalog import DEFAULT_AGENTS, catalog
from tilefall.agents.foreign.names import installed
from tilefall.commands import options
from tilefall.rules.catalog import check_agents_play
from tilefall.rules.game import Game


@click.command()
@options.any_game_argument
@options.json_option
def agents(game: Game | None, as_json: bool) -> None:
    """List the agents, or those that play GAME."""
    if game is not None:
        check_agents_play(game)
    entries = [
        entry
        for entry in catalog().values()
        if game is None or (game.name in entry.games and entry.plays_size(game))
    ]
    foreign = {name: entry for name, entry in installed().items() if name not in catalog()}
    if as_json:
        listed = [
            {"name": entry.name, "games": list(entry.games), "about": entry.about}
            for entry in entries
        ]
        others = [{"name": name, "from": entry.value} for name, entry in foreign.items()]
        click.echo(json.dumps({"agents": listed, "installed": others, "default": DEFAULT_AGENTS}))
        return
    names = max(len(entry.name) for entry in entries)
    games = max(len(" ".join(entry.games)) for entry in entries)
    for entry in entries:
        click.echo(f"{entry.name:{names}}  {' '.join(entry.games):{games}}  {entry.about}")
    for name, other in foreign.items():
        click.echo(f"{name:{names}}  {'installed':{games}}  {other.value}")
    defaults = ", ".join(f"{name} for {game_name}" for game_name, name in DEFAULT_AGENTS.items())
    options.hint(f"Without --agent, `tilefall watch` takes {defaults}.")
    options.hint("Your own (docs/protocol.md): my_agent.py:Mine, exec:./program, course:file.py")
