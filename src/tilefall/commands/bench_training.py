"""Bench training: how fast a generation is played, and how much of the cores it uses."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from tilefall.commands import options


@click.command("training")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=4.0,
    show_default=True,
    help="About how long each game is measured.",
)
@options.threads_option
@options.json_option
def bench_training(seconds: float, threads: int, as_json: bool) -> None:
    """Games a second of a generation, against the same games in a plain loop over moves."""
    from tilefall.bench.training import GAMES, measure

    found = []
    for game in GAMES:
        options.measuring(f"a generation of {game}")
        found.append(measure(game, seconds, threads))
    if as_json:
        click.echo(json.dumps([asdict(each) for each in found]))
        return
    for each in found:
        click.echo(f"{each.game}: {each.games:,} games, {each.pieces:,} pieces, {threads} threads")
        click.echo(f"  games a second        {each.games_per_s:12,.0f}")
        click.echo(f"  pieces a second       {each.pieces_per_s:12,.0f}")
        click.echo(f"  share of the cores    {100 * each.core_share:12.1f} %")
        click.echo(f"  in a plain loop       {each.plain_games_per_s:12,.2f} games a second")
        click.echo(f"  times the plain loop  {each.times_plain:12,.0f}")
