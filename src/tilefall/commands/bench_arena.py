"""Bench arena: what an arena costs beside the games themselves."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from tilefall.commands import options


@click.command("arena")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    show_default=True,
    help="About how long each agent is measured.",
)
@options.jobs_option
@options.json_option
def bench_arena(seconds: float, jobs: int, as_json: bool) -> None:
    """Games a second of an arena that keeps every record, against bare native playouts."""
    from tilefall.bench.arena import AGENTS, measure

    found = []
    for agent in AGENTS:
        options.measuring(f"games of {agent}")
        found.append(measure(agent, seconds, jobs))
    if as_json:
        click.echo(json.dumps([asdict(each) for each in found]))
        return
    for each in found:
        click.echo(f"{each.agent}: {each.games:,} games of quintris, {each.jobs} jobs")
        click.echo(f"  games a second in an arena    {each.arena_games_per_s:12,.1f}")
        click.echo(f"  in bare native playouts       {each.native_games_per_s:12,.1f}")
        click.echo(f"  ratio                         {each.ratio:12.3f}")
