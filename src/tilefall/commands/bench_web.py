"""Bench web: many watch at once, measured."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from tilefall.commands import options
from tilefall.commands.errors import NOT_MET, Failed

SLOWEST_MS = 100.0  # that a position may be late


@click.command("web")
@click.option(
    "--watchers", type=click.IntRange(1, 120), default=50, show_default=True, help="At a time."
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=2),
    default=10.0,
    show_default=True,
    help="How long they watch.",
)
@click.option(
    "--soak",
    type=click.FloatRange(min=0, min_open=True),
    metavar="MINUTES",
    help="So long instead, with watchers that come and go: memory must stay as it is.",
)
@options.json_option
@click.pass_context
def bench_web(
    context: click.Context, watchers: int, seconds: float, soak: float | None, as_json: bool
) -> None:
    """Watchers of games over WebSocket: whether every position came, and how late.

    Half of them watch the same game, the others one each, 4 positions a second; one more client
    never reads. Exit code 4 if a position was lost or 100 ms late.
    """
    from tilefall.bench.web import measure
    from tilefall.bench.web_server import NoServer

    seconds = seconds if soak is None else 60 * soak
    options.measuring(f"{watchers} watchers for {seconds:g} s")
    try:
        found = measure(watchers, seconds, soak is not None)
    except NoServer as error:
        raise Failed(str(error)) from error
    if as_json:
        click.echo(json.dumps({**asdict(found), "is_whole": found.is_whole}))
    else:
        dropped = found.deaf_dropped_s
        click.echo(f"{found.watchers} watchers, {found.games} games, {found.seconds:.0f} s:")
        click.echo(f"  positions that came             {found.positions:8,}")
        click.echo(f"  missing                         {found.missing:8,}")
        click.echo(f"  twice or out of order           {found.out_of_order:8,}")
        click.echo(f"  watchers that were cut off      {found.failed:8,}")
        click.echo(f"  late, median                    {found.median_late_ms:8.1f} ms")
        click.echo(f"  late, 99 of 100 within          {found.p99_late_ms:8.1f} ms")
        click.echo(f"  late, slowest                   {found.slowest_late_ms:8.1f} ms")
        click.echo(f"  frames a second                 {found.frames_per_s:8,.0f}")
        click.echo(f"  kilobytes a second              {found.kilobytes_per_s:8,.0f}")
        click.echo(f"  of a core, by the server        {found.core_share:8.1%}")
        click.echo(f"  memory at the start             {found.memory_start_mb:8.1f} MiB")
        click.echo(f"  memory at the end               {found.memory_end_mb:8.1f} MiB")
        click.echo(f"  memory, second half             {found.memory_mb_per_minute:+8.2f} MiB/min")
        told = "never" if dropped is None else f"{dropped:8.1f} s"
        click.echo(f"  until who never reads is dropped{told:>10}")
    is_late = found.slowest_late_ms >= SLOWEST_MS
    if not found.is_whole or is_late or found.deaf_dropped_s is None:
        context.exit(NOT_MET)
