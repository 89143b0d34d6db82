"""Bench web: many watch at once, measured."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from tilefall.commands import options
from tilefall.errors import NOT_MET

SLOWEST_MS = 100.0  # that a position may be late
FLAT = 0.5  # MiB a minute that memory may grow in the second half of a soak


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
@click.option("--agent", default="expectimax", show_default=True, help="Who plays Quintris.")
@options.json_option
@click.pass_context
def bench_web(
    context: click.Context,
    watchers: int,
    seconds: float,
    soak: float | None,
    agent: str,
    as_json: bool,
) -> None:
    """Watchers of games over WebSocket: whether every position came, and how late.

    Half of them watch the same game, the others one each, 4 positions a second; one more client
    never reads. Exit code 4 if a position was lost or 100 ms late; in a soak, in which games begin
    all the time, if one was lost or memory grows.
    """
    from tilefall.bench.web import measure

    seconds = seconds if soak is None else 60 * soak
    options.measuring(f"{watchers} watchers for {seconds:g} s")
    found = measure(watchers, seconds, soak is not None, agent)
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
    is_late = soak is None and found.slowest_late_ms >= SLOWEST_MS
    grows = soak is not None and found.memory_mb_per_minute > FLAT
    if not found.is_whole or is_late or grows or found.deaf_dropped_s is None:
        context.exit(NOT_MET)
