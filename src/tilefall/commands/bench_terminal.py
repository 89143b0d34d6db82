"""Bench terminal: how the app feels, measured."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from tilefall.commands import options


@click.command("terminal")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=5.0,
    show_default=True,
    help="How long each of the three parts is measured.",
)
@options.json_option
def bench_terminal(seconds: float, as_json: bool) -> None:
    """Key to screen, frames a second and processor time of the app in a pseudo-terminal."""
    from tilefall.bench.terminal import measure

    options.measuring("a game of quintris in a pseudo-terminal")
    found = measure(seconds)
    if as_json:
        click.echo(json.dumps(asdict(found)))
        return
    click.echo(f"Quintris, 15 x 25, in a terminal of {found.columns} x {found.lines}:")
    click.echo(f"  key to screen, median          {found.median_ms:8.1f} ms, {found.keys} keys")
    click.echo(f"  key to screen, 99 of 100 within{found.p99_ms:8.1f} ms")
    click.echo(f"  key to screen, slowest         {found.slowest_ms:8.1f} ms")
    click.echo(f"  frames a second at 60 keys/s   {found.frames_per_s:8.1f}")
    click.echo(f"  of a core while it does        {found.core_share:8.1%}")
    click.echo(f"  of a core with nothing to do   {found.idle_core_share:8.1%}")
    click.echo(f"  bytes a frame                  {found.bytes_per_frame:8.0f}")
    click.echo(f"  from the command to a picture  {found.start_ms:8.0f} ms")
